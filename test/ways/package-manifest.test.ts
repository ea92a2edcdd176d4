import { describe, expect, test } from "bun:test";
import { isPackageName, parseManifest } from "../../src/ways/package-manifest.ts";
import fc from "../support/properties.ts";

const found = (text: string) =>
  parseManifest(text, "ways.json").diagnostics.map(({ line, column, message, hint }) =>
    [`${line}:${column}`, message, ...(hint === undefined ? [] : [hint])].join(" "),
  );

test("name, version and licence, in either spelling", () => {
  const { manifest, diagnostics } = parseManifest(
    '\uFEFF{\r\n\t"name": "team",\r\n\t"version": "1.2.0-rc.1",\r\n\t"license": "MIT",\r\n\t"description": "House rules"\r\n}',
    "ways.json",
  );
  expect(diagnostics).toEqual([]);
  expect(manifest).toEqual({ name: "team", version: "1.2.0-rc.1", licence: "MIT", description: "House rules" });
});

describe("what is wrong stands at its place:", () => {
  const rest = '"version": "1.0.0", "licence": "MIT"';
  const cases: readonly (readonly [string, string])[] = [
    [`{"name": "Team", ${rest}}`, "1:10 `name` must be lower-case letters"],
    [`{"name": "../x", ${rest}}`, "1:10 `name` must be"],
    [`{\n  "name": "team", "licence": "MIT",\n  "version": "1"\n}`, "3:14 `version` must be a version such as `1.2.0`"],
    [`{"name": "team", "licence": "MIT"}`, "1:1 `version` is missing"],
    [`{"name": "team", ${rest}, "mame": 1}`, "did you mean `name`?"],
    [`{"name": "team", "name": "x", ${rest}}`, "name"],
    ["[]", "this is not one JSON object"],
    ["", "this is not one JSON object"],
    ["{", "1:"],
  ];
  for (const [text, says] of cases) test(says, () => expect(found(text).join("\n")).toContain(says));
});

test("whatever a file holds, nothing is thrown, and a manifest has a name that is one part of a path", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { manifest, diagnostics } = parseManifest(text, "ways.json");
      expect(manifest === null ? diagnostics.length > 0 : isPackageName(manifest.name)).toBe(true);
    }),
  );
});
