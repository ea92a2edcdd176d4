// The reading position of the pattern parser, and its one way out when a pattern cannot be accepted.

export type RegexProblem = {
  readonly code: "regex-syntax" | "regex-unsupported" | "regex-too-large";
  readonly message: string;
  readonly hint?: string;
  /** UTF-16 units from the start of the pattern. */
  readonly offset: number;
};

export type Cursor = {
  readonly text: string;
  index: number;
  depth: number;
  multiline: boolean;
  dotAll: boolean;
  /** Inline flags that change nothing (`i`) or cannot be honoured (`-i`), for a hint. */
  readonly flags: string[];
};

/** Leaves the recursive descent; caught in `parseRegex`. */
export class Refusal extends Error {
  readonly problem: RegexProblem;

  constructor(problem: RegexProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function refuse(cursor: Cursor, code: RegexProblem["code"], message: string, hint?: string): never {
  const problem = { code, message, offset: cursor.index };
  throw new Refusal(hint === undefined ? problem : { ...problem, hint });
}

/** Steps over `token` if it comes next. */
export function take(cursor: Cursor, token: string): boolean {
  if (!cursor.text.startsWith(token, cursor.index)) return false;
  cursor.index += token.length;
  return true;
}

/** Steps over what the sticky `pattern` matches here. */
export function takeMatch(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.index;
  const match = pattern.exec(cursor.text);
  if (match) cursor.index += match[0].length;
  return match;
}

/** The next character, whole even outside the basic plane; refuses at the end. */
export function takeChar(cursor: Cursor, expected: string): number {
  const code = cursor.text.codePointAt(cursor.index);
  if (code === undefined) refuse(cursor, "regex-syntax", `${expected} is never closed`);
  cursor.index += code > 0xffff ? 2 : 1;
  return code;
}
