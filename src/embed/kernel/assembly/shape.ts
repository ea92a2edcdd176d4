// The model's shape, as far as the kernel is written for it.  Sizes of rows are in bytes.

export const HIDDEN: usize = 384;
export const INNER: usize = 1536;
/** A row of the residual stream. */
export const ROW: usize = HIDDEN * 4;
export const INNER_ROW: usize = INNER * 4;
/** Blocks of 32 columns in a row. */
export const BLOCKS: i32 = 12;
export const INNER_BLOCKS: i32 = 48;
