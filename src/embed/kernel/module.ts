// The kernel's code, compiled once for both that run it: the encoder (engine.ts) and the scorer (scorer.ts).
import { messageOf, WaysError } from "../../errors.ts";

/** Both builds (build/kernel.ts): with relaxed SIMD, and for machines without. */
export type KernelBuilds = { readonly relaxed: () => Uint8Array; readonly plain: () => Uint8Array };

export type KernelCode = { readonly build: "relaxed" | "plain"; readonly module: WebAssembly.Module };

/** Shared, since two threads may work in it (assistant.ts). Pages of 64 KB; the most is room, not use. */
export const MEMORY = { maximum: 16_384, shared: true } as const;

/**
 * The quicker build where the machine takes it, else the one that needs only the SIMD every current CPU has.
 * Throws a WaysError when the machine has no WebAssembly SIMD.
 */
export function compileKernel({ relaxed, plain }: KernelBuilds): KernelCode {
  try {
    return { build: "relaxed", module: new WebAssembly.Module(relaxed()) };
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
  }
  try {
    return { build: "plain", module: new WebAssembly.Module(plain()) };
  } catch (error) {
    throw new WaysError(`this machine cannot run the embedding kernel: ${messageOf(error)}`, {
      hint: "a CPU with WebAssembly SIMD (x64 with AVX, or arm64) is needed; matching by triggers still works",
      cause: error,
    });
  }
}

/** Enough for a prompt of 24 tokens: what a memory grows by counts as allocated several times over, and hastens a garbage collection. */
const USUAL_PAGES = 14;

export function kernelMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: USUAL_PAGES, ...MEMORY });
}

/** What assembly/index.ts exports. */
export type KernelExport =
  | ("layerBytes" | "panelsOf" | "embed" | "project" | "attention" | "mix" | "widen" | "narrow" | "pool")
  | ("transform" | "quantiseQuery" | "dots" | "nearest")
  | ("assist" | "practise" | "practiseRest");

export type Exports<Name extends string> = Readonly<Record<Name, (...values: number[]) => number>>;

/** Called as they are: a layer has fourteen calls, and in a cold process a function around each is most of what it costs. */
export function exportsOf<Name extends string = KernelExport>(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Exports<Name> {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Exports<Name>;
}
