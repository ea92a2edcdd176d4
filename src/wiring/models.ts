// The model on this machine: where it is, whether it is the right one, and the engines that run it.
import { dirname, join } from "node:path";
import { ASSETS } from "../assets.ts";
import { type EngineCode, type EngineName, openEmbedder, openKernelEmbedder } from "../embed/embedder.ts";
import { startAssistant } from "../embed/kernel/assistant.ts";
import { openScorer } from "../embed/kernel/scorer.ts";
import type { StartedKernel } from "../embed/kernel/start.ts";
import { findModel, isOther, type Model, openModel } from "../embed/model.ts";
import { keepPlainTokenizer } from "../embed/plain-tokenizer.ts";
import { requireVerified } from "../embed/verdict.ts";
import type { Embedder } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { readEmbedded } from "../host/embedded.ts";
import { type Env, setting } from "../host/env.ts";
import { type Places, placesOf } from "../host/paths.ts";
import type { Arithmetic } from "../match/score.ts";
import type { Calibration } from "../match/space.ts";
import { once } from "../once.ts";
import { readCalibration, readOwnRows, readPhrasings } from "../store/calibration.ts";
import { chosenModel, modelFolder } from "../store/chosen-model.ts";
import type { Sections } from "../store/sections.ts";
import { isAssisted } from "./assisted.ts";
import { startOwnKernel } from "./own-kernel.ts";

export type ModelTools = {
  /** ONNX Runtime for every model but the shipped one, and where `WAYS_ENGINE` asks for it. */
  engine(): EngineName;
  /** Verified; throws a WaysError that says what is missing or wrong. */
  requireModel(): Model;
  /** The same, with every byte read again: a doctor does not trust the stamps that hooks trust. */
  inspectModel(): Model;
  calibration(): Calibration | null;
  calibrationPath(): string;
  /** Coordinates of the shipped ways where they are not those in the binary; null: they are, or nobody has made them yet. */
  ownRows(): Sections | null;
  /** What the calibration's null node is made of, row by row. */
  phrasings(): readonly string[];
  openEmbedder(engine: EngineName): Promise<Embedder>;
  /** Makes, once for a model, what hooks read of its tokenizer: not in a prompt, as it takes as long. Throws a WaysError without a model. */
  keepTokenizer(): void;
  /** What engines run on, wherever they are opened. */
  readonly code: EngineCode;
  /** Where the kernel was started ahead of its use: begins with a text that will be asked for, in a second thread where that pays. Throws a WaysError. */
  begin(text: string): void;
  /** The kernel's arithmetic for scores. */
  scorer(): Arithmetic;
};

/** Where the shipped model is looked for, in order. */
export function defaultFolders(places: Places | null): readonly string[] {
  const binary = dirname(process.execPath);
  const installed = places === null ? [] : [join(places.data, "model")];
  return [...installed, join(binary, "model"), join(binary, "models"), join(binary, "..", "models")];
}

/** `onFull`: told the size of a text that filled the model's window; `ahead`: a kernel that has been started, null: it is when it is needed. */
export function openModelTools(
  env: Env,
  onFull: (units: number) => void = () => {},
  ahead: StartedKernel | null = null,
): ModelTools {
  const places = placesOf(env);
  const openVerified = (cache: string | null) => {
    const model = openModel(folderInUse(env, places));
    requireVerified(model, cache);
    return model;
  };
  const requireModel = once(() => openVerified(places?.cache ?? null));
  const calibrationPath = () => {
    const { folder, manifest } = requireModel();
    return join(folder, manifest.calibration);
  };
  const kernel = once(() => ahead ?? startOwnKernel());
  const code: EngineCode = { kernel, worker: () => readEmbedded(ASSETS.worker), ortWasm: ASSETS.ortWasm };
  const engine = () => (setting(env, "WAYS_ENGINE") === "onnx" || isOther(requireModel().manifest) ? "onnx" : "kernel");
  const own = once(() => openKernelEmbedder(requireModel(), code, onFull, places?.cache));
  return {
    code,
    scorer: once(() => openScorer(kernel().code)),
    begin: (text) => {
      if (ahead === null || engine() !== "kernel") return;
      if (isAssisted(text)) startAssistant(ASSETS.assistant, requireModel().path("kernel"), ahead);
      ahead.practise();
      own().begin("query", text);
    },
    engine,
    requireModel,
    inspectModel: () => openVerified(null),
    calibrationPath,
    calibration: once(() => readCalibration(calibrationPath(), requireModel().fingerprint)),
    ownRows: once(() =>
      isOther(requireModel().manifest) ? readOwnRows(calibrationPath(), requireModel().fingerprint) : null,
    ),
    phrasings: () => readPhrasings(calibrationPath()),
    keepTokenizer: () => {
      if (places !== null && engine() === "kernel") keepPlainTokenizer(requireModel(), places.cache);
    },
    // One engine for all: they would share the kernel's memory.
    openEmbedder: async (engine) => (engine === "kernel" ? own() : openEmbedder(requireModel(), engine, code, onFull)),
  };
}

/** Throws a WaysError when there is none. A chosen model that is gone is not replaced in silence. */
function folderInUse(env: Env, places: Places | null): string {
  const chosen = places && chosenModel(places);
  const named = setting(env, "WAYS_MODEL_DIR");
  const first = named === null ? [] : [named];
  const folders =
    places !== null && chosen !== null
      ? [...first, modelFolder(places, chosen)]
      : [...first, ...defaultFolders(places)];
  const folder = findModel(folders);
  if (folder !== null) return folder;
  const looked = `looked in ${folders.map((f) => `\`${f}\``).join(", ")}`;
  if (chosen !== null)
    throw new WaysError(
      `the model \`${chosen}\`, which \`ways model use\` chose, is gone: matching by meaning is off`,
      {
        hint: `${looked}; \`ways model use default\` goes back to the shipped one`,
      },
    );
  throw new WaysError("there is no model: matching by meaning is off", {
    hint: `${looked}; \`make setup\` installs it, \`ways setup --model <folder>\` copies one`,
  });
}
