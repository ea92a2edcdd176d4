// From an event to the decision, without side effects: the hook, `ways explain` and the tests all call this.
import type { LiveEvent, Place } from "../agents/event.ts";
import type { Decision, VectorUse } from "../match/decision.ts";
import { type Scores, scoreNodes } from "../match/score.ts";
import { selectWays } from "../match/select.ts";
import { buildSubjects, matchTriggers } from "../match/triggers.ts";
import { once } from "../once.ts";
import { isDisabled } from "../ways/config.ts";
import { rootOf } from "../ways/graph.ts";
import { idsOf, type Node, type WayId } from "../ways/way.ts";
import { queryParts, queryText } from "./lanes.ts";
import type { Deadline, Ledger, Library, Ports, Scored, Stashed } from "./ports.ts";
import { scopeOf, seenBy } from "./seen.ts";

/** Added to every bar in the command lane: an earlier system sent most of its noise through it. */
const COMMAND_STRICTNESS = 0.1;

export type Decided = {
  readonly decision: Decision;
  /** Context position in tokens, read at most once and only when something asked; null when unknown. */
  readonly tokens: () => number | null;
};

/** `stashed`: what waited for a sub-agent that starts now; all of it is shown as far as it fits. */
export async function decide(
  event: LiveEvent,
  library: Library,
  ledger: Pick<Ledger, "shown" | "showing">,
  ports: Ports,
  deadline: Deadline,
  stashed: readonly Stashed[] = [],
): Promise<Decided> {
  const { config } = library;
  const tokens = once(() => ports.contextTokens(event.at));
  const percentOf = (n: number | null) => (n === null ? null : (n / config.context_window) * 100);
  const scope = scopeOf(event);
  const mayRepeat = (node: Node) => hasDrifted(node, ledger, percentOf, tokens);
  const isFresh = (node: Node) => !ledger.shown.has(node.id) || mayRepeat(node);
  const isMeant = (node: Node) => node.scope.includes(scope) && !isDisabled(config, node.id);
  const seen = seenBy(event);
  const subjects = buildSubjects(seen);
  const open = [...(library.nodes.open?.(subjects) ?? library.nodes.values())].filter(isMeant);
  const world = {
    compile: ports.compile,
    contextPercent: () => percentOf(tokens()),
    fileExists: (glob: string) => ports.fileExists(event.at.project, glob),
    isOpen: isFresh,
  };
  const hitsNow = () => matchTriggers(open, seen, world, subjects);
  const first = hitsNow();
  const hits = (await ports.loadEngines()) ? hitsNow() : first;
  const isCandidate = (node: Node) => isMeant(node) && isFresh(node);
  const scored = await scoresOf(event, library, ports, deadline, isCandidate);
  const decision = selectWays({
    nodes: library.nodes,
    hits: stashed.length === 0 ? hits : new Map(stashed.map(({ way }) => [way, "dispatch"])),
    scores: scored.scores,
    parts: scored.parts,
    vector: scored.vector,
    shown: ledger.shown,
    mayRepeat,
    whenHolds: (node) => whenHolds(node, event.at, ports),
    isDisabled: (id: WayId) => isDisabled(config, id),
    scope,
    maxWays: stashed.length === 0 ? config.max_ways : Number.POSITIVE_INFINITY,
    defaultBar: config.default_threshold ?? scored.bars.bar,
    floor: scored.bars.floor,
    listed: ports.listed,
    strictness: event.kind === "command" ? COMMAND_STRICTNESS : 0,
  });
  return { decision, tokens };
}

type Matched = Omit<Scored, "scores"> & { readonly scores: Scores | null; readonly vector: VectorUse };

/** Times the bar from which on a text is plainly about one thing, unless a way of another tree reaches the bar, too. */
const PLAIN = 2;

