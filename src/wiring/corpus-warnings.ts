// What a refresh has to say about projects, one line each.
import type { Manifest } from "../store/manifest.ts";
import { markerPath } from "../store/marker.ts";
import type { Plan, PlannedProject } from "./corpus-plan.ts";

/** `unmarked`: projects in which no marker could be written. */
export function warningsOf(
  plan: Plan,
  manifest: Pick<Manifest, "projects">,
  unmarked: readonly string[],
): readonly string[] {
  return [
    ...plan.projects.flatMap(({ project, ...rest }) => {
      const failed = manifest.projects[project.key]?.failed_lint ?? 0;
      return [...stateWarnings({ project, ...rest }), ...lintWarnings(project, failed)];
    }),
    ...unmarked.map(
      (path) => `\`${markerPath(path)}\` cannot be written: the project's ways are embedded all the same`,
    ),
  ];
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
  return failed === 0
    ? []
    : [`\`${path}\`: ${failed} of ${now?.files.count ?? failed} ways failed lint and are not embedded`];
}

function count(ways: number): string {
  return ways === 1 ? "1 way is" : `${ways} ways are`;
}
