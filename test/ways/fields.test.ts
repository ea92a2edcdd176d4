import { expect, test } from "bun:test";
import { CONFIG_FIELDS } from "../../src/ways/config.ts";
import { FIELDS } from "../../src/ways/fields.ts";
import { GOLDEN_FIELDS } from "../../src/ways/golden.ts";
import { splitCommas } from "../../src/ways/kinds.ts";
import { LOCALE_FIELDS } from "../../src/ways/locale.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { wayId } from "../../src/ways/way.ts";

test("every row can be put into a reference page and a JSON Schema", () => {
  for (const table of [FIELDS, CONFIG_FIELDS, GOLDEN_FIELDS, LOCALE_FIELDS])
    for (const [key, field] of Object.entries(table)) {
      expect(field.meaning, key).not.toBe("");
      expect(field.type, key).not.toBe("");
      expect(JSON.parse(JSON.stringify(field.schema)), key).toEqual(field.schema);
    }
});

test("the frontmatter keys of the contract are all there", () => {
  const keys =
    "description vocabulary aliases embed_threshold pattern commands files errors scope when trigger threshold path requires_parent macro redisclose stages";
  expect(Object.keys(FIELDS).filter((key) => !("legacy" in FIELDS[key as keyof typeof FIELDS]))).toEqual(
    keys.split(" "),
  );
});

test("commas inside brackets belong to the item", () => {
  expect(splitCommas("src/*.{ts,tsx}, a{1,2} ,[x,y],(a,b)")).toEqual(["src/*.{ts,tsx}", "a{1,2}", "[x,y]", "(a,b)"]);
});

test("whatever is wrong with a key of fixed names, the names are told", () => {
  for (const scope of ["{agent: x}", "[[agent]]", "agnet"]) {
    const { diagnostics } = parseWay({
      id: wayId("a"),
      parent: null,
      origin: "user",
      file: "a/a.md",
      text: `---\nscope: ${scope}\n---\nText\n`,
    });
    expect(diagnostics.map((d) => d.message)).toEqual([
      expect.stringContaining("`scope` must be made of `agent`, `subagent`, `teammate`, found"),
    ]);
  }
});
