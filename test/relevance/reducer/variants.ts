// The same prompts in the shapes they arrive in: what a reducer does must not hang on layout, case or wrapping.
import type { Fillers, LongPrompt } from "./prompts.ts";
import { type Random, seeded, shuffle } from "./random.ts";

type Wrap = { readonly head: readonly string[]; readonly tail: readonly string[] };

const VARIANTS: Readonly<Record<string, (text: string, random: Random, wrap: Wrap) => string>> = {
  "shuffled paragraphs": (text, random) => shuffle(random, text.split(/\n\n+/)).join("\n\n"),
  "boilerplate around": (text, random, wrap) =>
    `${shuffle(random, wrap.head).join("\n")}\n\n${text}\n\n${shuffle(random, wrap.tail).join("\n")}`,
  "lower case": (text) => text.toLowerCase(),
  CRLF: (text) => text.replaceAll("\n", "\r\n"),
  "in JSON": (text) => JSON.stringify({ id: "8f14e45fceea167a", type: "message", content: text, attachments: [] }),
  "in a heredoc": (text) => `cat > /tmp/task.md <<'EOF'\n${text}\nEOF\nagent run --file /tmp/task.md --quiet`,
};

/** Each variant of every `step`-th prompt; `opens` only stays true where the layout keeps the beginning. */
export function buildVariants(prompts: readonly LongPrompt[], fillers: Fillers, step: number): readonly LongPrompt[] {
  return Object.entries(VARIANTS).flatMap(([group, change], offset) =>
    prompts
      .filter((_, i) => i % step === offset % step)
      .map((prompt): LongPrompt => {
        const wrap = { head: fillers(prompt.half, "boilerplate-head"), tail: fillers(prompt.half, "boilerplate-tail") };
        const moved = group === "shuffled paragraphs" || group === "boilerplate around";
        const text = change(prompt.text, seeded(`${group} ${prompt.text}`), wrap);
        return { ...prompt, text, group, opens: prompt.opens && !moved };
      }),
  );
}
