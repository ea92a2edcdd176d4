// "These model files are the right ones", remembered: hashing 88 MB costs a tenth of a second, a look at the stamps nothing.
import { join } from "node:path";
import { WaysError } from "../errors.ts";
import { readTextOr } from "../host/atomic.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import { type Model, renderFileProblem, stampsOf, verifyModel } from "./model.ts";

/** Throws a WaysError naming the file with what was expected and found. `cache` null: verified every time. */
export function requireVerified(model: Model, cache: string | null): void {
  const stamps = `${model.fingerprint}\n${stampsOf(model)}\n`;
  const file = cache === null ? null : join(cache, "model-verified");
  if (file !== null && readTextOr(file, "") === stamps) return;
  const [problem] = verifyModel(model);
  if (problem)
    throw new WaysError(renderFileProblem(problem), {
      hint: "copy the model folder again: `ways setup --model <folder>`",
    });
  if (file === null || cache === null) return;
  try {
    ensureDir(cache);
    writeAtomic(file, stamps);
  } catch {
    // a cache that cannot be written: verified again next time
  }
}
