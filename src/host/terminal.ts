// Questions to the person at the terminal. Own code because Bun's `prompt` answers an empty line and the end of the input alike.
import { readSync } from "node:fs";
import { writeAll } from "./stdout.ts";

/** The line that was typed, without its end; null when the input has ended. The question goes to stderr: stdout is data. */
export function askLine(question: string): string | null {
  writeAll(`${question} `, 2);
  const bytes: number[] = [];
  const byte = new Uint8Array(1);
  for (;;) {
    const count = readByte(byte);
    if (count === 0) return bytes.length === 0 ? null : decode(bytes);
    if (byte[0] === 10) return decode(bytes);
    bytes.push(byte[0] ?? 0);
  }
}

function readByte(into: Uint8Array): number {
  for (;;)
    try {
      return readSync(0, into, 0, 1, null);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if (code === "EOF") return 0; // Windows
      if (code !== "EAGAIN") throw error;
      Bun.sleepSync(10); // a terminal that does not block: nothing typed yet
    }
}

function decode(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\r$/, "");
}
