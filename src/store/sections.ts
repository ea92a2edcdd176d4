// The one container of our binary files (corpus, calibration, shipped library): named sections behind a JSON header.
//   0   u32 magic "WAYS", u32 bytes of the header, u32 hash of the header, u32 bytes of the whole file
//   16  header, UTF-8 JSON {meta, sections: {name: [at, bytes, hash]}}; then the sections, each 64-byte aligned
// A cut, foreign or older file reads as null, a section in which a byte has changed as absent, and the owner makes it anew: one wrong
// byte in a cache must not silence every event that reads it. Hashing is lazy: what an event does not touch is not paged in.
import { type ByteSource, bytesInMemory } from "../host/bytes.ts";

const MAGIC = 0x53594157;
const PREFIX = 16;
const ALIGN = 64;

export type Sections = {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  /** Differs where a byte of any section does. */
  readonly print: string;
  /** Bytes of a section, not copied from memory; null when there is none of that name, or it is not what was written. */
  bytes(name: string): Uint8Array | null;
  /** The same without a look at the bytes, for what is large, may be wrong in a byte and is read in parts; null when there is none. */
  part(name: string): ByteSource | null;
  /** A Float32 section, like `bytes`. */
  floats(name: string): Float32Array | null;
  /** A Uint32 section, like `bytes`. */
  words(name: string): Uint32Array | null;
  /** A JSON section; null as for `bytes`. */
  json(name: string): unknown;
};

export function buildSections(
  meta: Readonly<Record<string, unknown>>,
  sections: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const names = Object.keys(sections);
  const place = (from: number) => {
    const table: Record<string, readonly [at: number, bytes: number, hash: number]> = {};
    let at = aligned(from);
    for (const name of names) {
      const bytes = sections[name] ?? new Uint8Array();
      table[name] = [at, bytes.length, hashOf(bytes)];
      at = aligned(at + bytes.length);
    }
    return { table, end: at };
  };
  // Offsets are relative to the end of the header, so that the header's own length does not change them.
  const { table, end } = place(0);
  const header = new TextEncoder().encode(JSON.stringify({ meta, sections: table }));
  const base = aligned(PREFIX + header.length);
  const out = new Uint8Array(base + end);
  new Uint32Array(out.buffer, 0, 4).set([MAGIC, header.length, hashOf(header), out.length]);
  out.set(header, PREFIX);
  for (const name of names) out.set(sections[name] ?? new Uint8Array(), base + (table[name]?.[0] ?? 0));
  return out;
}

export function readSections(bytes: Uint8Array): Sections | null {
  // A copy is aligned.
  return openSections(bytesInMemory(bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()));
}

/** The same of a file or of bytes in memory. Throws a WaysError when the file cannot be read. */
export function openSections(source: ByteSource): Sections | null {
  if (source.size < PREFIX) return null;
  const prefix = source.slice(0, PREFIX);
  const words = new Uint32Array(prefix.buffer, prefix.byteOffset, 4);
  const { 0: magic, 1: headerBytes = 0, 2: hash, 3: length } = words; // by index: an iterator of numbers costs a hook .2 ms
  if (magic !== MAGIC || length !== source.size || PREFIX + headerBytes > source.size) return null;
  const header = source.slice(PREFIX, PREFIX + headerBytes);
  if (hashOf(header) !== hash) return null;
  const {
    meta,
    sections,
  }: { meta: Record<string, unknown>; sections: Record<string, [at: number, bytes: number, hash: number]> } =
    JSON.parse(new TextDecoder().decode(header));
  const base = aligned(PREFIX + headerBytes);
  const entryOf = (name: string) => (Object.hasOwn(sections, name) ? (sections[name] ?? null) : null);
  const read = (name: string) => {
    const [at = 0, size = 0, expected] = entryOf(name) ?? [];
    if (expected === undefined) return null;
    const content = source.slice(base + at, base + at + size);
    return hashOf(content) === expected ? content : null;
  };
  const known = new Map<string, Uint8Array | null>();
  const section = (name: string) => {
    const content = known.get(name) ?? read(name);
    known.set(name, content);
    return content;
  };
  const part = (name: string): ByteSource | null => {
    const [at = 0, size] = entryOf(name) ?? [];
    if (size === undefined) return null;
    const from = base + at;
    return {
      size,
      slice: (start, end) => source.slice(from + start, from + Math.min(end, size)),
      read: (target, position) => source.read(target, from + position),
    };
  };
  return {
    meta,
    names: Object.keys(sections),
    print: `${hash}-${length}`,
    bytes: section,
    part,
    floats: (name) => {
      const b = section(name);
      return b && new Float32Array(b.buffer, b.byteOffset, b.length >> 2);
    },
    words: (name) => {
      const b = section(name);
      return b && new Uint32Array(b.buffer, b.byteOffset, b.length >> 2);
    },
    json: (name) => {
      const b = section(name);
      return b && JSON.parse(new TextDecoder().decode(b));
    },
  };
}

export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function floatBytes(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function aligned(x: number): number {
  return Math.ceil(x / ALIGN) * ALIGN;
}

function hashOf(bytes: Uint8Array): number {
  return Number(BigInt.asUintN(32, BigInt(Bun.hash(bytes))));
}
