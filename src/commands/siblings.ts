// `ways siblings <id|all>`: how close ways of one family are, and the two aliases in which they come closest.

import { centroidOf, closestAliases } from "../match/fidelity.ts";
import { dot } from "../match/space.ts";
import { buildFamily, siblingGroups } from "../ways/graph.ts";
import type { Way, WayId } from "../ways/way.ts";
import { type EmbeddedWays, openEmbeddedWays } from "../wiring/graph.ts";
import { JSON_FLAG, neededWord, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { printJson, table } from "./io.ts";
import { openProgress } from "./progress.ts";
import { wayNamed } from "./way-named.ts";

const ROWS = 20;

export const siblings: Verb = {
  summary: "how close the ways of one family are to each other",
  examples: [
    ["ways siblings softwaredev/code/testing/tdd", "its siblings, nearest first, and the aliases that meet"],
    ["ways siblings all", "the closest pairs of the whole library: where ways get confused"],
  ],
  words: ["id|all"],
  flags: { ...JSON_FLAG, ...WAYS_DIR_FLAG, all: { kind: "flag", meaning: "every pair" } },
  json: {
    pairs: [
      {
        a: "string",
        b: "string",
        cosine: "number",
        closest: { a: "string", b: "string", cosine: "number" },
      },
    ],
  },
  run: async (flags, io) => {
    const word = neededWord(flags, 0, "the id of a way, or `all`", "siblings");
    const wanted = (ways: ReadonlyMap<WayId, Way>) => pairsOf(word, ways).flat();
    const embedded = await openEmbeddedWays(
      io.env,
      io.cwd,
      flags.text("ways-dir"),
      wanted,
      openProgress(io, "embedding").progress,
    );
    if (embedded.problem !== null) throw embedded.problem;
    const pairs = pairsOf(word, embedded.ways)
      .flatMap(([a, b]) => compare(a, b, embedded))
      .sort((x, y) => y.cosine - x.cosine);
    if (flags.isOn("json")) printJson(io, "siblings", { pairs });
    else if (pairs.length === 0) io.out(word === "all" ? "no way has a sibling" : `\`${word}\` has no siblings`);
    else {
      const rows = pairs.slice(0, flags.isOn("all") ? undefined : ROWS);
      const body = rows.map(({ a, b, cosine, closest }) => [
        cosine.toFixed(2),
        ...(word === "all" ? [a] : []),
        b,
        `${closest.cosine.toFixed(2)}  ${closest.a} ↔ ${closest.b}`,
      ]);
      io.out(table([["cosine", ...(word === "all" ? ["way"] : []), "sibling", "closest aliases"], ...body]));
      if (rows.length < pairs.length) io.err(`${pairs.length - rows.length} pairs further apart: \`--all\``);
    }
    return 0;
  },
};

type Pair = readonly [Way, Way];

function pairsOf(word: string, ways: ReadonlyMap<WayId, Way>): readonly Pair[] {
  const pair = (a: WayId, b: WayId): readonly Pair[] => {
    const [first, second] = [ways.get(a), ways.get(b)];
    return first && second ? [[first, second]] : [];
  };
  if (word === "all")
    return siblingGroups(ways).flatMap((group) =>
      group.flatMap((a, i) => group.slice(i + 1).flatMap((b) => pair(a, b))),
    );
  const { id } = wayNamed([...ways.values()], word);
  return buildFamily(ways)
    .siblings(id)
    .flatMap((other) => pair(id, other));
}

function compare(a: Way, b: Way, { rowsOf, nearest }: EmbeddedWays) {
  const [first, second] = [rowsOf(a), rowsOf(b)];
  const meeting = first && second && closestAliases(first, second, nearest);
  if (!first || !second || !meeting) return [];
  const text = (way: Way, index: number) => way.aliases[index]?.text ?? "";
  const closest = { a: text(a, meeting.a), b: text(b, meeting.b), cosine: rounded(meeting.cosine) };
  return [{ a: a.id, b: b.id, cosine: rounded(dot(centroidOf(first), centroidOf(second))), closest }];
}

function rounded(cosine: number): number {
  return Math.round(cosine * 1_000) / 1_000;
}
