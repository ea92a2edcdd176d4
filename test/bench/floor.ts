// Programs compiled exactly as the product is; the floor is the empty one.
import { join } from "node:path";
import { compileOptions } from "../../src/build/compile.ts";

export function compileFloor(folder: string): Promise<string> {
  return compileProgram(folder, "floor", "");
}

/** The path of the executable. */
export async function compileProgram(folder: string, name: string, code: string): Promise<string> {
  const source = join(folder, `${name}.ts`);
  const outfile = join(folder, process.platform === "win32" ? `${name}.exe` : name);
  await Bun.write(source, code);
  const result = await Bun.build({ ...compileOptions(outfile), entrypoints: [source] });
  if (!result.success) throw new AggregateError(result.logs, `${name} did not compile`);
  return outfile;
}
