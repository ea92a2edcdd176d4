// A look at a path that may never answer (a server that has gone): asked for on another thread, and not waited for longer than said.
// Node's synchronous calls would hang with it.
import { realpath } from "node:fs/promises";
import { errorCode } from "./files.ts";

/** Its real path; or nothing is there; or no answer came in time, or the system refused one. */
export type Probe =
  | { readonly kind: "there"; readonly path: string }
  | { readonly kind: "absent" }
  | { readonly kind: "silent" };

export async function probe(path: string, ms: number): Promise<Probe> {
  const { promise: late, resolve } = Promise.withResolvers<Probe>();
  const timer = setTimeout(() => resolve({ kind: "silent" }), ms);
  const asked = realpath(path).then(
    (real): Probe => ({ kind: "there", path: real }),
    (error): Probe => ({ kind: ["ENOENT", "ENOTDIR"].includes(errorCode(error)) ? "absent" : "silent" }),
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
