// Texts of different owners that are the same to anybody who reads them: compared letter by letter where they share a rare word.
import { wordsOf } from "./words.ts";

/** Share of three-letter pieces (Dice) from which on two texts say the same; "clean up this code" and "… csv" have .80. */
const SAME = 0.85;
/** Texts meet in the lists of their rarest words; a word of more texts than this tells nothing. */
const RAREST = 3;
const MAX_SHARERS = 40;

export type Owned = { readonly owner: string; readonly text: string };
export type Similar<T> = { readonly a: T; readonly b: T; readonly similarity: number };

/** Pairs, `a` before `b` in the order given. Work grows with the number of texts, not with its square. */
export function findSimilarTexts<T extends Owned>(texts: readonly T[]): readonly Similar<T>[] {
  const words = texts.map(({ text }) => [...piecesOf(text)]);
  const sharers = new Map<string, number>();
  for (const word of words.flat()) sharers.set(word, (sharers.get(word) ?? 0) + 1);
  const count = (word: string) => sharers.get(word) ?? 0;
  const lists = Map.groupBy(
    words.flatMap((own, index) =>
      own
        .sort((x, y) => count(x) - count(y))
        .slice(0, RAREST)
        .map((word) => ({ word, index })),
    ),
    ({ word }) => word,
  );
  const letters = new Map<number, ReadonlySet<string>>();
  const lettersAt = (index: number) => {
    const known = letters.get(index) ?? trigramsOf(texts[index]?.text ?? "");
    letters.set(index, known);
    return known;
  };
  const found = new Map<string, Similar<T>>();
  for (const list of lists.values()) {
    if (list.length > MAX_SHARERS) continue;
    for (const [n, { index: i }] of list.entries())
      for (const { index: j } of list.slice(n + 1)) {
        const [a, b] = [texts[i], texts[j]];
        if (!a || !b || a.owner === b.owner || found.has(`${i} ${j}`)) continue;
        const similarity = dice(lettersAt(i), lettersAt(j));
        if (similarity >= SAME) found.set(`${i} ${j}`, { a, b, similarity });
      }
  }
  return [...found.values()];
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words; in scripts without spaces pairs of characters. */
function piecesOf(text: string): ReadonlySet<string> {
  const words = [...wordsOf(text)];
  if (!UNSPACED.test(text)) return new Set(words);
  return new Set(
    words.flatMap((word) => {
      const chars = [...word];
      return UNSPACED.test(word) ? chars.map((c, i) => c + (chars[i + 1] ?? "")) : [word];
    }),
  );
}

function trigramsOf(text: string): ReadonlySet<string> {
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, " ")
    .trim();
  const chars = [...` ${plain} `];
  return new Set(chars.slice(2).map((_, i) => chars.slice(i, i + 3).join("")));
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
