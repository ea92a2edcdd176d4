// What ADR-105 asks of the library itself, read from the files that are shipped.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ancestorsOf, buildFamily, parentAmong } from "../../src/ways/graph.ts";
import { parseSections, parseStages } from "../../src/ways/markdown.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { type Way, type WayId, wayId } from "../../src/ways/way.ts";

const ROOT = join(import.meta.dir, "..", "..", "ways");
const LIBRARY = readLibrary();
const FAMILY = buildFamily(LIBRARY);
const tables = [...LIBRARY.values()].filter((way) =>
  parseSections(way.body).some(({ title }) => /^common rationalizations$/i.test(title)),
);

function readLibrary(): ReadonlyMap<WayId, Way> {
  const files = readdirSync(ROOT, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(`/${basename(dirname(path))}.md`));
  const ids = new Set(files.map((file) => wayId(dirname(file))));
  const ways = files.flatMap((file) => {
    const id = wayId(dirname(file));
    const text = readFileSync(join(ROOT, file), "utf8");
    return parseWay({ id, parent: parentAmong(id, ids), origin: "core", file, text }).way ?? [];
  });
  return new Map(ways.map((way) => [way.id, way]));
}

describe("the shipped library", () => {
  test("has real trees, one of them at least three levels deep", () => {
    const depths = [...LIBRARY.keys()].map((id) => ancestorsOf(id, LIBRARY).length + 1);
    expect(Math.max(...depths)).toBeGreaterThanOrEqual(3);
    expect(FAMILY.roots.filter((root) => (FAMILY.children.get(root) ?? []).length > 1).length).toBeGreaterThan(3);
  });

  test("at least six leaves carry a rationalization table", () => {
    expect(tables.length).toBeGreaterThanOrEqual(6);
  });

  test("no way with children carries one", () => {
    expect(tables.filter(({ id }) => FAMILY.children.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("ships a think strategy with four stages", () => {
    const strategies = [...LIBRARY.values()].filter((way) => way.stages);
    expect(strategies.map(({ id, body }) => [String(id), parseStages(body).length])).toContainEqual(["meta/think", 4]);
  });
});
