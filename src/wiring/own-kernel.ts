// The kernel in the binary, started.
import { ASSETS } from "../assets.ts";
import { compileKernel } from "../embed/kernel/module.ts";
import { type StartedKernel, startKernel } from "../embed/kernel/start.ts";
import { readEmbedded } from "../host/embedded.ts";

/** Throws a WaysError where the machine cannot run it. */
export function startOwnKernel(): StartedKernel {
  const code = compileKernel({
    relaxed: () => readEmbedded(ASSETS.kernelRelaxed),
    plain: () => readEmbedded(ASSETS.kernelPlain),
  });
  return startKernel(code);
}
