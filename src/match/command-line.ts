// A shell command line as the invocations in it: what `commands:` patterns look at. We only advise, so wrappers, assignments and
// git's global options are peeled off, and a word with white space in it (prose) is masked.
import { type Command, MAX_DEPTH, parseShell, type Word } from "./shell.ts";

/** What stands for a word that holds white space: prose, not something to match on. */
const MASK = "…";
const WRAPPERS = new Set([
  ...["sudo", "doas", "env", "nohup", "time", "command", "exec", "builtin"],
  ...["nice", "ionice", "timeout", "stdbuf", "setsid", "xargs"],
]);
/** Options of wrappers and of git that take the next word as their value. */
const VALUED: Readonly<Record<string, ReadonlySet<string>>> = {
  sudo: new Set(["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-D", "-R"]),
  doas: new Set(["-u", "-C"]),
  env: new Set(["-u", "-C", "-S"]),
  nice: new Set(["-n"]),
  ionice: new Set(["-c", "-n"]),
  timeout: new Set(["-s", "-k"]),
  stdbuf: new Set(["-i", "-o", "-e"]),
  xargs: new Set(["-I", "-n", "-P", "-L", "-d", "-a", "-E", "-s"]),
  git: new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"]),
};
/** Words of the shell itself; what follows them is the invocation. */
const KEYWORDS = new Set(["if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "!", "{", "}"]);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish"]);

/** `A=1 sudo -u b git -C x commit -m "a b" && ls` → ["git commit -m …", "ls"]; what a command runs in itself comes after it. */
export function splitInvocations(line: string): readonly string[] {
  const out: string[] = [];
  collect(parseShell(line), 0, out);
  return out;
}

/** What of a command line reads like language: words of the invocations, options and paths left out. */
export function readableWords(line: string): string {
  return splitInvocations(line)
    .flatMap((invocation) => invocation.split(" "))
    .filter((word) => /^[\p{L}][\p{L}\p{N}_-]*$/u.test(word))
    .join(" ");
}

function collect(commands: readonly Command[], depth: number, out: string[]): void {
  for (const words of commands) {
    const invocation = peel(words);
    if (invocation.length > 0) out.push(invocation.map(masked).join(" "));
    for (const word of words) collect(word.inner, depth, out);
    const script = scriptOf(invocation);
    if (script !== null && depth < MAX_DEPTH) collect(parseShell(script), depth + 1, out);
  }
}

function masked(word: Word): string {
  return /\s/.test(word.text) ? MASK : word.text;
}

/** The script of `bash -c '…'`. */
function scriptOf(invocation: Command): string | null {
  if (!SHELLS.has(invocation[0]?.text ?? "")) return null;
  const flag = invocation.findIndex((word) => /^-[a-z]*c$/.test(word.text));
  return flag < 0 ? null : (invocation[flag + 1]?.text ?? null);
}

/** Without keywords, assignments, wrappers and git's global options; the program by its base name. */
function peel(words: Command): Command {
  let at = 0;
  const text = () => words[at]?.text ?? "";
  while (at < words.length) {
    const name = baseName(text());
    if (KEYWORDS.has(text()) || ASSIGNMENT.test(text())) at++;
    else if (WRAPPERS.has(name)) {
      at = afterOptions(words, at + 1, name);
      if (name === "timeout" && /^[\d.]+[smhd]?$/.test(text())) at++;
    } else break;
  }
  const program = words[at];
  if (!program) return [];
  const name = baseName(program.text);
  return [{ ...program, text: name }, ...words.slice(name === "git" ? afterOptions(words, at + 1, name) : at + 1)];
}

function afterOptions(words: Command, from: number, program: string): number {
  let at = from;
  while (words[at]?.text.startsWith("-")) at += VALUED[program]?.has(words[at]?.text ?? "") ? 2 : 1;
  return at;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
}
