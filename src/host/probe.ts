// A look at a folder that may never answer (its server has gone): asked for on another thread, and not waited for longer than said.
// Node's synchronous calls would hang with it.
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./files.ts";

/** Its real path; or nothing is there; or no answer came in time, or the system refused one. */
export type Probe =
  | { readonly kind: "there"; readonly path: string }
  | { readonly kind: "absent" }
  | { readonly kind: "silent" };

/** `inside`: something in the folder that is looked up, too, there or not: its path alone a system tells without asking the server. */
export async function probe(folder: string, inside: string, ms: number): Promise<Probe> {
  const { promise: late, resolve } = Promise.withResolvers<Probe>();
  const timer = setTimeout(() => resolve({ kind: "silent" }), ms);
  try {
    return await Promise.race([look(folder, inside), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function look(folder: string, inside: string): Promise<Probe> {
  try {
    const path = await realpath(folder);
    await stat(join(path, inside)).catch((error) => {
      if (!isAbsent(error)) throw error;
    });
    return { kind: "there", path };
  } catch (error) {
    return { kind: isAbsent(error) ? "absent" : "silent" };
  }
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error));
}
