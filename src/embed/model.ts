// The model folder: its manifest, and the proof that its files are the ones the manifest names.
// Hashing 88 MB takes a while, so a verdict is kept and trusted while size, time and inode of a file stay the same.
import { join } from "node:path";
import { messageOf, WaysError } from "../errors.ts";
import { readTextOr } from "../host/atomic.ts";
import { readHead, sha256File, stampOf } from "../host/stamps.ts";

export type FileRole = "kernel" | "onnx" | "table" | "tokenizer";

export type ModelFile = {
  readonly role: FileRole;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
};

export type Manifest = {
  readonly schema: "ways.model/1";
  readonly name: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly prefix: { readonly query: string; readonly passage: string };
  readonly input: "inputs_embeds" | "input_ids";
  readonly files: readonly ModelFile[];
  /** File of the calibration, beside the manifest. */
  readonly calibration: string;
  readonly licence: string;
  readonly provenance: string;
  /** Sentences with the vectors (base64 float32, little-endian) that any engine must reproduce. */
  readonly check: readonly { readonly kind: "query" | "passage"; readonly text: string; readonly vector: string }[];
};

export type Model = {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Changes with any byte of the model or of the way text is put to it. */
  readonly fingerprint: string;
  path(role: FileRole): string;
};

/** The first folder with a manifest; null when there is none. */
export function findModel(folders: readonly (string | null)[]): string | null {
  return folders.find((f) => f !== null && stampOf(join(f, "manifest.json")) !== null) ?? null;
}

/** Reads the manifest only; throws a WaysError that names the file when it is missing or malformed. */
export function openModel(folder: string): Model {
  const file = join(folder, "manifest.json");
  const text = readTextOr(file, null);
  if (text === null)
    throw new WaysError(`no model manifest at \`${file}\``, {
      hint: "`make setup` installs the model; `ways setup --model <folder>` copies one by hand",
    });
  const manifest = parseManifest(text, file);
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([manifest.prefix, manifest.maxTokens, manifest.files.map((f) => f.sha256)]));
  return {
    folder,
    manifest,
    fingerprint: hasher.digest("hex"),
    path: (role) => {
      const found = manifest.files.find((f) => f.role === role);
      if (!found) throw new WaysError(`the model in \`${folder}\` has no file for \`${role}\``);
      return join(folder, found.name);
    },
  };
}

function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WaysError(`\`${file}\` is no JSON`, { cause, hint: "install the model again" });
  }
  if (!isManifest(value))
    throw new WaysError(`\`${file}\` is no model manifest of schema ways.model/1`, {
      hint: "models/README.md describes the fields",
    });
  return value;
}

function isManifest(value: unknown): value is Manifest {
  const m = fieldsOf(value);
  const prefix = fieldsOf(m["prefix"]);
  return (
    m["schema"] === "ways.model/1" &&
    [m["name"], m["calibration"], m["licence"], m["provenance"], prefix["query"], prefix["passage"]].every(isText) &&
    [m["dimensions"], m["maxTokens"]].every(isCount) &&
    (m["input"] === "inputs_embeds" || m["input"] === "input_ids") &&
    isListOf(m["files"], (f) => [f["role"], f["name"], f["sha256"]].every(isText) && isCount(f["bytes"])) &&
    isListOf(m["check"], (c) => [c["kind"], c["text"], c["vector"]].every(isText))
  );
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isListOf(value: unknown, isItem: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isItem(fieldsOf(item)));
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

export type FileProblem = { readonly file: string; readonly expected: string; readonly found: string };

/** Compares every file with the manifest by size and SHA-256; names what is wrong and what it looks like. */
export function verifyModel(model: Model): readonly FileProblem[] {
  return model.manifest.files.flatMap((file) => problemOf(join(model.folder, file.name), file) ?? []);
}

function problemOf(path: string, file: ModelFile): FileProblem | null {
  const expected = `${file.bytes} bytes, sha256 ${file.sha256}`;
  const found = stateOf(path, file);
  return found === null ? null : { file: path, expected, found };
}

/** null: it is the file that the manifest names. */
function stateOf(path: string, file: ModelFile): string | null {
  const stamp = stampOf(path);
  if (stamp === null) return "no such file";
  try {
    if (stamp.size !== file.bytes) return `${stamp.size} bytes${looksLike(path)}`;
    const sha256 = sha256File(path);
    return sha256 === file.sha256 ? null : `${stamp.size} bytes, sha256 ${sha256}`;
  } catch (error) {
    return `nothing that can be read: ${messageOf(error)}`;
  }
}

/** Field case F1: what people get instead of a model. */
function looksLike(path: string): string {
  const head = new TextDecoder().decode(readHead(path, 200)).trimStart().toLowerCase();
  if (head.startsWith("version https://git-lfs"))
    return " (a Git LFS pointer: run `git lfs pull`, or fetch the file itself)";
  if (head.startsWith("<!doctype html") || head.startsWith("<html"))
    return " (a web page: a proxy or an error page was saved)";
  return " (cut or foreign)";
}

export function renderFileProblem(p: FileProblem): string {
  return `model file \`${p.file}\`: expected ${p.expected}; found ${p.found}`;
}

/** What makes a verdict stale: name, size, time and inode of every file. */
export function stampsOf(model: Model): string {
  return model.manifest.files
    .map((f) => {
      const s = stampOf(join(model.folder, f.name));
      return s === null ? `${f.name} missing` : `${f.name} ${s.size} ${s.mtimeMs} ${s.inode}`;
    })
    .join("\n");
}
