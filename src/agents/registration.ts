// What a settings text registers, for reports: our hooks as they stand, and faults of the file that silence hooks without a word.
import { messageOf } from "../errors.ts";
import { isOwnHandler, recordOf } from "./hook-entry.ts";
import { contentOf, nodeAt, placeIn } from "./jsonc.ts";
import { readableRoot } from "./settings-entries.ts";

export type RegisteredHook = {
  readonly event: string;
  readonly matcher: string | null;
  readonly command: string;
  /** null: the shell form, `command` is a whole line. */
  readonly args: readonly string[] | null;
};

/** Never throws: a text that can't be read is a problem. Problems are one-line messages for people, with their place in `file`. */
export function inspectSettings(
  text: string,
  file: string,
): {
  readonly hooks: readonly RegisteredHook[];
  readonly problems: readonly string[];
} {
  const json = text.replace(/^\uFEFF/, "");
  const at = (path: readonly (string | number)[], problem: string) =>
    `\`${placeIn(file, json, nodeAt(json, path)?.offset ?? 0)}\`: ${problem}`;
  let settings: Readonly<Record<string, unknown>>;
  try {
    settings = recordOf(contentOf(readableRoot(json, file)));
  } catch (error) {
    return { hooks: [], problems: [messageOf(error)] };
  }
  const groups = Object.entries(recordOf(settings["hooks"])).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).map((group: unknown, i) => ({ event, group: recordOf(group), place: i + 1 })),
  );
  return {
    hooks: groups.flatMap(({ event, group }) => hooksOf(event, group)),
    problems: [
      ...(settings["disableAllHooks"] === true
        ? [at(["disableAllHooks"], "`disableAllHooks` is true: no hook runs")]
        : []),
      ...groups.flatMap(({ event, group, place }) =>
        faultOf(group).map((fault) => at(["hooks", event, place - 1], `entry ${place} of \`hooks.${event}\` ${fault}`)),
      ),
    ],
  };
}

function hooksOf(event: string, group: Readonly<Record<string, unknown>>): readonly RegisteredHook[] {
  const matcher = typeof group["matcher"] === "string" ? group["matcher"] : null;
  const handlers: readonly unknown[] = Array.isArray(group["hooks"]) ? group["hooks"] : [];
  return handlers.filter(isOwnHandler).map((handler) => {
    const { command, args } = recordOf(handler);
    return { event, matcher, command: String(command), args: Array.isArray(args) ? args.map(String) : null };
  });
}

function faultOf(group: Readonly<Record<string, unknown>>): readonly string[] {
  const { matcher, hooks } = group;
  if (!Array.isArray(hooks))
    return ["has no `hooks` list: some versions of the agent then drop every hook of the file"];
  if (matcher !== undefined && typeof matcher !== "string")
    return ["has a `matcher` that is no string: some versions of the agent then drop every hook of all files"];
  return [];
}
