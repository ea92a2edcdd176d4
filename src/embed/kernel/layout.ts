// Where everything lies in the kernel's memory. The kernel itself owns no byte of it (the build checks that it has
// neither static data nor a stack pointer), so what is laid out here is all there is.

export const ROW = 384 * 4;
export const TABLE_ROW = 216;
const ALIGNMENT = 64;
/** What `practiseRest` (assembly/index.ts) needs. */
const PRACTICE = 61_440;
/** See assembly/tasks.ts. */
const PANEL_ROOM = 48 * (32 + 8 * 64);

const DESK = 256;

/** What depends on neither a text nor the model; address 0 stays free. */
export const FIXED = {
  desk: { at: ALIGNMENT, size: DESK },
  practice: { at: ALIGNMENT + DESK, size: PRACTICE },
  end: ALIGNMENT + DESK + PRACTICE,
} as const;

/** A buffer: the addresses at … at + size - 1. What each holds is told in assembly/index.ts. */
export type Region = { readonly at: number; readonly size: number };
export type Layout = ReturnType<typeof buildLayout>;

/** Sizes in bytes of what is read of a layer at a time: its vectors, and the largest of its panels. */
export type Window = { readonly vectors: number; readonly panels: number };

/** Room for a text of `tokens`. What does not depend on the text comes first and stays where it is when more is needed. */
export function buildLayout(tokens: number, window: Window) {
  const rows = roundUp(tokens, 4);
  const columns = roundUp(tokens, 8);
  let end: number = FIXED.end;
  const place = (size: number): Region => {
    const at = end;
    end = roundUp(at + size, ALIGNMENT);
    return { at, size };
  };
  const scratch = PANEL_ROOM + (32 + 32 + 4) * columns * 4;
  const regions = {
    desk: FIXED.desk,
    practice: FIXED.practice,
    vector: place(ROW),
    vectors: place(window.vectors),
    weights: place(window.panels),
    norm: place(2 * ROW),
    table: place(tokens * TABLE_ROW),
    positions: place(tokens * ROW),
    x: place(rows * ROW),
    qkv: place(rows * 3 * ROW),
    wide: place(rows * 4 * ROW),
    act: place((rows / 4) * 48 * 160),
    own: place(scratch),
    assistant: place(scratch),
  } as const;
  assertDisjoint(regions, end);
  return { tokens, regions, end } as const;
}

/** Throws when two regions share a byte or one leaves the memory. */
export function assertDisjoint(regions: Readonly<Record<string, Region>>, end: number): void {
  let free = 0;
  let before = "the start";
  for (const [name, { at, size }] of Object.entries(regions).sort(([, a], [, b]) => a.at - b.at)) {
    if (at < free) throw new Error(`kernel memory: \`${name}\` at ${at} overlaps ${before}, which ends at ${free}`);
    if (at + size > end) throw new Error(`kernel memory: \`${name}\` ends at ${at + size}, the memory at ${end}`);
    free = at + size;
    before = `\`${name}\``;
  }
}

export function roundUp(n: number, multiple: number): number {
  return Math.ceil(n / multiple) * multiple;
}
