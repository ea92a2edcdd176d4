// Blocks as plain values: their rows may lie in a file, which `toEqual` cannot look into.
import type { Block, QuantisedRows } from "../../src/match/block.ts";

export function plainBlock({ rows, centres, ...rest }: Block) {
  return { ...rest, ...plainRows({ rows, scales: rest.scales }), ...(centres ? { centres: plainRows(centres) } : {}) };
}

export function withPlainRows<T extends { readonly nothing: Block }>(calibration: T | null) {
  return calibration && { ...calibration, nothing: plainBlock(calibration.nothing) };
}

function plainRows({ rows, scales }: QuantisedRows) {
  return { rows: rows.slice(0, rows.length), scales };
}
