// ONNX Runtime from outside: it blocks its thread, so it has one of its own, which is abandoned when an answer is late.
// A process that exits does not wait for it.
import type { Deadline } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import type { Answer, OnnxSpec, Question } from "./onnx-worker.ts";

export type OnnxThread = {
  /** The raw vector of a text; null when the deadline passed first. */
  embed(text: string, deadline: Deadline | undefined): Promise<Float32Array | null>;
};

/** `code`: the bundled worker. Nothing is awaited here: a model that cannot be opened rejects the first text. */
export function startOnnx(code: Uint8Array<ArrayBuffer>, spec: OnnxSpec): OnnxThread {
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const waiting = new Map<number, PromiseWithResolvers<Float32Array>>();
  let asked = 0;
  let broken: WaysError | null = null;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if ("vector" in data) question?.resolve(data.vector);
    else question?.reject(new WaysError(data.message, data.hint === undefined ? {} : { hint: data.hint }));
  };
  worker.onerror = ({ message }) => {
    broken = new WaysError(`ONNX Runtime failed: ${message}`);
    for (const question of waiting.values()) question.reject(broken);
    waiting.clear();
  };
  worker.postMessage(spec);
  return {
    embed: async (text, deadline) => {
      if (deadline !== undefined && deadline.now() >= deadline.at) return null;
      if (broken !== null) throw broken;
      const question: Question = { id: asked++, text };
      const answer = Promise.withResolvers<Float32Array>();
      waiting.set(question.id, answer);
      worker.postMessage(question);
      return deadline === undefined ? answer.promise : beforeDeadline(answer.promise, deadline);
    },
  };
}

/** What comes later, a failure included, is nobody's any more. */
async function beforeDeadline(answer: Promise<Float32Array>, deadline: Deadline): Promise<Float32Array | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    const look = () => {
      const left = deadline.at - deadline.now();
      if (left <= 0) resolve(null);
      else timer = setTimeout(look, Math.ceil(left));
    };
    look();
  });
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
