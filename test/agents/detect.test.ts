import { expect, test } from "bun:test";
import { detectDialect } from "../../src/agents/detect.ts";

test.each([
  ["claude", {}, {}],
  [null, {}, { hook_event_name: "Stop" }],
  [null, { CLAUDECODE: "1" }, null],
  ["an agent of the future", { PATH: undefined }, "x"],
  ["constructor", {}, []],
])("agent %p is answered in Claude's dialect", (agent, env, json) => {
  expect(detectDialect(agent, env, json).name).toBe("claude");
});
