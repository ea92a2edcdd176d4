// The shipped library as the bake-off sees it: short prompts whose right way is known, and the rules of that way's body.
import { existsSync, readFileSync } from "node:fs";
import { readShippedLibrary } from "../../../src/build/library.ts";
import { parseGolden } from "../../../src/ways/golden.ts";
import type { Way, WayId } from "../../../src/ways/way.ts";
import type { Half } from "./logs.ts";

export type Topic = {
  readonly id: WayId;
  readonly half: Half;
  /** Prompts that bring this way up; the first is the request, the others say more about it. */
  readonly prompts: readonly { readonly text: string; readonly lang: string }[];
  readonly right: readonly WayId[];
  /** Rules of the body: no headings, tables or code. No alias is among them. */
  readonly rules: readonly string[];
};

export type Library = { readonly ways: readonly Way[]; readonly topics: readonly Topic[] };

/** Called in the root of the repository. Topics are in the order of ids; a prompt is in one half only. */
export function readLibrary(): Library {
  const { ways } = readShippedLibrary();
  return { ways, topics: ways.flatMap((way) => topicsOf(way)) };
}

function topicsOf(way: Way): readonly Topic[] {
  const file = `ways/${way.id}/${way.id.split("/").at(-1)}.golden.jsonl`;
  if (!existsSync(file)) return [];
  const rows = parseGolden(readFileSync(file, "utf8"), file).prompts.filter(
    (p) => p.kind !== "negative" && p.event === "prompt",
  );
  const rules = way.body.split("\n").flatMap((line) => line.match(/^(?:[-*]|\d+\.) +(.{20,})$/)?.[1] ?? []);
  return (["tune", "held"] as const).flatMap((half) => {
    const own = rows.filter((p) => p.holdout === (half === "held"));
    const prompts = own.map((p) => ({ text: p.prompt, lang: p.lang }));
    return own.length === 0
      ? []
      : [{ id: way.id, half, prompts, right: [way.id, ...own.flatMap((p) => p.also)], rules }];
  });
}
