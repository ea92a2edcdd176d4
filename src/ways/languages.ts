// Which texts of a way the configuration `languages` leaves: what the author wrote always, translations in the languages named.
import { parseLabel } from "./alias-label.ts";
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
    const tag = parseLabel(label).lang?.toLowerCase();
    return tag === undefined || ranges.some((range) => tag === range || tag.startsWith(`${range}-`));
  });
}
