// Labelled prompts through the compiled binary: `ways explain --batch`, the hook's own decision.
import type { Labelled } from "./data.ts";

export type Decided = Labelled & {
  readonly shown: readonly string[];
  /** Best evidence first. */
  readonly ranking: readonly { readonly id: string; readonly evidence: number }[];
};

type Line = {
  readonly shown: readonly string[];
  readonly candidates: readonly { readonly id: string; readonly evidence: number | null }[];
};

/** How much of a ranking is kept. */
const KEPT = 20;

/** `disabled`: ways that do not compete. */
export async function decideAll(
  prompts: readonly Labelled[],
  binary: string,
  disabled: readonly string[] = [],
): Promise<readonly Decided[]> {
  const input = prompts.map((p) => JSON.stringify({ text: p.text, event: p.event })).join("\n");
  const home = await Bun.$`mktemp -d`.text();
  const child = Bun.spawn([binary, "explain", "--batch"], {
    stdin: new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "inherit",
    cwd: home.trim(),
    env: {
      HOME: home.trim(),
      PATH: "/usr/bin:/bin",
      WAYS_MODEL_DIR: `${process.cwd()}/models`,
      WAYS_DISABLED: disabled.join(","),
    },
  });
  const lines = (await new Response(child.stdout).text()).trimEnd().split("\n");
  await Bun.$`rm -r ${home.trim()}`;
  if (lines.length !== prompts.length) throw new Error(`${prompts.length} prompts gave ${lines.length} decisions`);
  return prompts.map((prompt, i) => {
    const line = JSON.parse(lines[i] ?? "") as Line;
    const scored = line.candidates.flatMap((c) => (c.evidence === null ? [] : [{ id: c.id, evidence: c.evidence }]));
    const ranking = scored.sort((a, b) => b.evidence - a.evidence || (a.id < b.id ? -1 : 1)).slice(0, KEPT);
    return { ...prompt, shown: line.shown, ranking };
  });
}
