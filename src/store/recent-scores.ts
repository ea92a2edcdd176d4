// What recent texts came to in comparison with the ways: people say the same things again (`continue`, `run the tests`). A table of fixed
// slots in one file, so it is bounded and needs no lock. A slot is found by the text and holds for one state of library, coordinates and
// model; a torn or foreign one fails its checksum and reads as unknown.
//   slot: u64 checksum of what follows · 32 bytes of the text · 32 bytes of text and state · u32 nodes, u32 parts · f64 bar, floor
//         · for the text and each of its parts: f64 count, then of the best ways place in the library, evidence, score
import { join } from "node:path";
import type { Recent, Scored } from "../engine/ports.ts";
import { readSlot, writeSlot } from "../host/slots.ts";
import type { Score, Scores } from "../match/score.ts";
import type { WayId } from "../ways/way.ts";

/** Of a slot: what another one wrote is not read. */
const LAYOUT = 3;
const SLOTS = 256;
const SLOT = 16_384;
const [TEXT, STATE, COUNTS, NUMBERS] = [8, 40, 72, 80];

/** What a slot is found by, and its hash. */
type TextKey = { readonly text: string; readonly hash: Buffer };

/** True when there is something about a text, of whatever state. */
export function isRecent(folder: string, kind: string, text: string): boolean {
  return readText(folder, keyOf(kind, text)) !== null;
}

/** `state`: whatever scores depend on besides the text; `ids`: the ways of the library, in its order. */
export function openRecentScores(folder: string, state: unknown, ids: readonly WayId[]): Recent {
  const stateOf = ({ text }: TextKey) => digest(`${LAYOUT} ${JSON.stringify(state)}\0${text}`);
  return {
    get: (kind, text) => {
      const key = keyOf(kind, text);
      const slot = readText(folder, key);
      if (slot === null || !holds(slot, STATE, stateOf(key))) return null;
      const { 0: nodes = 0, 1: parts = 0 } = new Uint32Array(slot.buffer, COUNTS, 2);
      return nodes === ids.length ? readScored(slot, parts, ids) : null;
    },
    put: (kind, text, scored) => {
      const key = keyOf(kind, text);
      const slot = writeScored(scored, ids);
      if (slot === null) return;
      slot.set(key.hash, TEXT);
      slot.set(stateOf(key), STATE);
      new DataView(slot.buffer).setBigUint64(0, checksum(slot));
      writeSlot(fileIn(folder), slot, slotOf(key));
    },
  };
}

/** Of a prompt every sentence is looked at, of a command none. */
function keyOf(kind: string, text: string): TextKey {
  const key = `${kind} ${text}`;
  return { text: key, hash: digest(key) };
}

function fileIn(folder: string): string {
  return join(folder, "recent-scores.bin");
}

function slotOf({ hash }: TextKey): number {
  return (hash.readUInt32BE(0) % SLOTS) * SLOT;
}

/** The slot of a text; null when it is another's, or torn. */
function readText(folder: string, key: TextKey): Uint8Array<ArrayBuffer> | null {
  const slot = new Uint8Array(SLOT);
  if (!readSlot(fileIn(folder), slot, slotOf(key)) || !holds(slot, TEXT, key.hash)) return null;
  return checksum(slot) === new DataView(slot.buffer).getBigUint64(0) ? slot : null;
}

function digest(text: string): Buffer {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

function holds(slot: Uint8Array, at: number, bytes: Buffer): boolean {
  return bytes.equals(slot.subarray(at, at + bytes.length));
}

function checksum(slot: Uint8Array): bigint {
  return BigInt.asUintN(64, BigInt(Bun.hash(slot.subarray(TEXT))));
}

function readScored(slot: Uint8Array<ArrayBuffer>, parts: number, ids: readonly WayId[]): Scored {
  const numbers = new Float64Array(slot.buffer, NUMBERS);
  const { 0: bar = 1, 1: floor = 1 } = numbers;
  let at = 2;
  const next = (): Scores => {
    const { [at]: count = 0 } = numbers;
    const ranked: Score[] = [];
    for (at += 1; ranked.length < count; at += 3) {
      const { [at]: place = 0, [at + 1]: evidence = 0, [at + 2]: score = 0 } = numbers;
      const id = ids[place];
      if (id === undefined) throw new RangeError(`no way at ${place}`);
      ranked.push({ id, alias: "", score, null: null, evidence });
    }
    return { ranked };
  };
  const scores = next();
  const all: Scores[] = [];
  while (all.length < parts) all.push(next());
  return { scores, parts: all, bars: { bar, floor } };
}

/**
 * The best of each text, as many as there is room for. null: there is none for all that may count, which is what reaches the floor of all
 * bars, and with sentences whatever is evidence at all; or the library does not have one.
 */
function writeScored({ scores, parts, bars }: Scored, ids: readonly WayId[]): Uint8Array<ArrayBuffer> | null {
  const texts = [scores, ...parts];
  const most = Math.floor(((SLOT - NUMBERS) / 8 - 2 - texts.length) / (3 * texts.length));
  const places = new Map<WayId, number>();
  for (const id of ids) places.set(id, places.size);
  const numbers = [bars.bar, bars.floor];
  const counts = parts.length === 0 ? bars.floor : Math.min(bars.floor, 0);
  for (const { ranked } of texts) {
    const left = ranked[most];
    if (most < 1 || (left !== undefined && left.evidence >= counts)) return null;
    const best = ranked.slice(0, most);
    numbers.push(best.length);
    for (const { id, evidence, score } of best) {
      const place = places.get(id);
      if (place === undefined) return null;
      numbers.push(place, evidence, score);
    }
  }
  const slot = new Uint8Array(SLOT);
  new Uint32Array(slot.buffer, COUNTS, 2).set([ids.length, parts.length]);
  new Float64Array(slot.buffer, NUMBERS, numbers.length).set(numbers);
  return slot;
}
