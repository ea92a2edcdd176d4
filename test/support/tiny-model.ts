// A sentence model of a few megabytes that any machine makes alike: every word of the shipped library has a vector drawn from its
// own hash, and a text is the mean of its words. It knows words, not meanings, which is enough to find a way by its own phrasing.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OnnxGraph, type OnnxNode, type OnnxTensor, onnxBytes } from "./onnx-file.ts";

export type TinyOptions = {
  /** What the graph gives, and what its manifest says of it. */
  readonly pooling?: "mean" | "cls" | "none";
  readonly dimensions?: number;
  /** Changes to the manifest. */
  readonly manifest?: object;
};

/** A text with this word keeps the graph busy for ever. */
export const ENDLESS = "molasses";
const CHECK = "write a commit message";
const SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
const UNKNOWN = 1;
/** Words that are rarer have no vector of their own. */
const COUNTED = 3;

/** Writes model.onnx, tokenizer.json and manifest.json into `folder`. */
export function writeTinyModel(folder: string, options: TinyOptions = {}): string {
  const { pooling = "mean", dimensions = 256, manifest = {} } = options;
  const { pieces, rows } = wordsOf(dimensions);
  const files = {
    "model.onnx": onnxBytes(buildGraph(pieces, rows, dimensions, pooling)),
    "tokenizer.json": Buffer.from(JSON.stringify(tokenizer(pieces))),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const roles = { "model.onnx": "onnx", "tokenizer.json": "tokenizer" };
  const described = {
    schema: "ways.model/1",
    name: "Tiny words",
    licence: "MIT",
    provenance: "made by a test",
    dimensions,
    maxTokens: 128,
    pooling,
    prefix: { query: "", passage: "" },
    input: "input_ids",
    files: Object.entries(files).map(([name, bytes]) => ({
      role: roles[name as keyof typeof roles],
      name,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
    calibration: "calibration.bin",
    check: [{ kind: "query", text: CHECK, vector: base64(expected(CHECK, pieces, rows, pooling)) }],
    ...manifest,
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(described));
  return folder;
}

type Words = { readonly pieces: readonly string[]; readonly rows: readonly Float32Array[] };

const known = new Map<number, Words>();

function wordsOf(dimensions: number): Words {
  const pieces = known.values().next().value?.pieces ?? vocabulary();
  const words = known.get(dimensions) ?? { pieces, rows: pieces.map((piece) => vectorOf(piece, dimensions)) };
  known.set(dimensions, words);
  return words;
}

/** Special pieces, the words that the shipped phrasings repeat, single characters. */
function vocabulary(): readonly string[] {
  const { ways } = JSON.parse(readFileSync(join(import.meta.dir, "../../dist/texts.blob"), "utf8"));
  const texts: string[] = ways.flatMap((way: { aliases: { text: string }[] }) => way.aliases.map(({ text }) => text));
  const words = texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const counted = [...Map.groupBy(words, (word) => word)].filter(([, same]) => same.length >= COUNTED);
  const characters = new Set(words.join(""));
  const parts = [...characters].flatMap((character) => [character, `##${character}`]);
  return [...new Set([...SPECIALS, ENDLESS, ...counted.map(([word]) => word), ...parts])];
}

function vectorOf(piece: string, dimensions: number): Float32Array {
  let state = createHash("sha256").update(piece).digest().readUInt32LE(0);
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function tokenizer(pieces: readonly string[]): object {
  const idOf = (piece: string) => pieces.indexOf(piece);
  const special = (piece: string) => ({ id: piece, ids: [idOf(piece)], tokens: [piece] });
  const alone = (piece: string) => ({ SpecialToken: { id: piece, type_id: 0 } });
  return {
    version: "1.0",
    added_tokens: SPECIALS.map((content) => ({ id: idOf(content), content, special: true, normalized: false })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [alone("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, alone("[SEP]")],
      pair: [],
      special_tokens: { "[CLS]": special("[CLS]"), "[SEP]": special("[SEP]") },
    },
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
}

/** ids → rows of the table; with `ENDLESS` among them after 10¹² turns of a loop that does nothing. */
function buildGraph(
  pieces: readonly string[],
  rows: readonly Float32Array[],
  dimensions: number,
  pooling: "mean" | "cls" | "none",
): OnnxGraph {
  const shape = ["batch", "tokens"];
  const scalar = (name: string, type: "float" | "int64" | "bool", data: ArrayBufferView): OnnxTensor => ({
    name,
    type,
    dims: [],
    data: new Uint8Array(data.buffer),
  });
  const node = (op: string, inputs: readonly string[], output: string, attributes = {}): OnnxNode => ({
    op,
    inputs,
    outputs: [output],
    attributes,
  });
  const body: OnnxGraph = {
    nodes: [node("Identity", ["go"], "go_on"), node("Identity", ["waited"], "waiting")],
    inputs: [
      { name: "turn", type: "int64", dims: [] },
      { name: "go", type: "bool", dims: [] },
      { name: "waited", type: "float", dims: [] },
    ],
    outputs: [
      { name: "go_on", type: "bool", dims: [] },
      { name: "waiting", type: "float", dims: [] },
    ],
  };
  const pooled = pooling === "none";
  return {
    nodes: [
      node("Equal", ["input_ids", "endless"], "is_endless"),
      node("Cast", ["is_endless"], "counts", { to: 7 }),
      node("ReduceMax", ["counts"], "any", { keepdims: 0 }),
      node("Mul", ["any", "many"], "turns"),
      { op: "Loop", inputs: ["turns", "yes", "zero"], outputs: ["nothing"], attributes: { body } },
      node("Gather", ["table", "input_ids"], "rows"),
      node("Add", ["rows", "nothing"], pooled ? "tokens" : "token_embeddings"),
      ...(pooled ? [node("ReduceMean", ["tokens"], "sentence_embedding", { axes: [1], keepdims: 0 })] : []),
    ],
    constants: [
      { name: "table", type: "float", dims: [rows.length, dimensions], data: new Uint8Array(flat(rows).buffer) },
      scalar("endless", "int64", BigInt64Array.of(BigInt(pieces.indexOf(ENDLESS)))),
      scalar("many", "int64", BigInt64Array.of(1_000_000_000_000n)),
      scalar("yes", "bool", Uint8Array.of(1)),
      scalar("zero", "float", Float32Array.of(0)),
    ],
    inputs: ["input_ids", "attention_mask", "token_type_ids"].map((name) => ({ name, type: "int64", dims: shape })),
    outputs: [
      pooled
        ? { name: "sentence_embedding", type: "float", dims: ["batch", dimensions] }
        : { name: "token_embeddings", type: "float", dims: [...shape, dimensions] },
    ],
  };
}

/** The same sum without ONNX, for words that the vocabulary has. */
function expected(
  text: string,
  pieces: readonly string[],
  rows: readonly Float32Array[],
  pooling: "mean" | "cls" | "none",
): Float32Array {
  const ids = ["[CLS]", ...text.split(" "), "[SEP]"].map((word) => Math.max(UNKNOWN, pieces.indexOf(word)));
  const used = (pooling === "cls" ? ids.slice(0, 1) : ids).map((id) => rows[id] ?? new Float32Array());
  const sum = Float32Array.from(used[0] ?? [], (_, k) => used.reduce((total, row) => total + (row[k] ?? 0), 0));
  const length = Math.hypot(...sum);
  return sum.map((x) => x / length);
}

function flat(rows: readonly Float32Array[]): Float32Array {
  const [{ length } = new Float32Array()] = rows;
  const out = new Float32Array(rows.length * length);
  for (const [i, row] of rows.entries()) out.set(row, i * length);
  return out;
}

function base64(vector: Float32Array): string {
  return new Uint8Array(vector.buffer).toBase64();
}
