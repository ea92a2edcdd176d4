import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { readSlot, writeSlot } from "../../src/host/slots.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const slot = (path: string, at: number, size = 3) => {
  const into = new Uint8Array(size);
  return readSlot(path, into, at) ? text(into) : null;
};

test("a record is read where it was written, others stay", () => {
  const path = join(temporaryFolder(), "deep", "er", "slots");
  expect(writeSlot(path, new TextEncoder().encode("abc"), 6)).toBe(true);
  expect(writeSlot(path, new TextEncoder().encode("xyz"), 0)).toBe(true);
  expect([slot(path, 0), slot(path, 3), slot(path, 6)]).toEqual(["xyz", "\0\0\0", "abc"]);
});

test("what lies beyond the end, in part or whole, is no record", () => {
  const path = join(temporaryFolder({ slots: "abcd" }), "slots");
  expect([slot(path, 0), slot(path, 2), slot(path, 9)]).toEqual(["abc", null, null]);
});

test("what cannot be read or written is false, never an error", () => {
  const folder = temporaryFolder({ file: "" });
  expect(slot(join(folder, "missing"), 0)).toBeNull();
  expect(slot(folder, 0)).toBeNull();
  expect(writeSlot(folder, new Uint8Array(3), 0)).toBe(false);
  expect(writeSlot(join(folder, "file", "below"), new Uint8Array(3), 0)).toBe(false);
});

test("the file is the owner's only", () => {
  const path = join(temporaryFolder(), "new", "slots");
  writeSlot(path, new Uint8Array(3), 0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
});
