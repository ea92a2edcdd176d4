// Vectors of recent texts on disk: a table of fixed slots in one file, so it is bounded and needs no lock.
// A slot is found by the hash of (model, text); a torn or foreign slot fails its checksum and reads as a miss.
//   slot: 8 bytes checksum of what follows · 32 bytes key · dimensions × f32
import { join } from "node:path";
import { readSlot, writeSlot } from "../host/slots.ts";

const SLOTS = 512;
const SUMMED = 8;
const HEAD = SUMMED + 32;

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
      if (!readSlot(path, slot, slotOf(key)) || !key.equals(slot.subarray(SUMMED, HEAD))) return null;
      return checksum(slot) === new DataView(slot.buffer).getBigUint64(0)
        ? new Float32Array(slot.slice(HEAD).buffer)
        : null;
    },
    put: (text, vector) => {
      const key = keyOf(text);
      const slot = new Uint8Array(size);
      slot.set(key, SUMMED);
      slot.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEAD);
      new DataView(slot.buffer).setBigUint64(0, checksum(slot));
      writeSlot(path, slot, slotOf(key));
    },
  };
}

/** Over the key, too: a torn slot may hold one text's key and another's vector. */
function checksum(slot: Uint8Array): bigint {
  return BigInt.asUintN(64, BigInt(Bun.hash(slot.subarray(SUMMED))));
}
