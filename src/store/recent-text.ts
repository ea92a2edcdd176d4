// The slots of recent-scores.ts by their text. A prompt asks for no more than whether there is one, before anything else is loaded.
import { join } from "node:path";
import { readSlot } from "../host/slots.ts";

const SLOTS = 256;
export const SLOT = 16_384;
/** Where in a slot what its checksum covers begins, with the hash of the text. */
export const TEXT = 8;

/** True when there is something about a text, of whatever state. */
export function isRecent(folder: string, kind: string, text: string): boolean {
  return readText(folder, keyOf(kind, text)) !== null;
}

/** The slot of a text; null when it is another's, or torn. */
export function readText(folder: string, key: TextKey): Uint8Array<ArrayBuffer> | null {
  const slot = new Uint8Array(SLOT);
  return readSlot(fileIn(folder), slot, slotOf(key)) && isAbout(slot, key) ? slot : null;
}

/** What a slot is found by, and its hash. */
export type TextKey = { readonly text: string; readonly hash: Buffer };

/** Of a prompt every sentence is looked at, of a command none. */
export function keyOf(kind: string, text: string): TextKey {
  const key = `${kind} ${text}`;
  return { text: key, hash: digest(key) };
}

export function fileIn(folder: string): string {
  return join(folder, "recent-scores.bin");
}

export function slotOf({ hash }: TextKey): number {
  return (hash.readUInt32BE(0) % SLOTS) * SLOT;
}

export function digest(text: string): Buffer {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

export function holds(slot: Uint8Array, at: number, bytes: Buffer): boolean {
  return bytes.equals(slot.subarray(at, at + bytes.length));
}

/** A whole slot, and one of this text. */
function isAbout(slot: Uint8Array, { hash }: TextKey): boolean {
  const { buffer, byteOffset } = slot;
  return holds(slot, TEXT, hash) && checksum(slot) === new DataView(buffer, byteOffset).getBigUint64(0);
}

export function checksum(slot: Uint8Array): bigint {
  return BigInt.asUintN(64, BigInt(Bun.hash(slot.subarray(TEXT))));
}
