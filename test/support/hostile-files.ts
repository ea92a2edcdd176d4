// Files under the name of a way that would hold up or mislead whoever reads them carelessly.
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BOMB = Array.from({ length: 20 }, (_, i) => `k${i}: &k${i} [${i === 0 ? "x" : `*k${i - 1}, *k${i - 1}`}]`).join(
  "\n",
);
/** What it is, the code lint finds, and how it is put as `x.md` into a folder `x`. */
export const HOSTILE: readonly (readonly [string, string, (folder: string) => void])[] = [
  ["an alias bomb", "yaml-aliases", (f) => writeFileSync(join(f, "x.md"), `---\n${BOMB}\n---\n`)],
  ["5,000 brackets", "yaml-nesting", (f) => writeFileSync(join(f, "x.md"), `---\na: ${"[".repeat(5_000)}\n---\n`)],
  [
    "a file of 50 MB",
    "too-large",
    (f) => {
      writeFileSync(join(f, "x.md"), "---\n");
      truncateSync(join(f, "x.md"), 50_000_000);
    },
  ],
  ["a pipe", "walk-no-file", (f) => void Bun.spawnSync(["mkfifo", join(f, "x.md")])],
  ["UTF-16", "encoding", (f) => writeFileSync(join(f, "x.md"), new Uint8Array([0xff, 0xfe, 0x2d, 0, 0x2d, 0]))],
  [
    "a key written twice",
    "duplicate-key",
    (f) => writeFileSync(join(f, "x.md"), "---\ndescription: a\ndescription: b\n---\n"),
  ],
  [
    "a regex that explodes",
    "regex-explosive",
    (f) => writeFileSync(join(f, "x.md"), "---\ndescription: a\npattern: '^(a+)+$'\n---\nB.\n"),
  ],
  ["a link to itself", "walk-dangling", (f) => symlinkSync("x.md", join(f, "x.md"))],
];
