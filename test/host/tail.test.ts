import { expect, test } from "bun:test";
import { join } from "node:path";
import { readTail } from "../../src/host/tail.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("gives the end of a file, or all of a shorter one", () => {
  const file = join(temporaryFolder({ log: "one\ntwo\n" }), "log");
  expect(readTail(file, 4)).toBe("two\n");
  expect(readTail(file, 8)).toBe("one\ntwo\n");
  expect(readTail(file, 9)).toBe("one\ntwo\n");
  expect(readTail(file, 0)).toBe("");
});

test("is null for what cannot be read", () => {
  const folder = temporaryFolder();
  expect(readTail(join(folder, "missing"), 9)).toBeNull();
  expect(readTail(folder, 9)).toBeNull();
});

test("is a text whatever character the cut falls into, and agrees with the whole", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat({ max: 200 }), (text, bytes) => {
      const file = join(temporaryFolder({ log: text }), "log");
      const tail = (readTail(file, bytes) ?? "").replace(/^\uFFFD+/, "");
      expect(text.toWellFormed().endsWith(tail)).toBe(true);
    }),
  );
});
