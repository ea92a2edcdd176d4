// Fidelity of every alias and locale row (ADR-125): its cosine with the canonical text, beside what is usual. A situation in
// words of its own lies further off than a translation, and some languages the model places lower than others, so an alias
// is compared with those of its own language and kind.
import { fidelities } from "../match/fidelity.ts";
import { parseLabel } from "../ways/alias-label.ts";
import type { Way, WayId } from "../ways/way.ts";
import type { RowsOf } from "./graph.ts";

export type AliasFidelity = {
  readonly way: WayId;
  readonly label: string;
  /** null: written in the way file itself. */
  readonly lang: string | null;
  readonly kind: "main" | "phrasing";
  readonly text: string;
  readonly cosine: number;
  /** Of all aliases of this language and kind; null when there are too few to say. */
  readonly median: number | null;
  readonly isOutlier: boolean;
};

export type Usual = {
  readonly lang: string | null;
  readonly kind: "main" | "phrasing";
  readonly count: number;
  readonly median: number;
};

/** With fewer, a median says nothing. */
const FEWEST = 8;
/** Iglewicz and Hoaglin: a modified z-score beyond this is an outlier. */
const OUTLIER = 3.5;
/** Median absolute deviation → standard deviation of a normal distribution. */
const TO_DEVIATION = 1.4826;
const LEAST_DEVIATION = 0.03;

export type Fidelity = {
  /** Outliers first, then the lowest cosine. */
  readonly aliases: readonly AliasFidelity[];
  /** Lowest median first. */
  readonly usual: readonly Usual[];
};

/** `own`: the ways that are told about; `all`: those that say what is usual. Ways without a canonical text are left out. */
export function buildFidelity(own: ReadonlySet<WayId>, all: readonly Way[], rowsOf: RowsOf): Fidelity {
  const measured = all.flatMap((way) => measure(way, rowsOf));
  const groups = Map.groupBy(measured, groupOf);
  const usual = new Map([...groups].map(([key, group]) => [key, usualOf(group.map(({ cosine }) => cosine))]));
  const aliases = measured
    .filter(({ way }) => own.has(way))
    .map((alias): AliasFidelity => {
      const group = usual.get(groupOf(alias)) ?? null;
      const isOutlier = group !== null && alias.cosine < group.median - OUTLIER * group.deviation;
      return { ...alias, median: group?.median ?? null, isOutlier };
    });
  return {
    aliases: aliases.sort((a, b) => Number(b.isOutlier) - Number(a.isOutlier) || a.cosine - b.cosine),
    usual: [...groups]
      .flatMap(([key, [first, ...rest]]): Usual[] => {
        const group = usual.get(key);
        return first && group
          ? [{ lang: first.lang, kind: first.kind, count: rest.length + 1, median: group.median }]
          : [];
      })
      .sort((a, b) => a.median - b.median),
  };
}

type Measured = Omit<AliasFidelity, "median" | "isOutlier">;

function measure(way: Way, rowsOf: RowsOf): readonly Measured[] {
  const rows = way.aliases[0]?.label === "canonical" ? rowsOf(way) : null;
  const cosines = rows === null ? [] : fidelities(rows);
  return way.aliases.flatMap(({ label, text }, i): Measured[] => {
    const { lang, kind } = parseLabel(label);
    const cosine = cosines[i];
    return kind === "canonical" || cosine === undefined ? [] : [{ way: way.id, label, lang, kind, text, cosine }];
  });
}

function groupOf({ lang, kind }: Measured): string {
  return `${lang ?? ""} ${kind}`;
}

/** null: too few. */
function usualOf(values: readonly number[]): { readonly median: number; readonly deviation: number } | null {
  if (values.length < FEWEST) return null;
  const median = medianOf(values);
  const spread = TO_DEVIATION * medianOf(values.map((value) => Math.abs(value - median)));
  return { median, deviation: Math.max(spread, LEAST_DEVIATION) };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
