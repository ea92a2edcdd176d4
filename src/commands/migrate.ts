// `ways migrate`: rewrites way files of earlier versions (ADR-125); shows the change first, and can take it back.
import { EXIT, WaysError } from "../errors.ts";
import { openAuthored } from "../wiring/authoring.ts";
import { applyMigration, type Plan, planMigration, undoMigration } from "../wiring/migrate.ts";
import { type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { renderDiff } from "./diff.ts";
import { pathFrom, plural } from "./findings.ts";
import type { Io } from "./io.ts";

export const migrate: Verb = {
  summary: "rewrite way files of earlier versions",
  examples: [
    ["ways migrate --dry-run", "the change as a diff; nothing is written"],
    ["ways migrate", "the diff, a question, then the change"],
    ["ways migrate --undo", "take the last migration back"],
  ],
  words: [],
  flags: {
    ...WAYS_DIR_FLAG,
    "dry-run": { kind: "flag", meaning: "show the change, write nothing" },
    yes: { kind: "flag", meaning: "write without asking" },
    undo: { kind: "flag", meaning: "restore what the last migration has changed" },
  },
  finding: "something is left to be done by hand, or the change was declined",
  run: async (flags, io) => {
    if (flags.isOn("undo")) return undo(io);
    const plan = planMigration(await openAuthored(io.env, io.cwd, flags.text("ways-dir")));
    const code = plan.byHand.length === 0 ? EXIT.ok : EXIT.finding;
    show(io, plan);
    if (plan.changes.length === 0) {
      io.err(plan.byHand.length === 0 ? "nothing to migrate" : "nothing else to migrate");
      return code;
    }
    if (flags.isOn("dry-run")) return code;
    if (!flags.isOn("yes")) {
      if (!io.isTerminal)
        throw new WaysError("nothing was changed: there is no terminal to ask on", {
          hint: "run again with `--yes` to write this change, or with `--dry-run` to see it",
        });
      if (!io.confirm(`Write this change to ${plural(plan.changes.length, "file")}?`)) {
        io.err("nothing was changed");
        return EXIT.finding;
      }
    }
    const kept = applyMigration(io.env, plan.changes);
    io.err(`migrated ${plural(plan.changes.length, "file")}`);
    io.err(kept === null ? "there is no state folder to keep the old texts in" : "undo: `ways migrate --undo`");
    return code;
  },
};

function show(io: Io, { changes, byHand }: Plan): void {
  for (const { path, before, after } of changes) io.out(renderDiff(pathFrom(io.cwd, path), before, after));
  for (const { path, why } of byHand) io.err(`\`${pathFrom(io.cwd, path)}\` is left to you: ${why}`);
}

function undo(io: Io): number {
  const undone = undoMigration(io.env);
  if (undone === null) throw new WaysError("there is no migration to take back");
  for (const path of undone.restored) io.out(pathFrom(io.cwd, path));
  for (const path of undone.changed) io.err(`\`${pathFrom(io.cwd, path)}\` was edited since and is left alone`);
  io.err(`restored ${plural(undone.restored.length, "file")} as they were before ${undone.at}`);
  return undone.changed.length === 0 ? EXIT.ok : EXIT.finding;
}
