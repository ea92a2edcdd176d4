// The tokenizer's file: one flat table after the other, read in place, so that it needs no parsing.
//
// tokenizer.bin, little-endian, no gaps:
//   u32  magic, nodes N, pieces P, mapped characters M, replacement length R
//   u32  firstChild[N + 1]   the children of node i are the nodes firstChild[i] … firstChild[i + 1] - 1
//   i32  piece[N]            id of the piece that ends at the node, -1 for none
//   f32  score[P]            log probability
//   u32  mapped[M]           code points that are replaced, ascending
//   u32  start[M + 1]        where each one's replacement begins …
//   u32  replacement[R]      … here: code points; none = the character is dropped
//   u16  label[N]            UTF-16 unit that leads to the node; ascending among siblings
import { WaysError } from "../errors.ts";

const MAGIC = 0x31543545; // "E5T1"
const HEADER_WORDS = 5;

export type Tables = {
  readonly firstChild: Uint32Array;
  readonly piece: Int32Array;
  readonly score: Float32Array;
  readonly mapped: Uint32Array;
  readonly start: Uint32Array;
  readonly replacement: Uint32Array;
  readonly label: Uint16Array;
};

/** Views of `bytes`, which is kept: give it a mapped file. Throws a WaysError when it is no whole tokenizer file. */
export function readTables(bytes: Uint8Array): Tables {
  if (bytes.byteOffset % 4 !== 0) return readTables(new Uint8Array(bytes)); // a copy, aligned
  const fail = (what: string) =>
    new WaysError(`the tokenizer file is ${what}`, { hint: "run `ways model verify`, or install ways again" });
  if (bytes.length < HEADER_WORDS * 4) throw fail(`only ${bytes.length} bytes long`);
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const { 0: magic, 1: nodes = 0, 2: pieces = 0, 3: mapped = 0, 4: replacements = 0 } = header;
  if (magic !== MAGIC) throw fail("of another kind");
  const words = HEADER_WORDS + (nodes + 1) + nodes + pieces + mapped + (mapped + 1) + replacements;
  const size = words * 4 + nodes * 2;
  if (bytes.length !== size) throw fail(`${bytes.length} bytes long, expected ${size}`);

  let at = bytes.byteOffset + HEADER_WORDS * 4;
  const next = (count: number, width: number) => {
    const position = at;
    at += count * width;
    return [bytes.buffer, position, count] as const;
  };
  return {
    firstChild: new Uint32Array(...next(nodes + 1, 4)),
    piece: new Int32Array(...next(nodes, 4)),
    score: new Float32Array(...next(pieces, 4)),
    mapped: new Uint32Array(...next(mapped, 4)),
    start: new Uint32Array(...next(mapped + 1, 4)),
    replacement: new Uint32Array(...next(replacements, 4)),
    label: new Uint16Array(...next(nodes, 2)),
  };
}

/** The file that `readTables` reads these from. */
export function tablesBytes({ firstChild, piece, score, mapped, start, replacement, label }: Tables): Uint8Array {
  const header = Uint32Array.of(MAGIC, piece.length, score.length, mapped.length, replacement.length);
  const parts = [header, firstChild, piece, score, mapped, start, replacement, label];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}
