// Vectors of recent texts on disk: a table of fixed slots in one file, so it is bounded and needs no lock.
// A slot is found by the hash of (model, text); a torn or foreign slot fails its checksum and reads as a miss.
//   slot: 32 bytes key · 8 bytes checksum of the vector · dimensions × f32
import { join } from "node:path";
import { readSlot, writeSlot } from "../host/slots.ts";

const SLOTS = 512;
const KEY = 32;
const HEAD = KEY + 8;

export type VectorCache = {
  get(text: string): Float32Array | null;
  /** Best effort: a cache that cannot be written is only slower. */
  put(text: string, vector: Float32Array): void;
};

export function openVectorCache(folder: string, fingerprint: string, dimensions: number): VectorCache {
  const path = join(folder, `recent-${fingerprint.slice(0, 16)}.bin`);
  const size = HEAD + dimensions * 4;
  const keyOf = (text: string) => new Bun.CryptoHasher("sha256").update(fingerprint).update("\0").update(text).digest();
  const slotOf = (key: Uint8Array) => (new DataView(key.buffer, key.byteOffset).getUint32(0) % SLOTS) * size;
  return {
    get: (text) => {
      const key = keyOf(text);
      const slot = new Uint8Array(size);
      if (!readSlot(path, slot, slotOf(key)) || !sameBytes(slot.subarray(0, KEY), key)) return null;
      const vector = new Float32Array(slot.slice(HEAD).buffer);
      return checksum(vector) === new DataView(slot.buffer).getBigUint64(KEY) ? vector : null;
    },
    put: (text, vector) => {
      const key = keyOf(text);
      const slot = new Uint8Array(size);
      slot.set(key);
      new DataView(slot.buffer).setBigUint64(KEY, checksum(vector));
      slot.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEAD);
      writeSlot(path, slot, slotOf(key));
    },
  };
}

function checksum(vector: Float32Array): bigint {
  return BigInt.asUintN(64, BigInt(Bun.hash(vector)));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
