// Large and hostile libraries: the time of `ways lint` grows with the number of ways, and no file can hold it up.
import { describe, expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { HOSTILE } from "../support/hostile-files.ts";

const SYLLABLES = ["ba", "ko", "ri", "ten", "mo", "lus", "far", "gi", "sel", "dor", "vim", "pax"];
const word = (n: number) => [n, n / 12, n / 144].map((k) => SYLLABLES[Math.floor(k) % 12]).join("") + (n % 7);

/** Four aliases, two patterns and a glob each; a third of the patterns distinct. */
function plant(root: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const folder = join(root, `d${Math.floor(i / 500)}`, `g${Math.floor(i / 25) % 20}`, `w${i}`);
    mkdirSync(folder, { recursive: true });
    const p = i % 3 === 0 ? i : i % 50;
    const aliases = [7, 5, 9, 13].map((k) => `  - how do I ${word(i)} the ${word(i * k + 1)} here\n`).join("");
    writeFileSync(
      join(folder, `w${i}.md`),
      `---\ndescription: When ${word(i)} meets ${word(i * 3)}\nvocabulary: ${[0, 1, 2, 3].map((k) => word(i * 8 + k)).join(" ")}\naliases:\n${aliases}pattern:\n  - '\\b${word(p)} ${word(p + 5)}\\b'\n  - '^(?:${word(p * 3)}\\b|${word(p)})'\nfiles: '**/${word(i)}/*.{ts,tsx}'\n---\n# Way ${i}\n\n- A fact.\n`,
    );
  }
}

async function fastest(box: Box, args: readonly string[]): Promise<number> {
  const runs = [];
  for (let i = 0; i < 3; i++) runs.push((await box.run(args)).ms);
  return Math.min(...runs);
}

scenario("lint grows with the number of ways, not with its square", async (box) => {
  plant(join(box.folder, "small"), 500);
  plant(join(box.folder, "large"), 2_000);
  const small = await fastest(box, ["lint", "--ways-dir", "../small"]);
  const large = await fastest(box, ["lint", "--ways-dir", "../large"]);
  expect(large).toBeLessThan(small * 8);
});

describe("a hostile file is named, the way beside it is judged, and nothing waits", () => {
  for (const [name, code, make] of HOSTILE)
    scenario(
      name,
      async (box) => {
        mkdirSync(join(box.folder, "lib/x"));
        make(join(box.folder, "lib/x"));
        const run = await box.run(["lint", "--json", "--ways-dir", "../lib"]);
        expect(run.status).toBe(1);
        expect(run.ms).toBeLessThan(5_000);
        const { findings } = JSON.parse(run.stdout);
        expect(
          findings.map((f: { code: string; file: string }) => `${f.file.slice(box.folder.length)} ${f.code}`),
        ).toContain(`/lib/x/x.md ${code}`);
        expect(
          findings.some((f: { file: string; code: string }) => f.file.endsWith("good.md") && f.code === "body-empty"),
        ).toBe(true);
      },
      { "lib/good/good.md": "---\ndescription: When it is good\n---\n" },
    );
});
