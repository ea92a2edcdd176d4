// Aliases: positive wording (negation raises the similarity to what is negated), and no two alike in the whole library.
import type { Diagnostic } from "../../diagnostics.ts";
import type { WayId } from "../way.ts";
import { atKey, type LintRule, type Subject } from "./subject.ts";

const NEGATIVE =
  /\b(?:not|never|without|cannot|avoid|(?:instead|rather) (?:of|than)|no longer|dont|doesnt|didnt|isnt|cant|wont|shouldnt)\b|n['’]t\b/i;

export const lintAliasWording: LintRule = (subject) =>
  ownAliases(subject).flatMap(({ key, text }) => {
    const word = NEGATIVE.exec(text)?.[0];
    if (word === undefined) return [];
    const hint = "say what the person has or wants; negation draws the alias towards the very thing it denies";
    return [
      atKey(subject, key, "alias-negative", {
        message: `the alias \`${text}\` is worded negatively (\`${word}\`)`,
        hint,
      }),
    ];
  });

/** Needs all ways at once; the later of two equal aliases is reported. */
export function lintAliasDuplicates(subjects: readonly Subject[]): readonly Diagnostic[] {
  const owners = new Map<string, WayId>();
  return subjects.flatMap((subject) =>
    [...ownAliases(subject), ...foreignAliases(subject)].flatMap(({ key, text }) => {
      const same = normal(text);
      const owner = owners.get(same);
      if (owner === undefined) owners.set(same, subject.way.id);
      if (owner === undefined) return [];
      const where = owner === subject.way.id ? "in this way already" : `an alias of \`${owner}\`, too`;
      return [
        atKey(subject, key, "alias-duplicate", {
          message: `\`${text}\` is ${where}`,
          hint: "keep it where it fits best",
        }),
      ];
    }),
  );
}

type Own = { readonly key: string; readonly text: string };

function ownAliases({ way }: Subject): readonly Own[] {
  return way.aliases.flatMap(({ label, text }) => {
    const number = /^alias (\d+)$/.exec(label)?.[1];
    return number === undefined ? [] : [{ key: `aliases[${Number(number) - 1}]`, text }];
  });
}

/** From locale rows and later roots: no place in this file. */
function foreignAliases({ way }: Subject): readonly Own[] {
  return way.aliases
    .filter(({ label }) => !/^(?:canonical|alias \d+)$/.test(label))
    .map(({ text }) => ({ key: "", text }));
}

function normal(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, " ")
    .trim();
}
