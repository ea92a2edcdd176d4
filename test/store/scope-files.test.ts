import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashScope, listScope } from "../../src/store/scope-files.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FILES = { "a/a.md": "one", "a/b/b.md": "two", "a/a.locales.jsonl": "{}" };
const hashOf = (root: string, basis: readonly unknown[] = []) => hashScope(listScope(root, null).files, basis);

describe("the content hash of a scope", () => {
  const seen: Readonly<Record<string, (path: (name: string) => string) => void>> = {
    "an edit of the same length": (path) => writeFileSync(path("a/a.md"), "eno"),
    "a rename": (path) => {
      renameSync(path("a/b"), path("a/c"));
      renameSync(path("a/c/b.md"), path("a/c/c.md"));
    },
    "a deletion": (path) => rmSync(path("a/b/b.md")),
    "a new way": (path) => {
      mkdirSync(path("n"));
      writeFileSync(path("n/n.md"), "x");
    },
    "an edited translation": (path) => writeFileSync(path("a/a.locales.jsonl"), "[]"),
    "bytes moved from one file to the next": (path) => {
      writeFileSync(path("a/a.md"), "onetwo");
      writeFileSync(path("a/b/b.md"), "");
    },
  };
  for (const [name, change] of Object.entries(seen))
    test(`${name} changes it`, () => {
      const root = temporaryFolder(FILES);
      const before = hashOf(root);
      change((path) => join(root, path));
      expect(hashOf(root)).not.toBe(before);
    });

  const unseen: Readonly<Record<string, (path: (name: string) => string) => void>> = {
    "a new time": (path) => utimesSync(path("a/a.md"), 1, 1),
    "other markdown": (path) => writeFileSync(path("a/README.md"), "x"),
    "golden prompts": (path) => writeFileSync(path("a/a.golden.jsonl"), "x"),
    "the core block": (path) => writeFileSync(path("core.md"), "x"),
    "a copy that a sync tool left": (path) => writeFileSync(path("a/a.sync-conflict-1.md"), "x"),
    "a folder that is never scanned": (path) => {
      mkdirSync(path("node_modules/x"), { recursive: true });
      writeFileSync(path("node_modules/x/x.md"), "x");
    },
  };
  for (const [name, change] of Object.entries(unseen))
    test(`${name} does not`, () => {
      const root = temporaryFolder(FILES);
      const before = hashOf(root);
      change((path) => join(root, path));
      expect(hashOf(root)).toBe(before);
    });

  test("does not depend on where the folder lies", () => {
    expect(hashOf(temporaryFolder(FILES))).toBe(hashOf(temporaryFolder(FILES)));
  });

  test("depends on what else rows are made from", () => {
    const root = temporaryFolder(FILES);
    expect(new Set([[], ["x"], [["de"]], [["de", "ja"]]].map((basis) => hashOf(root, basis))).size).toBe(4);
  });

  test("two different sets of files have two hashes", () => {
    const files = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.stringMatching(/^[ab]{0,3}$/));
    const stored = (some: Readonly<Record<string, string>>) =>
      hashOf(
        temporaryFolder(Object.fromEntries(Object.entries(some).map(([name, text]) => [`${name}/${name}.md`, text]))),
      );
    fc.assert(
      fc.property(files, files, (one, two) => {
        const same = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(two).sort());
        expect(stored(one) === stored(two)).toBe(same);
      }),
      { numRuns: 50 },
    );
  });

  test("of what cannot be read is still one: too large, a pipe, gone", () => {
    const root = temporaryFolder({ ...FILES, "big/big.md": "x".repeat(300_000) });
    const before = hashOf(root);
    writeFileSync(join(root, "big/big.md"), "y".repeat(300_001));
    expect(hashOf(root)).not.toBe(before);
    const { files } = listScope(root, null);
    rmSync(join(root, "a"), { recursive: true });
    expect(hashScope(files, [])).toMatch(/^[\da-f]{64}$/);
  });
});

describe("the list of a scope", () => {
  test("counts ways, and stamps every file and folder before they are read", () => {
    const root = temporaryFolder({ ...FILES, "empty/x.txt": "" });
    const { count, stamps } = listScope(root, null);
    expect(count).toBe(2);
    const paths = stamps.map(([path]) => path.slice(root.length + 1)).sort();
    expect(paths).toEqual(["", "a", "a/a.locales.jsonl", "a/a.md", "a/b", "a/b/b.md", "empty"]);
  });

  test("watches a root that is not there yet, and a link whose target may come", () => {
    const root = temporaryFolder();
    expect(listScope(join(root, "ways"), null).stamps).toEqual([[join(root, "ways"), null]]);
    symlinkSync("nowhere", join(root, "gone"));
    expect(listScope(root, null).stamps).toContainEqual([join(root, "gone"), null]);
  });
});
