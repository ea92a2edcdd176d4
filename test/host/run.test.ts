import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type RunBounds, runBounded } from "../../src/host/run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const sh = (script: string, bounds: Partial<RunBounds> = {}) =>
  runBounded(["/bin/sh", "-c", script], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    ms: 10_000,
    bytes: 4_096,
    ...bounds,
  });

/** A killed process may stay a zombie for a moment, or for good where nobody reaps orphans. */
async function isGone(pid: number): Promise<boolean> {
  for (let i = 0; i < 400; i++) {
    const stat = statOf(pid);
    if (stat === "" || stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z")) return true;
    await Bun.sleep(5);
  }
  return false;
}

/** "" when there is no such process; a look first, then reading would miss the one that ends in between. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

describe("a program", () => {
  test("gives its output and its exit code", async () => {
    const { output, end, code } = await sh("echo one; echo two; exit 3");
    expect([text(output), end, code]).toEqual(["one\ntwo\n", "exit", 3]);
  });

  test("has a closed stdin, the environment it was given and no other, and its folder", async () => {
    const folder = temporaryFolder();
    const { output } = await sh('cat; echo "$A-$HOME-$WAYS_X"; pwd', {
      cwd: folder,
      env: { A: "1", PATH: "/usr/bin:/bin" },
    });
    expect(text(output)).toBe(`1--\n${folder}\n`);
  });

  test("that hangs is ended in time, with all its children", async () => {
    const started = performance.now();
    const { output, end, code } = await sh("sleep 30 & echo $!; (trap '' TERM; sleep 30)", { ms: 60 });
    expect([end, code]).toEqual(["late", null]);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await isGone(Number(text(output)))).toBe(true);
  });

  test("that leaves a child behind with its output open is not waited for, and the child is ended", async () => {
    const started = performance.now();
    const { output, end, code } = await sh("sleep 30 & echo $!");
    expect([end, code]).toEqual(["exit", 0]);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await isGone(Number(text(output)))).toBe(true);
  });

  test("that writes without end is ended at the limit", async () => {
    const { output, end } = await sh("yes", { bytes: 1_000 });
    expect([output.length, end]).toEqual([1_000, "too-much"]);
  });

  test("that closes its output and goes on is waited for, and bounded", async () => {
    expect(await sh("echo x; exec >&-; sleep 0.05; exit 4")).toMatchObject({ end: "exit", code: 4 });
    expect(await sh("echo x; exec >&-; sleep 30", { ms: 60 })).toMatchObject({ end: "late", code: null });
  });

  test("that dies of a signal has no exit code", async () => {
    expect(await sh("kill -9 $$")).toMatchObject({ end: "exit", code: null });
  });

  test("that cannot be started, or in no folder, is an error", async () => {
    const bounds = { cwd: "/", env: {}, ms: 1_000, bytes: 10 };
    expect(runBounded(["/nonexistent/program"], bounds)).rejects.toThrow();
    expect(runBounded(["/bin/sh", "-c", "true"], { ...bounds, cwd: "/nonexistent" })).rejects.toThrow();
  });
});

test("what it says on standard error is kept only where somebody listens, and only its end", async () => {
  const said = 'echo one >&2; printf "%10000d" 7 >&2; echo out; exit 2';
  expect(await sh(said)).toMatchObject({ code: 2, complaint: "" });
  const { complaint, output } = await sh(said, { hears: true });
  expect([complaint.length, complaint.at(-1), text(output)]).toEqual([4_096, "7", "out\n"]);
});
