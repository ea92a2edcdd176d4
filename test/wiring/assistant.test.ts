// Who gets a second thread: nobody for whom it would be late, idle, or a burden.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openRecentScores } from "../../src/store/recent-scores.ts";
import { assistantFor } from "../../src/wiring/assistant.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

/** No home but this one, wherever the system looks for it. */
const home = () => {
  const XDG_CACHE_HOME = temporaryFolder();
  return { HOME: XDG_CACHE_HOME, USERPROFILE: XDG_CACHE_HOME, XDG_CACHE_HOME };
};
const TEXT = "please rename the old helper, then update all of its callers in the big service";
const prompt = (text: string) => ({ kind: "prompt", at: placeOf({}), text }) as const;
const FREE = { cores: 2, load: 1 };

test.each([
  ["one core", TEXT, {}, { cores: 1, load: 0 }],
  ["cores that others have taken", TEXT, {}, { cores: 2, load: 3.1 }],
  ["ONNX Runtime", TEXT, { WAYS_ENGINE: "onnx" }, FREE],
  ["a text of some ten tokens", "rename the old helper", {}, FREE],
])("none for %s", (_, text, env, machine) => {
  expect(assistantFor({ ...home(), ...env }, prompt(text), machine)).toBeNull();
});

test("one for a longer text, in any script, until what it came to is kept", () => {
  const env = home();
  for (const text of [TEXT, "この変更のコミットメッセージを書いて、それから送信してください"])
    expect(assistantFor(env, prompt(text), FREE)).not.toBeNull();
  const bars = { bar: 0, floor: 0, second: 0 };
  const kept = openRecentScores(join(env.XDG_CACHE_HOME, "claude-ways"), [], []);
  kept.put("prompt", TEXT, { scores: { null: 0, ranked: [] }, parts: [], bars });
  expect(assistantFor(env, prompt(` ${TEXT}\n`), FREE)).toBeNull();
});
