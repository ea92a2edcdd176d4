// `make build`: kernel, shipped library, executable. `--all`: for every platform; `--assets`: only what the executable embeds.

import packageJson from "../../package.json";
import { writeAtomic } from "../host/files.ts";
import { writeAll } from "../host/stdout.ts";
import { compileBinary } from "./compile.ts";
import { buildKernel } from "./kernel.ts";
import { buildShippedLibrary } from "./library.ts";
import { TARGETS } from "./targets.ts";
import { bundleAssistant, bundleWorker } from "./worker.ts";

const say = (line: string) => void writeAll(`  ${line}\n`, 2);

async function build(args: readonly string[]): Promise<void> {
  await buildKernel("dist/kernel");
  say("kernel: dist/kernel");
  writeAtomic("dist/worker.blob", await bundleWorker(), 0o644);
  writeAtomic("dist/assistant.js", await bundleAssistant(), 0o644);
  const hash = await buildShippedLibrary(
    { library: "dist/library.blob", rows: "dist/rows.blob", texts: "dist/texts.blob" },
    packageJson.version,
    say,
  );
  if (args.includes("--assets")) return;
  const commit = Bun.spawnSync(["git", "rev-parse", "--short", "HEAD"]).stdout.toString().trim();
  for (const target of args.includes("--all") ? TARGETS : [null])
    say(`binary: ${await compileBinary(target, { commit, library: hash })}`);
}

await build(process.argv.slice(2));
