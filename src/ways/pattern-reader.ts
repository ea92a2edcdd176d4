// How the table of fields reads regexes and globs. Ways of a library repeat each other's: reading many, each is parsed once.
import { globSource } from "./glob.ts";
import { type ParsedPattern, type Pattern, parsePattern } from "./regex.ts";

export type PatternReader = {
  readonly regex: (text: string) => ParsedPattern;
  /** null: not a well-formed glob. */
  readonly glob: (text: string) => Pattern | null;
};

export const PLAIN_READER: PatternReader = { regex: parsePattern, glob: parseGlobPattern };

/** Keeps what it has read, as long as it lives. */
export function openPatternReader(): PatternReader {
  return { regex: remembering(parsePattern), glob: remembering(parseGlobPattern) };
}

function parseGlobPattern(glob: string): Pattern | null {
  const source = globSource(glob);
  return source === null ? null : parsePattern(source).pattern;
}

function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text) ?? { value: read(text) };
    known.set(text, found);
    return found.value;
  };
}
