// `ways setup <agent>`: registers our hooks in the agent's settings. Plain inputs, so that tests and the wizard call it alike.
// What the settings would be without us is kept beside our state before the first write: removal restores it byte for byte.
import { type HooksTemplate, hookCommand } from "../agents/hook-entry.ts";
import { inspectSettings } from "../agents/registration.ts";
import { installHooks } from "../agents/settings.ts";
import { escapeControl } from "../errors.ts";
import { applyChange, type Changed, type ChangeInput, type Settings, withoutHooks } from "./settings-change.ts";

export type SetupInput = ChangeInput & {
  /** Name of the agent as it is typed, and as people know it. */
  readonly agent: { readonly verb: string; readonly title: string };
  /** Absolute path of the executable that the hooks will start. */
  readonly binary: string;
  readonly template: HooksTemplate;
  /** Other settings files that the agent reads, too: hooks of all files add up. */
  readonly others: readonly string[];
};

/**
 * Claude Code's settings file: the user's own, or with `project` the private one of that checkout. The file that a team commits is
 * never written: an entry in it would start a program on other people's machines.
 */
export function claudeSettings(configDir: string, project: string | null): string {
  return project === null ? `${configDir}/settings.json` : `${project}/.claude/settings.local.json`;
}

/** Throws WaysError when the settings can't be edited safely or nobody can be asked; `unchanged` when all is registered already. */
export async function setupAgent(input: SetupInput): Promise<Changed> {
  const { agent, files, settings, template } = input;
  const print = (line: string) => input.print(escapeControl(line));
  const file = files.readSettings(settings);
  const next = installHooks(file.text ?? "", settings, template, hookCommand(input.binary));
  const events = Object.keys(template.hooks);
  for (const problem of inspectSettings(next.text, settings).problems) print(`warning: ${problem}`);
  for (const other of doubled(input, file))
    print(`warning: \`${other}\` registers \`ways hook\`, too: hooks of all files add up`);

  const changed = await applyChange(input, file, next.text, () => rememberOriginal(input, file));
  if (changed.outcome === "unchanged")
    print(`${agent.title} already calls \`ways hook\` (${events.length} events in \`${settings}\`)`);
  if (changed.outcome !== "written") return changed;
  print(`${agent.title} now calls \`ways hook\` for ${events.join(", ")}`);
  print(`settings: \`${settings}\``);
  if (changed.backup !== null) print(`backup: \`${changed.backup}\``);
  if (isPrivateToCheckout(settings)) print("it holds a path of this machine: keep it out of version control");
  print(`undo: \`ways uninstall ${agent.verb}${isPrivateToCheckout(settings) ? " --project" : ""}\``);
  return changed;
}

function isPrivateToCheckout(settings: string): boolean {
  return settings.endsWith("settings.local.json");
}

/** Without the hooks that an earlier set-up has left in the file. */
function rememberOriginal({ files, backups }: SetupInput, file: Settings): void {
  files.writeOriginal(file, { text: withoutHooks(file, files.readOriginal(file, backups)) }, backups);
}

function doubled({ others, files }: SetupInput, file: Settings): readonly string[] {
  return others.filter((path) => {
    try {
      const other = files.readSettings(path);
      return other.target !== file.target && inspectSettings(other.text ?? "{}", path).hooks.length > 0;
    } catch {
      return false; // a file that can't be read is for `ways doctor`, not a reason to refuse
    }
  });
}
