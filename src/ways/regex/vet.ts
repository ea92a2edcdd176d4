// May a backtracking engine run this pattern on hostile text of 200 KB? A conservative proof that the work grows with the
// length of the text and no faster; whatever it cannot prove goes to the linear engine. Text is ASCII here (../regex.ts).
import { isNullable, type Regex } from "./syntax.ts";

/** Steps from one starting point, loops counted once. */
const MAX_STEPS = 250;
/** Starting points that may lie before one loop × steps behind it. */
const MAX_SHARED = 1_000;

/** What follows a piece of the pattern, seen from that piece. */
type Rest = {
  /** Characters that can come next. */
  readonly first: bigint;
  /** The same, but only where the match may begin anywhere in the text, not just at its start. */
  readonly free: bigint;
  /** Unbounded repetitions on the longest path. */
  readonly loops: number;
  /** Characters of all unbounded repetitions. */
  readonly loopChars: bigint;
  /** Characters consumed outside of loops, at most. */
  readonly length: number;
  /** Steps until every way to match has failed. */
  readonly steps: number;
};

const END: Rest = { first: 0n, free: 0n, loops: 0, loopChars: 0n, length: 0, steps: 1 };

/** `regex` as `trimRegex` leaves it. */
export function isSafeNatively(regex: Regex): boolean {
  const alternatives = regex.kind === "any-of" ? regex.items : [regex];
  const views = alternatives.map((item) => before(item, END));
  const steps = views.reduce((sum, view) => sum + (view?.steps ?? Number.POSITIVE_INFINITY), 0);
  return steps <= MAX_STEPS && views.every((view) => view !== null && isLinear(view));
}

/**
 * One start costs its bounded steps plus the characters its loops run over. The sum over all starts is linear if no start
 * can lie inside a run of such a loop: then at most `length` starts share a run.
 */
function isLinear(view: Rest): boolean {
  if (view.loops === 0 || view.free === 0n) return true;
  return (view.free & view.loopChars) === 0n && view.length * view.steps <= MAX_SHARED;
}

/** The view from in front of `regex` when `rest` follows it; null: no proof. */
function before(regex: Regex, rest: Rest): Rest | null {
  if (rest.steps > MAX_STEPS) return null;
  switch (regex.kind) {
    case "set": {
      const { ascii } = regex.set;
      return { ...rest, first: ascii, free: ascii, length: rest.length + 1, steps: rest.steps + 1 };
    }
    case "at": {
      if (regex.place === "word-start" || regex.place === "word-end") return null;
      return { ...rest, free: regex.place === "text-start" ? 0n : rest.free, steps: rest.steps + 1 };
    }
    case "seq":
      return regex.items.reduceRight<Rest | null>((view, item) => view && before(item, view), rest);
    case "any-of":
      return either(
        regex.items.map((item) => before(item, rest)),
        regex.items.some(isNullable),
      );
    case "repeat":
      return regex.max === Number.POSITIVE_INFINITY ? beforeLoop(regex, rest) : beforeCounted(regex, rest);
  }
}

function either(views: readonly (Rest | null)[], mayOverlap: boolean): Rest | null {
  return views.reduce((a, b) => {
    if (a === null || b === null) return null;
    const isDisjoint = !mayOverlap && (a.first & b.first) === 0n;
    return {
      first: a.first | b.first,
      free: a.free | b.free,
      loops: Math.max(a.loops, b.loops),
      loopChars: a.loopChars | b.loopChars,
      length: Math.max(a.length, b.length),
      steps: isDisjoint ? Math.max(a.steps, b.steps) + 1 : a.steps + b.steps,
    };
  });
}

type Repeat = Regex & { readonly kind: "repeat" };

/** `x*` then something else: giving characters back costs one failed step each, if what follows cannot begin with an x. */
function beforeLoop(repeat: Repeat, rest: Rest): Rest | null {
  const { item, min } = repeat;
  if (item.kind !== "set") return null;
  if (min > 1) {
    const open = beforeLoop({ ...repeat, min: 0 }, rest);
    return open && beforeCounted({ ...repeat, max: min }, open);
  }
  const { ascii } = item.set;
  const isAmbiguous = (ascii & rest.first) !== 0n;
  // Otherwise every character given back tries the whole rest again, which must then be bounded.
  if (isAmbiguous && rest.loops > 0) return null;
  return {
    first: min === 0 ? ascii | rest.first : ascii,
    free: min === 0 ? ascii | rest.free : ascii,
    loops: rest.loops + 1,
    loopChars: rest.loopChars | ascii,
    length: rest.length + min,
    steps: rest.steps + 2,
  };
}

function beforeCounted({ item, min, max }: Repeat, rest: Rest): Rest | null {
  let view: Rest | null = rest;
  for (let n = max; n > 0 && view; n--) {
    const more: Rest | null = before(item, view);
    if (more && more.loops > view.loops && max > 1) return null;
    view = n > min ? either([more, rest], isNullable(item)) : more;
  }
  return view;
}
