// What authors wait for: `ways lint` on a large library, and on files that were made to hold it up.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE } from "../support/hostile-files.ts";
import { manyWays } from "./libraries.ts";
import type { Scenario } from "./run.ts";

/** `folder`: an empty one of their own. */
export function authoringScenarios(binary: string, env: Scenario["env"], folder: string): readonly Scenario[] {
  const lint = (name: string, library: string, every: number): Scenario => ({
    name: `lint, ${name}`,
    command: [binary, "lint", "--ways-dir", library],
    env,
    every,
    stdin: () => "",
    finds: true,
  });
  const many = [500, 5_000].map((count) => {
    const library = join(folder, `lint-${count}`);
    manyWays(library, count);
    return lint(`${count} ways`, library, count / 500);
  });
  const hostile = HOSTILE.map(([name, , make], i) => {
    const library = join(folder, `hostile-${i}`);
    mkdirSync(join(library, "x"), { recursive: true });
    mkdirSync(join(library, "good"));
    writeFileSync(join(library, "good", "good.md"), "---\ndescription: When it is good\n---\n");
    make(join(library, "x"));
    return lint(name, library, 2);
  });
  return [...many, ...hostile];
}
