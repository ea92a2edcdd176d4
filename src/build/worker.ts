// The thread that embeds as one file, which the executable holds as it is: bundled apart, so that no chunk of the executable is
// shared with it and a hook that needs no thread pays nothing for it.
import { join } from "node:path";

const ENTRY = join(import.meta.dir, "../embed/worker.ts");

/** Throws with the bundler's messages. */
export async function bundleWorker(): Promise<Uint8Array<ArrayBuffer>> {
  const result = await Bun.build({ entrypoints: [ENTRY], target: "bun", minify: true });
  const [bundle] = result.outputs;
  if (!result.success || bundle === undefined)
    throw new AggregateError(result.logs, "the thread that embeds has no bundle");
  return new Uint8Array(await bundle.arrayBuffer());
}
