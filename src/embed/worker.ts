// A thread that embeds: texts in, raw vectors out, in order. ONNX Runtime always has one, as it blocks; the kernel has several
// when there are many texts. Bundled by itself (build/worker.ts) and embedded, so that the executable's own modules hold nothing of it.
import { messageOf, WaysError } from "../errors.ts";
import { mapFile } from "../host/bytes.ts";
import { readJsonTokenizer } from "./json-tokenizer.ts";
import { type KernelFiles, openKernel } from "./kernel/engine.ts";
import type { KernelCode } from "./kernel/module.ts";
import { startKernel } from "./kernel/start.ts";
import { type OnnxModel, openOnnx } from "./onnx.ts";
import { readTokenizer } from "./tokenizer.ts";

/** The first message; all that follow are questions. */
export type Spec = {
  readonly tokenizer: string;
  /** `json`: a tokenizer.json; `flat`: the shipped tokenizer.bin. */
  readonly tokens: "json" | "flat";
  readonly maxTokens: number;
} & (
  | ({ readonly engine: "kernel"; readonly code: KernelCode } & KernelFiles)
  | ({ readonly engine: "onnx" } & OnnxModel)
);
export type Question = { readonly id: number; readonly text: string };
export type Answer =
  | { readonly id: number; readonly vector: Float32Array | null }
  | { readonly id: number; readonly message: string; readonly hint: string | undefined };

declare const self: Worker;

type EmbedAll = (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>;

/** The kernel embeds texts that wait together: its weights are read once for all of them, and fewer rows are padding. */
const PORTION = 16;
const PORTION_TOKENS = 256;

async function open(spec: Spec): Promise<EmbedAll> {
  const read = spec.tokens === "json" ? readJsonTokenizer : readTokenizer;
  const readTokens = async () => read(mapFile(spec.tokenizer));
  if (spec.engine === "kernel") {
    const kernel = openKernel(spec, startKernel(spec.code));
    const tokenizer = await readTokens();
    const idsOf = (text: string) => tokenizer.encode(text, spec.maxTokens);
    return async (texts) =>
      portionsOf(texts.map(idsOf)).flatMap((portion) => kernel.embedAll(portion, () => false) ?? []);
  }
  // ONNX Runtime first: other threads compile its WASM while the tokenizer is read.
  const [engine, tokenizer] = await Promise.all([openOnnx(spec), readTokens()]);
  return async (texts) => {
    const ids = texts.map((text) => tokenizer.encode(text, spec.maxTokens));
    // A text of which a tokenizer leaves nothing has no vector of its own; the graph could not run on no tokens.
    return Promise.all(ids.map((own) => engine.embed(own.length === 0 ? [0] : own)));
  };
}

/** Memory grows with the tokens that are embedded together. */
function portionsOf<T extends ArrayLike<number>>(texts: readonly T[]): readonly (readonly T[])[] {
  const portions: T[][] = [];
  let room = 0;
  for (const ids of texts) {
    if (ids.length > room) {
      portions.push([]);
      room = PORTION_TOKENS;
    }
    portions.at(-1)?.push(ids);
    room -= ids.length;
  }
  return portions;
}

async function answer(embed: Promise<EmbedAll>, questions: readonly Question[]): Promise<readonly Answer[]> {
  try {
    const vectors = await (await embed)(questions.map(({ text }) => text));
    return questions.map(({ id }, i) => ({ id, vector: vectors[i] ?? null }));
  } catch (error) {
    const told = { message: messageOf(error), hint: error instanceof WaysError ? error.hint : undefined };
    return questions.map(({ id }) => ({ id, ...told }));
  }
}

self.onmessage = ({ data: spec }: MessageEvent<Spec>) => {
  const embed = open(spec);
  const most = spec.engine === "kernel" ? PORTION : 1;
  const asked: Question[] = [];
  const turn = async () => {
    await new Promise(setImmediate); // more may have come meanwhile
    const questions = asked.splice(0, most);
    if (questions.length > 0) for (const told of await answer(embed, questions)) postMessage(told);
  };
  let last: Promise<unknown> = embed.catch(() => {}); // each question tells why
  self.onmessage = ({ data: question }: MessageEvent<Question>) => {
    asked.push(question);
    last = last.then(turn);
  };
};
