import { describe, expect, test } from "bun:test";
import { closeSync, mkdirSync, openSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WaysError } from "../../src/errors.ts";
import { type ByteSource, bytesInMemory, openBytes } from "../../src/host/bytes.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BYTES = Uint8Array.from({ length: 1_000 }, (_, i) => i % 251);

function written(bytes: Uint8Array = BYTES): string {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, bytes);
  return path;
}

function readFrom(source: ByteSource, position: number, count: number): Uint8Array {
  const target = new Uint8Array(count);
  source.read(target, position);
  return target;
}

describe("a file by position", () => {
  test("gives what the same bytes in memory give", () => {
    const [file, memory] = [openBytes(written()), bytesInMemory(BYTES)];
    expect(file.size).toBe(memory.size);
    const place = fc.integer({ min: 0, max: BYTES.length });
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 2 * BYTES.length }), (from, to) => {
        expect(file.slice(from, to)).toEqual(memory.slice(from, Math.max(from, to)));
        const count = Math.min(to, BYTES.length - from);
        expect(readFrom(file, from, count)).toEqual(readFrom(memory, from, count));
      }),
    );
  });

  test("stays what it was when another takes its name", () => {
    const path = written();
    const file = openBytes(path);
    writeFileSync(`${path}.new`, "another");
    renameSync(`${path}.new`, path);
    expect(file.slice(0, file.size)).toEqual(BYTES);
  });

  test("says so when it has been cut", () => {
    const path = written();
    const file = openBytes(path);
    truncateSync(path, 500);
    expect(readFrom(file, 0, 500)).toEqual(BYTES.subarray(0, 500));
    expect(() => readFrom(file, 400, 101)).toThrow(WaysError);
    expect(() => file.slice(0, file.size)).toThrow("ends at byte 500");
  });

  test("may be empty", () => {
    const file = openBytes(written(new Uint8Array()));
    expect([file.size, file.slice(0, 9).length]).toEqual([0, 0]);
  });

  test("is no pipe, no folder and nothing that is not there", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder"));
    Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
    for (const name of ["folder", "pipe", "nothing"]) expect(() => openBytes(join(folder, name))).toThrow(WaysError);
  });

  test("is closed when nobody holds it any more", async () => {
    const path = written();
    /** The highest of a hundred descriptors: each that is free below it is taken. */
    const highest = () => {
      const descriptors = Array.from({ length: 100 }, () => openSync(path, "r"));
      for (const descriptor of descriptors) closeSync(descriptor);
      return Math.max(...descriptors);
    };
    const before = highest();
    for (let i = 0; i < 300; i++) openBytes(path);
    for (let i = 0; i < 50 && highest() > before + 50; i++) {
      Bun.gc(true);
      await Bun.sleep(1);
    }
    expect(highest()).toBeLessThanOrEqual(before + 50);
  });
});