/** The sentences of a text that is plainly about one thing are not embedded one by one, which costs as much again. */
function isPlain({ ranked }: Scores, { nodes, config }: Library, bar: number): boolean {
  let tree: WayId | null = null;
  for (const { id, evidence } of ranked) {
    if (evidence < (tree === null ? PLAIN * bar : bar)) break;
    if (isDisabled(config, id)) continue;
    if (tree !== null && rootOf(id, nodes) !== tree) return false;
    tree = rootOf(id, nodes);
  }
  return tree !== null;
}

/** Bars without a model: nothing is compared with them, they are only printed. */
const NO_BARS = { bar: 1, floor: 1 };
const UNSCORED: Matched = { scores: null, parts: [], vector: "skipped", bars: NO_BARS };

async function scoresOf(
  event: LiveEvent,
  library: Library,
  ports: Ports,
  deadline: Deadline,
  isCandidate: (node: Node) => boolean,
): Promise<Matched> {
  const text = ports.query ?? queryText(event, library.config.lanes);
  if (text === null || !hasAny(library.nodes, isCandidate)) return UNSCORED;
  try {
    const recent = ports.recent(event.at, library);
    // A long text is reduced to what another says as it is: only that one's sentences are looked at.
    const said = "text" in event ? event.text.trim() : text;
    const known = recent?.get(event.kind, said);
    if (known) return { ...known, vector: "cached" };
    // Together: rows that still have to be copied from the binary are read by another thread while the kernel works on this one.
    const [loaded, vector] = await Promise.all([ports.coordinates(event.at, library), ports.vector(text, deadline)]);
    if (loaded === null) return UNSCORED;
    const { blocks, calibration, arithmetic } = loaded;
    if (vector === null) {
      ports.failure("deadline", new Error("the vector was late"));
      return { ...UNSCORED, vector: "late", bars: calibration };
    }
    const score = (value: Float32Array) => scoreNodes(value, blocks, calibration, arithmetic);
    const scores = score(vector.value);
    const sentences = isPlain(scores, library, calibration.bar) ? [] : queryParts(event);
    const parts = (await vectorsOf(sentences, ports, deadline)).map(score);
    if (parts.length === sentences.length) recent?.put(event.kind, said, { scores, parts, bars: calibration });
    else ports.failure("deadline", new Error("the vector of a sentence was late"));
    return { scores, parts, vector: vector.cached ? "cached" : "used", bars: calibration };
  } catch (error) {
    ports.failure("embed", error);
    return UNSCORED;
  }
}

function hasAny(nodes: Library["nodes"], holds: (node: Node) => boolean): boolean {
  for (const id of idsOf(nodes)) {
    const node = nodes.get(id);
    if (node && holds(node)) return true;
  }
  return false;
}

/** One vector per sentence of a short text of several; none when it gets late. */
async function vectorsOf(
  sentences: readonly string[],
  ports: Ports,
  deadline: Deadline,
): Promise<readonly Float32Array[]> {
  const found: Float32Array[] = [];
  for (const vector of await Promise.all(sentences.map((sentence) => ports.vector(sentence, deadline))))
    if (vector !== null) found.push(vector.value);
  return found;
}

/** ADR-105 by context distance: shown so far back that it has drifted out of the model's attention. */
function hasDrifted(
  node: Node,
  ledger: Pick<Ledger, "showing">,
  percentOf: (n: number | null) => number | null,
  tokens: () => number | null,
): boolean {
  if (node.redisclose === "never") return false;
  const then = ledger.showing(node.id)?.tokens ?? null;
  const now = then === null ? null : tokens();
  const distance = then === null || now === null ? null : percentOf(now - then);
  return distance !== null && distance >= node.redisclose;
}

function whenHolds(node: Node, at: Place, ports: Ports): boolean {
  const { when } = node;
  if (when === null) return true;
  if (when.project !== undefined && !ports.isProject(when.project, at.project)) return false;
  return when.fileExists === undefined || ports.fileExists(at.project, when.fileExists);
}
