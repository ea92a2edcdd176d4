import { describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openVectorStore, pruneVectors, vectorKey } from "../../src/store/vectors.ts";
import { bagOfStems, FAKE_DIMENSIONS } from "../support/fake-embedder.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const open = (path: string, fingerprint = "model-1", kind: "query" | "passage" = "passage") =>
  openVectorStore(path, fingerprint, kind, FAKE_DIMENSIONS);
const fresh = () => join(temporaryFolder(), "cache", "vectors.bin");

/** A store on disk with these texts, and the file's bytes. */
function stored(texts: readonly string[]): { readonly path: string; readonly bytes: Uint8Array } {
  const path = fresh();
  const store = open(path);
  for (const text of texts) store.put(text, bagOfStems(text));
  store.flush();
  return { path, bytes: new Uint8Array(readFileSync(path)) };
}
const known = (path: string, texts: readonly string[]) => {
  const store = open(path);
  return texts.filter((text) => store.get(text) !== null);
};

describe("a vector", () => {
  test("is there at once, and after `flush` for every later process", () => {
    const path = fresh();
    const store = open(path);
    store.put("one", bagOfStems("one"));
    expect(store.get("one")).toEqual(bagOfStems("one"));
    expect(open(path).get("one")).toBeNull();
    store.flush();
    store.put("two", bagOfStems("two"));
    store.flush();
    store.flush();
    expect(open(path).get("one")).toEqual(bagOfStems("one"));
    expect(open(path).get("two")).toEqual(bagOfStems("two"));
    expect([open(path).count, open(path).get("three")]).toEqual([2, null]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("belongs to its model and kind", () => {
    const { path } = stored(["one"]);
    expect(open(path, "model-2").get("one")).toBeNull();
    expect(open(path, "model-1", "query").get("one")).toBeNull();
  });

  test("may be part of a larger array", () => {
    const path = fresh();
    const store = open(path);
    store.put("one", new Float32Array([9, ...bagOfStems("one"), 9]).subarray(1, 1 + FAKE_DIMENSIONS));
    store.flush();
    expect(open(path).get("one")).toEqual(bagOfStems("one"));
  });
});

describe("after a process was killed while writing", () => {
  const texts = ["one", "two", "three"];
  /** Mark, checksum, key, 16 numbers. */
  const length = 4 + 8 + 32 + FAKE_DIMENSIONS * 4;

  test("cut anywhere, all earlier records survive", () => {
    const { path, bytes } = stored(texts);
    for (let end = 0; end <= bytes.length; end++) {
      writeFileSync(path, bytes.subarray(0, end));
      expect(known(path, texts)).toEqual(texts.slice(0, Math.floor(end / length)));
    }
  });

  test("what is appended behind a cut record is found", () => {
    const { path, bytes } = stored(texts);
    for (const end of [1, 4, 13, length - 1, length + 5, 2 * length + 20]) {
      writeFileSync(path, bytes.subarray(0, end));
      const store = open(path);
      store.put("four", bagOfStems("four"));
      store.flush();
      expect(known(path, [...texts, "four"])).toEqual([...texts.slice(0, Math.floor(end / length)), "four"]);
    }
  });

  test("a record with any byte changed is absent, the others stay", () => {
    const { path, bytes } = stored(texts);
    for (let at = length; at < 2 * length; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      writeFileSync(path, changed);
      expect(known(path, texts)).toEqual(["one", "three"]);
    }
  });

  test("a file of junk is an empty store that can be written", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (junk) => {
        const path = join(temporaryFolder({ "vectors.bin": junk }), "vectors.bin");
        const store = open(path);
        expect(store.count).toBe(0);
        store.put("one", bagOfStems("one"));
        store.flush();
        expect(known(path, texts)).toEqual(["one"]);
      }),
      { numRuns: 30 },
    );
  });

  test("a large file of other records is passed over quickly", () => {
    const path = join(temporaryFolder({ "vectors.bin": new Uint8Array(8_000_000).fill(7) }), "vectors.bin");
    const start = performance.now();
    expect(open(path).count).toBe(0);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("pruning", () => {
  const keys = (...texts: readonly string[]) => new Set(texts.map((text) => vectorKey("model-1", "passage", text)));

  test("keeps the given keys and says how many went", () => {
    const { path } = stored(["one", "two", "three"]);
    expect(pruneVectors(path, FAKE_DIMENSIONS, keys("one", "three", "unknown"))).toBe(1);
    expect(known(path, ["one", "two", "three"])).toEqual(["one", "three"]);
  });

  test("drops doubles and cut records, too; a file without them is not touched", () => {
    const { path, bytes } = stored(["one", "two"]);
    const before = statSync(path).mtimeMs;
    expect(pruneVectors(path, FAKE_DIMENSIONS, keys("one", "two"))).toBe(0);
    expect(statSync(path).mtimeMs).toBe(before);
    writeFileSync(path, Buffer.concat([bytes, bytes, bytes.subarray(0, 30)]));
    expect(pruneVectors(path, FAKE_DIMENSIONS, keys("one", "two"))).toBe(0);
    expect(statSync(path).size).toBe(bytes.length);
    expect(known(path, ["one", "two"])).toEqual(["one", "two"]);
  });

  test("of a store that is not there is nothing", () => {
    expect(pruneVectors(fresh(), FAKE_DIMENSIONS, new Set())).toBe(0);
  });
});
