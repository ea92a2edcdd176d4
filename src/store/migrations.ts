// What each migration has changed, kept in the state folder so that it can be taken back.
import { join } from "node:path";
import { namesIn, readTextOr } from "../host/atomic.ts";
import { ensureDir, removeFile, writeAtomic } from "../host/files.ts";

export type ChangedFile = { readonly path: string; readonly before: string; readonly after: string };
export type Record = { readonly file: string; readonly at: string; readonly changes: readonly ChangedFile[] };

/** Returns where it is kept. */
export function keepMigration(state: string, at: Date, changes: readonly ChangedFile[]): string {
  const folder = join(state, "migrations");
  ensureDir(folder);
  const file = join(folder, `${at.toISOString().replaceAll(":", "-")}.json`);
  writeAtomic(file, JSON.stringify({ at: at.toISOString(), changes }));
  return file;
}

/** The newest that has not been taken back; null when there is none. */
export function lastMigration(state: string): Record | null {
  const folder = join(state, "migrations");
  const name = namesIn(folder)
    .filter((n) => n.endsWith(".json"))
    .sort()
    .at(-1);
  if (name === undefined) return null;
  const file = join(folder, name);
  try {
    const { at, changes }: { at: string; changes: ChangedFile[] } = JSON.parse(readTextOr(file, ""));
    return { file, at, changes };
  } catch {
    return null;
  }
}

export function forgetMigration({ file }: Record): void {
  removeFile(file);
}
