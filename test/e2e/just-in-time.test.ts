// How much of its JavaScript a process compiles: for a hook it does not pay, and its cores have other work (src/host/jit.ts).
import { describe, expect } from "bun:test";
import { scenario } from "../support/binary.ts";
import { COMMIT_PROMPT, prompt } from "./events.ts";

/** The engine's own account, a line for each function; nothing is compiled beside, so it is the same every time. */
const TOLD = { BUN_JSC_reportCompileTimes: "1", BUN_JSC_useConcurrentJIT: "0" };
const compiled = (stderr: string) =>
  stderr.split("\n").filter((line) => /^Optimized .* with Baseline/.test(line)).length;

describe("JavaScript", () => {
  scenario("stays in the interpreter while a hook runs", async (box) => {
    await box.hook(prompt(COMMIT_PROMPT)); // merges the library
    const { stderr } = await box.hook(prompt(`${COMMIT_PROMPT}, the parser's tests pass`), { env: TOLD });
    expect(stderr).toContain("to validate module"); // the engine does tell
    expect(compiled(stderr)).toBeLessThan(5); // 19 at the usual threshold
  });

  scenario("is compiled as usual for what people type", async (box) => {
    const { stderr } = await box.shell('"$WAYS" lint', { env: TOLD });
    expect(compiled(stderr)).toBeGreaterThan(30); // 16 at a hook's threshold
  });
});
