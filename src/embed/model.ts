// The model folder: its manifest, and the proof that its files are the ones the manifest names.
// Hashing 88 MB takes a while, so a verdict is kept and trusted while size, time and inode of a file stay the same.
import { join } from "node:path";
import { messageOf, WaysError } from "../errors.ts";
import { readTextOr } from "../host/atomic.ts";
import { readHead, sha256File, stampOf } from "../host/stamps.ts";

export type FileRole = "kernel" | "onnx" | "table" | "tokenizer";

/** How the graph's first fitting output becomes one vector: as it is, the mean over tokens, or the first token's. */
export type Pooling = "none" | "mean" | "cls";

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
  /** `inputs_embeds`: the shipped model, rows of its token table; `input_ids`: any other, with a tokenizer.json of its own. */
  readonly input: "inputs_embeds" | "input_ids";
  /** Of a model with `input_ids`; for people otherwise. */
  readonly pooling: string;
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
  for (const folder of folders) if (folder !== null && stampOf(join(folder, "manifest.json")) !== null) return folder;
  return null;
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
  const own = isOther(manifest) ? [manifest.pooling] : [];
  hasher.update(JSON.stringify([manifest.prefix, manifest.maxTokens, manifest.files.map((f) => f.sha256), ...own]));
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

/** A model of the user's (models/README.md, "Another model"): its vectors of the shipped library are made on this machine. */
export function isOther({ input }: Pick<Manifest, "input">): boolean {
  return input === "input_ids";
}

export function poolingOf({ input, pooling }: Pick<Manifest, "input" | "pooling">): Pooling {
  return POOLINGS.find((known) => input === "input_ids" && known === pooling) ?? "none";
}

function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WaysError(`\`${file}\` is no JSON`, { cause, hint: "install the model again" });
  }
  if (isManifest(value)) return value;
  throw new WaysError(`\`${file}\` is no model manifest of schema ways.model/1: ${faultsOf(value).join(", ")}`, {
    hint: "models/README.md describes the fields",
  });
}

function isManifest(value: unknown): value is Manifest {
  return faultsOf(value).length === 0;
}

const POOLINGS: readonly Pooling[] = ["none", "mean", "cls"];
/** The files of a manifest lie beside it: a name with a folder in it would be read, and installed, elsewhere. */
const PLAIN_NAME = /^\w[\w.-]*$/;

/** What each field is to be, for those that are not. */
function faultsOf(value: unknown): readonly string[] {
  const m = fieldsOf(value);
  const prefix = fieldsOf(m["prefix"]);
  const isFile = (f: Fields) =>
    isText(f["role"]) && isText(f["sha256"]) && isCount(f["bytes"]) && PLAIN_NAME.test(String(f["name"]));
  const hasRole = (role: FileRole) => isListOf(m["files"], isFile) && someOf(m["files"], (f) => f["role"] === role);
  const isOwn = m["input"] === "input_ids";
  const rules: readonly (readonly [string, boolean])[] = [
    ["`schema` is not `ways.model/1`", m["schema"] === "ways.model/1"],
    ...["name", "licence", "provenance"].map((key) => [`\`${key}\` is no text`, isText(m[key])] as const),
    ["`calibration` is no name of a file", PLAIN_NAME.test(String(m["calibration"]))],
    ["`prefix` has no `query` and `passage`", isText(prefix["query"]) && isText(prefix["passage"])],
    ...["dimensions", "maxTokens"].map((key) => [`\`${key}\` is no count`, isCount(m[key])] as const),
    ["`input` is not `input_ids` or `inputs_embeds`", isOwn || m["input"] === "inputs_embeds"],
    ["`files` is no list of `role`, `name`, `bytes` and `sha256`", isListOf(m["files"], isFile)],
    ["`check` is no list of `kind`, `text` and `vector`", isListOf(m["check"], isCheck)],
    ["`dimensions` is no multiple of 16", !isOwn || Number(m["dimensions"]) % 16 === 0],
    ["`pooling` is not `none`, `mean` or `cls`", !isOwn || POOLINGS.some((known) => known === m["pooling"])],
    ["`files` names no `onnx` or no `tokenizer`", !isOwn || (hasRole("onnx") && hasRole("tokenizer"))],
  ];
  return rules.filter(([, holds]) => !holds).map(([fault]) => fault);
}

function isCheck(check: Fields): boolean {
  return isText(check["kind"]) && isText(check["text"]) && isText(check["vector"]);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isListOf(value: unknown, isItem: (item: Fields) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (!isItem(fieldsOf(item))) return false;
  return true;
}

function someOf(value: unknown, isItem: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.some((item) => isItem(fieldsOf(item)));
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
