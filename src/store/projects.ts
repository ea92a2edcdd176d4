// Projects: the root an event belongs to, and the one key both sides of the corpus use for it (ADR-109).
import { dirname, join } from "node:path";
import { realPathOr } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";

export type ProjectKey = string & { readonly __project: unique symbol };

/** The root of a project's ways. */
export function projectWays(project: string): string {
  return join(project, ".claude", "ways");
}

/** No agent works in a folder with a longer path; going up one of a megabyte would take minutes. */
const LONGEST_PATH = 4_096;

/** The named folder, else the nearest folder from `cwd` upwards with `.claude/ways` or `.git`, else `cwd`. */
export function findProject(named: string | null, cwd: string): string {
  if (named !== null || cwd.length > LONGEST_PATH) return named ?? cwd;
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
  const canonical = platform === "win32" ? windowsPath(real) : real.replace(/(?<=.)\/+$/, "");
  // Only the Mac takes both normal forms for one folder.
  const path = platform === "darwin" ? canonical.normalize("NFC") : canonical;
  const digest = new Bun.CryptoHasher("sha256").update(path).digest("hex").slice(0, 8);
  return `${path.replace(/[\\/:]/g, "-")}-${digest}` as ProjectKey;
}

/** One spelling of many: `\\?\` stripped, backslashes, lower case, none at the end. */
function windowsPath(path: string): string {
  return path
    .replaceAll("/", "\\")
    .replace(/^\\\\\?\\(UNC\\)?/i, (_, unc) => (unc ? "\\\\" : ""))
    .toLowerCase()
    .replace(/(?<=.)\\+$/, "");
}
