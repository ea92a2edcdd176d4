// A regex as an author wrote it → a pattern, and everything worth saying about it.
import type { Problem, Report } from "../validate.ts";
import { type PatternReader, PLAIN_READER } from "./pattern-reader.ts";
import type { Pattern } from "./regex.ts";

/** A regex with everything that can be said about it; null: not usable, and reported. */
export function checkPattern(text: string, report: Report, reader: PatternReader = PLAIN_READER): Pattern | null {
  for (const problem of remarksOn(text)) report(problem);
  const { pattern, problem, flags, isExplosive, consumesNothing } = reader.regex(text);
  if (problem)
    report({
      code: problem.code,
      message: `\`${text}\` ${problem.message}`,
      ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    });
  if (isExplosive)
    report({
      code: "regex-explosive",
      message: `\`${text}\` can split the same text in very many ways`,
      hint: "do not repeat a repetition of the same characters",
    });
  if (consumesNothing) report({ code: "regex-empty", message: `\`${text}\` asks for no character at all` });
  if (flags.length > 0)
    report({
      severity: "info",
      code: "regex-flags",
      message: `\`${text}\` has inline flags for case; matching always ignores case`,
      hint: "leave `(?i)` out; `ways migrate` does",
    });
  return consumesNothing ? null : pattern;
}

function remarksOn(text: string): Problem[] {
  const edge = /(?:\\b|\\B|\\<|\\>)[^\p{ASCII}]|[^\p{ASCII}](?:\\b|\\B|\\<|\\>)/u.exec(text.replaceAll("\\\\", "__"));
  if (!edge || !/\p{L}/u.test(edge[0])) return [];
  return [
    {
      severity: "warning",
      code: "regex-edge",
      message: `\`${text}\` has a word edge beside \`${/\p{L}/u.exec(edge[0].replace(/\\[bB]/, ""))?.[0] ?? ""}\``,
      hint: "here it works for all scripts; elsewhere `\\b` often knows ASCII only. Scripts without spaces need no edge",
    },
  ];
}
