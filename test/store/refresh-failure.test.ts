import { expect, test } from "bun:test";
import { join } from "node:path";
import { forgetFailure, readFailure, rememberFailure } from "../../src/store/refresh-failure.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a fault is new once, until a refresh has succeeded", () => {
  const state = join(temporaryFolder(), "state");
  expect(readFailure(state)).toBeNull();
  expect(rememberFailure(state, "no space")).toBe(true);
  expect(rememberFailure(state, "no space")).toBe(false);
  expect(readFailure(state)).toBe("no space");
  expect(rememberFailure(state, "no model")).toBe(true);
  forgetFailure(state);
  expect(readFailure(state)).toBeNull();
  expect(rememberFailure(state, "no model")).toBe(true);
});

test("where nothing can be remembered it is not told: it would be told for ever", () => {
  const state = join(temporaryFolder({ file: "" }), "file");
  expect(rememberFailure(state, "x")).toBe(false);
  forgetFailure(state);
  expect(readFailure(state)).toBeNull();
});
