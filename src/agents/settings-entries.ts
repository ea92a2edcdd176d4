// Reading the hooks of a settings text: is its shape one we may edit, which entries are ours, what belongs to others.
// Shape (Claude Code): `hooks` → event → groups `{matcher?, hooks: [handler]}`; a handler without its group is malformed.
import { WaysError } from "../errors.ts";
import { isOwnHandler, recordOf } from "./hook-entry.ts";
import {
  childrenOf,
  contentOf,
  interiorOf,
  type JsonNode,
  keyOf,
  nodeAt,
  parseTreeOf,
  placeIn,
  removeChild,
} from "./jsonc.ts";

/** Place of an entry of ours: a whole group (`handler` null; `whole` says it is well formed) or one handler among foreign ones. */
export type OwnEntry = {
  readonly event: string;
  readonly index: number;
  readonly handler: number | null;
  readonly whole: boolean;
};

/** The root object, undefined for a text without a value. Throws WaysError, with the place in `file`, for all that we could only guess about. */
export function readableRoot(text: string, file: string): JsonNode | undefined {
  const refuse = (offset: number, message: string): never => {
    throw new WaysError(`\`${placeIn(file, text, offset)}\`: ${message}`, {
      hint: "nothing was changed; put the file right and run the command again",
    });
  };
  /** Twice the same key is refused, because readers disagree which one counts. */
  const onlyMember = (object: JsonNode, key: string, prefix = ""): JsonNode | undefined => {
    const [member, second] = childrenOf(object).filter((property) => keyOf(property) === key);
    if (second !== undefined) refuse(second.offset, `\`${prefix}${key}\` stands twice in the settings`);
    return childrenOf(member)[1];
  };
  const { root, problem } = parseTreeOf(text);
  if (problem !== null) refuse(problem.offset, `the settings are not valid JSON: ${problem.message}`);
  if (root === undefined) return undefined;
  if (root.type !== "object") refuse(root.offset, `the settings are of type ${root.type}, expected an object`);
  const hooks = onlyMember(root, "hooks");
  if (hooks === undefined) return root;
  if (hooks.type !== "object") refuse(hooks.offset, `\`hooks\` is of type ${hooks.type}, expected an object of events`);
  for (const property of childrenOf(hooks)) {
    const event = keyOf(property);
    const list = onlyMember(hooks, event, "hooks.");
    if (list?.type !== "array")
      refuse((list ?? property).offset, `\`hooks.${event}\` is of type ${list?.type ?? "nothing"}, expected a list`);
  }
  return root;
}

/** In document order. */
export function ownEntries(root: JsonNode | undefined): readonly OwnEntry[] {
  const found: OwnEntry[] = [];
  for (const [event, groups] of Object.entries(recordOf(recordOf(contentOf(root))["hooks"]))) {
    if (!Array.isArray(groups)) continue;
    groups.forEach((group: unknown, index) => {
      const handlers = handlersOf(group);
      if (isOwnHandler(group)) found.push({ event, index, handler: null, whole: false });
      else if (handlers.length > 0 && handlers.every(isOwnHandler))
        found.push({ event, index, handler: null, whole: true });
      else
        handlers.forEach((handler, at) => {
          if (isOwnHandler(handler)) found.push({ event, index, handler: at, whole: false });
        });
    });
  }
  return found;
}

function handlersOf(group: unknown): readonly unknown[] {
  const handlers = recordOf(group)["hooks"];
  return Array.isArray(handlers) ? handlers : [];
}

/** Removes entries, then the containers that this has emptied, except those that `keeps` names: null is `hooks` itself. */
export function pruneEntries(
  text: string,
  entries: readonly OwnEntry[],
  keeps: (event: string | null) => boolean,
): string {
  let out = text;
  for (const { event, index, handler } of [...entries].reverse()) {
    const place = handler === null ? ["hooks", event] : ["hooks", event, index, "hooks"];
    const container = nodeAt(out, place);
    if (container !== undefined) out = removeChild(out, container, handler ?? index);
  }
  for (const event of new Set(entries.map((entry) => entry.event)))
    if (!keeps(event)) out = removeIfEmpty(out, ["hooks"], event);
  return entries.length > 0 && !keeps(null) ? removeIfEmpty(out, [], "hooks") : out;
}

/** A container with a comment in it is not empty: the comment is somebody's. */
function removeIfEmpty(text: string, parent: readonly string[], key: string): string {
  const container = nodeAt(text, [...parent]);
  const index = childrenOf(container).findIndex((property) => keyOf(property) === key);
  const value = childrenOf(childrenOf(container)[index])[1];
  if (container === undefined || value === undefined) return text;
  return interiorOf(text, value).trim() === "" ? removeChild(text, container, index) : text;
}

/** What belongs to others, as text to compare: order of keys and entries included, containers that are empty without us left out. */
export function foreignPart(root: JsonNode | undefined): string {
  const settings = recordOf(contentOf(root));
  const hooks = Object.entries(recordOf(settings["hooks"])).map(([event, groups]) => [event, foreignGroups(groups)]);
  const rest = Object.entries(settings).filter(([key]) => key !== "hooks");
  return JSON.stringify([rest, hooks.filter(([, groups]) => JSON.stringify(groups) !== "[]")]);
}

function foreignGroups(groups: unknown): unknown {
  if (!Array.isArray(groups)) return groups;
  return groups.flatMap((group: unknown) => {
    const handlers = handlersOf(group);
    if (isOwnHandler(group)) return [];
    if (!handlers.some(isOwnHandler)) return [group];
    const foreign = handlers.filter((handler) => !isOwnHandler(handler));
    return foreign.length === 0 ? [] : [{ ...recordOf(group), hooks: foreign }];
  });
}
