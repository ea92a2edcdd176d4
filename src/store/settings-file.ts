// An agent's settings file on disk: read with its BOM, replaced without losing link, mode or owner, verified after writing.
// The copies we keep lie beside our state, not beside the user's file: the bytes before the last write, and the original without us.
import { basename, dirname, join } from "node:path";
import { messageOf, WaysError } from "../errors.ts";
import {
  ensureDir,
  errorCode,
  factsOf,
  readBytes,
  readText,
  realPath,
  removeFile,
  writeAtomic,
  writeInPlace,
} from "../host/files.ts";

export type SettingsFile = {
  /** As it was asked for, for messages. */
  readonly path: string;
  /** What it leads to: links are kept, their target is written. */
  readonly target: string;
  /** null: there is no file. */
  readonly text: string | null;
};

/** Throws WaysError for what is no regular UTF-8 file. */
export function readSettings(path: string): SettingsFile {
  const target = realPath(path);
  if (target === null) throw new WaysError(`\`${path}\` is a link to a file that is missing`);
  const facts = factsOf(target);
  if (facts !== null && facts.kind !== "file") throw new WaysError(`\`${path}\` is a ${facts.kind}, expected a file`);
  return { path, target, text: readExactly(target, path) };
}

function readExactly(target: string, path: string): string | null {
  try {
    const bytes = readBytes(target);
    return bytes === null ? null : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError)
      throw new WaysError(`\`${path}\` is not UTF-8`, {
        hint: "save it as UTF-8 and run the command again",
        cause: error,
      });
    throw new WaysError(`\`${path}\` can't be read: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Writes the new text, or removes the file for null, after keeping the old bytes under `backups`; gives the path of that copy (null
 * when there was no file). Throws WaysError, with the file as it was, when it is read-only, has changed since it was read, or no copy
 * can be kept; and when what is read back is not what was written.
 */
export function writeSettings(file: SettingsFile, text: string | null, backups: string): string | null {
  const facts = factsOf(file.target);
  if (facts?.readOnly === true)
    throw new WaysError(`\`${file.path}\` is read-only, so it was left alone`, {
      hint: `allow writing first (\`chmod u+w ${file.target}\`), or make the change where the file is generated`,
    });
  if (readExactly(file.target, file.path) !== file.text)
    throw new WaysError(`\`${file.path}\` has changed in the meantime, so it was left alone`, {
      hint: "run the command again",
    });
  const backup = file.text === null ? null : keepBackup(file, file.text, backups);
  try {
    if (text === null) removeFile(file.target);
    else replace(file.target, text, facts);
  } catch (error) {
    throw new WaysError(`\`${file.path}\` can't be written: ${messageOf(error)}`, {
      cause: error,
      ...(backup === null ? {} : { hint: `its content is kept in \`${backup}\`` }),
    });
  }
  if (readExactly(file.target, file.path) !== text)
    throw new WaysError(`\`${file.path}\` does not hold what was written: another program writes it, too`, {
      ...(backup === null ? {} : { hint: `its content before is kept in \`${backup}\`` }),
    });
  return backup;
}

/** A rename is refused on bind mounts and read-only folders, and would cut off owners and hard links. */
const NO_RENAME: readonly string[] = ["EROFS", "EXDEV", "EBUSY", "EACCES", "EPERM"];

function replace(target: string, text: string, facts: ReturnType<typeof factsOf>): void {
  if (facts === null) {
    ensureDir(dirname(target), 0o755);
    writeAtomic(target, text);
    return;
  }
  try {
    if (facts.shared) writeInPlace(target, text);
    else writeAtomic(target, text, facts.mode);
  } catch (error) {
    if (facts.shared || !NO_RENAME.includes(errorCode(error))) throw error;
    writeInPlace(target, text);
  }
}

function keepBackup(file: SettingsFile, text: string, backups: string): string {
  const backup = `${placeOf(file, backups)}.before.json`;
  keep(file, backup, text);
  return backup;
}

/** Without a copy nothing is written. */
function keep(file: SettingsFile, copy: string, text: string): void {
  try {
    ensureDir(dirname(copy));
    writeAtomic(copy, text);
  } catch (error) {
    throw new WaysError(
      `\`${file.path}\` was left alone: no copy can be kept in \`${dirname(copy)}\`: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** The settings as they would be without us; `text` null: there was no file. */
type Original = { readonly text: string | null };

/** null when none is kept, or what is kept can't be read. */
export function readOriginal(file: SettingsFile, backups: string): Original | null {
  try {
    const record: unknown = JSON.parse(readText(recordOf(file, backups)) ?? "null");
    if (typeof record !== "object" || record === null || !("original" in record)) return null;
    const { original } = record;
    return original === null || typeof original === "string" ? { text: original } : null;
  } catch {
    return null;
  }
}

export function writeOriginal(file: SettingsFile, original: Original, backups: string): void {
  const record = { path: file.path, original: original.text };
  keep(file, recordOf(file, backups), `${JSON.stringify(record, null, 2)}\n`);
}

export function forgetOriginal(file: SettingsFile, backups: string): void {
  removeFile(recordOf(file, backups));
}

function recordOf(file: SettingsFile, backups: string): string {
  return `${placeOf(file, backups)}.original.json`;
}

/** One name per real file: user and project files share their base names. */
function placeOf(file: SettingsFile, backups: string): string {
  const name = basename(file.target).replace(/\.json$/, "");
  return join(backups, `${name}-${new Bun.CryptoHasher("sha256").update(file.target).digest("hex").slice(0, 12)}`);
}
