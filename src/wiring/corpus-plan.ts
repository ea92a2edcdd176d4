// What a refresh has to do with each scope: keep its rows, read it again, or leave it out.
import type { Block } from "../match/block.ts";
import { type CorpusMeta, readScope } from "../store/corpus.ts";
import { forgotten, isGlobalStale, judgeProject, type ProjectState } from "../store/staleness.ts";
import type { Before } from "./corpus-files.ts";
import type { Survey, SurveyedProject } from "./survey.ts";

export type Step = "keep" | "read" | "omit";

export type PlannedProject = { readonly project: SurveyedProject; readonly state: ProjectState; readonly step: Step };

export type Plan = {
  readonly isGlobalRead: boolean;
  readonly projects: readonly PlannedProject[];
  /** Rows that stay, by scope. */
  readonly kept: ReadonlyMap<string, Block>;
  /** True when the corpus is as it should be. */
  readonly isFresh: boolean;
};

/** `before` null: everything is read. A scope whose rows are damaged is read, too. */
export function planRefresh(survey: Survey, before: Before | null, { dimensions }: CorpusMeta): Plan {
  const kept = new Map<string, Block>();
  const keep = (scope: string) => {
    const block = before === null ? null : readScope(before.corpus, scope, dimensions, true);
    if (block !== null) kept.set(scope, block);
    return block !== null;
  };
  const manifest = before?.manifest ?? null;
  const isChanged = isGlobalStale(manifest, survey.global.hash);
  const scopes = survey.global.languages.length > 0 ? ["user", "core"] : ["user"];
  const isGlobalRead = isChanged || !scopes.map(keep).every(Boolean);
  const facts = survey.projects.map((project) => ({ project, ...factsOf(project) }));
  const judged = facts.map((fact) => ({ ...fact, ...judgeProject(fact, manifest, isChanged) }));
  const projects = judged.map(({ project, state }): PlannedProject => {
    if (state === "new" || state === "stale") return { project, state, step: "read" };
    if (state === "disincluded" || state === "no ways") return { project, state, step: "omit" };
    const isKept = keep(project.key);
    return { project, state, step: isKept ? "keep" : state === "fresh" ? "read" : "omit" };
  });
  const isRead = isGlobalRead || projects.some(({ step }) => step === "read");
  const isFresh = !isRead && judged.every((j) => !j.differs) && forgotten(manifest, facts).length === 0;
  return { isGlobalRead, projects, kept, isFresh };
}

/** A project as the manifest would describe it. */
export function factsOf({ key, path, now }: SurveyedProject) {
  const short = now && { hash: now.hash, files: now.files.files.length, marker: now.marker };
  return { key, path, now: short };
}
