// docs/adr/0006: every file and every test it names is there. A test that is renamed takes its line of the table along.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const TEXT = readFileSync(join(ROOT, "docs/adr/0006-traceability-105-125.md"), "utf8");
const rows = TEXT.split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:Sentence|Part|-+) /.test(line))
  .map((line) => line.split(" | "))
  .map(([sentence = "", evidence = ""]) => ({
    sentence: sentence.slice(2),
    evidence: evidence.replace(/\s*\|$/, "").trim(),
  }));
const traced = rows.filter(({ evidence }) => evidence.includes("test/"));

/** `path` › name, up to the next path or the end of the cell. */
const named = traced.flatMap(({ evidence }) =>
  [...evidence.matchAll(/`(test\/[^`]+)` › (.*?)(?=; `test\/|; fixtures? `|, fixture `|\. Fixture|$)/g)].map((m) => ({
    file: m[1] ?? "",
    name: (m[2] ?? "").trim(),
  })),
);

describe("the traceability of ADR-105 and ADR-125", () => {
  test("has a test, or says where it is, for every sentence", () => {
    const bare = rows.filter(({ evidence }) => evidence.trim() === "");
    expect(bare).toEqual([]);
    expect(traced.length).toBeGreaterThan(40);
    expect(named.length).toBeGreaterThan(60);
  });

  test("names files that are there", () => {
    const paths = [...TEXT.matchAll(/`(test\/[^`]+)`/g)].map((m) => m[1] ?? "");
    expect([...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("names tests that are there", () => {
    const lost = named.filter(({ file, name }) => {
      const text = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), "utf8") : "";
      return !text.includes(name) && !text.includes(name.replaceAll("`", "\\`"));
    });
    expect(lost).toEqual([]);
  });
});
