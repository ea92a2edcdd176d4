import { describe, expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");
/** Reads until a `}` or a time limit and says how it ended, how many bytes and how many calls of `isComplete` there were. */
const SCRIPT = `
  import { readUntil } from "./src/host/stdin.ts";
  let chunks = 0;
  const isComplete = (chunk) => { chunks++; return chunk.includes(125); };
  const { bytes, end } = await readUntil(isComplete, { waitMs: Number(process.env.WAIT ?? 5000), limit: 1_000_000 });
  console.log(JSON.stringify({ end, bytes: bytes.length, text: new TextDecoder().decode(bytes).slice(-6), chunks }));
  process.exit(0);`;

type Report = { readonly end: string; readonly bytes: number; readonly text: string; readonly chunks: number };

async function read(input: (write: (text: string) => void) => "close" | "leave-open", wait = 5_000): Promise<Report> {
  const child = Bun.spawn([process.execPath, "-e", SCRIPT], {
    cwd: ROOT,
    env: { ...process.env, WAIT: String(wait) },
    stdin: "pipe",
    stdout: "pipe",
  });
  const rest = input((text) => {
    child.stdin.write(text);
    void readerMayLeave(() => child.stdin.flush());
  });
  if (rest === "close") child.stdin.end();
  const report: Report = JSON.parse(await new Response(child.stdout).text());
  if (rest === "leave-open") void readerMayLeave(() => child.stdin.end());
  return report;
}

/** A reader that has enough closes the pipe, whatever is still on its way. */
async function readerMayLeave(write: () => unknown): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  }
}

describe("field case D4: reading stops", () => {
  test("at the first complete value, with the pipe left open", async () => {
    const report = await read((write) => {
      write('{"a":1}');
      return "leave-open";
    });
    expect(report).toMatchObject({ end: "complete", text: '"a":1}' });
  });

  test("at the end of the input, empty or cut", async () => {
    expect(await read(() => "close")).toMatchObject({ end: "eof", bytes: 0 });
    const cut = await read((write) => {
      write('{"prompt":"caf');
      return "close";
    });
    expect(cut).toMatchObject({ end: "eof", bytes: 14 });
  });

  test("after the waiting time when nothing complete comes; what came is kept", async () => {
    const silent = await read(() => "leave-open", 50);
    expect(silent).toMatchObject({ end: "timeout", bytes: 0 });
    // The process is up long before a second has passed, so the bytes are there when the time is over.
    const half = await read((write) => {
      write('{"a":');
      return "leave-open";
    }, 1_000);
    expect(half).toMatchObject({ end: "timeout", text: '{"a":' });
  });

  test("at the size limit", async () => {
    const report = await read((write) => {
      write("x".repeat(1_500_000));
      return "leave-open";
    });
    expect(report.end).toBe("too-long");
    expect(report.bytes).toBeGreaterThanOrEqual(1_000_000);
  });

  test.each(["<&-", "</dev/null", "</"])("with stdin %s", (redirection) => {
    const { stdout, exitCode } = Bun.spawnSync(["sh", "-c", `"$BUN" -e "$SCRIPT" ${redirection}`], {
      cwd: ROOT,
      env: { ...process.env, BUN: process.execPath, SCRIPT },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.toString())).toMatchObject({ end: "eof", bytes: 0 });
  });
});

test("large input arrives whole, in order, each chunk looked at once", async () => {
  const report = await read((write) => {
    for (let i = 0; i < 9; i++) write(String(i).repeat(100_000));
    write("end}");
    return "close";
  });
  expect(report).toMatchObject({ end: "complete", bytes: 900_004, text: "88end}" });
  expect(report.chunks).toBeGreaterThan(1);
});
