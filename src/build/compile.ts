// Compiles src/main.ts to one executable. Split chunks keep what an event does not need from being evaluated:
// an ignored event must not even load `node:fs` (host/stdin.ts).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json";
import { LATE } from "../host/jit.ts";
import { executableName, hostTarget, type Target } from "./targets.ts";

/** How every program is compiled, what the product is measured against included. */
export function compileOptions(outfile: string, target: Target | null = null): Omit<Bun.BuildConfig, "entrypoints"> {
  return {
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    bytecode: true,
    compile: {
      outfile,
      jitPolicy: LATE,
      // A compiled binary would otherwise read bunfig.toml and .env of whatever folder an agent works in.
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      ...(target === null ? {} : { target: `bun-${target}` }),
    },
  };
}

/** `dist/ways` for this machine, `dist/<target>/ways` for another; returns the path. Throws with the compiler's log. */
export async function compileBinary(
  target: Target | null,
  built: { readonly commit: string; readonly library: string },
): Promise<string> {
  const folder = target === null ? "dist" : join("dist", target);
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, executableName(target ?? hostTarget()));
  const result = await Bun.build({
    ...compileOptions(outfile, target),
    entrypoints: ["src/main.ts"],
    define: {
      VERSION: JSON.stringify(packageJson.version),
      COMMIT: JSON.stringify(built.commit),
      LIBRARY_HASH: JSON.stringify(built.library),
      TARGET: JSON.stringify(target ?? hostTarget() ?? "unknown"),
    },
  });
  if (!result.success) throw new AggregateError(result.logs, "the binary did not compile");
  return outfile;
}
