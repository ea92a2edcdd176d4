// What `ways corpus` takes for a user's own library. The shipped library's vectors are known to the binary; those of the user's 100 ways
// (500 texts) are not, or one of them is not.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manyWays, textsOf } from "./libraries.ts";
import type { Scenario } from "./run.ts";
import { tokensOf } from "./texts.ts";

const WAYS = 100;
const TEXTS = Array.from({ length: WAYS }, (_, i) => textsOf(i)).flat();
const FULL = `corpus, ${WAYS} new ways`;

export function corpusScenarios(binary: string, home: (name: string) => Scenario["env"]): readonly Scenario[] {
  const corpus = { command: [binary, "corpus", "--json"], stdin: () => "" };
  const [unseen, known] = [home("corpus-unseen"), home("corpus-known")];
  const [fresh, edited] = [unseen, known].map((env) => join(env["HOME"] ?? "", ".claude", "hooks", "ways"));
  for (const root of [fresh, edited]) manyWays(root ?? "", WAYS);
  Bun.spawnSync(corpus.command, { env: { ...known } });
  let edits = 0;
  return [
    {
      ...corpus,
      name: FULL,
      env: unseen,
      every: 10,
      prepare: () => rmSync(join(unseen["HOME"] ?? "", ".cache"), { recursive: true, force: true }),
      verify: ({ stdout }) => embedded(stdout) === TEXTS.length,
    },
    {
      ...corpus,
      name: "corpus, one phrasing changed",
      env: known,
      every: 2,
      prepare: () => rewrite(edited ?? "", edits++),
      verify: ({ stdout }) => embedded(stdout) === 1,
    },
  ];
}

function rewrite(root: string, edit: number): void {
  writeFileSync(
    join(root, "area0", "way0", "way0.md"),
    `---\ndescription: When somebody wants to edit\naliases:\n  - edit this for the ${edit}th time\n---\n# way0\n\n- Rule.\n`,
  );
}

function embedded(json: string): number {
  return JSON.parse(json).embedded;
}

/** Tokens that one core embeds in a second, all of a process counted; NaN when the scenario was not measured. */
export function corpusSpeed(timings: readonly { readonly name: string; readonly cpu: number }[]): number {
  const tokens = TEXTS.reduce((sum, text) => sum + tokensOf(text), 0);
  return (tokens / (timings.find(({ name }) => name === FULL)?.cpu ?? Number.NaN)) * 1000;
}
