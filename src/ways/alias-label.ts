// What the label of an alias tells: its language, and whether it says what the canonical text says or is one more phrasing.

export type LabelParts = {
  /** null: written in the way file itself, whose language nobody states. */
  readonly lang: string | null;
  /** `main`: a translation of the canonical text; `phrasing`: a situation in words of its own. */
  readonly kind: "canonical" | "main" | "phrasing";
};

/** Labels as `aliasesOf`, `parseLocales` and the merge of roots write them: `alias 3`, `ja`, `ja 2 alias 1`, `user pt-BR`. */
export function parseLabel(label: string): LabelParts {
  const own = label.replace(/^(?:user|project) /, "");
  if (own === "canonical") return { lang: null, kind: "canonical" };
  if (/^alias \d+$/.test(own)) return { lang: null, kind: "phrasing" };
  return { lang: own.split(" ", 1)[0] ?? own, kind: / alias \d+$/.test(own) ? "phrasing" : "main" };
}
