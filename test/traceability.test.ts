// docs/adr/0006, 0007 and 0009: every file and every test they name is there. A test that is renamed takes its line of the table along.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const RECORDS = [
  ["ADR-105 and ADR-125", "0006-traceability-105-125.md", 40, 60],
  ["ADR-109", "0007-traceability-109.md", 40, 60],
  ["packages", "0009-packages.md", 12, 20],
] as const;

function readRecord(file: string) {
  const text = readFileSync(join(ROOT, "docs/adr", file), "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:Sentence|Part|-+) /.test(line))
    .map((line) => line.split(" | "))
    .map(([sentence = "", evidence = ""]) => ({
      sentence: sentence.slice(2),
      evidence: evidence.replace(/\s*\|$/, "").trim(),
    }));
  const traced = rows.filter(({ evidence }) => evidence.includes("test/"));
  // `path` › name, up to the next path or the end of the cell.
  const named = traced.flatMap(({ evidence }) =>
    [
      ...evidence.matchAll(/`(test\/[^`]+)` › (.*?)(?=; `test\/|; fixtures? `|, fixture `|\. Fixture|; figures|$)/g),
    ].map((m) => ({
      file: m[1] ?? "",
      name: (m[2] ?? "").trim(),
    })),
  );
  return { text, rows, traced, named };
}

describe.each(RECORDS)("the traceability of %s", (_, file, sentences, tests) => {
  const { text, rows, traced, named } = readRecord(file);

  test("has a test, or says where it is, for every sentence", () => {
    const bare = rows.filter(({ evidence }) => evidence.trim() === "");
    expect(bare).toEqual([]);
    expect(traced.length).toBeGreaterThan(sentences);
    expect(named.length).toBeGreaterThan(tests);
  });

  test("names files that are there", () => {
    const paths = [...text.matchAll(/`(test\/[^`]+)`/g)].map((m) => m[1] ?? "");
    expect([...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("names tests that are there", () => {
    const lost = named.filter(({ file: at, name }) => {
      const source = existsSync(join(ROOT, at)) ? readFileSync(join(ROOT, at), "utf8") : "";
      return !source.includes(name) && !source.includes(name.replaceAll("`", "\\`"));
    });
    expect(lost).toEqual([]);
  });
});
