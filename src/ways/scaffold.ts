// A new way as text: frontmatter, a body to fill in, golden prompts beside it.
import { renderScalar } from "./plain-yaml.ts";
import type { Way } from "./way.ts";

export type Sketch = {
  readonly id: string;
  readonly description: string;
  readonly vocabulary: string;
  readonly aliases: readonly string[];
  /** Prompts that should bring it up. */
  readonly golden: readonly string[];
  /** null: the system default. */
  readonly bar: number | null;
};

/** What is wrong with an id for a new way; null: nothing. */
export function findIdProblem(id: string): string | null {
  const parts = id.split("/");
  const odd = parts.find((part) => !/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(part));
  if (odd !== undefined)
    return odd === "" ? "has an empty part" : `has the part \`${odd}\`: letters, digits, \`-\`, \`_\` and \`.\` only`;
  if (/\.(?:md|jsonl)$/i.test(id)) return "is an id, not a file: leave the ending out";
  return id.length > 200 ? "is longer than 200 characters" : null;
}

/** ADR-105's steps from root to leaf (1.8, 2.0, 2.5) were lexical bars; what remains of them is that a child asks for more. */
const STEP = 1.1;

/** The bar for a child: a step above the parent's own, or none where the parent has none either. */
export function stepBar(parent: Pick<Way, "bar"> | null): number | null {
  if (parent === null || parent.bar === null) return null;
  const hundredths = Number((parent.bar * STEP * 100).toFixed(6)); // 0.4 × 1.1 is a little more than 0.44
  return Math.min(1, Math.ceil(hundredths) / 100);
}

export function renderWay({ id, description, vocabulary, aliases, bar }: Sketch): string {
  const stem = id.split("/").at(-1) ?? id;
  return [
    "---",
    `description: ${scalar(description)}`,
    ...(vocabulary === "" ? [] : [`vocabulary: ${scalar(vocabulary)}`]),
    ...(aliases.length === 0 ? [] : ["aliases:", ...aliases.map((alias) => `  - ${scalar(alias)}`)]),
    ...(bar === null ? [] : [`embed_threshold: ${bar}`]),
    "---",
    `# ${titleOf(stem)}`,
    "",
    "<!-- What a senior colleague would remind you of at this moment: one fact or rule a line, plain and checkable -->",
    "",
  ].join("\n");
}

/** One direct prompt, the others situational: how people who do not know the word for it would ask. */
export function renderGolden({ golden }: Sketch): string {
  return golden
    .map((prompt, i) => `${JSON.stringify({ prompt, kind: i === 0 ? "direct" : "situational", lang: "en" })}\n`)
    .join("");
}

function scalar(text: string): string {
  return renderScalar(text.replace(/\s+/g, " ").trim());
}

function titleOf(stem: string): string {
  const words = stem.replaceAll(/[-_.]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
