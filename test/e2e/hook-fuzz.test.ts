// The payloads of test/commands/hook.fuzz.test.ts through the compiled binary, as many as its start allows.
import { expect } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expectNoMiss } from "../contracts/hook.ts";
import { type Box, scenario } from "../support/binary.ts";
import { payloads } from "../support/payloads.ts";
import fc from "../support/properties.ts";

const RUNS = 240;
const SHARES = 4;

const sample = fc.sample(payloads, { numRuns: RUNS, seed: 8 });
for (let share = 0; share < SHARES; share++)
  scenario(`${RUNS} payloads leave nothing on stderr, no crash and no silent miss, part ${share + 1}`, async (box) => {
    for (const payload of sample.filter((_, i) => i % SHARES === share)) {
      const before = { lines: logged(box, "events").length, failures: box.failures().length };
      const run = await box.hook(payload.bytes);
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expectNoMiss(payload, {
        output: run.stdout,
        lines: logged(box, "events").slice(before.lines),
        failures: box.failures().slice(before.failures),
      });
    }
    const status = JSON.parse((await box.run(["status", "--json"])).stdout);
    expect(status.failures.total).toBe(box.failures().length);
    expect(status.failures.steps.stdin).toBe(box.failures().filter((step) => step === "stdin").length);
  });

function logged(box: Box, name: string) {
  const path = join(box.home, `.local/state/claude-ways/${name}.jsonl`);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
