import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openModel } from "../../src/embed/model.ts";
import { keepPlainTokenizer, openTokenizer } from "../../src/embed/plain-tokenizer.ts";
import { readTokenizer } from "../../src/embed/tokenizer.ts";
import { mapFile } from "../../src/host/bytes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { MODELS, readOracle } from "./oracle.ts";
import { seeded } from "./random.ts";

const MODEL = openModel(MODELS);
const FUZZED = 50_000;
const ROOM = 512;
const WHOLE = readTokenizer(mapFile(MODEL.path("tokenizer")));
const open = (cache: string | null) => openTokenizer(MODEL, cache);
/** A cache with the file in it. */
const kept = () => {
  const cache = temporaryFolder();
  keepPlainTokenizer(MODEL, cache);
  return cache;
};
const inCache = (cache: string) => readdirSync(cache).map((name) => join(cache, name));

describe("ids equal those of the whole tokenizer", () => {
  /** Those whose ids differ. */
  const compare = (texts: readonly string[]) => {
    const plain = open(kept());
    return texts.filter((text) => plain.encode(text, ROOM).join() !== WHOLE.encode(text, ROOM).join());
  };

  test("on every oracle text, in whatever script", () => {
    const texts = readOracle().map(({ kind, text }) => `${kind}: ${text.normalize("NFC")}`);
    expect(compare(texts)).toEqual([]);
  });

  test(`on ${FUZZED} fuzzed strings of printable ASCII`, () => {
    const random = seeded(2026);
    const words = readOracle().flatMap(({ text }) => text.match(/[!-~]+/g) ?? []);
    const character = () => String.fromCharCode(32 + random.below(95));
    const textOf = () => {
      const parts = Array.from({ length: 1 + random.below(12) }, () =>
        random.chance(0.6) ? random.pick(words) : Array.from({ length: 1 + random.below(9) }, character).join(""),
      );
      return `${random.chance(0.9) ? "query: " : ""}${parts.join(random.pick([" ", "", "  ", "_"]))}`;
    };
    const texts = Array.from({ length: FUZZED }, textOf);
    expect(texts.every((text) => /^[ -~]*$/.test(text))).toBe(true);
    expect(compare(texts)).toEqual([]);
  }, 120_000);

  test.each(["", " ", "   ", "~", "<s>", "\t", "a\nb", "▁"])("on the odd text %j", (text) => {
    expect(compare([text])).toEqual([]);
  });
});

describe("the file in the cache", () => {
  test("is half as large as the whole, made once, and not by reading", () => {
    const cache = join(temporaryFolder(), "cache");
    open(cache).encode("larger", ROOM);
    expect(statSync(cache, { throwIfNoEntry: false })).toBeUndefined();
    keepPlainTokenizer(MODEL, cache);
    const [file = ""] = inCache(cache);
    expect(statSync(file).size).toBeLessThan(statSync(MODEL.path("tokenizer")).size / 2);
    const { ino, mtimeMs } = statSync(file);
    keepPlainTokenizer(MODEL, cache);
    open(cache).encode("larger", ROOM);
    expect(inCache(cache)).toEqual([file]);
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  });

  test("is what a plain text is read with", () => {
    const cache = kept();
    const [file = ""] = inCache(cache);
    const alone = openTokenizer({ ...MODEL, path: () => "no such file" }, cache);
    expect(alone.encode("larger", ROOM)).toEqual(WHOLE.encode("larger", ROOM));
    rmSync(file);
    expect(() => openTokenizer({ ...MODEL, path: () => "no such file" }, cache).encode("larger", ROOM)).toThrow();
  });

  test("is not opened beside the whole", () => {
    const cache = kept();
    const tokenizer = open(cache);
    tokenizer.encode("größer", ROOM);
    const [file = ""] = inCache(cache);
    writeFileSync(file, "damaged, and nobody looks");
    expect(tokenizer.encode("larger", ROOM)).toEqual(WHOLE.encode("larger", ROOM));
    expect(inCache(cache)).toEqual([file]);
  });

  test("is removed and done without when a byte of it is another, or some are missing", () => {
    const cache = kept();
    const [file = ""] = inCache(cache);
    const bytes = readFileSync(file);
    const flipped = (at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const damaged = [0, 7, 30, 1_000_000, bytes.length - 1].map(flipped);
    for (const content of [...damaged, bytes.subarray(0, bytes.length - 1), bytes.subarray(0, 5), new Uint8Array()]) {
      writeFileSync(file, content);
      expect(open(cache).encode("larger", ROOM)).toEqual(WHOLE.encode("larger", ROOM));
      expect(inCache(cache)).toEqual([]);
      keepPlainTokenizer(MODEL, cache);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
  });

  test("is not looked at when it is larger than the whole", () => {
    const cache = kept();
    const files = MODEL.manifest.files.map((file) => ({ ...file, bytes: 1_000 }));
    const ofSmallerModel = openTokenizer({ ...MODEL, manifest: { ...MODEL.manifest, files } }, cache);
    expect(ofSmallerModel.encode("larger", ROOM)).toEqual(WHOLE.encode("larger", ROOM));
    expect(inCache(cache)).toEqual([]);
  });

  test("is done without where there is no cache, or none that can be written, or a folder in its place", () => {
    const folder = temporaryFolder({ file: "in the way" });
    const taken = kept();
    const [file = ""] = inCache(taken);
    rmSync(file);
    mkdirSync(join(file, "in the way"), { recursive: true });
    for (const cache of [join(folder, "file"), taken]) {
      keepPlainTokenizer(MODEL, cache);
      expect(open(cache).encode("larger", ROOM)).toEqual(WHOLE.encode("larger", ROOM));
    }
    expect(open(null).encode("larger", ROOM)).toEqual(WHOLE.encode("larger", ROOM));
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
