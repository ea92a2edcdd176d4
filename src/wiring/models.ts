// The model on this machine: where it is, whether it is the right one, and the engines that run it.
import { dirname, join } from "node:path";
import { ASSETS } from "../assets.ts";
import type { EngineName } from "../embed/embedder.ts";
import { findModel, type Model, openModel } from "../embed/model.ts";
import { requireVerified } from "../embed/verdict.ts";
import type { Embedder } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import type { Calibration } from "../match/space.ts";
import { readCalibration } from "../store/calibration.ts";
import { once } from "./once.ts";

export type ModelTools = {
  readonly engine: EngineName;
  /** Verified; throws a WaysError that says what is missing or wrong. */
  requireModel(): Model;
  calibration(): Calibration | null;
  openEmbedder(engine: EngineName): Promise<Embedder>;
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
  const requireModel = once(() => {
    const folder = findModel(folders);
    if (folder === null)
      throw new WaysError("there is no model: matching by meaning is off", {
        hint: `looked in ${folders.map((f) => `\`${f}\``).join(", ")}; \`make setup\` installs it, \`ways setup --model <folder>\` copies one`,
      });
    const model = openModel(folder);
    requireVerified(model, places?.cache ?? null);
    return model;
  });
  return {
    folders,
    engine: setting(env, "WAYS_ENGINE") === "onnx" ? "onnx" : "kernel",
    requireModel,
    calibration: once(() => {
      const model = requireModel();
      return readCalibration(join(model.folder, model.manifest.calibration), model.fingerprint);
    }),
    openEmbedder: async (engine) => {
      const { openEmbedder } = await import("../embed/embedder.ts");
      return openEmbedder(requireModel(), engine, ASSETS);
    },
  };
}
