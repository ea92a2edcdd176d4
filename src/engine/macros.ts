// The output of macros beside the ways that own them. A macro never costs its way, or another: what is late, failed or not
// approved is left out, and output that does not fit is cut.
import type { LiveEvent } from "../agents/event.ts";
import type { WayId } from "../ways/way.ts";
import type { Deadline, Library, MacroRun, Ports } from "./ports.ts";
import { GAP } from "./render.ts";

const CUT = "\n(output cut)";

/** All at once: they share the deadline. */
export async function runMacros(
  ids: readonly WayId[],
  event: LiveEvent,
  library: Library,
  ports: Ports,
  deadline: Deadline,
): Promise<{ readonly outputs: ReadonlyMap<WayId, string>; readonly unapproved: readonly WayId[] }> {
  const runs: Promise<{ readonly id: WayId; readonly run: MacroRun }>[] = [];
  for (const id of ids) {
    const node = library.nodes.get(id);
    if (node && node.macro !== null) runs.push(ports.macro(event.at, node, deadline).then((run) => ({ id, run })));
  }
  const outputs = new Map<WayId, string>();
  const unapproved: WayId[] = [];
  for (const { id, run } of await Promise.all(runs)) {
    if (run.kind === "unapproved") unapproved.push(id);
    if (run.kind === "output" && run.text.trim() !== "") outputs.set(id, run.text.trim());
  }
  return { outputs, unapproved };
}

/** Texts with their macro's output before or after them; `room`: UTF-16 units that all outputs may take. */
export function addOutput(
  ids: readonly WayId[],
  bodies: ReadonlyMap<WayId, string>,
  outputs: ReadonlyMap<WayId, string>,
  library: Library,
  room: number,
): ReadonlyMap<WayId, string> {
  const texts = new Map(bodies);
  let left = room;
  for (const id of ids) {
    const body = bodies.get(id) ?? "";
    const output = cut(outputs.get(id) ?? "", left - GAP.length);
    if (output === "") continue;
    left -= output.length + GAP.length;
    texts.set(id, library.nodes.get(id)?.macro === "prepend" ? `${output}${GAP}${body}` : `${body}${GAP}${output}`);
  }
  return texts;
}

/** Whole lines within `units`, and a note that there was more; "" when not even one fits. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const head = text.slice(0, Math.max(0, units - CUT.length));
  const end = head.lastIndexOf("\n");
  return end <= 0 ? "" : `${head.slice(0, end)}${CUT}`;
}
