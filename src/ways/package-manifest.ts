// `ways.json`: what makes a folder of ways a package. JSON is YAML, so that mistakes are placed as they are in a way.
import type { Diagnostic } from "../diagnostics.ts";
import { type Entry, type Field, type Located, parseFields, type Report } from "../validate.ts";
import { textOf, wrong } from "./kinds.ts";
import { atTop, findTextProblem, normalizeText } from "./text.ts";
import { parseYaml } from "./yaml.ts";

export const MANIFEST_NAME = "ways.json";

export type PackageManifest = {
  /** The first part of the ids of its ways. */
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or whatever its authors say. */
  readonly licence: string;
  readonly description: string;
};

export const PACKAGE_FIELDS = {
  name: shaped(isPackageName, "lower-case letters, digits, `-` and `_`, beginning with a letter or digit, at most 50", {
    meaning: "the first part of the ids of its ways: `<name>/<folder of the way>`",
  }),
  version: shaped((text) => /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(text), "a version such as `1.2.0`", {
    meaning: "a version such as `1.2.0`; who uses the package sees it change",
  }),
  licence: shaped(isOneLine, "one line such as `MIT`", {
    meaning: "under which terms others may use the texts, such as `MIT`; `license` is read, too",
  }),
  description: shaped(isOneLine, "one line", { meaning: "one line on what the package is about" }),
} as const;

const REQUIRED = ["name", "version", "licence"] as const;

/** Names of devices, which Windows makes no folders for. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export function isPackageName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,49}$/.test(text) && !DEVICES.test(text);
}

export const NAME_RULE = PACKAGE_FIELDS.name.type;

/** null when it cannot be used, and a diagnostic says why. Never throws. */
export function parseManifest(
  text: string,
  file: string,
): { readonly manifest: PackageManifest | null; readonly diagnostics: readonly Diagnostic[] } {
  const problem = findTextProblem(text);
  if (problem !== null) return failed([atTop(file, problem)]);
  const { root, diagnostics } = parseYaml(normalizeText(text), file);
  if (root?.kind !== "map") {
    const what = { code: "json-syntax", message: "this is not one JSON object" };
    return failed(diagnostics.length > 0 ? diagnostics : [atTop(file, what)]);
  }
  const { values, given, places, diagnostics: found } = parseFields(root.entries.map(spelled), PACKAGE_FIELDS, file);
  const missing = REQUIRED.filter((key) => !given.has(key) && !places.has(key)).map(
    (key): Diagnostic => ({
      severity: "error",
      code: "wrong-type",
      file,
      ...root.at,
      message: `\`${key}\` is missing`,
      hint: `\`"${key}"\`: ${PACKAGE_FIELDS[key].meaning}`,
    }),
  );
  const all = [...diagnostics, ...found, ...missing];
  return all.some(({ severity }) => severity === "error") ? failed(all) : { manifest: values, diagnostics: all };
}

function failed(diagnostics: readonly Diagnostic[]) {
  return { manifest: null, diagnostics };
}

function spelled(entry: Entry): Entry {
  return entry.key === "license" ? { ...entry, key: "licence" } : entry;
}

function isOneLine(text: string): boolean {
  return text !== "" && text.length <= 200 && !/\p{Cc}/u.test(text);
}

function shaped(fits: (text: string) => boolean, type: string, row: Pick<Field<string>, "meaning">): Field<string> {
  const read = (value: Located, report: Report) => {
    const text = textOf(value, report);
    return text === undefined || fits(text) ? text : wrong(report, value, type);
  };
  return { ...row, type, schema: { type: "string" }, fallback: "", read };
}
