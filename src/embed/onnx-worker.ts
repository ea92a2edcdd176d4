// The thread that ONNX Runtime blocks: texts in, raw vectors out, one after the other. Bundled by itself (build/onnx-worker.ts)
// and embedded, so that the executable's own modules hold nothing of it.
import { messageOf, WaysError } from "../errors.ts";
import { mapFile } from "../host/bytes.ts";
import { readJsonTokenizer } from "./json-tokenizer.ts";
import { type OnnxModel, openOnnx } from "./onnx.ts";
import { readTokenizer } from "./tokenizer.ts";

/** The first message; all that follow are questions. */
export type OnnxSpec = OnnxModel & {
  readonly tokenizer: string;
  /** `json`: a tokenizer.json; `flat`: the shipped tokenizer.bin. */
  readonly tokens: "json" | "flat";
  readonly maxTokens: number;
};
export type Question = { readonly id: number; readonly text: string };
export type Answer =
  | { readonly id: number; readonly vector: Float32Array }
  | { readonly id: number; readonly message: string; readonly hint: string | undefined };

declare const self: Worker;

type Embed = (text: string) => Promise<Float32Array>;

async function open(spec: OnnxSpec): Promise<Embed> {
  const read = spec.tokens === "json" ? readJsonTokenizer : readTokenizer;
  // ONNX Runtime first: other threads compile its WASM while the tokenizer is read.
  const [engine, tokenizer] = await Promise.all([openOnnx(spec), readLater(() => read(mapFile(spec.tokenizer)))]);
  return async (text) => {
    const ids = tokenizer.encode(text, spec.maxTokens);
    // A text of which a tokenizer leaves nothing has no vector of its own; the graph could not run on no tokens.
    return engine.embed(ids.length === 0 ? [0] : ids);
  };
}

async function readLater<T>(read: () => T): Promise<T> {
  return read();
}

async function answer(embed: Promise<Embed>, { id, text }: Question): Promise<Answer> {
  try {
    return { id, vector: await (await embed)(text) };
  } catch (error) {
    return { id, message: messageOf(error), hint: error instanceof WaysError ? error.hint : undefined };
  }
}

self.onmessage = ({ data: spec }: MessageEvent<OnnxSpec>) => {
  const embed = open(spec);
  let last: Promise<unknown> = embed.catch(() => {}); // each question tells why
  self.onmessage = ({ data: question }: MessageEvent<Question>) => {
    last = last.then(async () => postMessage(await answer(embed, question)));
  };
};
