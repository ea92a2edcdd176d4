// Can the way come up at all, and with which bar?

import { parseStages } from "../markdown.ts";
import type { Way } from "../way.ts";
import { atKey, type LintRule } from "./subject.ts";

export const lintFiring: LintRule = (subject, { ways }) => {
  const { way } = subject;
  const parent = way.parent === null ? undefined : ways.get(way.parent);
  const found = [];
  if (way.aliases.length === 0 && !hasTrigger(way))
    found.push(
      atKey(subject, "", "never-fires", {
        message: "nothing can bring this way up",
        hint: "write a `description`, or a trigger",
      }),
    );
  else if (way.scope.length === 0)
    found.push(atKey(subject, "scope", "never-fires", { message: "`scope` is empty", hint: "write `scope: agent`" }));
  else if (way.description === "")
    found.push(
      atKey(subject, "description", "description-missing", {
        message: "the way has no `description`",
        hint: "say in one sentence when it applies",
      }),
    );
  if (way.requiresParent && way.parent === null)
    found.push(
      atKey(subject, "requires_parent", "unused-key", {
        message: "`requires_parent` does nothing here: no folder above it is a way",
        hint: "write the parent, or delete the line: the way is shown like any other",
      }),
    );
  if (way.bar !== null && parent && parent.bar !== null && way.bar < parent.bar)
    found.push(
      atKey(subject, "embed_threshold", "bar-below-parent", {
        message: `the bar ${way.bar} is below the parent's ${parent.bar}`,
        hint: `a child is narrower than \`${parent.id}\`: raise its bar or leave it out`,
      }),
    );
  if (way.stages && parseStages(way.body).length === 0)
    found.push(
      atKey(subject, "stages", "stages-missing", {
        message: "`stages` is on, but there is no `## Stage: name` section",
      }),
    );
  return found;
};

function hasTrigger({ triggers }: Way): boolean {
  const { pattern, commands, files, errors, state } = triggers;
  return pattern.length + commands.length + files.length + errors.length > 0 || state !== null;
}
