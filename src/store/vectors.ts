// Raw vectors by the hash of (model fingerprint, kind, text): append-only, so a text is embedded once in its life.
//   record: 32 bytes key · 8 bytes checksum of the vector · dimensions × f32
// A record that was cut by a killed process fails its checksum and is read as absent.
import { appendBytes } from "../host/atomic.ts";
import { mapFile } from "../host/bytes.ts";
import { writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";

const KEY = 32;
const HEAD = KEY + 8;

export type VectorStore = {
  readonly count: number;
  get(text: string): Float32Array | null;
  /** Kept in memory at once, on disk with `flush`. */
  put(text: string, vector: Float32Array): void;
  flush(): void;
};

/** `kind` and `fingerprint` belong to every key: a query and a passage of one text differ. */
export function openVectorStore(
  path: string,
  fingerprint: string,
  kind: "query" | "passage",
  dimensions: number,
): VectorStore {
  const size = HEAD + dimensions * 4;
  const known = readRecords(path, size);
  const fresh: Uint8Array[] = [];
  const keyOf = (text: string) =>
    new Bun.CryptoHasher("sha256").update(`${fingerprint}\0${kind}\0${text}`).digest("hex");
  return {
    get count() {
      return known.size;
    },
    get: (text) => {
      const record = known.get(keyOf(text));
      return record ? new Float32Array(record.slice(HEAD).buffer) : null;
    },
    put: (text, vector) => {
      const key = keyOf(text);
      const record = new Uint8Array(size);
      record.set(Uint8Array.fromHex(key));
      record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEAD);
      new DataView(record.buffer).setBigUint64(KEY, checksum(record));
      known.set(key, record);
      fresh.push(record);
    },
    flush: () => {
      if (fresh.length > 0) appendBytes(path, Buffer.concat(fresh.splice(0)));
    },
  };
}

/** Keeps only the records of the given texts (`ways cache prune`); returns how many went. */
export function pruneVectors(path: string, dimensions: number, keep: ReadonlySet<string>): number {
  const size = HEAD + dimensions * 4;
  const records = readRecords(path, size);
  const kept = [...records].filter(([key]) => keep.has(key)).map(([, record]) => record);
  if (kept.length < records.size) writeAtomic(path, Buffer.concat(kept), 0o600);
  return records.size - kept.length;
}

function readRecords(path: string, size: number): Map<string, Uint8Array> {
  const records = new Map<string, Uint8Array>();
  if (stampOf(path) === null) return records;
  const bytes = mapFile(path);
  for (let at = 0; at + size <= bytes.length; ) {
    const record = bytes.subarray(at, at + size);
    if (new DataView(record.buffer, record.byteOffset).getBigUint64(KEY) === checksum(record)) {
      records.set(record.subarray(0, KEY).toHex(), record);
      at += size;
    } else at += 1; // a cut record: find the next whole one
  }
  return records;
}

function checksum(record: Uint8Array): bigint {
  return BigInt.asUintN(64, BigInt(Bun.hash(record.subarray(HEAD))));
}
