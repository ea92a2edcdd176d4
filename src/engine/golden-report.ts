// What a run of golden prompts says: shares over all prompts, and for each way what it finds, misses and fires on wrongly.
import type { WayId } from "../ways/way.ts";
import type { GoldenResult } from "./golden.ts";

export type Share = { readonly hits: number; readonly of: number };

/** What a text that should show nothing has shown. */
export type SmallTalk = { readonly text: string; readonly shown: readonly WayId[] };

export type WayReport = {
  readonly id: WayId;
  readonly recall: Share;
  readonly missed: readonly GoldenResult[];
  /** Its near-misses that it fired on. */
  readonly fired: readonly GoldenResult[];
  /** Prompts of other ways that it was shown for without being right. */
  readonly stolen: readonly GoldenResult[];
  readonly smallTalk: readonly string[];
};

export type GoldenReport = {
  /** Of the ways that were shown for golden prompts, those that were right. */
  readonly precision: Share;
  readonly recall: Share;
  readonly direct: Share;
  readonly situational: Share;
  /** Near-misses whose way was not shown. */
  readonly held: Share;
  readonly languages: readonly { readonly lang: string; readonly recall: Share }[];
  /** Phrasings of small talk that showed one of these ways. */
  readonly smallTalk: Share;
  readonly ways: readonly WayReport[];
};

/** `ways`: those that are judged; results and small talk may show others. */
export function buildGoldenReport(
  ways: Iterable<WayId>,
  results: readonly GoldenResult[],
  smallTalk: readonly SmallTalk[],
): GoldenReport {
  const judged = new Set(ways);
  const byWay = Map.groupBy(results, ({ way }) => way);
  const due = results.filter(isDue);
  const shown = results.flatMap((r) => r.shown.map((id) => !r.wrong.includes(id)));
  const languages = [...Map.groupBy(due, ({ prompt }) => prompt.lang)].map(([lang, own]) => ({
    lang,
    recall: recallOf(own),
  }));
  return {
    precision: { hits: shown.filter(Boolean).length, of: shown.length },
    recall: recallOf(due),
    direct: recallOf(due.filter(({ prompt }) => prompt.kind === "direct")),
    situational: recallOf(due.filter(({ prompt }) => prompt.kind === "situational")),
    held: shareOf(
      results.filter((r) => !isDue(r)),
      ({ verdict }) => verdict === "held",
    ),
    languages: languages.sort((a, b) => b.recall.of - a.recall.of || (a.lang < b.lang ? -1 : 1)),
    smallTalk: shareOf(smallTalk, (s) => s.shown.some((id) => judged.has(id))),
    ways: [...judged].map((id) => {
      const own = byWay.get(id) ?? [];
      return {
        id,
        recall: recallOf(own.filter(isDue)),
        missed: own.filter(({ verdict }) => verdict === "missed"),
        fired: own.filter(({ verdict }) => verdict === "fired"),
        stolen: results.filter((r) => r.way !== id && r.wrong.includes(id)),
        smallTalk: smallTalk.flatMap((s) => (s.shown.includes(id) ? [s.text] : [])),
      };
    }),
  };
}

/** 1 where nothing was asked. */
export function ratioOf({ hits, of }: Share): number {
  return of === 0 ? 1 : hits / of;
}

function isDue({ prompt }: GoldenResult): boolean {
  return prompt.kind !== "negative";
}

function recallOf(due: readonly GoldenResult[]): Share {
  return shareOf(due, ({ verdict }) => verdict === "found");
}

function shareOf<T>(items: readonly T[], isHit: (item: T) => boolean): Share {
  return { hits: items.filter(isHit).length, of: items.length };
}
