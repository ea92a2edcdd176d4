// Explicit triggers (ADR-125 §5): deterministic, whatever the score. Every regex sees bounded text only.
import type { Subjects } from "../ways/gate.ts";
import { buildSubject, isAscii, type Matcher, mayMatch, type Pattern, type Subject } from "../ways/pattern.ts";
import type { Node, StateTrigger, WayId } from "../ways/way.ts";
import { splitInvocations } from "./command-line.ts";
import type { TriggerKind } from "./decision.ts";

/** UTF-16 units a trigger looks at; of longer text the head and the tail. */
const SEEN = 200_000;

/** What of an event the triggers of each kind see. */
export type Seen = {
  /** Prompts, dispatch texts, tool descriptions. */
  readonly pattern: readonly string[];
  readonly commandLine: string | null;
  readonly errors: readonly string[];
  readonly file: { readonly relative: string; readonly absolute: string } | null;
  /** When the states are looked at: a file that appears in mid-session is seen at the next prompt. */
  readonly moment: "session-start" | "prompt" | "other";
};

export type TriggerWorld = {
  readonly compile: (pattern: Pattern) => Matcher;
  /** Percent of the context window in use; null when unknown. */
  readonly contextPercent: () => number | null;
  readonly fileExists: (glob: string) => boolean;
  /** False for a way that cannot be shown now: its state need not be looked up. */
  readonly isOpen: (node: Node) => boolean;
};

/** The texts of an event as patterns see them: bounded, NFC, code masked, command lines split. */
export function buildSubjects(seen: Seen): Subjects {
  const { commandLine, file } = seen;
  return {
    texts: seen.pattern.map((text) => buildSubject(maskCode(bounded(text)))),
    invocations: (commandLine === null ? [] : splitInvocations(bounded(commandLine))).map(buildSubject),
    errors: seen.errors.map((text) => buildSubject(bounded(text))),
    paths: file && { relative: buildSubject(file.relative), absolute: buildSubject(file.absolute) },
  };
}

/** Ways whose trigger fires, with the kind of trigger, in the order of the library. */
export function matchTriggers(
  nodes: Iterable<Node>,
  seen: Seen,
  world: TriggerWorld,
  { texts, invocations, errors, paths } = buildSubjects(seen),
): ReadonlyMap<WayId, TriggerKind> {
  const hits = new Map<WayId, TriggerKind>();
  const matches = (pattern: Pattern, subject: Subject) => mayMatch(pattern, subject) && world.compile(pattern)(subject);
  const any = (patterns: readonly Pattern[], among: readonly Subject[]) =>
    among.some((subject) => patterns.some((pattern) => matches(pattern, subject)));
  for (const node of nodes) {
    const t = node.triggers;
    if (any(t.pattern, texts)) hits.set(node.id, "pattern");
    else if (any(t.commands, invocations)) hits.set(node.id, "command");
    else if (paths && t.files.some((f) => matches(f.regex, paths[f.sees]))) hits.set(node.id, "file");
    else if (any(t.errors, errors)) hits.set(node.id, "error");
    else if (t.state && world.isOpen(node) && holds(t.state, seen, world)) hits.set(node.id, "state");
  }
  return hits;
}

/** NFC, as patterns are: keyboards and file systems also produce NFD. */
function bounded(text: string): string {
  const seen = text.length <= SEEN ? text : `${text.slice(0, SEEN / 2)}\n${text.slice(-SEEN / 2)}`;
  return isAscii(seen) ? seen : seen.normalize("NFC"); // opening the tables costs a hook a millisecond
}

/** Fenced code and URLs are material, not what the person asks. A URL ends where ASCII does: Chinese follows without a space. */
function maskCode(text: string): string {
  const hasFence = text.includes("```") || text.includes("~~~");
  const prose = hasFence
    ? text.replace(/^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, " ")
    : text;
  return prose.includes("://") ? prose.replace(/https?:\/\/[!-~]+/gi, " ") : prose;
}

/** Both spellings with `/`, NFC: file systems hand out NFD (field case C1). Windows does not tell `c:` from `C:`. */
export function pathsSeen(path: string, project: string): { readonly relative: string; readonly absolute: string } {
  const slashed = (p: string) => p.replaceAll("\\", "/").normalize("NFC");
  const absolute = slashed(path);
  const root = `${slashed(project).replace(/\/+$/, "")}/`;
  const folded = (p: string) => (/^[a-z]:/i.test(root) ? p.toLowerCase() : p);
  const isInside = folded(absolute.slice(0, root.length)) === folded(root);
  return { absolute, relative: isInside ? absolute.slice(root.length) : absolute };
}

function holds(state: StateTrigger, seen: Seen, world: TriggerWorld): boolean {
  switch (state.kind) {
    case "session-start":
      return seen.moment === "session-start";
    case "file-exists":
      return seen.moment !== "other" && world.fileExists(state.glob);
    case "context-threshold": {
      const percent = seen.moment === "session-start" ? null : world.contextPercent();
      return percent !== null && percent >= state.percent;
    }
  }
}
