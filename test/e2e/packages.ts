// A package of two ways, and what the binary says about the packages it has.
import { join } from "node:path";
import type { Box } from "../support/binary.ts";
import { wayAbout } from "./ways.ts";

export const manifest = (name: string, version = "1.0.0", more = {}) =>
  `${JSON.stringify({ name, version, licence: "MIT", ...more }, null, 2)}\n`;
export const TEAM = {
  "src/ways.json": manifest("team"),
  "src/fish/fish.md": wayAbout("fish", "macro: append\n"),
  "src/fish/macro.sh": "echo hello from the macro\n",
  "src/garden/garden.md": `${wayAbout("garden")}\n## See Also\n\n- fish — who lives beside them\n`,
};
export const DATA = "home/.local/share/claude-ways";
const GIT = "git -c user.name=ada -c user.email=ada@example.test";

type Listed = {
  readonly name: string;
  readonly version: string;
  readonly state: string;
  readonly resolved: string;
  readonly ways: number;
};

export async function packages(box: Box): Promise<readonly Listed[]> {
  return JSON.parse((await box.run(["list", "--packages", "--json"])).stdout).packages;
}
/** Ids of all ways that came with packages. */
export async function ids(box: Box): Promise<readonly string[]> {
  const { ways }: { ways: readonly { id: string; origin: string }[] } = JSON.parse(
    (await box.run(["list", "--json"])).stdout,
  );
  return ways.filter(({ origin }) => origin === "package").map(({ id }) => id);
}
export const commit = (box: Box, line = "git init -q .", folder = "src") =>
  box.shell(`${line} && git add -A . && ${GIT} commit -qm change`, { cwd: join(box.folder, folder) });
