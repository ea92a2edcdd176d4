// `.locales.jsonl`: translations and local phrasings of a way, as further aliases (ADR-125). A row has no bar of its own.
import type { Diagnostic } from "../diagnostics.ts";
import { parseRows } from "./jsonl.ts";
import { legacy, text, texts, words } from "./kinds.ts";
import { aliasesOf } from "./parse-way.ts";
import { buildDiagnostic } from "./rules.ts";
import type { Alias } from "./way.ts";

export const LOCALE_FIELDS = {
  lang: text({ fallback: "", meaning: "language tag, as `ja` or `pt-BR`" }),
  description: text({ fallback: "", meaning: "the description in that language" }),
  vocabulary: words({ fallback: "", meaning: "words people use in that language" }),
  aliases: texts({ fallback: [], meaning: "further phrasings in that language, each embedded on its own" }),
  embed_threshold: legacy("delete it: a way has one bar, in its frontmatter (ADR-125); `ways migrate` does"),
} as const;

export type LocaleRow = {
  readonly lang: string;
  readonly aliases: readonly Alias[];
  readonly file: string;
  readonly line: number;
};
export type Locales = {
  readonly rows: readonly LocaleRow[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Labels: `ja`, `ja alias 1` …; a second row of a language goes on as `ja 2`. Never throws. */
export function parseLocales(text: string, file: string): Locales {
  const { rows, diagnostics } = parseRows(text, file, LOCALE_FIELDS, ["lang"]);
  const found: Diagnostic[] = [];
  const seen = new Map<string, number>();
  const usable = rows.flatMap(({ values, line }): LocaleRow[] => {
    const lang = canonicalTag(values.lang);
    const report = (code: "locale-language" | "locale-duplicate" | "empty-value", message: string) =>
      found.push(buildDiagnostic(code, { file, line, message }));
    if (lang === null) {
      report("locale-language", `\`${values.lang}\` is no language tag`);
      return [];
    }
    const count = (seen.get(lang) ?? 0) + 1;
    seen.set(lang, count);
    if (count > 1) report("locale-duplicate", `\`${lang}\` has a row already`);
    const label = count === 1 ? lang : `${lang} ${count}`;
    const aliases = aliasesOf(values.description, values.vocabulary, values.aliases, label);
    if (aliases.length === 0) report("empty-value", `the row for \`${lang}\` has no text`);
    return aliases.length === 0 ? [] : [{ lang, aliases, file, line }];
  });
  return { rows: usable, diagnostics: [...diagnostics.map(asLegacyThreshold), ...found] };
}

/** The only legacy key of a row is its bar, and bars have their own rule. */
function asLegacyThreshold(d: Diagnostic): Diagnostic {
  return d.code === "legacy-key" ? { ...d, code: "legacy-threshold" } : d;
}

/** BCP 47 in its usual spelling; null: no such tag. */
export function canonicalTag(lang: string): string | null {
  try {
    return Intl.getCanonicalLocales(lang.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}
