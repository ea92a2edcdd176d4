// One entry of a hooks list: how ours is written and how ours is recognised, old forms and moved binaries included.
// An entry is ours when it starts an executable named `ways` with `hook` as its first argument; a wrapper around it is the person's.
import { WaysError } from "../errors.ts";

type HookHandler = {
  readonly type: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Seconds. */
  readonly timeout: number;
};
export type HookGroup = { readonly matcher?: string; readonly hooks: readonly HookHandler[] };
/** Shape of `hooks/<agent>.json`; `command` in it stands for the executable's path. */
export type HooksTemplate = { readonly hooks: Readonly<Record<string, readonly HookGroup[]>> };

const EXECUTABLE = /^(?:.*[/\\])?ways(?:\.exe)?$/i;

/** True for a handler object that calls our `hook` verb. */
export function isOwnHandler(value: unknown): boolean {
  const { command, args } = recordOf(value);
  if (typeof command !== "string") return false;
  if (args === undefined) return EXECUTABLE.test(shellExecutable(command));
  return Array.isArray(args) && args[0] === "hook" && EXECUTABLE.test(command);
}

/** What a shell line runs when its first argument is `hook`; "" otherwise. `& ` is PowerShell's call operator. */
function shellExecutable(line: string): string {
  const call = /^\s*(?:&\s*)?(?:"([^"]*)"|'([^']*)'|([^"'|&;<>]+?))\s+hook(?:\s[^|&;<>]*)?$/.exec(line);
  const unquoted = call?.[3] ?? "";
  // An old entry may hold an unquoted path with spaces; a second path or an option after a space makes it a wrapper.
  const wrapped = /\s(?:[/\\~.$-]|[a-z]:)/i.test(unquoted);
  return wrapped ? "" : (call?.[1] ?? call?.[2] ?? unquoted);
}

/**
 * The executable as it is written into settings: absolute, forward slashes on Windows, or the bare name for settings that are
 * shared with other machines. Throws WaysError for a name that we would not recognise later, and for a relative path.
 */
export function hookCommand(binary: string): string {
  const windows = /^(?:[a-z]:[/\\]|\\\\)/i.test(binary);
  const command = windows ? binary.replaceAll("\\", "/") : binary;
  if (!EXECUTABLE.test(command))
    throw new WaysError(`\`${binary}\` can't be registered: the executable has to be named \`ways\``, {
      hint: "build and install it with `make setup`, then run `ways setup` from the installed executable",
    });
  if (command.includes("/") && !command.startsWith("/") && !windows)
    throw new WaysError(`\`${binary}\` can't be registered: hooks run in other folders and need an absolute path`);
  return command;
}

/** The template's groups by event, calling `command`. */
export function buildGroups(template: HooksTemplate, command: string): ReadonlyMap<string, readonly HookGroup[]> {
  const own = (handler: HookHandler) => ({ ...handler, command });
  return new Map(
    Object.entries(template.hooks).map(([event, groups]) => [
      event,
      groups.map((group) => ({ ...group, hooks: group.hooks.map(own) })),
    ]),
  );
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
