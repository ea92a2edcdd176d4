import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParsedWay, parseWay } from "../../src/ways/parse-way.ts";
import { compilePattern, type Pattern } from "../../src/ways/regex.ts";
import { hasBlockingError } from "../../src/ways/rules.ts";
import { wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures", "ways");

function parse(text: string, file = "area/demo/demo.md"): ParsedWay {
  return parseWay({ id: wayId("area/demo"), parent: null, origin: "project", file, text });
}

function fixture(name: string): ParsedWay {
  return parse(readFileSync(join(FIXTURES, `${name}.md`), "utf8"));
}

function wayOf(parsed: ParsedWay) {
  if (parsed.way === null) throw new Error(`no way: ${JSON.stringify(parsed.diagnostics)}`);
  return parsed.way;
}

const codes = (parsed: ParsedWay) => parsed.diagnostics.map((d) => d.code);
const matches = (patterns: readonly Pattern[], text: string) =>
  patterns.some((pattern) => compilePattern(pattern)(text));

test("a way with everything in it", () => {
  const parsed = fixture("plain");
  expect(parsed.diagnostics).toEqual([]);
  expect(wayOf(parsed)).toMatchObject({
    id: "area/demo",
    bar: 0.35,
    scope: ["agent", "subagent"],
    redisclose: "never",
    requiresParent: false,
    macro: null,
    stages: false,
    when: null,
    seeAlso: ["softwaredev/delivery/release", "softwaredev/delivery/branching"],
    aliases: [
      {
        label: "canonical",
        text: "Writing a commit message for changes that are ready commit message subject body imperative",
      },
      { label: "alias 1", text: "commit this" },
      { label: "alias 2", text: "what should the commit message say" },
    ],
  });
  expect(parsed.lines).toBe(31);
  expect(wayOf(parsed).body.startsWith("# Commits\n\n")).toBe(true);
});

describe("line endings and byte order marks (field cases A2, A3) change nothing", () => {
  const text = readFileSync(join(FIXTURES, "plain.md"), "utf8");
  const lines = text.split("\n");
  test.each([
    ["CRLF", text.replaceAll("\n", "\r\n")],
    ["CR", text.replaceAll("\n", "\r")],
    ["mixed", lines.map((line, i) => line + (i === lines.length - 1 ? "" : ["\n", "\r\n"][i % 2])).join("")],
    ["BOM", `\ufeff${text}`],
    ["BOM and CRLF", `\ufeff${text.replaceAll("\n", "\r\n")}`],
  ])("%s", (_, variant) => {
    expect(parse(variant)).toEqual(parse(text));
    const { triggers } = wayOf(parse(variant));
    expect(matches(triggers.commands, "hg commit")).toBe(true);
  });
});

test("unquoted colons (field case A1): the way still matches, and says where", () => {
  const parsed = fixture("unquoted-colon");
  const way = wayOf(parsed);
  expect(way.description).toBe("Use when: adding an index to a big table");
  expect(way.aliases.map((a) => a.text)).toContain("the deploy broke: go back");
  expect(matches(way.triggers.pattern, "creating: an index")).toBe(true);
  expect(parsed.diagnostics.map((d) => `${d.line}:${d.column} ${d.code}`)).toEqual([
    "2:14 unquoted-colon",
    "4:5 unquoted-colon",
    "6:10 unquoted-colon",
  ]);
  expect(wayOf(fixture("urls-and-times"))).toMatchObject({ description: "https://x.test:8080/a", vocabulary: "10:30" });
});

test("a list item with a colon is text, although strict YAML reads a map", () => {
  const parsed = parse("---\ndescription: d\naliases:\n  - the deploy broke: go back\n---\nx");
  expect(wayOf(parsed).aliases.at(-1)?.text).toBe("the deploy broke: go back");
  expect(codes(parsed)).toEqual(["unquoted-colon"]);
});

test("hostile files (field case A5) cost their own way, by name; an honest anchor costs nothing", () => {
  expect(fixture("brackets")).toMatchObject({ way: null, diagnostics: [{ code: "yaml-nesting", line: 2 }] });
  expect(fixture("alias-bomb")).toMatchObject({ way: null, diagnostics: [{ code: "yaml-aliases" }] });
  expect(parse("x".repeat(300_000))).toMatchObject({ way: null, diagnostics: [{ code: "too-large" }] });
  expect(parse("---\u0000\n")).toMatchObject({ way: null, diagnostics: [{ code: "encoding" }] });
  expect(wayOf(fixture("anchor")).aliases.map((a) => a.text)).toEqual([
    "When the demo is shown",
    "When the demo is shown",
  ]);
});

describe("the shapes of `files` (field case A6) are all one", () => {
  const names = readdirSync(FIXTURES).filter((name) => name.startsWith("files-"));
  test.each(names)("%s", (name) => {
    const { triggers } = wayOf(fixture(name.replace(/\.md$/, "")));
    const regexes = triggers.files.map((file) => file.regex);
    expect(triggers.files.map((file) => file.source)).toEqual(["**/*.ts", "**/*.tsx"]);
    expect(matches(regexes, "src/b.tsx")).toBe(true);
    expect(matches(regexes, "b.js")).toBe(false);
  });
});

test("fields that would quietly do nothing (field case A7) are errors", () => {
  const parsed = fixture("quiet-fields");
  expect(parsed.diagnostics.map((d) => [d.line, d.code, d.hint])).toEqual([
    [3, "unknown-key", "did you mean `pattern`?"],
    [4, "unknown-key", "did you mean `commands`?"],
    [5, "wrong-type", "write `0.4`, with a point and without quotes"],
    [6, "wrong-type", undefined],
  ]);
  expect(hasBlockingError(parsed.diagnostics)).toBe(true);
});

test("a broken regex (field case B2) costs its lane only; foreign spellings work", () => {
  const parsed = fixture("foreign-regexes");
  const { pattern } = wayOf(parsed).triggers;
  for (const text of ["COMMIT it", "slowly", "cargo-audit", "commit now", "the SBOM here", "two words"])
    expect({ text, fires: matches(pattern, text) }).toEqual({ text, fires: true });
  expect(parsed.diagnostics.map((d) => [d.line, d.code])).toEqual([
    [4, "regex-syntax"],
    [5, "regex-flags"],
    [11, "regex-unsupported"],
  ]);
  expect(hasBlockingError(parsed.diagnostics)).toBe(false);
});

test("a legacy file loads with warnings, and bars of other models are not used", () => {
  const parsed = fixture("legacy");
  const way = wayOf(parsed);
  expect(way).toMatchObject({
    bar: null,
    scope: ["agent", "subagent"],
    triggers: { state: { kind: "context-threshold", percent: 80 } },
  });
  expect(matches(way.triggers.pattern, "an Older way")).toBe(true);
  expect(new Set(codes(parsed))).toEqual(new Set(["legacy-key", "regex-flags", "legacy-threshold"]));
  expect(parsed.diagnostics.some((d) => d.severity === "error")).toBe(false);
});

describe("state triggers", () => {
  const state = (lines: string) => {
    const parsed = parse(`---\ndescription: d\n${lines}\n---\nx`);
    return { state: wayOf(parsed).triggers.state as unknown, codes: codes(parsed) };
  };
  test.each([
    ["trigger: session-start", { kind: "session-start" }, []],
    ["trigger: context-threshold\nthreshold: 75", { kind: "context-threshold", percent: 75 }, []],
    ["trigger: file-exists\npath: '**/*.tf'", { kind: "file-exists", glob: "**/*.tf" }, []],
    ["trigger: {file-exists: Cargo.toml}", { kind: "file-exists", glob: "Cargo.toml" }, []],
    ["trigger: context-threshold", null, ["wrong-type"]],
    ["trigger: file-exists", null, ["wrong-type"]],
    ["trigger: sometimes", null, ["wrong-type"]],
    ["threshold: 2.0", null, ["legacy-threshold"]],
    ["path: a/**", null, ["unused-key"]],
  ])("%s", (lines, expected, problems) => {
    expect(state(lines)).toEqual({ state: expected, codes: problems });
  });
});

test("a file with aliases alone is an extension; with anything else it is a way", () => {
  expect(parse("---\naliases:\n  - one more\n---\n").isExtension).toBe(true);
  expect(parse("---\naliases:\n  - one more\n---\nBody.").isExtension).toBe(false);
  expect(parse("---\naliases:\n  - one more\nscope: agent\n---\n").isExtension).toBe(false);
});

test("`when` takes its two conditions and no others", () => {
  const parsed = parse(
    "---\ndescription: d\nwhen:\n  project: /srv/app\n  file_exists: Cargo.toml\n  file_exist: x\n---\nx",
  );
  expect(wayOf(parsed).when).toEqual({ project: "/srv/app", fileExists: "Cargo.toml" });
  expect(parsed.diagnostics).toMatchObject([{ code: "unknown-key", line: 6, column: 3 }]);
});

test("never throws, and a file without a way has an error", () => {
  const piece = fc.constantFrom(
    "---\n",
    "description: x\n",
    "pattern: (\n",
    "files: [a, b\n",
    "- x\n",
    "a: &a [*a]\n",
    "é\n",
    "\r",
    "\ufeff",
    "## See Also\n",
    "trigger:\n  x: y\n",
    "when: {project: [1]}\n",
    "aliases:\n  - {a: {b: c}}\n",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      ),
      (text) => {
        const parsed = parse(text);
        if (parsed.way === null) expect(parsed.diagnostics.some((d) => d.severity === "error")).toBe(true);
        else expect(parsed.way.id as string).toBe("area/demo");
      },
    ),
    { numRuns: 500 },
  );
});
