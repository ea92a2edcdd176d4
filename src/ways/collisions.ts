// Ways that get into each other's way: the same trigger in several, and aliases of different ways that are nearly the same.
import type { Diagnostic } from "../diagnostics.ts";
import type { Subject } from "./lint/subject.ts";
import { findSimilarTexts } from "./similar.ts";
import type { Way, WayId } from "./way.ts";

/** What a finding here means, by code. They are no rules of lint: comparing all aliases takes its time. */
export const COLLISION_RULES = {
  "trigger-shared": "a trigger belongs to one way",
  "alias-similar": "aliases of different ways say different things",
} as const;

/** `judged`: findings are reported where one of these ways is involved, at the last of them. */
export function findCollisions(subjects: readonly Subject[], judged: (id: WayId) => boolean): readonly Diagnostic[] {
  const byId = new Map(subjects.map((subject) => [subject.way.id, subject]));
  const ways = subjects.map(({ way }) => way);
  const reportAt = (code: keyof typeof COLLISION_RULES, id: WayId, key: string, message: string, hint: string) => {
    const { parsed } = byId.get(id) ?? {};
    const place = parsed?.places.get(key) ?? parsed?.places.get(key.replace(/\[\d+\]$/, "")) ?? { line: 1, column: 1 };
    return { severity: "warning", code, file: parsed?.file ?? id, ...place, message, hint } as const;
  };
  const triggers = sharedTriggers(ways).flatMap(({ lane, source, uses }) => {
    const last = uses.findLast(({ id }) => judged(id));
    if (last === undefined) return [];
    const others = uses.filter(({ id }) => id !== last.id).map(({ id }) => `\`${id}\``);
    const more = others.length > 3 ? ` and ${others.length - 3} more` : "";
    const message = `\`${lane}\` \`${source}\` is a trigger of ${others.slice(0, 3).join(", ")}${more}, too`;
    return [
      reportAt("trigger-shared", last.id, `${lane}[${last.index}]`, message, "give it to the one way it is about"),
    ];
  });
  const texts = ways.flatMap((way) => way.aliases.map(({ label, text }) => ({ owner: way.id, label, text })));
  const aliases = findSimilarTexts(texts).flatMap(({ a, b, similarity }) => {
    const [own, other] = judged(b.owner) ? [b, a] : [a, b];
    if (!judged(own.owner)) return [];
    const share = similarity === 1 ? "the same as" : `nearly the same as`;
    const message = `\`${own.text}\` is ${share} \`${other.text}\` of \`${other.owner}\` (${other.label})`;
    return [
      reportAt("alias-similar", own.owner, keyOf(own.label), message, "keep it where it fits best, reword the other"),
    ];
  });
  return [...triggers, ...aliases];
}

function keyOf(label: string): string {
  if (label === "canonical") return "description";
  const number = /^alias (\d+)$/.exec(label)?.[1];
  return number === undefined ? "" : `aliases[${Number(number) - 1}]`;
}

type Use = { readonly id: WayId; readonly index: number };
type SharedTrigger = { readonly lane: string; readonly source: string; readonly uses: readonly Use[] };

function sharedTriggers(ways: readonly Way[]): readonly SharedTrigger[] {
  const all = ways.flatMap(({ id, triggers: { pattern, commands, errors, files } }) =>
    Object.entries({ pattern, commands, errors, files }).flatMap(([lane, list]) =>
      list.map((one, index) => {
        const key = "sees" in one ? `${one.sees} ${one.regex.source}` : one.source;
        return { lane, key: `${lane} ${key}`, source: one.source, id, index };
      }),
    ),
  );
  return [...Map.groupBy(all, ({ key }) => key).values()].flatMap((uses) => {
    const [first] = uses;
    const isShared = uses.some(({ id }) => id !== first?.id);
    return first !== undefined && isShared ? [{ lane: first.lane, source: first.source, uses }] : [];
  });
}
