import { expect, test } from "bun:test";
import { join } from "node:path";
import { readWrittenText } from "../../src/store/written.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a written text has bytes exactly where it can be used", () => {
  const whole = new TextEncoder().encode("\ufeffa\r\nb");
  const folder = temporaryFolder({ whole, binary: "a\0b", empty: "" });
  const read = (name: string) => readWrittenText(join(folder, name));
  expect(read("whole")).toMatchObject({ text: "a\nb", problem: null });
  expect(read("whole").bytes).toHaveLength(whole.length);
  expect(read("empty").bytes).toHaveLength(0);
  expect(read("absent")).toEqual({ text: "", problem: null, bytes: null });
  expect(read("binary")).toMatchObject({ text: "", problem: { code: "encoding" }, bytes: null });
  expect(read(".")).toMatchObject({ text: "", problem: { code: "walk-unreadable" }, bytes: null });
});
