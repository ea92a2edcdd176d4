// Think strategies (ADR-105): a way with `stages` is shown one stage at a time, and only the agent's own step leads to the next.
import { parseSections, parseStages } from "../ways/markdown.ts";
import type { WayId } from "../ways/way.ts";

/** The introduction before the first stage, the stage reached (0-based, the last one at most), and how to go on. */
export function renderStage(id: WayId, body: string, reached: number, agent: string | null = null): string {
  const stage = renderStep(id, body, reached, agent);
  return stage === null ? body : [introduction(body), stage].filter((part) => part !== "").join("\n\n");
}

/** The stage alone: what an agent asks for that has read the introduction. null: there are no stages. */
export function renderStep(id: WayId, body: string, reached: number, agent: string | null): string | null {
  const stages = parseStages(body);
  const index = Math.min(reached, stages.length - 1);
  const stage = stages[index];
  if (!stage) return null;
  const next = stages[index + 1];
  // The shell of a sub-agent knows its session, but not which of its agents it serves.
  const verb = (name: string) => `\`ways think ${name} ${id}${agent === null ? "" : ` --agent ${agent}`}\``;
  const step =
    next === undefined
      ? `This is the last of ${stages.length} stages; ${verb("reset")} begins anew.`
      : `Stage ${index + 1} of ${stages.length}; when it is done, ${verb("next")} shows the next one, ${next.name}.`;
  return `## Stage: ${stage.name}\n\n${stage.text.trim()}\n\n${step}`;
}

export function stageNames(body: string): readonly string[] {
  return parseStages(body).map((stage) => stage.name);
}

function introduction(body: string): string {
  const first = parseSections(body).find((s) => s.level === 2 && /^stage:/i.test(s.title));
  return body
    .split("\n")
    .slice(0, first?.line ?? 0)
    .join("\n")
    .trim();
}
