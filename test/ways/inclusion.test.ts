import { expect, test } from "bun:test";
import { failedFiles } from "../../src/ways/inclusion.ts";
import { parseLocales } from "../../src/ways/locale.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { buildLibrary } from "../../src/ways/tree.ts";
import { wayId } from "../../src/ways/way.ts";

/** Frontmatter and body by id → the files that failed. */
function failed(texts: Readonly<Record<string, string>>, locales: Readonly<Record<string, string>> = {}) {
  const ways = Object.entries(texts).map(([id, text]) =>
    parseWay({ id: wayId(id), parent: null, origin: "project", file: `/p/${id}/${id.split("/").at(-1)}.md`, text }),
  );
  const rows = Object.entries(locales).map(
    ([id, text]) => [wayId(id), parseLocales(text, `/p/${id}/rows.jsonl`)] as const,
  );
  const layer = { origin: "project" as const, ways, locales: new Map(rows.map(([id, { rows: r }]) => [id, r])) };
  const found = [...ways.flatMap((w) => w.diagnostics), ...rows.flatMap(([, { diagnostics }]) => diagnostics)];
  return [...failedFiles(layer, buildLibrary([layer]), found)].map((file) => file.split("/").at(-1));
}

const GOOD = "---\ndescription: Feeding the fish\n---\nTwice a day.\n";

test("an error that costs the way keeps that way out, and no other", () => {
  expect(failed({ fish: GOOD, cat: GOOD.replace("---\nT", "pattren: x\n---\nT") })).toEqual(["cat.md"]);
  expect(failed({ fish: GOOD, cat: "no frontmatter" })).toEqual(["cat.md"]);
  expect(failed({ fish: GOOD, cat: GOOD.replace("Twice a day.", "") })).toEqual(["cat.md"]);
});

test("a broken regex costs its lane, not the way", () => {
  expect(failed({ fish: GOOD.replace("---\nT", "pattern: '(unclosed'\n---\nT") })).toEqual([]);
});

test("warnings keep nothing out", () => {
  expect(failed({ fish: GOOD.replace("description: ", "stages: true\ndescription: ") })).toEqual([]);
});

test("a way that can never come up is not embedded", () => {
  expect(failed({ fish: "---\nscope: agent\n---\nText\n" })).toEqual(["fish.md"]);
  expect(failed({ fish: GOOD.replace("---\nT", "scope: []\n---\nT") })).toEqual(["fish.md"]);
});

test("an error in a row of translations costs that row", () => {
  expect(failed({ fish: GOOD }, { fish: '{"lang":"de","descriptoin":"x","aliases":["y"]}\nno json' })).toEqual([]);
});
