// Threads that embed, a file each, which the executable holds as they are: bundled apart, so that no chunk of the executable is
// shared with them and a hook that needs none pays nothing for it.
import { join } from "node:path";

/** ONNX Runtime, or the kernel where there is much to embed. */
export function bundleWorker(): Promise<Uint8Array<ArrayBuffer>> {
  return bundle("worker.ts");
}

/** The kernel's layers of one prompt, and its part in their tasks. */
export function bundleAssistant(): Promise<Uint8Array<ArrayBuffer>> {
  return bundle("kernel/assistant-thread.ts");
}

/** Throws with the bundler's messages. */
async function bundle(entry: string): Promise<Uint8Array<ArrayBuffer>> {
  const result = await Bun.build({
    entrypoints: [join(import.meta.dir, "../embed", entry)],
    target: "bun",
    minify: true,
  });
  const [file] = result.outputs;
  if (!result.success || file === undefined) throw new AggregateError(result.logs, `${entry} has no bundle`);
  return new Uint8Array(await file.arrayBuffer());
}
