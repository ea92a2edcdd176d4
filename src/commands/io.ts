// What a verb may do with the outside: print, ask, read the environment. stdout is data only, everything else stderr.
import { escapeControl } from "../errors.ts";
import type { Env } from "../host/env.ts";

export type Io = {
  readonly env: Env;
  readonly cwd: string;
  /** Path of the running executable. */
  readonly executable: string;
  readonly version: string;
  readonly isTerminal: boolean;
  /** A line (or document) of data; a newline is added when missing. */
  readonly out: (text: string) => void;
  /** A line for the person. */
  readonly err: (text: string) => void;
  /** Shows a line in place of the one it showed before; "" takes it away. null: stderr is no terminal. */
  readonly showStatus: ((line: string) => void) | null;
  readonly readStdin: () => Promise<string>;
  readonly confirm: (question: string) => boolean;
  /** One line the person types; null at the end of the input. Only on a terminal. */
  readonly ask: (question: string) => string | null;
};

/** The envelope of every `--json` output: `{"schema": "ways.<verb>/1", …}`. */
export function printJson(io: Io, schema: string, value: object): void {
  io.out(JSON.stringify({ schema: `ways.${schema}/1`, ...value }, null, 2));
}

/** Columns padded to their widest cell, two spaces between, nothing after the last. */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map((cell) => escapeControl(cell.replaceAll("\n", " "))));
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, Bun.stringWidth(cell));
    });
  const padded = (cell: string, i: number, row: readonly string[]) =>
    i === row.length - 1 ? cell : cell + " ".repeat((widths[i] ?? 0) - Bun.stringWidth(cell));
  return rows
    .map((row) =>
      row
        .map((cell, i) => padded(cell, i, row))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
