// The linear-time engine: all ways to match advance together, one character at a time, and recurring situations are
// remembered (a lazy DFA). Own code because `re2js` knows only ASCII word edges and costs a hook 17 ms to load.
import type { CharSet } from "./char-set.ts";
import { EDGE_KIND, edgeKindOf, hasChar } from "./character.ts";
import { buildProgram, type Step } from "./program.ts";
import type { Place, Regex } from "./syntax.ts";

/** What lies on one side of a position. `end` stands for both ends of the text. */
const SIDE = { end: 0, newline: 1, other: 2, spaced: 3, unspaced: 4 } as const;
type Side = (typeof SIDE)[keyof typeof SIDE];

/** Steps waiting for the next character, and what came before it. */
type Situation = {
  readonly steps: readonly number[];
  readonly side: Side;
  readonly next: Map<number, Situation | null>;
};

/** Beyond this many remembered situations the rest of the text is searched without memory. */
const MAX_SITUATIONS = 2_000;

/** A yes-or-no search in any text, in time proportional to its length; null: the pattern is too large. */
export function compileLinear(regex: Regex): ((text: string) => boolean) | null {
  const program = buildProgram(regex);
  if (program === null) return null;
  const advance = buildAdvance(program);
  return (text) => search(text, advance);
}

/** null: a match ends before `code`. */
type Advance = (steps: readonly number[], side: Side, code: number) => readonly number[] | null;

function search(text: string, advance: Advance): boolean {
  const known = new Map<string, Situation>();
  const remember = (steps: readonly number[], side: Side): Situation => {
    const key = `${side}:${steps.join()}`;
    const found = known.get(key) ?? { steps, side, next: new Map() };
    known.set(key, found);
    return found;
  };
  let now = remember([], SIDE.end);
  let i = 0;
  while (i < text.length && known.size < MAX_SITUATIONS) {
    const code = text.codePointAt(i) ?? 0;
    i += code > 0xffff ? 2 : 1;
    let next = now.next.get(code);
    if (next === undefined) {
      const steps = advance(now.steps, now.side, code);
      next = steps && remember(steps, sideOf(code));
      now.next.set(code, next);
    }
    if (next === null) return true;
    now = next;
  }
  return searchPlainly(text, i, now, advance);
}

function searchPlainly(
  text: string,
  from: number,
  { steps, side }: Omit<Situation, "next">,
  advance: Advance,
): boolean {
  let now: readonly number[] | null = steps;
  let left: Side = side;
  for (let i = from; i < text.length && now; ) {
    const code = text.codePointAt(i) ?? 0;
    i += code > 0xffff ? 2 : 1;
    now = advance(now, left, code);
    left = sideOf(code);
  }
  return now === null || advance(now, left, END_OF_TEXT) === null;
}

const END_OF_TEXT = -1;

function buildAdvance(program: readonly Step[]): Advance {
  const members = program.map((step) => (step.kind === "set" ? buildMembership(step.set) : () => false));
  return (steps, left, code) => {
    const right = code === END_OF_TEXT ? SIDE.end : sideOf(code);
    const reached = new Uint8Array(program.length);
    const after: number[] = [];
    // A match may begin at every position: step 0 always takes part.
    const stack = [...steps, 0];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const step = program[index];
      if (step === undefined || reached[index] === 1) continue;
      reached[index] = 1;
      if (step.kind === "match") return null;
      if (step.kind === "fork") for (const to of step.to) stack.push(to);
      else if (step.kind === "set") {
        if (code !== END_OF_TEXT && members[index]?.(code)) after.push(index + 1);
      } else if (holds(step.place, left, right)) stack.push(index + 1);
    }
    return after.sort((a, b) => a - b);
  };
}

/** Remembers its answers: one text repeats few characters. */
function buildMembership(set: CharSet): (code: number) => boolean {
  const answers = new Map<number, boolean>();
  return (code) => {
    const known = answers.get(code);
    if (known !== undefined) return known;
    const answer = hasChar(set, code);
    answers.set(code, answer);
    return answer;
  };
}

function sideOf(code: number): Side {
  if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return SIDE.newline;
  const kind = edgeKindOf(code);
  return kind === EDGE_KIND.none ? SIDE.other : kind === EDGE_KIND.spaced ? SIDE.spaced : SIDE.unspaced;
}

function holds(place: Place, left: Side, right: Side): boolean {
  switch (place) {
    case "text-start":
      return left === SIDE.end;
    case "text-end":
      return right === SIDE.end;
    case "line-start":
      return left <= SIDE.newline;
    case "line-end":
      return right <= SIDE.newline;
    case "edge":
      return isEdge(left, right);
    case "inside":
      return !isEdge(left, right);
    case "word-start":
      return right >= SIDE.spaced && isEdge(left, right);
    case "word-end":
      return left >= SIDE.spaced && isEdge(left, right);
  }
}

function isEdge(left: Side, right: Side): boolean {
  return left === SIDE.unspaced || right === SIDE.unspaced || (left === SIDE.spaced) !== (right === SIDE.spaced);
}
