import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openVectorCache } from "../../src/embed/cache.ts";
import { bagOfStems, FAKE_DIMENSIONS } from "../support/fake-embedder.ts";
import { runTogether } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const open = (folder: string, fingerprint = "f".repeat(64)) => openVectorCache(folder, fingerprint, FAKE_DIMENSIONS);
const fileIn = (folder: string) => join(folder, readdirSync(folder)[0] ?? "");
/** Checksum, key, 16 numbers. */
const SLOT = 8 + 32 + FAKE_DIMENSIONS * 4;

/** The file after one text was put into an empty cache: it ends with the text's slot. */
function slotFile(text: string): Uint8Array {
  const folder = temporaryFolder();
  open(folder).put(text, bagOfStems(text));
  return new Uint8Array(readFileSync(fileIn(folder)));
}

/** Two texts that share a slot: of 512 slots a few dozen texts hold such a pair. */
function sharers(): { readonly first: string; readonly second: string } {
  const bySize = new Map<number, string>();
  for (let i = 0; i < 600; i++) {
    const second = `text number ${i}`;
    const size = slotFile(second).length;
    const first = bySize.get(size);
    if (first !== undefined) return { first, second };
    bySize.set(size, second);
  }
  throw new Error("no two texts share a slot");
}

describe("the cache of recent vectors", () => {
  test("gives back what was put in, in later processes, too", () => {
    const folder = join(temporaryFolder(), "cache");
    expect(open(folder).get("one")).toBeNull();
    open(folder).put("one", bagOfStems("one"));
    open(folder).put("two", bagOfStems("two"));
    expect(open(folder).get("one")).toEqual(bagOfStems("one"));
    expect(open(folder).get("two")).toEqual(bagOfStems("two"));
    expect(open(folder).get("three")).toBeNull();
    expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
  });

  test("knows nothing of another model's vectors", () => {
    const folder = temporaryFolder();
    open(folder).put("one", bagOfStems("one"));
    expect(open(folder, "0".repeat(64)).get("one")).toBeNull();
    expect(open(folder, `${"f".repeat(63)}0`).get("one")).toBeNull();
  });

  test("is bounded, whatever is put in", () => {
    const folder = temporaryFolder();
    const cache = open(folder);
    for (let i = 0; i < 3_000; i++) cache.put(`text ${i}`, bagOfStems("text"));
    expect(statSync(fileIn(folder)).size).toBeLessThanOrEqual(512 * SLOT);
    expect(cache.get("text 2999")).toEqual(bagOfStems("text"));
  });

  test("a text that takes another's slot replaces it", () => {
    const { first, second } = sharers();
    const cache = open(temporaryFolder());
    cache.put(first, bagOfStems(first));
    cache.put(second, bagOfStems(second));
    expect([cache.get(first), cache.get(second)]).toEqual([null, bagOfStems(second)]);
  });

  test("that cannot be read or written is only slower", () => {
    const folder = join(temporaryFolder({ file: "" }), "file");
    open(folder).put("one", bagOfStems("one"));
    expect(open(folder).get("one")).toBeNull();
  });
});

describe("a torn slot is a miss", () => {
  test("cut anywhere", () => {
    const folder = temporaryFolder();
    open(folder).put("one", bagOfStems("one"));
    const size = statSync(fileIn(folder)).size;
    for (let end = size - 1; end >= size - SLOT; end--) {
      truncateSync(fileIn(folder), end);
      expect(open(folder).get("one")).toBeNull();
    }
  });

  test("with any byte changed", () => {
    const folder = temporaryFolder();
    open(folder).put("one", bagOfStems("one"));
    const whole = new Uint8Array(readFileSync(fileIn(folder)));
    for (let at = whole.length - SLOT; at < whole.length; at++) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(fileIn(folder), changed);
      expect(open(folder).get("one")).toBeNull();
    }
  });

  test("half of one text and half of another, torn anywhere: never the one's vector for the other", () => {
    const { first, second } = sharers();
    const [before, after] = [slotFile(first), slotFile(second)];
    const folder = temporaryFolder();
    open(folder).put(first, bagOfStems(first));
    for (let cut = 0; cut <= SLOT; cut++) {
      const at = before.length - SLOT + cut;
      writeFileSync(fileIn(folder), Buffer.concat([after.subarray(0, at), before.subarray(at)]));
      for (const text of [first, second]) {
        const found = open(folder).get(text);
        if (found !== null) expect(found).toEqual(bagOfStems(text));
      }
    }
  });

  test("processes that write at once never read a wrong vector", async () => {
    const folder = join(temporaryFolder(), "cache");
    mkdirSync(folder);
    const wrong = await runTogether(
      4,
      `import { openVectorCache } from "./src/embed/cache.ts";
       const cache = openVectorCache(process.env.FOLDER, "f".repeat(64), 16);
       let wrong = 0;
       for (let i = 0; i < 4_000; i++) {
         const n = (i * 7 + Number(process.env.INDEX)) % 700;
         cache.put("text " + n, new Float32Array(16).fill(n));
         const m = (i * 13) % 700;
         const found = cache.get("text " + m);
         if (found !== null && !found.every((x) => x === m)) wrong++;
       }
       console.log(wrong);`,
      { FOLDER: folder },
    );
    expect(wrong.map(Number)).toEqual([0, 0, 0, 0]);
  });
});
