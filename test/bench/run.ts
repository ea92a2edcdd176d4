// Timing whole processes, spawn to exit. Scenarios take turns within a round, so that a busy minute falls on all alike.
export type Scenario = {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Standard input of the i-th run. */
  readonly stdin: (run: number) => string;
  /** Not every scenario needs every round: ONNX Runtime takes half a second. */
  readonly every: number;
  /** Before each run, not timed. */
  readonly prepare?: () => void;
  /** After a run, not timed: whether it did what is to be measured. */
  readonly verify?: (run: Done) => boolean;
  /** A verb that may find faults: exit code 1 is as good as 0, and it may say something on stderr. */
  readonly finds?: boolean;
};

export type Done = {
  readonly round: number;
  readonly stdout: string;
  /** Blocks of the file system that were read from the disk. */
  readonly read: number;
};

export type Timing = {
  readonly name: string;
  readonly runs: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  /** User and system time of the process, milliseconds, median. */
  readonly cpu: number;
  /** Peak resident memory, MB, of one more run; NaN where the system does not tell (see `peakOf`). */
  readonly rss: number;
  readonly failed: number;
};

type Run = { readonly wall: number; readonly cpu: number; readonly ok: boolean };

export async function measure(
  scenarios: readonly Scenario[],
  rounds: number,
  progress: (round: number) => void,
): Promise<readonly Timing[]> {
  const runs = new Map<string, Run[]>(scenarios.map((s) => [s.name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const scenario of scenarios) {
      if (round % scenario.every !== 0) continue;
      const run = once(scenario, round);
      if (round >= 0) runs.get(scenario.name)?.push(run); // the first two warm the file cache
    }
    progress(round);
  }
  const timings: Timing[] = [];
  for (const s of scenarios) timings.push(summary(s.name, runs.get(s.name) ?? [], await peakOf(s, rounds)));
  return timings;
}

function once({ command, env, stdin, prepare, verify, finds = false }: Scenario, round: number): Run {
  prepare?.();
  const input = new TextEncoder().encode(stdin(round));
  const started = performance.now();
  const done = Bun.spawnSync([...command], { stdin: input, stdout: "pipe", stderr: "pipe", env: { ...env } });
  const wall = performance.now() - started;
  const { cpuTime, ops } = done.resourceUsage;
  return {
    wall,
    cpu: Number(cpuTime.total) / 1000,
    ok:
      (finds ? done.exitCode <= 1 : done.exitCode === 0 && done.stderr.length === 0) &&
      (verify?.({ round, stdout: done.stdout.toString(), read: ops.in }) ?? true),
  };
}

function summary(name: string, runs: readonly Run[], rss: number): Timing {
  const walls = runs.map((r) => r.wall);
  return {
    name,
    runs: runs.length,
    min: percentile(walls, 0),
    median: percentile(walls, 0.5),
    p95: percentile(walls, 0.95),
    p99: percentile(walls, 0.99),
    cpu: percentile(
      runs.map((r) => r.cpu),
      0.5,
    ),
    rss,
    failed: runs.filter((r) => !r.ok).length,
  };
}

/** NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * The high-water mark of one run, read from outside while it lives. What the system reports after the end is useless here: a
 * child's figure begins with that of the process that spawned it.
 */
async function peakOf({ command, env, stdin, prepare }: Scenario, round: number): Promise<number> {
  prepare?.();
  const child = Bun.spawn([...command], {
    stdin: new TextEncoder().encode(stdin(round)),
    stdout: "ignore",
    stderr: "ignore",
    env: { ...env },
  });
  let peak = Number.NaN;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await Bun.file(`/proc/${child.pid}/status`)
      .text()
      .catch(() => "");
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
    if (kilobytes) peak = Number(kilobytes) / 1024;
    await Bun.sleep(0);
  }
  return peak;
}
