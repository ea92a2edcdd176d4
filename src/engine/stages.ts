// Think strategies (ADR-105): a way with `stages` is shown one stage at a time, and only the agent's own step leads to the next.
import { parseSections, parseStages } from "../ways/markdown.ts";
import type { WayId } from "../ways/way.ts";

/** The introduction before the first stage, the stage reached (0-based, the last one at most), and how to go on. */
export function renderStage(id: WayId, body: string, reached: number): string {
  const stages = parseStages(body);
  const index = Math.min(reached, stages.length - 1);
  const stage = stages[index];
  if (!stage) return body;
  const introduction = body.slice(0, introductionEnd(body)).trim();
  const next = stages[index + 1];
  const step =
    next === undefined
      ? `This is the last of ${stages.length} stages; \`ways think reset ${id}\` begins anew.`
      : `Stage ${index + 1} of ${stages.length}; when it is done, \`ways think next ${id}\` shows the next one, ${next.name}.`;
  return [introduction, `## Stage: ${stage.name}\n\n${stage.text.trim()}`, step]
    .filter((part) => part !== "")
    .join("\n\n");
}

export function stageNames(body: string): readonly string[] {
  return parseStages(body).map((stage) => stage.name);
}

function introductionEnd(body: string): number {
  const first = parseSections(body).find((s) => s.level === 2 && /^stage:/i.test(s.title));
  return first === undefined ? body.length : body.search(new RegExp(`^##\\s+${escaped(first.title)}\\s*$`, "m"));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
