// For which texts the kernel is started ahead of its use.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openRecentScores } from "../../src/store/recent-scores.ts";
import { isForKernel, startAhead } from "../../src/wiring/ahead.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

/** No home but this one, wherever the system looks for it. */
const home = () => {
  const XDG_CACHE_HOME = temporaryFolder();
  return { HOME: XDG_CACHE_HOME, USERPROFILE: XDG_CACHE_HOME, XDG_CACHE_HOME };
};
const TEXT = "please rename the old helper, then update all of its callers";
const prompt = (text: string) => ({ kind: "prompt", at: placeOf({}), text }) as const;

test("a kernel for what people ask and what sub-agents are told", () => {
  expect(isForKernel(home(), prompt(TEXT))).toBe(true);
  expect(isForKernel(home(), { kind: "task", at: placeOf({}), text: TEXT, agentType: "", turn: null })).toBe(true);
  const kernel = startAhead(home(), prompt(TEXT));
  expect(kernel?.code.module).toBeInstanceOf(WebAssembly.Module);
});

test.each([
  ["ONNX Runtime", prompt(TEXT), { WAYS_ENGINE: "onnx" }],
  ["a text of nothing", prompt(" \n"), {}],
])("none for %s", (_, event, env) => {
  expect(startAhead({ ...home(), ...env }, event)).toBeNull();
});

test("none where what the text came to is kept", () => {
  const env = home();
  const bars = { bar: 0, floor: 0 };
  const kept = openRecentScores(join(env.XDG_CACHE_HOME, "claude-ways"), [], []);
  kept.put("prompt", TEXT, { scores: { ranked: [] }, parts: [], bars });
  expect(isForKernel(env, prompt(` ${TEXT}\n`))).toBe(false);
});
