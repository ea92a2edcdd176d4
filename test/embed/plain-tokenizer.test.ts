import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openModel } from "../../src/embed/model.ts";
import { openTokenizer } from "../../src/embed/plain-tokenizer.ts";
import { readTokenizer } from "../../src/embed/tokenizer.ts";
import { mapFile } from "../../src/host/bytes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { MODELS, readOracle } from "./oracle.ts";
import { seeded } from "./random.ts";

const MODEL = openModel(MODELS);
const FUZZED = 50_000;
const ROOM = 512;
const whole = readTokenizer(mapFile(MODEL.path("tokenizer")));
const open = (cache: string | null) => openTokenizer(MODEL, cache);
const inCache = (cache: string) => readdirSync(cache).map((name) => join(cache, name));

describe("ids equal those of the whole tokenizer", () => {
  /** Those whose ids differ. */
  const compare = (texts: readonly string[]) => {
    const plain = open(temporaryFolder());
    return texts.filter((text) => plain.encode(text, ROOM).join() !== whole.encode(text, ROOM).join());
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
  test("is made for the first plain text, half as large as the whole, and not again", () => {
    const cache = join(temporaryFolder(), "cache");
    open(cache).encode("größer", ROOM);
    expect(statSync(cache, { throwIfNoEntry: false })).toBeUndefined();
    open(cache).encode("larger", ROOM);
    const [file = ""] = inCache(cache);
    expect(statSync(file).size).toBeLessThan(statSync(MODEL.path("tokenizer")).size / 2);
    const { ino, mtimeMs } = statSync(file);
    open(cache).encode("larger", ROOM);
    expect(inCache(cache)).toEqual([file]);
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  });

  test("is made anew when it is cut or foreign", () => {
    const cache = temporaryFolder();
    open(cache).encode("larger", ROOM);
    const [file = ""] = inCache(cache);
    const bytes = readFileSync(file);
    for (const damaged of [bytes.subarray(0, bytes.length - 1), Buffer.from("nothing of the kind"), Buffer.alloc(0)]) {
      writeFileSync(file, damaged);
      expect(open(cache).encode("larger", ROOM)).toEqual(whole.encode("larger", ROOM));
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
  });

  test("is done without where there is no cache, or none that can be written", () => {
    const folder = temporaryFolder({ file: "in the way" });
    for (const cache of [null, join(folder, "file")])
      expect(open(cache).encode("larger", ROOM)).toEqual(whole.encode("larger", ROOM));
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
