// The `packages` key: sets of ways that whoever works here should add. Pinned by content, because their text reaches the agent.
import type { Field, Located, Report } from "../validate.ts";
import { textOf, wrong } from "./kinds.ts";

export type Package = {
  /** Namespace of its ways: `<name>/<id in the package>`. */
  readonly name: string;
  /** A folder, a git URL, or `npm:<package>`. */
  readonly source: string;
  /** A version, tag or commit; empty for a folder. */
  readonly version: string;
  /** `sha256-…` over the files; nothing is read when it differs. */
  readonly hash: string;
};

const PROPERTIES = { source: { type: "string" }, version: { type: "string" }, hash: { type: "string" } } as const;
const KEYS: readonly string[] = Object.keys(PROPERTIES);

export function packages(meaning: string, needsTrust: boolean): Field<readonly Package[]> {
  const item = {
    type: "object",
    properties: PROPERTIES,
    required: ["source", "hash"],
  };
  return {
    type: "map of name to `source`, `version`, `hash`",
    schema: { type: "object", additionalProperties: item },
    fallback: [],
    meaning,
    needsTrust,
    read: (value, report) => {
      if (value.kind !== "map") return wrong(report, value, "a map of `name: {source, version, hash}`");
      const good = value.entries.flatMap(({ key, value: body }) => packageOf(key, body, report) ?? []);
      return good.length > 0 || value.entries.length === 0 ? good : undefined;
    },
  };
}

function packageOf(name: string, value: Located, report: Report): Package | undefined {
  if (value.kind !== "map") return wrong(report, value, `a map of \`source\`, \`version\`, \`hash\` for \`${name}\``);
  const texts = new Map<string, string>();
  for (const { key, at, value: item } of value.entries) {
    const line = textOf(item, report);
    if (!KEYS.includes(key))
      report({
        code: "unknown-key",
        at,
        message: `has no \`${key}\` in \`${name}\``,
        hint: `known: ${KEYS.map((k) => `\`${k}\``).join(", ")}`,
      });
    else if (line !== undefined) texts.set(key, line);
  }
  const [source, hash] = [texts.get("source") ?? "", texts.get("hash") ?? ""];
  if (source !== "" && hash !== "") return { name, source, version: texts.get("version") ?? "", hash };
  report({
    code: "wrong-type",
    at: value.at,
    message: `needs \`source\` and \`hash\` for \`${name}\``,
    hint: "`ways add` writes them",
  });
  return undefined;
}
