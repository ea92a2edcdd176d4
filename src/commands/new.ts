// `ways new <id>`: asks on a terminal, takes flags elsewhere, and leaves a way that can fire and says how to see it do so.
import { renderDiagnostic } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import { stepBar } from "../ways/scaffold.ts";
import { type Authored, lintAuthored, openAuthored } from "../wiring/authoring.ts";
import { createWay, findSite, type Site } from "../wiring/new-way.ts";
import { type Flags, neededWord, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { pathFrom } from "./findings.ts";
import type { Io } from "./io.ts";

export const newWay: Verb = {
  summary: "write a new way, with its golden prompts",
  examples: [
    ["ways new release/rollback", "asks for what it needs, writes into this project's `.claude/ways`"],
    [
      'ways new release/rollback --description "When a deploy has to be taken back" --aliases "the deploy broke; undo it"',
      "the same without a terminal",
    ],
    ["ways new notes/meeting --user", "a way of your own, for all projects"],
  ],
  words: ["id"],
  flags: {
    ...WAYS_DIR_FLAG,
    user: { kind: "flag", meaning: "among your own ways instead of this project's" },
    description: { kind: "text", meaning: "one sentence: when the way applies" },
    vocabulary: { kind: "text", meaning: "words people use, separated by spaces" },
    aliases: { kind: "text", meaning: "how people would put it, separated by `;`" },
    golden: { kind: "text", meaning: "prompts that should bring it up, worded differently, separated by `;`" },
  },
  run: async (flags, io) => {
    const id = neededWord(flags, 0, "an id such as `domain/topic`", "new").replace(/^\/+|\/+$/g, "");
    const authored = await openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    const root = rootFor(flags, authored);
    const site = findSite(authored, root, id);
    describeSite(io, site);
    const texts = io.isTerminal ? askTexts(io, flags) : givenTexts(flags);
    const files = createWay(site.folder, { id, ...texts, bar: stepBar(site.parent) });
    for (const file of files) io.out(pathFrom(io.cwd, file));
    const again = await openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    for (const found of lintAuthored(again))
      if (files.includes(found.file)) io.err(renderDiagnostic({ ...found, file: pathFrom(io.cwd, found.file) }));
    const dir = flags.text("ways-dir");
    io.err(
      ["", "next: write its body, then", ...nextSteps(id, dir, texts.golden[0] ?? texts.aliases[0] ?? "…")].join("\n"),
    );
    return 0;
  },
};

function nextSteps(id: string, dir: string | null, prompt: string): readonly string[] {
  if (dir !== null) return [`  ways check --ways-dir ${dir}`];
  const quoted = prompt.replaceAll('"', '\\"');
  return ["  ways check", `  ways explain "${quoted}" --expect ${id}`];
}

function rootFor(flags: Flags, { roots }: Authored): string {
  const isUser = flags.isOn("user");
  if (isUser && flags.text("ways-dir") !== null) throw new WaysError("`--user` and `--ways-dir` name two places");
  const root = isUser && roots.length > 1 ? roots[0] : roots.at(-1);
  if (root === undefined) throw new WaysError("there is no folder for ways here");
  return root;
}

function describeSite(io: Io, { parent, replaces, namesakes }: Site): void {
  if (parent) {
    const bar = stepBar(parent);
    io.err(`a child of \`${parent.id}\`${bar === null ? "" : `; its bar, a step above the parent's: ${bar}`}`);
    if (parent.vocabulary !== "") io.err(`the parent's words are taken: ${parent.vocabulary}`);
  }
  if (replaces) io.err(`it will be used instead of the ${replaces.origin} way with this id`);
  const [namesake] = namesakes;
  if (namesake) io.err(`\`${namesake.id}\` has the same name; another last part is easier to tell apart`);
}

type Texts = {
  readonly description: string;
  readonly vocabulary: string;
  readonly aliases: readonly string[];
  readonly golden: readonly string[];
};

function givenTexts(flags: Flags): Texts {
  const description = flags.text("description");
  if (description === null)
    throw new WaysError("`ways new` needs `--description` where it cannot ask", {
      hint: "one sentence that says when the way applies, as `When a deploy has to be taken back`",
    });
  const list = (name: string) => splitTexts(flags.text(name) ?? "");
  return { description, vocabulary: flags.text("vocabulary") ?? "", aliases: list("aliases"), golden: list("golden") };
}

/** Flags that are given are not asked for. */
function askTexts(io: Io, flags: Flags): Texts {
  const ask = (question: string) => {
    const line = io.ask(question);
    if (line === null) throw new WaysError("the input ended, and nothing was written");
    return line.trim();
  };
  const one = (name: string, question: string) => flags.text(name) ?? ask(question);
  const many = (name: string, question: string) => {
    const given = flags.text(name);
    if (given !== null) return splitTexts(given);
    io.err(`${question}; an empty line ends the list`);
    const lines: string[] = [];
    for (let line = ask(">"); line !== ""; line = ask(">")) lines.push(line);
    return lines;
  };
  let description = one("description", "When does it apply, in one sentence? (When …)");
  while (description === "") description = ask("A way needs this sentence:");
  return {
    description,
    vocabulary: one("vocabulary", "Which words do people use? (8 to 20, with spaces between)"),
    aliases: many("aliases", "How would people put it to an agent? 4 to 8 lines, each a whole phrase"),
    golden: many("golden", "Test prompts in other words, as somebody else would type them, 2 or more"),
  };
}

function splitTexts(text: string): readonly string[] {
  return text
    .split(";")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
