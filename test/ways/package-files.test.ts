import { describe, expect, test } from "bun:test";
import { isPackageFile, type PackageFile, selectPackageFiles } from "../../src/ways/package-files.ts";

const file = (relative: string, size = 1): PackageFile => ({ relative, bytes: new Uint8Array(size) });
const select = (...files: readonly PackageFile[]) => selectPackageFiles(files).map(({ relative }) => relative);

test("used are ways, the rows beside them, macros, the manifest and the licence; nothing else", () => {
  const used = [
    "ways.json",
    "LICENSE",
    "LICENCE.md",
    "NOTICE.txt",
    "a/a.md",
    "a/a.locales.jsonl",
    "a/b/b.golden.jsonl",
  ];
  expect([...used, "a/macro.sh", "a/macro.ps1"].filter((path) => !isPackageFile(path))).toEqual([]);
  const others = [
    "core.md",
    "README.md",
    "a/README.md",
    "a/b.md",
    "package.json",
    "a/ways.json",
    "macro.sh",
    "a/run.sh",
  ];
  expect(others.filter(isPackageFile)).toEqual([]);
});

test("they come in the order of their paths, whatever order an archive has", () => {
  expect(select(file("b/b.md"), file("ways.json"), file("a/a.md"), file("x.txt"))).toEqual([
    "a/a.md",
    "b/b.md",
    "ways.json",
  ]);
});

describe("refused, by name, is", () => {
  const refused: readonly (readonly [string, readonly PackageFile[]])[] = [
    ["../a/a.md", [file("../a/a.md")]],
    ["a/../../b/b.md", [file("a/../../b/b.md")]],
    ["/etc/etc.md", [file("/etc/etc.md")]],
    ["a\\b/a\\b.md", [file("a\\b/a\\b.md")]],
    ["a:b/macro.sh", [file("a:b/macro.sh")]],
    ["a./a..md", [file("a./a..md")]],
    ["a/a.md", [file("a/a.md", 300_000)]],
    ["A/A.md", [file("a/a.md"), file("A/A.md")]],
    ["é/é.md", [file("e\u0301/e\u0301.md"), file("é/é.md")]],
    ["deep", [file(`${"deep/".repeat(20)}deep.md`)]],
  ];
  for (const [name, files] of refused) test(name, () => expect(() => select(...files)).toThrow(name));

  test("more than a package may hold", () => {
    expect(() => select(...Array.from({ length: 2_001 }, (_, i) => file(`w${i}/w${i}.md`)))).toThrow("2001 files");
    expect(() => select(...Array.from({ length: 100 }, (_, i) => file(`w${i}/w${i}.md`, 250_000)))).toThrow("bytes");
  });
});
