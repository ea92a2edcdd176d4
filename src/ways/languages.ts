// Which texts of a way the configuration `languages` leaves: what the author wrote always, translations in the languages named.
// The label of an alias says in which language it is (locale.ts); no way carries the tag a second time.
import { canonicalTag } from "./locale.ts";
import type { Alias } from "./way.ts";

/** `de` covers `de` and `de-AT` (RFC 4647, basic filtering); an empty list covers every language. */
export function keepLanguages<T extends Pick<Alias, "label">>(
  aliases: readonly T[],
  languages: readonly string[],
): readonly T[] {
  if (languages.length === 0) return aliases;
  const ranges = languages.map((language) => (canonicalTag(language) ?? language).toLowerCase());
  return aliases.filter(({ label }) => {
    const tag = languageOf(label);
    return tag === null || ranges.some((range) => tag === range || tag.startsWith(`${range}-`));
  });
}

/** `project pt-BR alias 2` → `pt-br`; null for the canonical text and for aliases in the frontmatter. */
function languageOf(label: string): string | null {
  const tag = /^(?:(?:core|user|project) )?([a-z]{2,3}(?:-[\da-z]+)*)(?: |$)/i.exec(label)?.[1];
  return tag?.toLowerCase() ?? null;
}
