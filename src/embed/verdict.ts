// Whether these model files are the right ones, remembered: hashing 88 MB costs a tenth of a second, a look at the stamps nothing.
// A bad verdict is kept as a good one is: with a broken model every prompt would hash again until it comes to the fault.
import { join } from "node:path";
import { WaysError } from "../errors.ts";
import { readTextOr } from "../host/atomic.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import { type Model, renderFileProblem, stampsOf, verifyModel } from "./model.ts";

/** Throws a WaysError naming the file with what was expected and found. `cache` null: verified every time. */
export function requireVerified(model: Model, cache: string | null): void {
  const stamps = `${model.fingerprint}\n${stampsOf(model)}\n`;
  const file = cache === null ? null : join(cache, "model-verified");
  const known = file === null ? "" : readTextOr(file, "");
  const problem = known.startsWith(stamps) ? known.slice(stamps.length) : verdictOn(model);
  if (file !== null && !known.startsWith(stamps)) keep(file, stamps + problem);
  if (problem !== "")
    throw new WaysError(problem, { hint: "copy the model folder again: `ways setup --model <folder>`" });
}

/** "" when every file is the right one. */
function verdictOn(model: Model): string {
  const [problem] = verifyModel(model);
  return problem ? renderFileProblem(problem) : "";
}

function keep(file: string, text: string): void {
  try {
    ensureDir(join(file, ".."));
    writeAtomic(file, text);
  } catch {
    // a cache that cannot be written: verified again next time
  }
}
