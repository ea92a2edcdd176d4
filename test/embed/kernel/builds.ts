// The kernel compiled from the sources at hand, kept in the temporary folder under a hash of them: a compilation takes
// seconds, and what lies in dist may be older than the sources.
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildKernel } from "../../../src/build/kernel.ts";
import { type Kernel, type KernelFiles, openKernel } from "../../../src/embed/kernel/engine.ts";
import { compileKernel, type KernelBuilds, type KernelCode } from "../../../src/embed/kernel/module.ts";
import { startKernel } from "../../../src/embed/kernel/start.ts";
import { MODELS } from "../oracle.ts";

const ROOT = join(import.meta.dir, "../../..");

export function kernelFiles(): KernelFiles {
  return { weights: join(MODELS, "encoder.k4"), table: join(MODELS, "embedding.q4.bin") };
}

export async function kernelBuilds(): Promise<KernelBuilds> {
  const { relaxed, plain } = await kernelPaths();
  return { relaxed: () => readFileSync(relaxed), plain: () => readFileSync(plain) };
}

export async function kernelCode(changes: Partial<KernelBuilds> = {}): Promise<KernelCode> {
  return compileKernel({ ...(await kernelBuilds()), ...changes });
}

export async function openTestKernel(changes: Partial<KernelFiles> = {}, code = kernelCode()): Promise<Kernel> {
  return openKernel({ ...kernelFiles(), ...changes }, startKernel(await code));
}

async function kernelPaths(): Promise<{ readonly relaxed: string; readonly plain: string }> {
  const assembly = join(ROOT, "src/embed/kernel/assembly");
  const hasher = new Bun.CryptoHasher("sha256").update(readFileSync(join(ROOT, "src/build/kernel.ts")));
  for (const name of readdirSync(assembly).sort()) hasher.update(readFileSync(join(assembly, name)));
  const folder = join(tmpdir(), `ways-kernel-${hasher.digest("hex").slice(0, 16)}`);
  if (!existsSync(folder)) {
    const fresh = mkdtempSync(join(tmpdir(), "ways-kernel-"));
    await buildKernel(fresh);
    try {
      renameSync(fresh, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error; // else another test process was first
    }
  }
  return { relaxed: join(folder, "relaxed.wasm"), plain: join(folder, "plain.wasm") };
}
