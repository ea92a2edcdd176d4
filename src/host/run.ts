// A program run within bounds: time, output, a process group of its own that does not outlive the call. stdin is closed.
// The end of its output is not waited for: a process it left behind would hold the pipe open.

export type RunBounds = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ms: number;
  /** Bytes of standard output that are kept; a program that writes more is ended. */
  readonly bytes: number;
  /** What it says on standard error is kept, too. */
  readonly hears?: boolean;
};

export type RunEnd = {
  readonly output: Uint8Array;
  /** `exit`: by itself; the others: it was ended. */
  readonly end: "exit" | "late" | "too-much";
  /** null when it was ended, or died of a signal. */
  readonly code: number | null;
  /** The end of standard error; "" unless it was to be heard. */
  readonly complaint: string;
};

/** Rejects when the program cannot be started. */
export async function runBounded(
  command: readonly string[],
  { cwd, env, ms, bytes, hears = false }: RunBounds,
): Promise<RunEnd> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: hears ? "pipe" : "ignore",
    detached: true, // a process group of its own
  });
  const reader = child.stdout.getReader();
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), ms);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const read = async (): Promise<"end" | "too-much"> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      size += next.value.length;
      if (size > bytes) return "too-much";
    }
    return "end";
  };
  const reading = read();
  const complaints = openComplaints(child.stderr ?? null);
  try {
    const first = await Promise.race([late.promise, child.exited, reading]);
    const stopped = first === "late" || first === "too-much" ? first : null;
    // What it wrote before its end may still be in the pipe.
    const last = stopped ?? (await Promise.race([late.promise, settled(child.exited, reading)]));
    const end = last === "late" || last === "too-much" ? last : "exit";
    const code = end === "exit" ? child.exitCode : null;
    return { output: joined(chunks).subarray(0, bytes), end, code, complaint: await complaints.heard() };
  } finally {
    complaints.close();
    clearTimeout(timer);
    endGroup(child.pid);
    child.kill("SIGKILL");
    child.unref();
    void reader.cancel().catch(() => {});
  }
}

/** How long the pipe is listened to after the program itself has ended. */
const AFTER_EXIT_MS = 20;

async function settled(exited: Promise<number>, reading: Promise<"end" | "too-much">): Promise<"exit" | "too-much"> {
  await exited;
  const last = await Promise.race([reading, Bun.sleep(AFTER_EXIT_MS)]);
  return last === "too-much" ? last : "exit";
}

/** Children of the program too; Windows has no groups. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // nothing of it is left
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const COMPLAINT_UNITS = 4_096;

function openComplaints(stream: ReadableStream<Uint8Array> | null) {
  const reader = stream?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const read = async () => {
    if (reader === undefined) return;
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text = (text + decoder.decode(next.value, { stream: true })).slice(-COMPLAINT_UNITS);
  };
  const reading = read().catch(() => {});
  const heard = async () => {
    await Promise.race([reading, Bun.sleep(AFTER_EXIT_MS)]);
    return text;
  };
  return { heard, close: () => void reader?.cancel().catch(() => {}) };
}
