// A shell line as simple commands of words: a cheap reader, not a shell. Heredoc bodies, comments and redirections are dropped;
// what `$(…)` and backticks run is kept with the word it stands in. One pass: linear in the length of the line, whatever is in it.

/** `text`: quotes resolved. `inner`: the commands of its substitutions. */
export type Word = { readonly text: string; readonly inner: readonly Command[] };
export type Command = readonly Word[];

/** Substitutions inside substitutions are read this deep, further ones are passed over. */
export const MAX_DEPTH = 3;
/** What stands for the output of a substitution. */
const OUTPUT = "$…";
const SPACE = " \t\v\f\r";
const WORD_ENDS = `${SPACE}\n;&|<>()`;

/** `at` moves forward only. */
type Reader = { readonly line: string; at: number };
type Heredoc = { readonly end: string; readonly tabs: boolean };

/** Never throws; an unclosed quote, heredoc or substitution runs to the end of the line. */
export function parseShell(line: string): readonly Command[] {
  return readCommands({ line: line.replaceAll("\r\n", "\n"), at: 0 }, 0);
}

/** Commands up to the end of the line; at a `depth` above 0 up to the `)` that closes the substitution, which is consumed. */
function readCommands(r: Reader, depth: number): readonly Command[] {
  let words: Word[] = [];
  const commands = [words];
  const next = () => {
    words = [];
    commands.push(words);
  };
  const heredocs: Heredoc[] = [];
  let open = 0;
  while (r.at < r.line.length) {
    const c = charAt(r);
    if (c === "\n") {
      r.at++;
      for (const heredoc of heredocs.splice(0)) skipHeredoc(r, heredoc);
      next();
    } else if (c === "\\" && charAt(r, 1) === "\n") r.at += 2;
    else if (SPACE.includes(c)) r.at++;
    else if (c === "#") r.at = runEnd(r, "\n");
    else if (r.line.startsWith("<<", r.at)) readHeredocMark(r, heredocs);
    else if (c === "<" || c === ">") skipRedirection(r, depth);
    else if (!";&|()".includes(c)) {
      const word = readWord(r, depth);
      const isDescriptor = isAt(r, "<>") && /^\d+$/.test(word.text);
      if (!isDescriptor) words.push(word);
    } else {
      r.at++;
      if (c === ")" && open === 0 && depth > 0) break;
      if (c === "(") open++;
      if (c === ")" && open > 0) open--;
      next();
    }
  }
  return commands.filter(({ length }) => length > 0);
}

/** `<<END`, `<<-'END'`: what its body ends with is remembered until the line break. `<<<` is a word, not a body. */
function readHeredocMark(r: Reader, heredocs: Heredoc[]): void {
  if (charAt(r, 2) === "<") {
    r.at += 3;
    return;
  }
  const ahead = r.line.slice(r.at, r.at + 200);
  const mark = /^<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()]+))/.exec(ahead);
  if (mark) heredocs.push({ end: mark[2] ?? mark[3] ?? mark[4] ?? "", tabs: mark[1] === "-" });
  r.at += mark?.[0].length ?? 2;
}

function skipHeredoc(r: Reader, heredoc: Heredoc): void {
  while (r.at < r.line.length) {
    const end = runEnd(r, "\n");
    const text = r.line.slice(r.at, end);
    r.at = end + 1;
    if ((heredoc.tabs ? text.replace(/^\t+/, "") : text) === heredoc.end) return;
  }
}

/** Past the operator and its target: `> out.txt`, `2>&1`, `>&2`; of `<(…)` the commands are still to come. */
function skipRedirection(r: Reader, depth: number): void {
  while (isAt(r, "<>&|")) r.at++;
  while (isAt(r, SPACE)) r.at++;
  if (!isAt(r, WORD_ENDS)) readWord(r, depth);
}

