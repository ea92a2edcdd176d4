import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { readLayer } from "../../src/store/layers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { wayText } from "../ways/authored-layer.ts";

function read(root: string, forAuthors = true) {
  const found = readLayer("project", root, null, (path) => relative(root, path), forAuthors);
  return { ...found, said: found.diagnostics.map(({ file, code }) => `${file} ${code}`) };
}

test("a way, its locale rows, its golden prompts and the core block are read", () => {
  const root = temporaryFolder({
    "a/b/b.md": wayText("x"),
    "a/b/b.locales.jsonl": '{"lang":"de","description":"Wenn"}\n',
    "a/b/b.golden.jsonl": '{"prompt":"p","kind":"direct"}\n',
    "core.md": "\ufeff# Core\r\n",
    "README.md": "no way",
  });
  const { layer, golden, core, diagnostics } = read(root);
  expect(layer.ways.map((w) => String(w.id))).toEqual(["a/b"]);
  expect([...layer.locales.keys()].map(String)).toEqual(["a/b"]);
  expect([...golden.keys()].map(String)).toEqual(["a/b"]);
  expect(core).toBe("# Core\n");
  expect(diagnostics).toEqual([]);
});

test("golden prompts and macros are not read for hooks", () => {
  const root = temporaryFolder({
    "a/a.md": wayText("x", "macro: append\n"),
    "a/a.golden.jsonl": "broken",
    "a/macro.sh": "#".repeat(100_001),
  });
  expect(read(root, false)).toMatchObject({ golden: new Map(), said: [] });
  expect(read(root).said).toEqual(["a/a.golden.jsonl json-syntax", "a/macro.sh macro-unusable"]);
});

test("each hostile file is named, and the others are read", () => {
  const root = temporaryFolder({
    "good/good.md": wayText("x"),
    "utf16/utf16.md": new Uint8Array([0xff, 0xfe, 0x2d, 0x00]),
    "latin/latin.md": new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xe9]),
    "big/big.md": new Uint8Array(300_000),
    "bomb/bomb.md": `---\n${Array.from({ length: 20 }, (_, i) => `k${i}: &k${i} [${i === 0 ? "x" : `*k${i - 1}, *k${i - 1}`}]`).join("\n")}\n---\n`,
    "deep/deep.md": `---\ndescription: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n---\n`,
    "twice/twice.md": "---\ndescription: a\ndescription: b\n---\n",
    "misnamed/other.md": wayText("y"),
  });
  Bun.spawnSync(["mkfifo", join(root, "good", "pipe.md")]);
  symlinkSync("..", join(root, "good", "loop"));
  symlinkSync("nowhere", join(root, "good", "dangling.md"));
  const { layer, said } = read(root);
  expect(layer.ways.filter((w) => w.way !== null).map((w) => String(w.id))).toEqual(["good"]);
  expect([...new Set(said)].sort()).toEqual([
    "big/big.md too-large",
    "bomb/bomb.md yaml-aliases",
    "deep/deep.md yaml-nesting",
    "good/dangling.md walk-dangling",
    "good/loop walk-loop",
    "good/pipe.md walk-no-file",
    "latin/latin.md encoding",
    "misnamed/other.md stem-differs",
    "twice/twice.md duplicate-key",
    "utf16/utf16.md encoding",
  ]);
});
