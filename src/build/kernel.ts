// src/embed/kernel/assembly → relaxed.wasm and plain.wasm: one source, two builds, the same bytes on every machine.
// Both are checked to own no memory: no static data and no stack pointer, so the engine's layout is all there is.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";
import { MEMORY } from "../embed/kernel/module.ts";

const SOURCE = join(import.meta.dir, "../embed/kernel/assembly");

const OPTIONS = [
  "-O3",
  "--noAssert",
  ...["--runtime", "stub"],
  ...["--importMemory", "--noExportMemory"], // the engine makes the memory and lets it grow
  ...["--disableWarning", "112"], // v128 in functions exported between our own files
  ...["--enable", "simd"],
  ...["--enable", "threads", "--sharedMemory", "--maximumMemory", String(MEMORY.maximum)],
];

/** Writes both builds into the folder `out`. Throws with the compiler's messages. */
export async function buildKernel(out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "plain.wasm"), await compileKernel([]));
  writeFileSync(join(out, "relaxed.wasm"), await compileKernel(RELAXED));
}

async function compileKernel(features: readonly string[]): Promise<Uint8Array> {
  const wasm = await compileAssembly(SOURCE, "index.ts", features);
  assertOwnsNoMemory(wasm);
  return wasm;
}

export const RELAXED = ["--enable", "relaxed-simd"];

/** One AssemblyScript module of the folder, its functions exported. Throws with the compiler's messages. */
export async function compileAssembly(
  folder: string,
  entry: string,
  features: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const { error, stderr } = await asc.main(
    [entry, "--baseDir", folder, "--outFile", "module.wasm", ...OPTIONS, ...features],
    { writeFile: (name, contents) => void files.set(name, Uint8Array.from(Buffer.from(contents))) },
  );
  const wasm = files.get("module.wasm");
  if (error !== null || wasm === undefined) throw new Error(`${entry} does not compile\n${stderr.toString()}`);
  return wasm;
}

const SECTIONS_WITH_STATE: Readonly<Record<number, string>> = { 5: "memory", 6: "global", 8: "start", 11: "data" };

/** Throws when the module has a section that could hold static data, a stack pointer or a memory of its own. */
export function assertOwnsNoMemory(wasm: Uint8Array): void {
  for (let at = 8; at < wasm.length; ) {
    const name = SECTIONS_WITH_STATE[wasm[at] ?? 0];
    if (name !== undefined) throw new Error(`the kernel has a ${name} section, expected none`);
    const { value, next } = readVarint(wasm, at + 1);
    at = next + value;
  }
}

/** Unsigned LEB128. */
function readVarint(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at };
  }
}

if (import.meta.main) await buildKernel("dist/kernel");
