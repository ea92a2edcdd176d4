// Who embeds when there is much to embed: threads on all cores, or this process when the start of a thread would not pay.
import { openThread } from "../embed/embedder.ts";
import type { Embedder } from "../engine/ports.ts";
import type { OpenTeam } from "../engine/refresh.ts";
import { coresToUse } from "../host/background.ts";
import { once } from "../once.ts";
import type { ModelTools } from "./models.ts";
import type { World } from "./world.ts";

/** A thread of the kernel takes some 40 ms to start, five texts take as long: fewer than these leave it too little to win. */
const TEXTS_A_THREAD = 20;
const MANY = 2 * TEXTS_A_THREAD;
/** While a thread of the kernel is busy with some texts the next ones wait for it. */
const ASKED_AT_ONCE = 32;
/** A thread of the kernel takes 10 MB. */
const MOST_KERNELS = 16;
const MOST_ONNX = 4;
/** Bytes of model files that all threads of ONNX Runtime together may load; each takes six times as much memory. */
const MOST_BYTES = 500_000_000;

export function openTeamOf({ models, failure }: Pick<World, "models" | "failure">, cores = coresToUse()): OpenTeam {
  return async (texts) => {
    const engine = models.engine();
    const isOnnx = engine === "onnx";
    if (texts < (isOnnx ? 2 : MANY)) return { embedders: [await models.openEmbedder(engine)], close: () => {} };
    const size = Math.min(cores, isOnnx ? mostOnnx(models, texts) : mostKernels(texts));
    const start = () => openThread(models.requireModel(), engine, models.code);
    const threads = await Promise.all(Array.from({ length: size }, start));
    const embedders = threads.map(({ embedder }) => embedder);
    const close = () => {
      for (const { stop } of threads) stop();
    };
    if (isOnnx) return { embedders, close };
    const own = once(() => models.openEmbedder(engine));
    let isTold = false;
    const failed = (error: unknown) => {
      if (!isTold) failure("thread", error);
      isTold = true;
    };
    const safe = embedders.map((embedder) => orElse(embedder, own, failed));
    return { embedders: Array.from({ length: ASKED_AT_ONCE }, () => safe).flat(), close };
  };
}

function mostKernels(texts: number): number {
  return Math.min(MOST_KERNELS, Math.floor(texts / TEXTS_A_THREAD));
}

function mostOnnx(models: Pick<ModelTools, "requireModel">, texts: number): number {
  const bytes = models.requireModel().manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  return Math.min(MOST_ONNX, Math.max(1, Math.floor(MOST_BYTES / bytes)), texts);
}

/** What a thread cannot do this process does. */
function orElse(thread: Embedder, own: () => Promise<Embedder>, failed: (error: unknown) => void): Embedder {
  return {
    ...thread,
    embed: async (...question) => {
      try {
        return await thread.embed(...question);
      } catch (error) {
        failed(error);
        return (await own()).embed(...question);
      }
    },
  };
}
