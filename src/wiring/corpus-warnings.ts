// What a refresh has to say about projects, one line each.
import type { Manifest } from "../store/manifest.ts";
import { markerPath } from "../store/marker.ts";
import type { Plan, PlannedProject } from "./corpus-plan.ts";

/** `marked`: by project, whether its new marker could be written. */
export function warningsOf(
  plan: Plan,
  manifest: Pick<Manifest, "projects">,
  marked: ReadonlyMap<string, boolean>,
): readonly string[] {
  return plan.projects.flatMap((planned) => {
    const { key, path } = planned.project;
    return [
      ...stateWarnings(planned),
      ...lintWarnings(planned.project, manifest.projects[key]?.failed_lint ?? 0),
      ...(marked.get(key) === false
        ? [`\`${markerPath(path)}\` cannot be written: the project's ways are embedded all the same`]
        : []),
    ];
  });
}

function stateWarnings({ project, state }: PlannedProject): readonly string[] {
  const { path, now } = project;
  if (state === "unreachable") return [`\`${path}\` does not answer: what was embedded of it stays`];
  if (state !== "disincluded" || now === null) return [];
  const skipped = `its ${count(now.files.count)} not embedded`;
  return now.marker === "unclear"
    ? [`\`${markerPath(path)}\` says neither \`include\` nor \`disinclude\`: ${skipped}`]
    : [`\`${path}\` is disincluded: ${skipped}`];
}

function lintWarnings({ path, now }: PlannedProject["project"], failed: number): readonly string[] {
  const what = `failed lint and ${failed === 1 ? "is" : "are"} not embedded`;
  return failed === 0 ? [] : [`\`${path}\`: ${failed} of ${now?.files.count ?? failed} ways ${what}`];
}

function count(ways: number): string {
  return ways === 1 ? "1 way is" : `${ways} ways are`;
}
