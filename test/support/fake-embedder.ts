// An embedder without a model: a bag of word stems hashed into 16 dimensions. Deterministic, readable, remembers what it was asked.
// Texts that share stems are near, texts without a common stem mostly stand at a right angle.
import type { Deadline, Embedder, EmbedKind } from "../../src/engine/ports.ts";

export const FAKE_DIMENSIONS = 16;

export type Asked = { readonly kind: EmbedKind; readonly text: string };

export type FakeEmbedder = Embedder & {
  /** Everything it was asked to embed, in order. */
  readonly asked: readonly Asked[];
};

/** `isLate`: as if every deadline had passed; `fault`: what each call is rejected with. */
export function openFakeEmbedder(options: { readonly isLate?: boolean; readonly fault?: Error } = {}): FakeEmbedder {
  const asked: Asked[] = [];
  return {
    dimensions: FAKE_DIMENSIONS,
    asked,
    embed: async (kind: EmbedKind, text: string, deadline?: Deadline) => {
      asked.push({ kind, text });
      if (options.fault) throw options.fault;
      if (options.isLate || (deadline && deadline.now() >= deadline.at)) return null;
      return bagOfStems(text);
    },
  };
}

/** Unit length, never zero: a text without words has a direction of its own. */
export function bagOfStems(text: string): Float32Array {
  const sums = new Float32Array(FAKE_DIMENSIONS);
  for (const stem of stemsOf(text)) {
    const hash = Bun.hash.crc32(stem);
    const dimension = hash % FAKE_DIMENSIONS;
    sums[dimension] = (sums[dimension] ?? 0) + (hash & 0x10000 ? 1 : -1);
  }
  const length = Math.hypot(...sums);
  if (length === 0) return Float32Array.from(sums, (_, i) => (i === 0 ? 1 : 0));
  return sums.map((x) => x / length);
}

/** Lower case, without the commonest English endings; each stem once. */
export function stemsOf(text: string): readonly string[] {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/(?<=\p{L}{3})(?:ings?|ed|es|s|e)$/u, "")))];
}
