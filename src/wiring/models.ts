// The model on this machine: where it is, whether it is the right one, and the engines that run it.
import { dirname, join } from "node:path";
import { ASSETS } from "../assets.ts";
import { type EngineName, openEmbedder } from "../embed/embedder.ts";
import { compileKernel, type KernelCode } from "../embed/kernel/module.ts";
import { findModel, type Model, openModel } from "../embed/model.ts";
import { requireVerified } from "../embed/verdict.ts";
import type { Embedder } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { readEmbedded } from "../host/embedded.ts";
import { type Env, setting } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import type { Calibration } from "../match/space.ts";
import { readCalibration, readPhrasings } from "../store/calibration.ts";
import { once } from "./once.ts";

export type ModelTools = {
  readonly engine: EngineName;
  /** Verified; throws a WaysError that says what is missing or wrong. */
  requireModel(): Model;
  /** The same, with every byte read again: a doctor does not trust the stamps that hooks trust. */
  inspectModel(): Model;
  calibration(): Calibration | null;
  /** What the calibration's null node is made of, row by row. */
  phrasings(): readonly string[];
  openEmbedder(engine: EngineName): Promise<Embedder>;
  /** The kernel's code, compiled at first use: for embedding and for scoring. */
  kernel(): KernelCode;
  /** Where a model is looked for, in order. */
  readonly folders: readonly string[];
};

export function openModelTools(env: Env): ModelTools {
  const places = placesOf(env);
  const binary = dirname(process.execPath);
  const folders = [
    setting(env, "WAYS_MODEL_DIR"),
    places && join(places.data, "model"),
    join(binary, "model"),
    join(binary, "models"),
    join(binary, "..", "models"),
  ].filter((f): f is string => f !== null);
  const openVerified = (cache: string | null) => {
    const folder = findModel(folders);
    if (folder === null)
      throw new WaysError("there is no model: matching by meaning is off", {
        hint: `looked in ${folders.map((f) => `\`${f}\``).join(", ")}; \`make setup\` installs it, \`ways setup --model <folder>\` copies one`,
      });
    const model = openModel(folder);
    requireVerified(model, cache);
    return model;
  };
  const requireModel = once(() => openVerified(places?.cache ?? null));
  const kernel = once(() =>
    compileKernel({ relaxed: readEmbedded(ASSETS.kernelRelaxed), plain: readEmbedded(ASSETS.kernelPlain) }),
  );
  return {
    folders,
    kernel,
    engine: setting(env, "WAYS_ENGINE") === "onnx" ? "onnx" : "kernel",
    requireModel,
    inspectModel: () => openVerified(null),
    calibration: once(() => {
      const model = requireModel();
      return readCalibration(join(model.folder, model.manifest.calibration), model.fingerprint);
    }),
    phrasings: () => {
      const model = requireModel();
      return readPhrasings(join(model.folder, model.manifest.calibration));
    },
    openEmbedder: async (engine) => {
      return openEmbedder(requireModel(), engine, { kernel, ortWasm: ASSETS.ortWasm });
    },
  };
}
