// An engine in a thread of its own, from outside. ONNX Runtime blocks its thread, which is abandoned when an answer is late; the kernel
// has one for each core when there is much to embed. A process that exits does not wait for any.
import type { Deadline } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import type { Answer, Question, Spec } from "./worker.ts";

export type Thread = {
  /** The raw vector of a text; null when the deadline passed first. */
  embed(text: string, deadline: Deadline | undefined): Promise<Float32Array | null>;
  /** What is still asked is never answered. */
  readonly stop: () => void;
};

/** `code`: the bundled worker. Nothing is awaited here: a model that cannot be opened rejects the first text. */
export function startThread(code: Uint8Array<ArrayBuffer>, spec: Spec): Thread {
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const waiting = new Map<number, PromiseWithResolvers<Float32Array | null>>();
  let asked = 0;
  let broken: WaysError | null = null;
  const fail = (what: string) => {
    broken ??= new WaysError(`${spec.engine === "onnx" ? "ONNX Runtime" : "a thread of the kernel"} failed: ${what}`);
    for (const question of waiting.values()) question.reject(broken);
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if ("vector" in data) question?.resolve(data.vector);
    else question?.reject(new WaysError(data.message, data.hint === undefined ? {} : { hint: data.hint }));
  };
  worker.onerror = ({ message }) => fail(message);
  worker.addEventListener("close", () => fail("it has ended"));
  worker.postMessage(spec);
  return {
    embed: async (text, deadline) => {
      if (deadline !== undefined && deadline.now() >= deadline.at) return null;
      if (broken !== null) throw broken;
      const question: Question = { id: asked++, text };
      const answer = Promise.withResolvers<Float32Array | null>();
      waiting.set(question.id, answer);
      worker.postMessage(question);
      return deadline === undefined ? answer.promise : beforeDeadline(answer.promise, deadline);
    },
    stop: () => {
      waiting.clear();
      worker.terminate();
    },
  };
}

/** What comes later, a failure included, is nobody's any more. */
async function beforeDeadline<T>(answer: Promise<T>, deadline: Deadline): Promise<T | null> {
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
