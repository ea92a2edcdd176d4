import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTokenizer } from "../../src/embed/tokenizer.ts";
import { WaysError } from "../../src/errors.ts";
import { mapFile } from "../../src/host/bytes.ts";
import { MODELS, readOracle } from "./oracle.ts";
import { randomText, seeded } from "./random.ts";
import { isLater, readReference } from "./reference-tokenizer.ts";

const FILE = join(MODELS, "tokenizer.bin");
const FUZZED = 50_000;
const tokenizer = readTokenizer(mapFile(FILE));
const encode = (text: string, maxTokens = 1_000_000) => [...tokenizer.encode(text, maxTokens)];

describe("ids equal the reference", () => {
  const reference = readReference();

  test("on every oracle text", () => {
    const different = readOracle().filter(
      ({ kind, text, ids }) => encode(`${kind}: ${text.normalize("NFC")}`, 512).join() !== ids.join(),
    );
    expect(different.map(({ text }) => text)).toEqual([]);
  });

  test(`on ${FUZZED} fuzzed strings of many scripts`, () => {
    const random = seeded(2026);
    const known = new Map<string, boolean>();
    const later = (character: string) => {
      const answer = known.get(character) ?? isLater(character, reference, encode);
      known.set(character, answer);
      return answer;
    };
    const different: string[] = [];
    let compared = 0;
    while (compared < FUZZED) {
      const text = `${random.chance(0.9) ? "query: " : ""}${randomText(random)}`;
      if ([...text].some(later)) continue;
      compared++;
      if (encode(text).join() !== reference.encode(text).join()) different.push(text);
    }
    expect(different).toEqual([]);
    expect([...known.values()].filter(Boolean).length).toBeLessThan(200);
  }, 120_000);

  test("characters of later Unicode versions are unknown to the model, whatever they are compatible with now", () => {
    expect(encode("①㋿")).toEqual([...encode("①").slice(0, -1), 3, 2]);
    expect(isLater("㋿", reference, encode)).toBe(true);
    expect(isLater("㋾", reference, encode)).toBe(false);
  });

  test.each(["", " ", "   ", "\0", "a\0b", "\u0001", "\ud800", "x\udc00y", "\ud83d \ude00", "\u2581", "\t\n\r"])(
    "on the odd text %j",
    (text) => {
      expect(encode(text)).toEqual([...reference.encode(text)]);
      expect(encode(`query: ${text}`)).toEqual([...reference.encode(`query: ${text}`)]);
    },
  );
});

describe("text stays text", () => {
  test("special pieces written out are plain characters", () => {
    for (const text of ["<s>", "</s>", "<pad>", "<unk>", "<mask>", "query: <s> <unk></s>"]) {
      const inside = encode(text).slice(1, -1);
      expect(inside.filter((id) => id < 4 || id > 250_000)).toEqual([]);
      expect(inside.length).toBeGreaterThan(1);
    }
  });

  test("composed and decomposed letters are the same", () => {
    expect(encode("query: re\u0301sume\u0301 A\u030angstro\u0308m")).toEqual(encode("query: résumé Ångström"));
  });

  test("a run of unknown characters is one unknown piece", () => {
    expect(encode("\u{20000}\u{20001}\u{2ffff}x").filter((id) => id === 3).length).toBe(1);
  });
});

describe("the window", () => {
  test("keeps the front and the end token, whatever its size", () => {
    const random = seeded(7);
    for (let i = 0; i < 2_000; i++) {
      const text = Array.from({ length: 1 + random.below(6) }, () => randomText(random)).join(random.pick(["", " "]));
      const whole = encode(text);
      const maxTokens = 2 + random.below(whole.length + 4);
      const expected = whole.length <= maxTokens ? whole : [...whole.slice(0, maxTokens - 1), 2];
      expect(encode(text, maxTokens)).toEqual(expected);
    }
  });

  test.each([
    ["words", "the slow query joins three tables "],
    ["one word", "abcdefghij"],
    ["Chinese", "数据库查询太慢了怎么办呢"],
    ["unknown characters", "\u{20000}"],
    ["nothing but spaces", " "],
    ["dropped characters", "\u0001"],
    ["surrogates", "\ud83d"],
  ])("a megabyte of %s gives what its front gives", (_name, unit) => {
    const long = `query: ${unit.repeat(Math.ceil(1_000_000 / unit.length))}`;
    const ids = encode(long, 512);
    expect(ids.length).toBeLessThanOrEqual(512);
    expect(ids.at(-1)).toBe(2);
    expect(ids).toEqual(encode(long.slice(0, 65_536), 512));
  });
});

describe("the file", () => {
  const bytes = readFileSync(FILE);

  test.each([0, 3, 19, 20, 1_000, bytes.length - 1])("cut to %d bytes is refused", (length) => {
    expect(() => readTokenizer(bytes.subarray(0, length))).toThrow(WaysError);
  });

  test("of another kind is refused, with a hint", () => {
    const foreign = new Uint8Array(bytes);
    foreign[0] = 0;
    try {
      readTokenizer(foreign);
      throw new Error("was read");
    } catch (error) {
      expect(error).toBeInstanceOf(WaysError);
      expect((error as WaysError).hint).toContain("ways model verify");
    }
  });

  test("may lie at any address in memory", () => {
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(readTokenizer(shifted.subarray(1)).encode("query: hello world", 16)).toEqual(
      tokenizer.encode("query: hello world", 16),
    );
  });
});
