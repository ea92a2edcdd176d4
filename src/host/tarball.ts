// The regular files of a tar archive, in memory: nothing is unpacked, so no name in it can lead anywhere. Links in it are left out.
import { gunzipSync } from "node:zlib";
import { messageOf, WaysError } from "../errors.ts";

export type ArchivedFile = { readonly relative: string; readonly bytes: Uint8Array };

/** Unpacked, whatever the archive says about itself. */
const MAX_BYTES = 64 * 1024 * 1024;

/** `isWanted` sees the path as it is written in the archive. Throws a WaysError for what is no archive, is cut, or too large. */
export async function readTarball(
  archive: Uint8Array,
  isWanted: (relative: string) => boolean,
): Promise<readonly ArchivedFile[]> {
  try {
    const tar = isGzip(archive) ? gunzipSync(archive, { maxOutputLength: MAX_BYTES }) : archive;
    const found: ArchivedFile[] = [];
    for (const [relative, file] of await new Bun.Archive(tar).files())
      if (isWanted(relative)) found.push({ relative, bytes: new Uint8Array(await file.arrayBuffer()) });
    return found;
  } catch (cause) {
    throw new WaysError(`the archive cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
