// Running a vetted pattern (regex.ts makes them): what every hook needs of regexes, without the parser and its tables.
// The native engine runs on ASCII text and patterns proven harmless; the linear one is brought by who calls, when needed.

/** A verdict that can be stored as JSON. */
export type Pattern = {
  /** As JavaScript reads it with the flags `iu`; ours reads the same text. Trimmed: the same texts match, not the same parts of them. */
  readonly source: string;
  /** `native`: harmless in a backtracking engine on ASCII text of any length a hook looks at. */
  readonly engine: "native" | "linear";
  /** Every match holds one of these (see `foldText`); empty: not known. */
  readonly needles: readonly string[];
};

/** A text that many patterns look at: NFC, bounded by the caller; folded once. */
export type Subject = { readonly text: string; readonly folded: string; readonly isAscii: boolean };

export function buildSubject(text: string): Subject {
  return { text, folded: foldText(text), isAscii: isAscii(text) };
}

export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return /^[\u0000-\u007f]*$/.test(text);
}

/** The spelling of a text in which needles are looked for. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll("ſ", "s");
}

export type Matcher = (subject: Subject) => boolean;

/** False: no needle of the pattern is in it. No engine is made for most patterns of a large library. */
export function mayMatch({ needles }: Pattern, { folded }: Subject): boolean {
  return needles.length === 0 || needles.some((needle) => folded.includes(needle));
}

/** A yes-or-no search. Engines are made at the first text that may match; `linear` makes the linear one from a source. */
export function buildMatcher(pattern: Pattern, linear: (source: string) => (text: string) => boolean): Matcher {
  let native: RegExp | null = null;
  let slow: ((text: string) => boolean) | null = null;
  return (subject) => {
    if (!mayMatch(pattern, subject)) return false;
    const { text } = subject;
    if (pattern.engine === "native" && subject.isAscii) {
      native ??= new RegExp(pattern.source, "iu");
      return native.test(text);
    }
    slow ??= linear(pattern.source);
    return slow(text);
  };
}
