// The files that the rows of one scope are made of, and their content hash (ADR-109): over relative paths and bytes, so that a
// rename, a deletion and an edit of the same length count, and a new time does not. Git is not asked: a way need not be tracked.
import { readBytes } from "../host/files.ts";
import type { WalkedFile } from "../host/walk.ts";
import { MAX_FILE_BYTES } from "../ways/text.ts";
import { kindOf, walkWays } from "./layers.ts";
import type { FileStamp } from "./stamps.ts";

export type ScopeFiles = {
  /** Ways and their rows of translations; other markdown is no part of it. */
  readonly files: readonly WalkedFile[];
  /** Way files among them. */
  readonly count: number;
  readonly stamps: readonly FileStamp[];
};

export function listScope(root: string, within: string | null): ScopeFiles {
  const { files, stamps } = walkWays(root, within);
  const own = files.filter((file) => ["way", "locales"].includes(kindOf(file)));
  return { files: own, count: own.filter((file) => kindOf(file) === "way").length, stamps };
}

/** Hex SHA-256. `basis`: what else the rows depend on. */
export function hashScope(files: readonly WalkedFile[], basis: readonly unknown[]): string {
  const hasher = new Bun.CryptoHasher("sha256").update(JSON.stringify(basis));
  for (const file of files) {
    const bytes = contentOf(file);
    hasher.update(`\0${file.relative}\0${bytes.length}\0`).update(bytes);
  }
  return hasher.digest("hex");
}

/** What is too large or cannot be read makes no rows either: its size, or that alone, stands for it. */
function contentOf({ path, stamp }: WalkedFile): Uint8Array {
  if (stamp.size > MAX_FILE_BYTES) return new TextEncoder().encode(`${stamp.size} bytes`);
  try {
    return readBytes(path) ?? new Uint8Array();
  } catch {
    return new TextEncoder().encode("unreadable");
  }
}
