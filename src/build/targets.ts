// The platforms a release has, one standalone executable each.

export const TARGETS = ["linux-x64", "linux-arm64", "darwin-arm64", "windows-x64"] as const;

export type Target = (typeof TARGETS)[number];

export function hostTarget(): Target | null {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  return TARGETS.find((t) => t === name) ?? null;
}

export function executableName(target: Target | null): string {
  return target?.startsWith("windows") ? "ways.exe" : "ways";
}
