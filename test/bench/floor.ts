// The floor: an empty program compiled exactly as the product is.
import { join } from "node:path";

export async function compileFloor(folder: string): Promise<string> {
  const source = join(folder, "floor.ts");
  const outfile = join(folder, process.platform === "win32" ? "floor.exe" : "floor");
  await Bun.write(source, "");
  const result = await Bun.build({
    entrypoints: [source],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    bytecode: true,
    compile: {
      outfile,
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!result.success) throw new AggregateError(result.logs, "the floor did not compile");
  return outfile;
}
