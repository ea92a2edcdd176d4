// What JavaScript is compiled while a hook runs: a hook is over before that pays, and its cores have other work (src/host/jit.ts).
import { describe, expect } from "bun:test";
import { type Box, scenario } from "../support/binary.ts";
import { COMMIT_PROMPT, prompt } from "./events.ts";

/** The engine's own account of every function it compiled. */
const TOLD = { BUN_JSC_reportCompileTimes: "1" };
const compiled = (stderr: string) => stderr.split("\n").filter((line) => /^Optimized .* with Baseline/.test(line));

/** Loops that turn for every byte, as over the tokenizer's trie, may be worth it. */
const A_FEW = 6;

describe("JavaScript", () => {
  scenario("stays in the interpreter while a hook runs, in either thread", async (box) => {
    for (const text of [COMMIT_PROMPT, `${COMMIT_PROMPT}, once the tests of the parser and of the login have passed`]) {
      const { stderr } = await box.hook(prompt(text), { env: TOLD });
      expect(stderr).toContain("to validate module"); // the engine does tell
      expect(compiled(stderr).length).toBeLessThanOrEqual(A_FEW);
    }
  });

  scenario("is compiled as usual for what people type", async (box) => {
    expect(compiled(await stderrOf(box, "lint")).length).toBeGreaterThan(5 * A_FEW);
  });
});

async function stderrOf(box: Box, verb: string): Promise<string> {
  return (await box.shell(`"$WAYS" ${verb}`, { env: TOLD })).stderr;
}
