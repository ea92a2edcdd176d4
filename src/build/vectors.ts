// Raw vectors of the texts that are built into the product, rounded to int8 (a cosine changes by less than .001).
// models/vectors.bin holds those of the last `make calibrate`: a fresh clone embeds only what was written since, and that
// is kept in dist/. Where a vector comes from makes no difference to what is built: all of them are rounded.
//   sections: "keys" 8 bytes each, the beginning of the text's hash · "rows" int8 [n × dimensions] · "scales" f32 [n]
import { join } from "node:path";
import { openThread } from "../embed/embedder.ts";
import { startKernel } from "../embed/kernel/start.ts";
import { type Model, openModel } from "../embed/model.ts";
import { ALIAS_KIND, embedMissing, type OpenTeam, type RawVectors } from "../engine/refresh.ts";
import { mapFile } from "../host/bytes.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import { quantiseRows } from "../match/block.ts";
import { buildSections, floatBytes, readSections } from "../store/sections.ts";
import { openVectorStore, vectorKey } from "../store/vectors.ts";
import { builtKernel } from "./built-kernel.ts";
import { bundleWorker } from "./worker.ts";

const KEPT = join("models", "vectors.bin");
const KIND = "ways.vectors/1";
const KEY_DIGITS = 16;

type Known = Pick<RawVectors, "get">;

/** An interrupted build loses as much. */
const SAVE_MS = 2_000;
/** Of a thread: it embeds together what waits for it. */
const ASKED_AT_ONCE = 32;

/** Vectors of texts, `count` of which had to be embedded now, by the kernel on all cores. */
export async function rawVectors(
  texts: readonly string[],
  progress: (line: string) => void,
): Promise<{ readonly vectors: Known; readonly count: number }> {
  const model = openModel("models");
  const kept = keptVectors(model);
  ensureDir("dist");
  const store = openVectorStore(join("dist", "vectors.bin"), model.fingerprint, ALIAS_KIND, model.manifest.dimensions);
  let saved = performance.now();
  const team = await openTeam(model);
  const count = await embedMissing(
    texts.filter((text) => kept(text) === null),
    store,
    team,
    (done, total) => {
      if (done < total && performance.now() - saved < SAVE_MS) return;
      saved = performance.now();
      store.flush();
      progress(`embedded ${done} of ${total} texts`);
    },
  );
  const fresh = (text: string) => {
    const vector = store.get(text);
    return vector && rounded(vector);
  };
  return { vectors: { get: (text) => kept(text) ?? fresh(text) }, count };
}

/** Writes models/vectors.bin with these texts alone. */
export function keepVectors(texts: readonly string[], vectors: Known): void {
  const model = openModel("models");
  const { dimensions } = model.manifest;
  const unique = [...new Set(texts)].flatMap((text) => {
    const vector = vectors.get(text);
    return vector === null ? [] : [{ key: keyOf(model, text), vector }];
  });
  unique.sort((a, b) => (a.key < b.key ? -1 : 1));
  const all = new Float32Array(unique.length * dimensions);
  unique.forEach(({ vector }, i) => {
    all.set(vector, i * dimensions);
  });
  const { rows, scales } = quantiseRows(all, dimensions);
  const meta = { kind: KIND, model: model.fingerprint, dimensions };
  const keys = Uint8Array.fromHex(unique.map(({ key }) => key).join(""));
  const sections = { keys, rows: new Uint8Array(rows.slice(0, rows.length).buffer), scales: floatBytes(scales) };
  writeAtomic(KEPT, buildSections(meta, sections), 0o644);
}

/** What models/vectors.bin holds for this model, by text. */
export function keptVectors(model: Model): (text: string) => Float32Array | null {
  const file = open(KEPT);
  const { dimensions } = model.manifest;
  const [keys, rows, scales] = [file?.bytes("keys"), file?.bytes("rows"), file?.floats("scales")];
  if (!keys || !rows || !scales || file?.meta["model"] !== model.fingerprint) return () => null;
  const hex = keys.toHex();
  const places = new Map(Array.from(scales, (_, i) => [hex.slice(i * KEY_DIGITS, (i + 1) * KEY_DIGITS), i]));
  return (text) => {
    const i = places.get(keyOf(model, text));
    if (i === undefined) return null;
    const row = new Int8Array(rows.buffer, rows.byteOffset + i * dimensions, dimensions);
    return Float32Array.from(row, (x) => x * (scales[i] ?? 0));
  };
}

function open(path: string) {
  try {
    const file = readSections(mapFile(path));
    return file?.meta["kind"] === KIND ? file : null;
  } catch {
    return null;
  }
}

function keyOf({ fingerprint }: Model, text: string): string {
  return vectorKey(fingerprint, ALIAS_KIND, text).slice(0, KEY_DIGITS);
}

/** As it reads back from models/vectors.bin; rounding twice changes nothing. */
function rounded(vector: Float32Array): Float32Array {
  const { rows, scales } = quantiseRows(vector, vector.length);
  return Float32Array.from(rows.slice(0, rows.length), (x) => x * (scales[0] ?? 0));
}

async function openTeam(model: Model): Promise<OpenTeam> {
  const worker = await bundleWorker();
  const code = { kernel: () => startKernel(builtKernel()), worker: () => worker, ortWasm: "" };
  return async (texts) => {
    const size = Math.min(texts, navigator.hardwareConcurrency);
    const threads = await Promise.all(Array.from({ length: size }, () => openThread(model, "kernel", code)));
    const embedders = threads.map(({ embedder }) => embedder);
    const close = () => threads.forEach(({ stop }) => void stop());
    return { embedders: Array.from({ length: ASKED_AT_ONCE }, () => embedders).flat(), close };
  };
}
