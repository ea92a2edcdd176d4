// Several real processes at once: claims, counters and files are made for that, and only processes can show it.

/** Runs `script` (a module) in `count` processes that start together; their stdouts, in no order. Throws when one fails. */
export async function runTogether(
  count: number,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const running = Array.from({ length: count }, (_, i) =>
    Bun.spawn([process.execPath, "-e", script], {
      cwd: `${import.meta.dir}/../..`,
      env: { ...process.env, ...env, INDEX: String(i) },
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
  return Promise.all(
    running.map(async (child) => {
      const [out, err, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      if (code !== 0) throw new Error(`exit ${code}: ${err}`);
      return out;
    }),
  );
}
