// The door of citty. It parses; what it lets pass silently (unknown flags, surplus words) is refused here with the
// nearest name, and help begins with examples.
import { type ArgsDef, parseArgs } from "citty";
import { nearest } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import type { Io } from "./io.ts";

export type Flags = {
  readonly text: (name: string) => string | null;
  readonly isOn: (name: string) => boolean;
  /** The words after the verb that are no flags. */
  readonly words: readonly string[];
};

/** The shape of a JSON answer: `"string"`, `"number"`, `"boolean"`, `"string | null"`; a key that may be absent ends in `?`. */
export type Shape = string | readonly [Shape] | { readonly [key: string]: Shape };

export type Verb = {
  readonly summary: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Names of the words a verb takes, in order; the last may end in "…" and takes the rest. */
  readonly words: readonly string[];
  /** What to do for those who type more words than that. */
  readonly instead?: string;
  readonly flags: Readonly<Record<string, { readonly kind: "flag" | "text"; readonly meaning: string }>>;
  /** What exit code 1 says; verbs without it exit with 0 or, when they cannot answer, 3. */
  readonly finding?: string;
  /** What `--json` prints beside `schema`. */
  readonly json?: Shape;
  readonly run: (flags: Flags, io: Io) => Promise<number>;
};

/** What `--help` shows of a verb. */
export type Help = Omit<Verb, "run">;

/** What authors' verbs work on when it is not the user's and this project's ways. */
export const WAYS_DIR_FLAG = { "ways-dir": { kind: "text", meaning: "only the ways in this folder" } } as const;

/** Every reading verb takes it. */
export const JSON_FLAG = { json: { kind: "flag", meaning: "one JSON document on stdout" } } as const;

/** Throws a WaysError for an unknown flag, a flag without its value, or too many words. */
export function parseFlags(name: string, verb: Verb, argv: readonly string[]): Flags {
  const known: Verb["flags"] = { ...verb.flags, help: { kind: "flag", meaning: "this help" } };
  const hint = `\`ways ${name} --help\` shows what it takes`;
  for (const arg of argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined)) {
    const flag = /^--([^=]+)/.exec(arg)?.[1];
    if (flag === undefined && /^-[A-Za-z]/.test(arg))
      throw new WaysError(`unknown flag \`${arg}\` for \`ways ${name}\``, { hint });
    if (flag === undefined || Object.hasOwn(known, flag)) continue;
    const near = nearest(flag, Object.keys(known));
    throw new WaysError(`unknown flag \`--${flag}\` for \`ways ${name}\``, {
      hint: near ? `did you mean \`--${near}\`?` : hint,
    });
  }
  const definition: ArgsDef = Object.fromEntries(
    Object.entries(known).map(([key, f]) => [key, { type: f.kind === "flag" ? "boolean" : "string" }] as const),
  );
  const parsed: Record<string, unknown> & { readonly _: readonly string[] } = parseArgs([...argv], definition);
  const open = verb.words.at(-1)?.endsWith("…") ?? false;
  const words = parsed._.map(String);
  if (words.length > verb.words.length && !open)
    throw new WaysError(
      `\`ways ${name}\` takes ${verb.words.length === 0 ? "no words" : `only ${verb.words.join(" ")}`}, got \`${words[verb.words.length]}\``,
      { hint: verb.instead ?? hint },
    );
  const text = (key: string) => {
    const value = parsed[key];
    if (value === "" || value === true) throw new WaysError(`\`--${key}\` needs a value`, { hint });
    return typeof value === "string" ? value : null;
  };
  for (const [key, f] of Object.entries(known)) if (f.kind === "text") text(key);
  return { text, isOn: (key) => parsed[key] === true, words };
}

/** The word at `index`, or a WaysError that names it. */
export function neededWord(flags: Flags, index: number, name: string, verb: string): string {
  const word = flags.words[index];
  if (word === undefined || word === "")
    throw new WaysError(`\`ways ${verb}\` needs ${name}`, { hint: `\`ways ${verb} --help\` shows an example` });
  return word;
}

export function renderHelp(name: string, verb: Help): string {
  const widest = Math.max(...verb.examples.map(([c]) => c.length), 0);
  const flags = Object.entries(verb.flags);
  const column = Math.max(...flags.map(([k, f]) => label(k, f.kind).length), 6);
  return [
    verb.summary,
    "",
    "Examples",
    ...verb.examples.map(([command, meaning]) => `  ${command.padEnd(widest)}  ${meaning}`),
    "",
    `Usage  ways ${[name, ...verb.words.map((w) => `<${w}>`)].join(" ")}${flags.length > 0 ? " [flags]" : ""}`,
    ...(flags.length > 0
      ? ["", "Flags", ...flags.map(([k, f]) => `  ${label(k, f.kind).padEnd(column)}  ${f.meaning}`)]
      : []),
    ...(verb.finding === undefined ? [] : ["", `Exit  0, or 1: ${verb.finding}`]),
    "",
  ].join("\n");
}

function label(key: string, kind: "flag" | "text"): string {
  return kind === "flag" ? `--${key}` : `--${key} <…>`;
}
