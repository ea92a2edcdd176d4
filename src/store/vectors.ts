// Raw vectors by the hash of (model fingerprint, kind, text): append-only, so a text is embedded once in its life.
//   record: 4 bytes mark · 8 bytes checksum of what follows · 32 bytes key · dimensions × f32
// A record that was cut by a killed process fails its checksum and is passed over; those after it are found by their mark.
import { join } from "node:path";
import { appendBytes } from "../host/atomic.ts";
import { mapFile } from "../host/bytes.ts";
import { writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";

const MARK = Uint8Array.of(0x77, 0xfb, 0xec, 0x31);
const SUMMED = 12;
const KEY = 32;
const HEAD = SUMMED + KEY;

export type VectorStore = {
  readonly count: number;
  get(text: string): Float32Array | null;
  /** Kept in memory at once, on disk with `flush`. */
  put(text: string, vector: Float32Array): void;
  flush(): void;
};

export function vectorsIn(folder: string): string {
  return join(folder, "vectors.bin");
}

export type VectorKind = "query" | "passage";

/** Kind and fingerprint belong to every key: a query and a passage of one text differ. Hex. */
export function vectorKey(fingerprint: string, kind: VectorKind, text: string): string {
  return new Bun.CryptoHasher("sha256").update(`${fingerprint}\0${kind}\0${text}`).digest("hex");
}

export function openVectorStore(path: string, fingerprint: string, kind: VectorKind, dimensions: number): VectorStore {
  const known = readRecords(path, recordSize(dimensions));
  const fresh: Uint8Array[] = [];
  return {
    get count() {
      return known.size;
    },
    get: (text) => {
      const record = known.get(vectorKey(fingerprint, kind, text));
      return record ? new Float32Array(new Uint8Array(record.subarray(HEAD)).buffer) : null;
    },
    put: (text, vector) => {
      const key = vectorKey(fingerprint, kind, text);
      const record = new Uint8Array(recordSize(dimensions));
      record.set(MARK);
      record.set(Uint8Array.fromHex(key), SUMMED);
      record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEAD);
      new DataView(record.buffer).setBigUint64(MARK.length, checksum(record));
      known.set(key, record);
      fresh.push(record);
    },
    flush: () => {
      if (fresh.length > 0) appendBytes(path, Buffer.concat(fresh.splice(0)));
    },
  };
}

/** Keeps only the records with the given keys (`ways cache prune`), each once; returns how many keys went, or would go. */
export function pruneVectors(path: string, dimensions: number, keep: ReadonlySet<string>, isDry = false): number {
  const size = recordSize(dimensions);
  const records = readRecords(path, size);
  const kept = [...records].filter(([key]) => keep.has(key)).map(([, record]) => record);
  if (!isDry && kept.length * size < (stampOf(path)?.size ?? 0)) writeAtomic(path, Buffer.concat(kept));
  return records.size - kept.length;
}

function recordSize(dimensions: number): number {
  return HEAD + dimensions * 4;
}

function readRecords(path: string, size: number): Map<string, Uint8Array> {
  const records = new Map<string, Uint8Array>();
  if (stampOf(path) === null) return records;
  const file = mapFile(path);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  for (let at = bytes.indexOf(MARK); at >= 0 && at + size <= bytes.length; ) {
    const record = bytes.subarray(at, at + size);
    const isWhole = new DataView(record.buffer, record.byteOffset).getBigUint64(MARK.length) === checksum(record);
    if (isWhole) records.set(record.subarray(SUMMED, HEAD).toHex(), record);
    at = bytes.indexOf(MARK, at + (isWhole ? size : 1));
  }
  return records;
}

function checksum(record: Uint8Array): bigint {
  return BigInt.asUintN(64, BigInt(Bun.hash(record.subarray(SUMMED))));
}
