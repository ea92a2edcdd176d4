// For `ways migrate`: which files hold what earlier versions used, what they should be, and how to take that back.
import type { Env } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import { type ChangedFile, forgetMigration, keepMigration, lastMigration } from "../store/migrations.ts";
import { readWayFile, replaceWayFile } from "../store/way-files.ts";
import { MIGRATED, migrateLocales, migrateWay } from "../ways/migrate.ts";
import type { Authored } from "./authoring.ts";

export type Plan = {
  readonly changes: readonly ChangedFile[];
  /** Files to be put right by hand, and why. */
  readonly byHand: readonly { readonly path: string; readonly why: string }[];
};

export function planMigration({ diagnostics }: Pick<Authored, "diagnostics">): Plan {
  const paths = new Set(diagnostics.flatMap(({ code, file }) => (MIGRATED.has(code) ? [file] : [])));
  const changes: ChangedFile[] = [];
  const byHand: { path: string; why: string }[] = [];
  for (const path of [...paths].sort()) {
    const before = readWayFile(path);
    if (before === null) continue;
    const migration = path.endsWith(".jsonl") ? migrateLocales(before) : migrateWay(before);
    if (migration.kind === "migrated") changes.push({ path, before, after: migration.text });
    if (migration.kind === "by-hand") byHand.push({ path, why: migration.why });
  }
  return { changes, byHand };
}

/** Writes the files and keeps what they were; returns where, null when there is no place for it. */
export function applyMigration(env: Env, changes: readonly ChangedFile[]): string | null {
  const places = placesOf(env);
  const kept = places === null ? null : keepMigration(places.state, new Date(), changes);
  for (const { path, after } of changes) replaceWayFile(path, after);
  return kept;
}

export type Undone = { readonly at: string; readonly restored: readonly string[]; readonly changed: readonly string[] };

/** Files that were edited since are left alone; null: there is nothing to take back. */
export function undoMigration(env: Env): Undone | null {
  const places = placesOf(env);
  const last = places === null ? null : lastMigration(places.state);
  if (last === null) return null;
  const isAsLeft = ({ path, after }: ChangedFile) => readWayFile(path) === after;
  const [restored, changed] = [last.changes.filter(isAsLeft), last.changes.filter((c) => !isAsLeft(c))];
  for (const { path, before } of restored) replaceWayFile(path, before);
  forgetMigration(last);
  return { at: last.at, restored: restored.map((c) => c.path), changed: changed.map((c) => c.path) };
}
