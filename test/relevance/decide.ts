// Labelled prompts through the compiled binary: `ways explain --batch`, the hook's own decision.
import type { Labelled } from "./data.ts";

type Ranked = { readonly id: string; readonly evidence: number };

export type Decided = Labelled & {
  readonly shown: readonly string[];
  /** What is shown in its order, then the best evidence first. */
  readonly ranking: readonly Ranked[];
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
    // The evidence of a second topic is that of its sentence: it stands behind the first all the same.
    const place = (id: string) => (line.shown.includes(id) ? line.shown.indexOf(id) : line.shown.length);
    const inOrder = (a: Ranked, b: Ranked) => place(a.id) - place(b.id) || b.evidence - a.evidence;
    const ranking = scored.sort((a, b) => inOrder(a, b) || (a.id < b.id ? -1 : 1)).slice(0, KEPT);
    return { ...prompt, shown: line.shown, ranking };
  });
}
