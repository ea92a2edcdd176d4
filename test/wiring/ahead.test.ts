// For which texts the kernel is started ahead of its use, and who gets a second thread: nobody for whom it would be late, idle, or a burden.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { placesOf } from "../../src/host/paths.ts";
import { openRecentScores } from "../../src/store/recent-scores.ts";
import { aheadOf } from "../../src/wiring/ahead.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

/** No home but this one, wherever the system looks for it. */
const home = () => {
  const XDG_CACHE_HOME = temporaryFolder();
  return { HOME: XDG_CACHE_HOME, USERPROFILE: XDG_CACHE_HOME, XDG_CACHE_HOME };
};
const siteOf = (env: ReturnType<typeof home>) => ({ env, places: placesOf(env) });
const SHORT = "rename the old helper";
const TEXT =
  "please rename the old helper, then update all of its callers in the big service and in the nightly import";
const prompt = (text: string) => ({ kind: "prompt", at: placeOf({}), text }) as const;
const FREE = { cores: 2, load: 1 };

test.each([
  ["one core", TEXT, { cores: 1, load: 0 }],
  ["cores that others have taken", TEXT, { cores: 2, load: 3.1 }],
  ["a text of a few tokens", SHORT, FREE],
])("no second thread for %s", (_, text, machine) => {
  expect(aheadOf(siteOf(home()), prompt(text), machine)).toEqual({ isAssisted: false });
});

test.each([
  ["Latin", TEXT],
  ["Japanese", "この変更のコミットメッセージを書いて、それから送信してください。急ぎませんので丁寧にお願いします"],
])("one for a longer text (%s)", (_, text) => {
  expect(aheadOf(siteOf(home()), prompt(text), FREE)).toEqual({ isAssisted: true });
});

test.each([
  ["ONNX Runtime", TEXT, { WAYS_ENGINE: "onnx" }],
  ["a text of nothing", " \n", {}],
])("no kernel for %s", (_, text, env) => {
  expect(aheadOf(siteOf({ ...home(), ...env }), prompt(text), FREE)).toBeNull();
});

test("none where what the text came to is kept", () => {
  const env = home();
  const bars = { bar: 0, floor: 0, second: 0 };
  const kept = openRecentScores(join(env.XDG_CACHE_HOME, "claude-ways"), [], []);
  kept.put("prompt", TEXT, { scores: { null: 0, ranked: [] }, parts: [], bars });
  expect(aheadOf(siteOf(env), prompt(` ${TEXT}\n`), FREE)).toBeNull();
});
