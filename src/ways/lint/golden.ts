// Golden prompts: there, useful, and about ways that exist. Running them is the business of `ways golden`.
import type { Diagnostic } from "../../diagnostics.ts";
import { buildDiagnostic } from "../rules.ts";
import { atKey, type LintRule } from "./subject.ts";

export const lintGolden: LintRule = (subject, { golden, isWay }) => {
  const { way } = subject;
  if (golden === null) return [];
  const own = golden.get(way.id);
  if (own === undefined)
    return [
      atKey(subject, "", "golden-missing", {
        message: "the way has no golden prompts",
        hint: `write \`${way.id.split("/").at(-1)}.golden.jsonl\` beside it`,
      }),
    ];
  const { file, prompts } = own;
  const found: Diagnostic[] = [];
  if (!prompts.some(({ kind }) => kind !== "negative"))
    found.push(buildDiagnostic("golden-one-sided", { file, message: "no golden prompt is meant to bring the way up" }));
  const aliases = new Map(way.aliases.map(({ label, text }) => [normal(text), label]));
  const seen = new Set<string>();
  for (const { prompt, event, also, line } of prompts) {
    const key = `${event} ${normal(prompt)}`;
    const alias = aliases.get(normal(prompt));
    if (seen.has(key))
      found.push(buildDiagnostic("golden-duplicate", { file, line, message: `\`${prompt}\` is written twice` }));
    seen.add(key);
    if (alias !== undefined)
      found.push(
        buildDiagnostic("golden-is-alias", {
          file,
          line,
          message: `\`${prompt}\` is an alias of the way (${alias})`,
          hint: "word the prompt as somebody else would",
        }),
      );
    for (const id of also.filter((other) => !isWay(other)))
      found.push(buildDiagnostic("golden-also-missing", { file, line, message: `there is no way \`${id}\`` }));
  }
  return found;
};

function normal(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