/** At a character that begins a word. */
function readWord(r: Reader, depth: number): Word {
  let text = "";
  const inner: Command[] = [];
  while (r.at < r.line.length && !isAt(r, WORD_ENDS)) {
    const c = charAt(r);
    if (c === '"') text += readDoubleQuoted(r, depth, inner);
    else if (c === "'") text += readQuoted(r, 1, false);
    else if (r.line.startsWith("$'", r.at)) text += readQuoted(r, 2, true);
    else if (startsSubstitution(r)) text += readSubstitution(r, depth, inner);
    else if (c === "\\") {
      if (charAt(r, 1) !== "\n") text += charAt(r, 1);
      r.at += 2;
    } else text += readRun(r, `${WORD_ENDS}"'$\`\\`);
  }
  return { text, inner };
}

/** `'…'`, and `$'…'` in which a backslash protects the next character. */
function readQuoted(r: Reader, opening: number, escapes: boolean): string {
  const from = r.at + opening;
  const end = closing(r.line, from, "'", escapes);
  r.at = end + 1;
  return r.line.slice(from, end);
}

function readDoubleQuoted(r: Reader, depth: number, inner: Command[]): string {
  let text = "";
  r.at++;
  while (r.at < r.line.length && charAt(r) !== '"') {
    if (startsSubstitution(r)) text += readSubstitution(r, depth, inner);
    else if (charAt(r) === "\\") {
      text += isAt(r, '"\\$`', 1) ? charAt(r, 1) : r.line.slice(r.at, r.at + 2);
      r.at += 2;
    } else text += readRun(r, '"\\$`');
  }
  r.at++;
  return text;
}

function startsSubstitution(r: Reader): boolean {
  return charAt(r) === "`" || r.line.startsWith("$(", r.at);
}

/** `$(…)`, backticks; `$((…))` is arithmetic and holds no commands. */
function readSubstitution(r: Reader, depth: number, inner: Command[]): string {
  if (charAt(r) === "`") {
    const end = closing(r.line, r.at + 1, "`", true);
    const script = r.line.slice(r.at + 1, end).replace(/\\([`\\$])/g, "$1");
    r.at = end + 1;
    if (depth < MAX_DEPTH) for (const command of readCommands({ line: script, at: 0 }, depth + 1)) inner.push(command);
  } else if (depth >= MAX_DEPTH || charAt(r, 2) === "(") skipParentheses(r, r.at + 2);
  else {
    r.at += 2;
    for (const command of readCommands(r, depth + 1)) inner.push(command);
  }
  return OUTPUT;
}

function skipParentheses(r: Reader, from: number): void {
  let depth = 1;
  for (r.at = from; r.at < r.line.length && depth > 0; r.at++) {
    const c = charAt(r);
    if (c === "\\") r.at++;
    else if (c === "'" || c === '"') r.at = closing(r.line, r.at + 1, c, c === '"');
    else if (c === "(") depth++;
    else if (c === ")") depth--;
  }
}

/** Where the next `quote` stands; the end of the line when there is none. */
function closing(line: string, from: number, quote: string, escapes: boolean): number {
  for (let i = from; i < line.length; i++) {
    if (line[i] === quote) return i;
    if (escapes && line[i] === "\\") i++;
  }
  return line.length;
}

/** Characters up to one of `stops`; at least one, so that reading always gets on. */
function readRun(r: Reader, stops: string): string {
  const from = r.at++;
  r.at = runEnd(r, stops);
  return r.line.slice(from, r.at);
}

function runEnd(r: Reader, stops: string): number {
  let end = r.at;
  while (end < r.line.length && !stops.includes(r.line[end] ?? "")) end++;
  return end;
}

/** "" at the end of the line. */
function charAt(r: Reader, ahead = 0): string {
  return r.line[r.at + ahead] ?? "";
}

/** Does one of `characters` stand here? */
function isAt(r: Reader, characters: string, ahead = 0): boolean {
  const c = charAt(r, ahead);
  return c !== "" && characters.includes(c);
}
