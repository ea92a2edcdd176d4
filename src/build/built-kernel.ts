// The kernel as build/kernel.ts has just left it.
import { compileKernel, type KernelCode } from "../embed/kernel/module.ts";
import { mapFile } from "../host/bytes.ts";

export function builtKernel(): KernelCode {
  return compileKernel({
    relaxed: () => mapFile("dist/kernel/relaxed.wasm"),
    plain: () => mapFile("dist/kernel/plain.wasm"),
  });
}
