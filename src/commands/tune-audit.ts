// `ways tune --audit`: canonical texts that would find a neighbour before their own way.
import type { Audit } from "../engine/audit.ts";
import { EXIT } from "../errors.ts";
import type { TuneSubject } from "../wiring/observations.ts";
import { readAudit } from "../wiring/tuning.ts";
import type { Flags, Shape } from "./args.ts";
import { plural } from "./findings.ts";
import { type Io, printJson, table } from "./io.ts";
import { openProgress } from "./progress.ts";

const NEAR: Shape = { id: "string", score: "number" };

export const AUDIT_SHAPE = {
  "audit?": [{ id: "string", self: "number | null", "other?": NEAR, gap: "number | null", confusers: [NEAR] }],
} as const;

/** Confusers named in a row. */
const NAMED = 2;

export async function printAudit(
  io: Io,
  subject: TuneSubject,
  flags: Flags,
  limit: number | undefined,
): Promise<number> {
  const audits = await readAudit(subject, openProgress(io, "embedding").progress);
  const isCheck = flags.isOn("check");
  const confused = audits.filter(({ gap }) => gap !== null && gap < 0);
  const told = isCheck ? confused : audits;
  const code = isCheck && confused.length > 0 ? EXIT.finding : EXIT.ok;
  if (flags.isOn("json")) {
    printJson(io, "tune", { ok: confused.length === 0, audit: told.map(answerOf) });
    return code;
  }
  const number = (x: number | null) => x?.toFixed(2) ?? "–";
  const rows = told.slice(0, isCheck ? undefined : limit).map(({ id, self, other, gap, confusers }) => {
    const more = confusers.slice(1, 1 + NAMED).map((near) => `${near.id} ${number(near.score)}`);
    return [number(gap), number(self), number(other?.score ?? null), id, [other?.id ?? "–", ...more].join(", ")];
  });
  if (rows.length > 0) io.out(table([["gap", "self", "other", "way", "nearest other"], ...rows]));
  if (rows.length < told.length) io.err(`${told.length - rows.length} with a wider gap: \`--all\``);
  io.err(`${plural(audits.length, "way")}, ${confused.length} nearer to a neighbour than to their own other aliases`);
  return code;
}

function answerOf({ id, self, other, gap, confusers }: Audit) {
  const short = (x: number | null) => (x === null ? null : Math.round(x * 1_000) / 1_000);
  const near = (n: Audit["confusers"][number]) => ({ id: n.id, score: short(n.score) });
  const known = { id, self: short(self), gap: short(gap), confusers: confusers.map(near) };
  return other === null ? known : { ...known, other: near(other) };
}
