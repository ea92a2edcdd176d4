// One change to an agent's settings file, the same for set-up and removal: show it, ask, write it. A person sees the diff before
// the question; without a terminal nothing is written unless `--yes` was given.
import { removeHooks } from "../agents/settings.ts";
import { WaysError } from "../errors.ts";
import { renderDiff } from "./diff.ts";

/** `text` null: there is no file. */
export type Settings = { readonly path: string; readonly target: string; readonly text: string | null };

/** The disk, as `store/settings-file.ts` offers it. */
export type SettingsFiles = {
  readonly readSettings: (path: string) => Settings;
  readonly writeSettings: (file: Settings, text: string | null, backups: string) => string | null;
  readonly readOriginal: (file: Settings, backups: string) => { readonly text: string | null } | null;
  readonly writeOriginal: (file: Settings, original: { readonly text: string | null }, backups: string) => void;
  readonly forgetOriginal: (file: Settings, backups: string) => void;
};

/** What every verb that edits settings is given. */
export type ChangeInput = {
  /** The settings file, as the person would name it. */
  readonly settings: string;
  /** Folder in our state for the copies that are kept. */
  readonly backups: string;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly isTerminal: boolean;
  readonly confirm: (question: string) => Promise<boolean>;
  readonly print: (text: string) => void;
  readonly files: SettingsFiles;
};

export type Outcome = "unchanged" | "dry-run" | "declined" | "written";
export type Changed = { readonly outcome: Outcome; readonly path: string; readonly backup: string | null };

/** Shows the diff, asks unless told not to, and writes; `beforeWrite` runs once the answer is yes. */
export async function applyChange(
  input: ChangeInput,
  file: Settings,
  next: string | null,
  beforeWrite: () => void,
): Promise<Changed> {
  const done = (outcome: Outcome, backup: string | null = null): Changed => ({ outcome, path: input.settings, backup });
  if (next === file.text) return done("unchanged");
  if (input.dryRun || !input.yes) input.print(renderDiff(input.settings, file.text, next));
  if (input.dryRun) return done("dry-run");
  if (!input.yes && !input.isTerminal)
    throw new WaysError(`\`${input.settings}\` was not changed: there is no terminal to ask on`, {
      hint: "run again with `--yes` to write this change, or with `--dry-run` to see it",
    });
  const question = next === null ? `Remove \`${input.settings}\`?` : `Write this change to \`${input.settings}\`?`;
  if (!input.yes && !(await input.confirm(question))) {
    input.print("nothing was changed");
    return done("declined");
  }
  beforeWrite();
  return done("written", input.files.writeSettings(file, next, input.backups));
}

/** The settings as they would be without our hooks; null when nothing but what we created would be left. */
export function withoutHooks(
  { path, text }: Settings,
  original: { readonly text: string | null } | null,
): string | null {
  if (text === null) return null;
  const rest = removeHooks(text, path, original?.text ?? null);
  return rest.changed && rest.empty && original !== null && original.text === null ? null : rest.text;
}
