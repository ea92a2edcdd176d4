// The kernel, warm, in multiplications a second (GMAC/s), beside the most that this machine does of the instruction it is made of.
import { join } from "node:path";
import { compileAssembly, RELAXED } from "../../src/build/kernel.ts";
import { openKernel } from "../../src/embed/kernel/engine.ts";
import { compileKernel, type Exports, exportsOf, MEMORY } from "../../src/embed/kernel/module.ts";
import { startKernel } from "../../src/embed/kernel/start.ts";

const HERE = join(import.meta.dir, "assembly");
const KERNEL = join(import.meta.dir, "../../src/embed/kernel/assembly");

const TOKENS = 100;
const LAYERS = 12;
/** The four matrices of a layer: blocks of 32 inputs, outputs. */
const MATRICES = [
  [12, 1152],
  [12, 384],
  [12, 1536],
  [48, 384],
] as const;
const MACS = TOKENS * MATRICES.reduce((sum, [blocks, channels]) => sum + blocks * 32 * channels, 0);

export type KernelSpeed = {
  /** Of the instruction. */
  readonly peak: number;
  /** Of the matrix products of a layer alone, at 100 tokens. */
  readonly products: number;
  /** Of a whole embedding of 100 tokens: with attention, normalisation and the reading of the weights. */
  readonly embedding: number;
};

/** null: this machine has no relaxed SIMD. The best of many runs, by turns. */
export async function measureKernel(model: string, kernel: string): Promise<KernelSpeed | null> {
  const bytes = async (name: string) => new Uint8Array(await Bun.file(join(kernel, name)).arrayBuffer());
  const [relaxed, plain] = [await bytes("relaxed.wasm"), await bytes("plain.wasm")];
  const code = compileKernel({ relaxed: () => relaxed, plain: () => plain });
  if (code.build === "plain") return null;
  const files = { weights: join(model, "encoder.k4"), table: join(model, "embedding.q4.bin") };
  const embedder = openKernel(files, startKernel(code));
  const ids = Int32Array.from({ length: TOKENS }, (_, i) => 1000 + 37 * i);
  const peak = await bind<"dots" | "productsOf">(HERE, "dots.ts");
  const gemm = await bind<"gemm">(KERNEL, "gemm.ts");
  const rounds = 1_000_000;
  const work = {
    peak: { macs: peak.productsOf(rounds), run: () => void peak.dots(rounds) },
    products: { macs: MACS, run: () => multiply(gemm) },
    embedding: { macs: MACS * LAYERS, run: () => void embedder.embed(ids) },
  };
  const best = { peak: 0, products: 0, embedding: 0 };
  for (let turn = 0; turn < 40; turn++) {
    for (const name of ["peak", "products", "embedding"] as const) {
      const { macs, run } = work[name];
      const started = performance.now();
      run();
      best[name] = Math.max(best[name], macs / (performance.now() - started) / 1e6);
    }
  }
  embedder.close();
  return best;
}

/** Each where a megabyte, or a quarter of one, is free. */
const AT = { weights: 0, activations: 0x10_0000, out: 0x20_0000, scales: 0x30_0000, bias: 0x34_0000, panel: 0x38_0000 };
const PAGES = 64;

async function bind<Name extends string>(folder: string, entry: string): Promise<Exports<Name>> {
  const module = new WebAssembly.Module(await compileAssembly(folder, entry, RELAXED));
  const memory = new WebAssembly.Memory({ initial: PAGES, ...MEMORY });
  return exportsOf<Name>(module, memory);
}

/** All zero: nothing in the product takes longer for other numbers. */
function multiply({ gemm }: Exports<"gemm">): void {
  for (const [blocks, channels] of MATRICES)
    gemm(AT.weights, blocks, channels, AT.scales, AT.bias, AT.activations, TOKENS, AT.out, channels * 4, AT.panel);
}
