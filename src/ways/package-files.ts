// Which files of a package are used, and what no package may hold. Everything else in its folder or archive is left where it is.
import { WaysError } from "../errors.ts";
import { MANIFEST_NAME } from "./package-manifest.ts";
import { MAX_FILE_BYTES } from "./text.ts";

export type PackageFile = {
  /** From the root of the package, `/`-separated. */
  readonly relative: string;
  readonly bytes: Uint8Array;
};

export const MAX_PACKAGE_FILES = 2_000;
const MAX_PACKAGE_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 15;

/** Ways, the rows beside them and their macros; at the root the manifest and the licence. A core block stays its author's. */
export function isPackageFile(relative: string): boolean {
  const parts = relative.normalize("NFC").split("/");
  const [name = "", folder] = parts.reverse();
  if (folder === undefined) return name === MANIFEST_NAME || /^(?:licen[cs]e|notice)(?:\.(?:md|txt))?$/i.test(name);
  if (name === "macro.sh" || name === "macro.ps1") return true;
  return [".md", ".locales.jsonl", ".golden.jsonl"].some((end) => name === folder + end);
}

/** Those that are used, in the order of their paths. Throws a WaysError for what cannot be kept on every system, or is too much. */
export function selectPackageFiles(files: readonly PackageFile[]): readonly PackageFile[] {
  const used = files.filter(({ relative }) => isPackageFile(relative));
  checkSizes(used.map(({ relative, bytes }) => ({ relative, size: bytes.length })));
  for (const { relative } of used) {
    const parts = relative.split("/");
    if (!parts.every(isPortable)) throw refused(relative, "has a name that not every system can keep");
    if (parts.length > MAX_DEPTH) throw refused(relative, `lies more than ${MAX_DEPTH} folders deep`);
  }
  const twins = [...Map.groupBy(used, ({ relative }) => relative.normalize("NFC").toLowerCase()).values()];
  const [first, second] = twins.find((same) => same.length > 1) ?? [];
  if (first && second) throw refused(first.relative, `and \`${second.relative}\` are one file on some systems`);
  return used.toSorted((a, b) => (a.relative < b.relative ? -1 : 1));
}

/** Before anything is read. Throws a WaysError. */
export function checkSizes(files: readonly { readonly relative: string; readonly size: number }[]): void {
  for (const { relative, size } of files)
    if (size > MAX_FILE_BYTES) throw refused(relative, `is larger than ${MAX_FILE_BYTES / 1024} KB`);
  if (files.length > MAX_PACKAGE_FILES) throw tooMuch(`${files.length} files, at most ${MAX_PACKAGE_FILES}`);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_PACKAGE_BYTES) throw tooMuch(`${total} bytes, at most ${MAX_PACKAGE_BYTES}`);
}

/** A part of a path: no step upwards, nothing a system reads as a separator, a drive or a stream, nothing it cuts off. */
function isPortable(part: string): boolean {
  return part !== "" && part.length <= 100 && !/^\.{1,2}$|[\\:*?"<>|\p{Cc}]|[. ]$/u.test(part);
}

function refused(relative: string, what: string): WaysError {
  return new WaysError(`the package was not added: \`${relative}\` ${what}`);
}

function tooMuch(what: string): WaysError {
  return new WaysError(`the package was not added: it holds ${what}`);
}
