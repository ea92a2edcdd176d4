import { expect, test } from "bun:test";
import { join } from "node:path";
import { failureFindings } from "../../src/wiring/failures.ts";

const ROOT = join(import.meta.dir, "../..");
const NOW = Date.parse("2026-05-02T10:00:00.000Z");
const line = (step: string, at = "2026-05-02T09:00:00.000Z") => ({ at, step, kind: "RangeError", size: 12 });
const UNKNOWN = failureFindings([line("never heard of")], NOW)[0]?.hint;

test("no failure in the last day is fine", () => {
  expect(failureFindings([line("embed", "2026-05-01T09:00:00.000Z")], NOW)).toEqual([
    { check: "failures", state: "ok", message: "none in the last day" },
  ]);
});

test("each class is one finding with its count, what it means and what to do", () => {
  const found = failureFindings([line("embed"), line("stdin"), line("embed")], NOW);
  expect(found.map(({ message }) => message)).toEqual([
    "2 × embed: RangeError (answered by triggers alone: no vector could be made) in the last day, last at 2026-05-02T09:00:00.000Z",
    "1 × stdin: RangeError (what came in was no event) in the last day, last at 2026-05-02T09:00:00.000Z",
  ]);
  for (const { state, hint } of found) expect([state, hint]).toEqual(["problem", expect.stringContaining("`ways ")]);
});

test("every step that the source counts is explained", async () => {
  const steps = new Set<string>();
  for (const path of new Bun.Glob("src/**/*.ts").scanSync({ cwd: ROOT })) {
    const text = await Bun.file(join(ROOT, path)).text();
    for (const [, step = ""] of text.matchAll(/\bfailure\("([\w-]+)"/g)) steps.add(step);
    for (const [, step = ""] of text.matchAll(/\bfailure\([^"\n]*\? "([\w-]+)"/g)) steps.add(step);
    for (const [, step = ""] of text.matchAll(/\battempt\("(\w+)"/g)) steps.add(`session-${step}`);
    if (path.endsWith("commands/hook.ts"))
      for (const [, step = ""] of text.matchAll(/\bstep = "(\w+)"/g)) steps.add(step);
  }
  expect(steps.size).toBeGreaterThan(15);
  const means = (step: string) => failureFindings([line(step)], NOW)[0];
  expect([...steps].filter((step) => !means(step)?.message.includes("("))).toEqual([]);
});

test("a class of another version is to be reported", () => {
  expect(UNKNOWN).toContain("report it");
  expect(failureFindings([line("toString")], NOW)[0]?.hint).toBe(UNKNOWN);
});
