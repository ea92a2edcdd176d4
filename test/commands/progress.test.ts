import { describe, expect, test } from "bun:test";
import type { Io } from "../../src/commands/io.ts";
import { openProgress, renderBar } from "../../src/commands/progress.ts";

/** What a person sees, line by line, of `total` texts embedded at one every `pauseMs`. */
function shown(isTerminal: boolean, total: number, pauseMs: number) {
  const [lines, statuses]: [string[], string[]] = [[], []];
  const io = {
    err: (text: string) => void lines.push(text),
    showStatus: isTerminal ? (text: string) => void statuses.push(text) : null,
  } satisfies Pick<Io, "err" | "showStatus">;
  let at = 0;
  const bar = openProgress(io, "embedding", () => at);
  for (let done = 1; done <= total; done++) {
    at += pauseMs;
    bar.progress(done, total);
  }
  bar.step("wrote it");
  return { lines, statuses };
}

describe("progress", () => {
  test("is one line per step where there is no terminal", () => {
    expect(shown(false, 300, 10)).toEqual({ lines: ["embedding 300 texts", "wrote it"], statuses: [] });
    expect(shown(false, 1, 10).lines).toEqual(["embedding 1 text", "wrote it"]);
    expect(shown(false, 0, 10).lines).toEqual(["wrote it"]);
  });

  test("is a bar on a terminal, drawn a few times a second, and taken away at the end", () => {
    const { lines, statuses } = shown(true, 100, 10);
    expect(lines).toEqual(["wrote it"]);
    expect(statuses.length).toBeLessThan(20);
    expect(statuses.slice(0, -2).every((status) => status.startsWith("embedding ["))).toBe(true);
    expect(statuses.slice(-2)).toEqual(["", ""]);
  });

  test("tells how far it has come and how long it will take", () => {
    expect(renderBar("embedding", 25, 100, 5_000)).toBe("embedding [######------------------] 25 of 100, 15 s left");
    expect(renderBar("embedding", 0, 100, 0)).toBe("embedding [------------------------] 0 of 100");
  });
});
