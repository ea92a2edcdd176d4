// The two files the kernel reads: encoder.k4 (a step of a layer at a time) and embedding.q4.bin (a few rows).
//
// encoder.k4: 64 bytes of u32 (magic, width, layers, bytes a layer, offsets of norm, layers and positions, number of
// positions) · gain and bias of the first normalisation · the layers · positions, f32.
// embedding.q4.bin: u32 rows, u32 width · the rows, 216 bytes each.
import { WaysError } from "../../errors.ts";
import { type ByteFile, openFile } from "../../host/bytes.ts";
import { ROW, TABLE_ROW } from "./layout.ts";

export type Encoder = {
  readonly layers: number;
  readonly maxTokens: number;
  readNorm(target: Uint8Array): void;
  /** Fills `target` from byte `from` of a layer on. */
  readLayer(index: number, from: number, target: Uint8Array): void;
  /** The first positions, as many as `target` has room for. */
  readPositions(target: Uint8Array): void;
  close(): void;
};

export type Table = {
  readonly rows: number;
  /** The rows of these ids, one after the other. */
  readRows(ids: ArrayLike<number>, target: Uint8Array): void;
  close(): void;
};

const MAGIC = 0x344b3545; // "E5K4"
const WIDTH = ROW / 4;
const HEADER_BYTES = 64;
const TABLE_HEADER_BYTES = 8;

/** Throws a WaysError when the file is cut, foreign, or made for another kernel. */
export function openEncoder(path: string, layerBytes: number): Encoder {
  const file = openFile(path);
  const header = words(file, HEADER_BYTES);
  const { 0: magic, 1: width, 2: layers = 0, 3: bytes } = header;
  const { 4: norm = 0, 5: first = 0, 6: positions = 0, 7: maxTokens = 0 } = header;
  if (magic !== MAGIC || width !== WIDTH || bytes !== layerBytes) {
    throw foreign(file, "is not a weights file of this kernel");
  }
  expectSize(file, positions + maxTokens * ROW);
  return {
    layers,
    maxTokens,
    readNorm: (target) => file.read(target, norm),
    readLayer: (index, from, target) => file.read(target, first + index * layerBytes + from),
    readPositions: (target) => file.read(target, positions),
    close: file.close,
  };
}

/** Throws a WaysError when the file is cut or foreign. */
export function openTable(path: string): Table {
  const file = openFile(path);
  const { 0: rows = 0, 1: width } = words(file, TABLE_HEADER_BYTES);
  if (width !== WIDTH) throw foreign(file, "is not a token table of this kernel");
  expectSize(file, TABLE_HEADER_BYTES + rows * TABLE_ROW);
  return {
    rows,
    readRows: (ids, target) => {
      for (let i = 0; i < ids.length; i++)
        file.read(target, TABLE_HEADER_BYTES + (ids[i] ?? 0) * TABLE_ROW, i * TABLE_ROW, TABLE_ROW);
    },
    close: file.close,
  };
}

/** To be read by index: the first iterator of numbers in a process costs .2 ms. */
function words(file: ByteFile, bytes: number): Uint32Array {
  const header = new Uint8Array(bytes);
  if (file.size < bytes) throw foreign(file, `is only ${file.size} bytes long`);
  file.read(header, 0);
  return new Uint32Array(header.buffer);
}

function expectSize(file: ByteFile, size: number): void {
  if (file.size !== size) throw foreign(file, `has ${file.size} bytes, expected ${size}`);
}

function foreign(file: ByteFile, what: string): WaysError {
  file.close();
  return new WaysError(`\`${file.path}\` ${what}`, { hint: "run `ways model verify`, or install ways again" });
}
