// `ways uninstall <agent>`: takes our hooks out of the agent's settings and leaves everything else as it is. Where nobody has
// edited the file since set-up it is the original again, byte for byte; a file that set-up created is removed.
import { escapeControl } from "../errors.ts";
import { applyChange, type Changed, type ChangeInput, withoutHooks } from "./settings-change.ts";

export type UninstallInput = ChangeInput & { readonly agent: { readonly verb: string; readonly title: string } };

/** Throws WaysError as `setupAgent` does; `unchanged` when nothing of ours is registered. */
export async function uninstallAgent(input: UninstallInput): Promise<Changed> {
  const { agent, backups, files, settings } = input;
  const print = (line: string) => input.print(escapeControl(line));
  const file = files.readSettings(settings);
  const next = withoutHooks(file, files.readOriginal(file, backups));
  const changed = await applyChange(input, file, next, () => {});
  if (changed.outcome === "unchanged") print(`${agent.title} does not call \`ways hook\` (\`${settings}\`)`);
  if (changed.outcome !== "written") return changed;
  files.forgetOriginal(file, backups);
  print(`${agent.title} no longer calls \`ways hook\``);
  print(next === null ? `removed: \`${settings}\`, which set-up had created` : `settings: \`${settings}\``);
  if (changed.backup !== null) print(`backup: \`${changed.backup}\``);
  return changed;
}
