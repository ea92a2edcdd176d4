import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBytes } from "../../src/host/bytes.ts";
import { buildSections, floatBytes, jsonBytes, openSections, readSections } from "../../src/store/sections.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const bytes = fc.uint8Array({ maxLength: 200 });
const contents = fc.dictionary(fc.stringMatching(/^[a-z ]{1,12}$/), bytes, { maxKeys: 5 });
const meta = { kind: "test/1", n: 7, text: "é日" };
const sample = buildSections(meta, {
  rows: floatBytes(Float32Array.of(1.5, -2, 0.25)),
  ids: jsonBytes(["a/a", "ö"]),
  empty: new Uint8Array(),
});

describe("a container", () => {
  test("gives back what went in", () => {
    fc.assert(
      fc.property(contents, (sections) => {
        const file = readSections(buildSections(meta, sections));
        expect(file?.meta).toEqual(meta);
        expect(file?.names).toEqual(Object.keys(sections));
        for (const [name, content] of Object.entries(sections))
          expect([...(file?.bytes(name) ?? [0])]).toEqual([...content]);
      }),
    );
  });

  test("in a file gives what it gives in memory, whole and in parts", () => {
    const path = join(temporaryFolder(), "file");
    fc.assert(
      fc.property(contents, fc.nat(200), fc.nat(200), (sections, from, to) => {
        writeFileSync(path, buildSections(meta, sections));
        const file = openSections(openBytes(path));
        for (const [name, content] of Object.entries(sections)) {
          expect([...(file?.bytes(name) ?? [0])]).toEqual([...content]);
          expect([...(file?.part(name)?.slice(from, to) ?? [0])]).toEqual([...content.subarray(from, to)]);
        }
      }),
    );
  });

  test("gives numbers and JSON without a copy of the numbers", () => {
    const file = readSections(sample);
    expect([...(file?.floats("rows") ?? [])]).toEqual([1.5, -2, 0.25]);
    expect(file?.floats("rows")?.buffer).toBe(sample.buffer as ArrayBuffer);
    expect(file?.json("ids")).toEqual(["a/a", "ö"]);
    expect(file?.bytes("empty")?.length).toBe(0);
  });

  test("has nothing under other names, those of every object included", () => {
    const file = readSections(sample);
    for (const name of ["missing", "constructor", "__proto__", "toString"])
      expect([file?.bytes(name), file?.floats(name), file?.json(name)]).toEqual([null, null, null]);
  });

  test("sections begin at multiples of 64 bytes of the file", () => {
    const file = readSections(sample);
    for (const name of ["rows", "ids", "empty"]) expect((file?.bytes(name)?.byteOffset ?? 1) % 64).toBe(0);
  });

  test("may lie at any address", () => {
    const shifted = new Uint8Array(sample.length + 1);
    shifted.set(sample, 1);
    expect([...(readSections(shifted.subarray(1))?.floats("rows") ?? [])]).toEqual([1.5, -2, 0.25]);
  });
});

describe("reads as null", () => {
  test("cut anywhere", () => {
    for (let end = 0; end < sample.length; end++) expect(readSections(sample.slice(0, end))).toBeNull();
  });

  test("with anything behind it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), (rest) => {
        expect(readSections(Uint8Array.of(...sample, ...rest))).toBeNull();
      }),
    );
  });

  test("with any bit of its prefix or header flipped", () => {
    const end = 16 + (new Uint32Array(sample.buffer, 0, 2)[1] ?? 0);
    for (let bit = 0; bit < end * 8; bit++) {
      const flipped = sample.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readSections(flipped)).toBeNull();
    }
  });

  test("for whatever else it may be", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (junk) => {
        expect(readSections(junk)).toBeNull();
      }),
    );
  });
});

test("a section with any bit flipped is absent, the others are not", () => {
  const at = readSections(sample)?.bytes("ids")?.byteOffset ?? 0;
  for (let bit = 0; bit < jsonBytes(["a/a", "ö"]).length * 8; bit++) {
    const flipped = sample.slice();
    flipped[at + (bit >> 3)] = (flipped[at + (bit >> 3)] ?? 0) ^ (1 << (bit & 7));
    const file = readSections(flipped);
    expect([file?.json("ids"), file?.bytes("ids")]).toEqual([null, null]);
    expect([...(file?.floats("rows") ?? [])]).toEqual([1.5, -2, 0.25]);
  }
});
