import { expect, test } from "bun:test";
import { parseWay } from "../../src/ways/parse-way.ts";
import { buildLibrary } from "../../src/ways/tree.ts";
import { wayId } from "../../src/ways/way.ts";
import { findOverlaps, wordsOf } from "../../src/ways/words.ts";

function libraryOf(vocabularies: Readonly<Record<string, string>>) {
  const ways = Object.entries(vocabularies).map(([id, vocabulary]) =>
    parseWay({
      id: wayId(id),
      parent: null,
      origin: "core",
      file: `${id}/${id.split("/").at(-1)}.md`,
      text: `---\nvocabulary: ${vocabulary}\n---\nA fact.\n`,
    }),
  );
  return buildLibrary([{ origin: "core", ways, locales: new Map() }]);
}

test("words: any script, once each, joined ones whole", () => {
  expect([...wordsOf("Deploy deploy, roll-back node.js テスト Кэш c++")]).toEqual([
    "deploy",
    "roll-back",
    "node.js",
    "テスト",
    "кэш",
    "c",
  ]);
});

test("siblings that share too much are found once, most first; cousins are not compared", () => {
  const overlaps = findOverlaps(
    libraryOf({
      "a/x": "deploy rollback",
      "a/y": "deploy rollback canary",
      "a/z": "canary beta gamma",
      "b/x": "deploy rollback",
    }),
  );
  expect(overlaps.map(({ a, b, jaccard }) => `${a} ${b} ${jaccard.toFixed(2)}`)).toEqual([
    "a/x a/y 0.67",
    "a/y a/z 0.20",
  ]);
});

test("below the limit nothing is found", () => {
  expect(findOverlaps(libraryOf({ "a/x": "one two three four", "a/y": "four five six seven" }))).toEqual([]);
  expect(findOverlaps(libraryOf({ "a/x": "one two three four", "a/y": "four five six seven" }), 0.1).length).toBe(1);
});
