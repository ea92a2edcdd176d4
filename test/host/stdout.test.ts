import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dir, "..", "..");
/** 300 KB with characters of two and three bytes, then an immediate exit: 0 when all was written, 7 when the reader had gone. */
const SCRIPT = `
  import { writeAll } from "./src/host/stdout.ts";
  const all = writeAll(Array.from({ length: 20_000 }, (_, i) => i + " é日 0123\\n").join(""));
  process.exit(all ? 0 : 7);`;
const EXPECTED = Array.from({ length: 20_000 }, (_, i) => `${i} é日 0123\n`).join("");

function shell(line: string) {
  return Bun.spawnSync(["bash", "-c", line], { cwd: ROOT, env: { ...process.env, BUN: process.execPath, SCRIPT } });
}

describe("field case D2: everything is written, whatever stdout is", () => {
  test("a pipe", () => {
    expect(shell('"$BUN" -e "$SCRIPT" | cat').stdout.toString()).toBe(EXPECTED);
  });

  test("a file", () => {
    const file = join(temporaryFolder(), "out");
    expect(shell(`"$BUN" -e "$SCRIPT" > '${file}'`).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(EXPECTED);
  });

  test("a pipe whose reader begins late", () => {
    expect(shell('"$BUN" -e "$SCRIPT" | (sleep 0.3; cat)').stdout.toString()).toBe(EXPECTED);
  });

  test("a non-blocking pipe", async () => {
    const child = Bun.spawn([process.execPath, "-e", SCRIPT], { cwd: ROOT, stdout: "pipe" });
    expect(await new Response(child.stdout).text()).toBe(EXPECTED);
    expect(await child.exited).toBe(0);
  });
});

test("a reader that has gone is no error, only known", () => {
  const { stdout, stderr } = shell(`"$BUN" -e "$SCRIPT" | head -c 4; echo "=\${PIPESTATUS[0]}"`);
  expect(stdout.toString()).toBe("0 é=7\n");
  expect(stderr.toString()).toBe("");
});

test("a closed stdout is no error", () => {
  const { exitCode, stderr } = shell('"$BUN" -e "$SCRIPT" >&-');
  expect([0, 7]).toContain(exitCode); // Bun may open the null device in its place
  expect(stderr.toString()).toBe("");
});

test("a full disk is an error: output must not get lost without a word", () => {
  const { exitCode, stderr } = shell('"$BUN" -e "$SCRIPT" > /dev/full');
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toContain("the output could not be written: ENOSPC");
});
