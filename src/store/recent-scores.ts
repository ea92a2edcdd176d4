// What recent texts came to in comparison with the ways: people say the same things again (`continue`, `run the tests`). A table of fixed
// slots in one file, so it is bounded and needs no lock. A slot is found by the text and holds for one state of library, coordinates and
// model; a torn or foreign one fails its checksum and reads as unknown.
//   slot: u64 checksum of what follows · 32 bytes of the text · 32 bytes of text and state · u32 nodes, u32 parts · f64 bar, floor, second
//         · for the text and each of its parts: f64 score of the null node, count, then, best first, place in the library, evidence, score
import type { Recent, Scored } from "../engine/ports.ts";
import { writeSlot } from "../host/slots.ts";
import type { Score, Scores } from "../match/score.ts";
import type { WayId } from "../ways/way.ts";
import { checksum, digest, fileIn, holds, keyOf, readText, SLOT, slotOf, TEXT, type TextKey } from "./recent-text.ts";

const [STATE, COUNTS, NUMBERS] = [40, 72, 80];

/** `state`: whatever scores depend on besides the text; `ids`: the ways of the library, in its order. */
export function openRecentScores(folder: string, state: unknown, ids: readonly WayId[]): Recent {
  const stateOf = ({ text }: TextKey) => digest(`${JSON.stringify(state)}\0${text}`);
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

function readScored(slot: Uint8Array<ArrayBuffer>, parts: number, ids: readonly WayId[]): Scored {
  const numbers = new Float64Array(slot.buffer, NUMBERS);
  const { 0: bar = 1, 1: floor = 1, 2: second = 1 } = numbers;
  let at = 3;
  const next = (): Scores => {
    const { [at]: nothing = -1, [at + 1]: count = 0 } = numbers;
    const ranked: Score[] = [];
    for (at += 2; ranked.length < count; at += 3) {
      const { [at]: place = 0, [at + 1]: evidence = 0, [at + 2]: score = 0 } = numbers;
      const id = ids[place];
      if (id === undefined) throw new RangeError(`no way at ${place}`);
      ranked.push({ id, alias: "", score, evidence });
    }
    return { null: nothing, ranked };
  };
  const scores = next();
  const all: Scores[] = [];
  while (all.length < parts) all.push(next());
  return { scores, parts: all, bars: { bar, floor, second } };
}

/** null: more ways than a slot has room for, or one that the library does not have. */
function writeScored({ scores, parts, bars }: Scored, ids: readonly WayId[]): Uint8Array<ArrayBuffer> | null {
  if (NUMBERS + (3 + 3 * scores.ranked.length) * 8 > SLOT) return null; // parts not counted yet
  const places = new Map<WayId, number>();
  for (const id of ids) places.set(id, places.size);
  const numbers = [bars.bar, bars.floor, bars.second];
  for (const { null: nothing, ranked } of [scores, ...parts]) {
    numbers.push(nothing, ranked.length);
    for (const { id, evidence, score } of ranked) {
      const place = places.get(id);
      if (place === undefined) return null;
      numbers.push(place, evidence, score);
    }
  }
  if (NUMBERS + numbers.length * 8 > SLOT) return null;
  const slot = new Uint8Array(SLOT);
  new Uint32Array(slot.buffer, COUNTS, 2).set([ids.length, parts.length]);
  new Float64Array(slot.buffer, NUMBERS, numbers.length).set(numbers);
  return slot;
}
