// Our hook entries in an agent's settings text: added, brought up to date, removed. Foreign entries, key order, comments, indentation,
// CRLF, BOM and final newline stay as they are; what can't be understood for certain is refused, never guessed.
import { WaysError } from "../errors.ts";
import { buildGroups, type HookGroup, type HooksTemplate } from "./hook-entry.ts";
import { contentOf, insertLast, interiorOf, nodeAt, render, replaceNode, styleOf, withInterior } from "./jsonc.ts";
import { foreignPart, type OwnEntry, ownEntries, pruneEntries, readableRoot } from "./settings-entries.ts";

const BOM = "\uFEFF";

/** `text` after the edit; equal to the input when `changed` is false. */
type Installed = { readonly text: string; readonly changed: boolean };
/** `empty`: nothing but `{}` is left, so a file that we created can go. */
type Removed = { readonly text: string; readonly changed: boolean; readonly empty: boolean };

/**
 * Registers the template's hooks with `command` as executable. Idempotent; an entry of ours with another path or an old form is
 * updated in place, a second one for the same event goes. Throws WaysError when the text is no JSON or `hooks` has a foreign shape;
 * `file` names it there.
 */
export function installHooks(text: string, file: string, template: HooksTemplate, command: string): Installed {
  const [bom, before] = splitBom(text);
  const root = readableRoot(before, file);
  const wanted = buildGroups(template, command);
  const own = ownEntries(root);
  const kept = new Map<string, OwnEntry[]>();
  for (const entry of own) {
    const list = kept.get(entry.event) ?? [];
    if (entry.whole && list.length < (wanted.get(entry.event)?.length ?? 0)) kept.set(entry.event, [...list, entry]);
  }
  const stale = own.filter((entry) => kept.get(entry.event)?.includes(entry) !== true);
  let after = pruneEntries(before, stale, (event) => event === null || wanted.has(event));
  for (const [event, groups] of wanted) after = installEvent(after, event, groups);
  assertForeignUntouched(before, after, file);
  return { text: bom + after, changed: after !== before };
}

function installEvent(text: string, event: string, groups: readonly HookGroup[]): string {
  const root = nodeAt(text, []);
  if (root === undefined) return appendRoot(text, { hooks: { [event]: groups } });
  const hooks = nodeAt(text, ["hooks"]);
  if (hooks === undefined) return insertLast(text, root, "hooks", { [event]: groups });
  const list = nodeAt(text, ["hooks", event]);
  if (list === undefined) return insertLast(text, hooks, event, groups);
  const own = ownEntries(root).filter((entry) => entry.event === event);
  return groups.reduce((out, group, i) => {
    const place = own[i];
    const node = nodeAt(out, place === undefined ? ["hooks", event] : ["hooks", event, place.index]);
    if (node === undefined) return out;
    if (place === undefined) return insertLast(out, node, null, group);
    return JSON.stringify(contentOf(node)) === JSON.stringify(group) ? out : replaceNode(out, node, group);
  }, text);
}

/** For a missing or empty file, or one with nothing but comments. */
function appendRoot(text: string, value: unknown): string {
  const style = styleOf(text);
  const gap = text.trim() === "" || text.endsWith("\n") ? "" : style.eol;
  return text + gap + render(value, style, "") + style.eol;
}

/**
 * Takes our entries out. `original` is the text from before they came, if it is known: containers that it had, empty ones too, stay;
 * without it containers that become empty go. For a text that nobody touched in between the result is the original, byte for byte.
 */
export function removeHooks(text: string, file: string, original: string | null = null): Removed {
  const [bom, before] = splitBom(text);
  const was = original === null ? null : splitBom(original)[1];
  const own = ownEntries(readableRoot(before, file));
  const keeps = (event: string | null) =>
    was !== null && nodeAt(was, event === null ? ["hooks"] : ["hooks", event]) !== undefined;
  const after = own.length === 0 ? before : restoreEmpty(pruneEntries(before, own, keeps), own, was);
  assertForeignUntouched(before, after, file);
  return { text: bom + after, changed: after !== before, empty: /^\s*(?:\{\s*\})?\s*$/.test(after) };
}

/** Containers that we have emptied get back what stood between their brackets; a text without a value gets back itself. */
function restoreEmpty(text: string, own: readonly OwnEntry[], original: string | null): string {
  const lists = [...new Set(own.map(({ event }) => event))].map((event) => ["hooks", event]);
  const restored = [...lists, ["hooks"], []].reduce((out, path) => restoreInterior(out, path, original), text);
  const root = nodeAt(restored, []);
  if (original === null || root?.children?.length !== 0) return restored;
  const around = restored.slice(0, root.offset) + restored.slice(root.offset + root.length);
  return nodeAt(original, []) === undefined && around.trim() === original.trim() ? original : restored;
}

function restoreInterior(text: string, path: readonly string[], original: string | null): string {
  const node = nodeAt(text, path);
  if (node?.children?.length !== 0) return text;
  const source = original === null ? undefined : nodeAt(original, path);
  const was = original === null || source?.children?.length !== 0 ? "" : interiorOf(original, source);
  return interiorOf(text, node).trim() === was.trim() ? withInterior(text, node, was) : text;
}

/** Guards against our own faults: nothing is ever written that changes what belongs to others. */
function assertForeignUntouched(before: string, after: string, file: string): void {
  if (foreignPart(nodeAt(before, [])) !== foreignPart(readableRoot(after, file)))
    throw new WaysError("the edit would change entries that are not ours, so nothing was written", {
      hint: "please report it with the output of `ways doctor --json`",
    });
}

function splitBom(text: string): readonly [string, string] {
  return text.startsWith(BOM) ? [BOM, text.slice(1)] : ["", text];
}
