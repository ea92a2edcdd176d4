// Shown ways as the text an agent receives: whole ways only, each under its marker line, within the size of one message.
import type { Origin, WayId } from "../ways/way.ts";

/** Agents cut or hide a hook's text above 10,000 UTF-16 units; this leaves room for the envelope. */
export const MESSAGE_UNITS = 9_500;

/** A closing line that names more would crowd out the ways themselves. */
const CLOSING_UNITS = 1_000;
/** Between the parts of a message. */
export const GAP = "\n\n";

export type Rendered = { readonly text: string; readonly omitted: readonly WayId[] };

/** The first line of every shown way; transcripts are searched for it. */
export function markerLine(id: WayId): string {
  return `[way:${id}]`;
}

/** A project's text comes with a clone, a package's from elsewhere: whoever reads it is told so. */
export function originLine(origin: Origin): string {
  if (origin === "project") return "(from this project's `.claude/ways`)\n\n";
  return origin === "package" ? "(from a package of ways that was added here)\n\n" : "";
}

/** Ids whose marker stands in a text, in order, each once. */
export function findMarkers(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\[way:([^\]\s]{1,300})\]/g)].map((m) => m[1] ?? ""))];
}

type WayText = { readonly id: WayId; readonly body: string };

/** Ways in the given order while they fit; what did not fit is named in one closing line. Never longer than `limit`. */
export function renderWays(ways: readonly WayText[], also: readonly WayId[], limit: number = MESSAGE_UNITS): Rendered {
  const fitting: WayText[] = [];
  const omitted: WayId[] = [];
  let left = limit - closingUnits([...ways.map((w) => w.id), ...also]);
  for (const way of ways) {
    const units = blockOf(way).length + GAP.length;
    if (units > left) {
      omitted.push(way.id);
      continue;
    }
    fitting.push(way);
    left -= units;
  }
  const text = joinWays(fitting, [...omitted, ...also]);
  return { text: text.length <= limit ? text : "", omitted };
}

/** Every way given, whatever its size, and the closing line that names the others. */
export function joinWays(ways: readonly WayText[], named: readonly WayId[]): string {
  return [...ways.map(blockOf), closingLine(named)].filter((part) => part !== "").join(GAP);
}

function blockOf({ id, body }: WayText): string {
  return `${markerLine(id)}\n${body.trim()}`;
}

/** The core block, which has to leave room for nothing else; what is cut off is said. */
export function renderCore(core: string): string {
  if (core.length <= MESSAGE_UNITS) return core;
  const note = `${GAP}(\`core.md\` is longer than one message: the rest was left out)`;
  const head = core.slice(0, MESSAGE_UNITS - note.length).toWellFormed();
  const lineEnd = head.lastIndexOf("\n");
  return `${lineEnd > 0 ? head.slice(0, lineEnd) : head}${note}`;
}

/** Names what fits into one line, best first, and counts the rest. */
function closingLine(ids: readonly WayId[]): string {
  let line = "";
  for (const [i, id] of ids.entries()) {
    const next = `${line === "" ? "Also relevant: " : `${line}, `}\`ways show ${id}\``;
    if (next.length > CLOSING_UNITS)
      return line === "" ? `Also relevant: ${ids.length} more` : `${line}, ${ids.length - i} more`;
    line = next;
  }
  return line;
}

/** Room that the closing line of any of these ids may need. */
function closingUnits(ids: readonly WayId[]): number {
  let named = "Also relevant: ".length;
  for (const id of ids) named += `\`ways show ${id}\`, `.length;
  return ids.length === 0 ? 0 : Math.min(named, CLOSING_UNITS + ", 99999 more".length);
}
