// Reproducible random values for the fuzz tests of this folder.

export type Random = {
  /** Whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, chance: (p) => next() < p, pick: (list) => list[below(list.length)]! };
}

type Range = readonly [first: number, last: number];

const LATIN: Range = [0x61, 0x7a];
const RANGES: readonly Range[] = [
  ...[LATIN, LATIN, [0x20, 0x7e], [0xa0, 0x24f], [0x250, 0x2ff], [0x1e00, 0x1eff]],
  ...[
    [0x370, 0x3ff],
    [0x1f00, 0x1fff],
    [0x400, 0x52f],
    [0x530, 0x5ff],
    [0x600, 0x6ff],
  ],
  ...[
    [0x900, 0x97f],
    [0x980, 0xdff],
    [0xe00, 0xeff],
    [0xf00, 0x109f],
    [0x10a0, 0x13ff],
    [0x1780, 0x18af],
  ],
  ...[
    [0x1100, 0x11ff],
    [0xac00, 0xd7a3],
    [0x3000, 0x33ff],
    [0x4e00, 0x9fff],
    [0x4e00, 0x9fff],
    [0x3400, 0x4dbf],
  ],
  ...[
    [0x300, 0x36f],
    [0x2000, 0x206f],
    [0x2070, 0x23ff],
    [0x2460, 0x27ff],
    [0x2e80, 0x2fff],
    [0xa000, 0xabff],
  ],
  ...[
    [0xf900, 0xfaff],
    [0xfb00, 0xfdff],
    [0xfe00, 0xffff],
    [0x10000, 0x12000],
    [0x1d400, 0x1d7ff],
  ],
  ...[
    [0x1f000, 0x1faff],
    [0x20000, 0x2ffff],
    [0, 0x1f],
    [0x7f, 0x9f],
    [0xd800, 0xdfff],
  ],
] as readonly Range[];

const SNIPPETS = [
  ...["<s>", "</s>", "<unk>", "<mask>", "<pad>", "▁", " ", "  ", "\t", "\r\n", "\u200d", "\ufe0f", "\ufeff"],
  ...["👩‍👩‍👧", "🇩🇪", "é", "e\u0301", "ﬁ", "ｶﾞ", "ガ", "ª\u0300", "①", "½", "…", "  ", "=====", "aaaaaaa"],
  ...["the", " error", "http://a.b/c?d=1", "const x = () => {", "été", "नमस्ते", "สวัสดี", "안녕", "你好", "می\u200cخواهم"],
];

/** Up to 24 characters, mostly of one script, with pieces of others, snippets and spaces between. */
export function randomText(random: Random): string {
  const own = random.pick(RANGES);
  let text = "";
  for (let left = random.below(25); left > 0; left--) {
    if (random.chance(0.1)) text += random.pick(SNIPPETS);
    else if (random.chance(0.09)) text += " ";
    else {
      const [first, last] = random.chance(0.65) ? own : random.pick(RANGES);
      text += String.fromCodePoint(first + random.below(last - first + 1));
    }
  }
  return text;
}

/** A start token, any pieces, an end token, cut to `length`. */
export function randomIds(random: Random, length: number): readonly number[] {
  const pieces = Array.from({ length: Math.max(0, length - 2) }, () => 3 + random.below(249_998));
  return [0, ...pieces, 2].slice(0, length);
}
