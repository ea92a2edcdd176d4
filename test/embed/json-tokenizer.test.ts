// A tokenizer.json of somebody else's model: what surrounds a text, what a text may not become, and what is refused.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readJsonTokenizer } from "../../src/embed/json-tokenizer.ts";
import { readTokenizer } from "../../src/embed/tokenizer.ts";
import { WaysError } from "../../src/errors.ts";
import { MODELS } from "./oracle.ts";

const PIECES = ["[UNK]", "[CLS]", "[SEP]", "write", "a", "test", "[", "]", "cls", "##s", "sep"];
const WORDS = {
  added_tokens: ["[UNK]", "[CLS]", "[SEP]"].map((content, id) => ({ id, content, special: true, normalized: false })),
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [{ SpecialToken: { id: "[CLS]" } }, { Sequence: { id: "A" } }, { SpecialToken: { id: "[SEP]" } }],
    special_tokens: { "[CLS]": { id: "[CLS]", ids: [1] }, "[SEP]": { id: "[SEP]", ids: [2] } },
  },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(PIECES.map((piece, id) => [piece, id])),
  },
};

function encode(text: string, changes: object = {}, maxTokens = 16): readonly number[] {
  const json = new TextEncoder().encode(JSON.stringify({ ...WORDS, ...changes }));
  return [...readJsonTokenizer(json).encode(text, maxTokens)];
}

describe("the pieces around a text", () => {
  const bert = { type: "BertProcessing", cls: ["[CLS]", 1], sep: ["[SEP]", 2] };
  test.each([
    ["as the template says", {}, [1, 3, 4, 5, 2]],
    ["of BERT", { post_processor: bert }, [1, 3, 4, 5, 2]],
    ["of RoBERTa", { post_processor: { ...bert, type: "RobertaProcessing" } }, [1, 3, 4, 5, 2]],
    [
      "in a sequence",
      { post_processor: { type: "Sequence", processors: [{ type: "ByteLevel" }, bert] } },
      [1, 3, 4, 5, 2],
    ],
    ["are none without a processor", { post_processor: null }, [3, 4, 5]],
  ])("%s", (_, changes, ids) => {
    expect(encode("write a test", changes)).toEqual(ids);
  });

  test("stay when a text is cut", () => {
    expect(encode("a ".repeat(100), {}, 5)).toEqual([1, 4, 4, 4, 2]);
  });

  test("are all there is of an empty text", () => {
    expect(encode("")).toEqual([1, 2]);
  });
});

test("what a person types never becomes a special piece", () => {
  expect(encode("[CLS] [SEP]")).toEqual([1, 6, 8, 7, 6, 10, 7, 2]);
  const unsplit = { pre_tokenizer: { type: "WhitespaceSplit" }, normalizer: null };
  expect(encode("[CLS]", unsplit)).toEqual([1, 0, 2]);
});

test("the shipped model's own tokenizer.json gives the ids of its flat file", () => {
  const json = readJsonTokenizer(gunzipSync(readFileSync(join(MODELS, "tokenizer.json.gz"))));
  const flat = readTokenizer(readFileSync(join(MODELS, "tokenizer.bin")));
  for (const text of ["query: write a test", "数据库太慢了", "<s> is three characters </s>", "x".repeat(300)])
    expect([...json.encode(text, 512)], text).toEqual([...flat.encode(text, 512)]);
  expect([...json.encode("slow ".repeat(900), 512)]).toEqual([...flat.encode("slow ".repeat(900), 512)]);
});

test.each([
  ["a web page", "<html>"],
  ["a list", "[]"],
  ["a model of another kind", JSON.stringify({ ...WORDS, model: { type: "Runes", vocab: {} } })],
])("%s is refused", (_, text) => {
  expect(() => readJsonTokenizer(new TextEncoder().encode(text))).toThrow(WaysError);
});
