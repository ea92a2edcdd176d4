// Projects: the root an event belongs to, and the one key both sides of the corpus use for it (ADR-109).
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { realPathOr } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";
import type { WayId } from "../ways/way.ts";

export type ProjectKey = string & { readonly __project: unique symbol };
/** `<project key>/<way id>`, or the bare id for core and user ways: what corpus rows are found under. */
export type CorpusKey = string & { readonly __corpus: unique symbol };

/** The named folder, else the nearest folder from `cwd` upwards with `.claude/ways` or `.git`, else `cwd`. */
export function findProject(named: string | null, cwd: string): string {
  if (named !== null) return named;
  for (let at = cwd; ; at = dirname(at)) {
    if (stampOf(join(at, ".claude", "ways")) !== null || stampOf(join(at, ".git")) !== null) return at;
    if (dirname(at) === at) return cwd;
  }
}

/**
 * ADR-109: canonical path, `\\?\` stripped, lower-cased on Windows, separators and `:` → `-`; plus `-` and eight hex
 * digits of the path's SHA-256, because the flat form alone gives `/srv/my-app` and `/srv/my/app` one key.
 */
export function encodeProjectKey(path: string, platform: NodeJS.Platform = process.platform): ProjectKey {
  return keyOfRealPath(realPathOr(path), platform);
}

/** The pure half of `encodeProjectKey`, for a path that is canonical already. */
export function keyOfRealPath(real: string, platform: NodeJS.Platform): ProjectKey {
  const windows = platform === "win32";
  const plain = windows
    ? real
        .replace(/^\\\\\?\\(UNC\\)?/i, (_, unc) => (unc ? "\\\\" : ""))
        .replaceAll("/", "\\")
        .toLowerCase()
    : real;
  const canonical = (windows ? plain.replace(/(?<=.)\\+$/, "") : plain.replace(/(?<=.)\/+$/, "")).normalize("NFC");
  const flat = canonical.replace(windows ? /[\\/:]/g : /[/:]/g, "-");
  const digest = createHash("sha256").update(canonical).digest("hex").slice(0, 8);
  return `${flat}-${digest}` as ProjectKey;
}

export function corpusKey(project: ProjectKey | null, id: WayId): CorpusKey {
  return (project === null ? id : `${project}/${id}`) as CorpusKey;
}
