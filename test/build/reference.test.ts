import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillMarkers, renderReference } from "../../src/build/reference.ts";
import { allVerbs } from "../../src/commands/verbs.ts";
import { FIELDS } from "../../src/ways/fields.ts";

const ROOT = join(import.meta.dir, "..", "..");

describe("what is committed is what `make reference` writes", async () => {
  for (const [path, text] of await renderReference())
    test(path, () => {
      expect(readFileSync(join(ROOT, path), "utf8")).toBe(text);
    });
});

test("every verb that takes --json says what it prints", async () => {
  const silent = allVerbs().filter(({ verb }) => "json" in verb.flags && verb.json === undefined);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("the schema knows every key of frontmatter and no other", () => {
  const schema = JSON.parse(readFileSync(join(ROOT, "ways/way.schema.json"), "utf8"));
  expect(Object.keys(schema.properties)).toEqual(Object.keys(FIELDS));
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties.embed_threshold).toMatchObject({ type: "number", minimum: 0, maximum: 1 });
  expect(schema.properties.match.deprecated).toBe(true);
});

describe("markers", () => {
  const guide = "a\n<!-- reference:x -->\nold\n<!-- /reference -->\nb\n";

  test("only what stands between them is written, and writing again changes nothing", () => {
    const once = fillMarkers(guide, new Map([["x", "new"]]));
    expect(once).toBe("a\n<!-- reference:x -->\n\nnew\n\n<!-- /reference -->\nb\n");
    expect(fillMarkers(once, new Map([["x", "new"]]))).toBe(once);
  });

  test("a name that nobody makes, and a block without a place, are errors", () => {
    expect(() => fillMarkers(guide, new Map())).toThrow("nobody makes the block `x`");
    expect(() =>
      fillMarkers(
        guide,
        new Map([
          ["x", ""],
          ["y", ""],
        ]),
      ),
    ).toThrow("no place for the blocks y");
  });
});
