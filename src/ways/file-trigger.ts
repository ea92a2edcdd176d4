// An entry of `files:` is a glob on the project-relative path or a regex on the absolute one; the way it is written decides.
import type { Report } from "../validate.ts";
import { checkPattern } from "./pattern-check.ts";
import { type PatternReader, PLAIN_READER } from "./pattern-reader.ts";
import type { FileTrigger } from "./way.ts";

/** null: not usable, and reported. */
export function parseFileTrigger(
  source: string,
  report: Report,
  reader: PatternReader = PLAIN_READER,
): FileTrigger | null {
  const literal = /^\/(.+)\/$/s.exec(source);
  const sign = literal ? undefined : regexSign(source);
  if (literal?.[1] === undefined && sign === undefined) return parseGlob(source, report, reader);
  if (sign !== undefined)
    report({
      severity: "info",
      code: "files-regex",
      message: `\`${source}\` is read as a regex, because it holds \`${sign}\``,
      hint: `write \`/${source}/\` to say so`,
    });
  const text = literal?.[1] ?? source;
  // Absolute paths begin with `/` or a drive: an anchored first folder is the relative spelling of older files.
  if (/^\^[\w.-]/.test(text) && !/^\^[a-z]:/i.test(text))
    report({
      severity: "warning",
      code: "files-never",
      message: `\`${source}\` can never match: a regex sees the absolute path`,
      hint: `write \`/(^|\\/)${text.slice(1)}/\`, or a glob for the project-relative path`,
    });
  const regex = checkPattern(text, report, reader);
  return regex && { sees: "absolute", source, regex };
}

/** What makes an entry a regex; undefined for a glob. */
function regexSign(source: string): string | undefined {
  const sign = ["\\.", ".*", "^", "\\b"].find((s) => source.includes(s));
  if (sign !== undefined) return sign;
  if (source.endsWith("$")) return "$";
  return /(?<![@!+?*\\])\([^()]*\|[^()]*\)/.exec(source)?.[0];
}

function parseGlob(source: string, report: Report, reader: PatternReader): FileTrigger | null {
  const fixed = source.replaceAll("\\", "/").replace(/^\.\//, "");
  const hint = neverHint(source);
  if (hint !== null)
    report({
      severity: "warning",
      code: "files-never",
      message: `\`${source}\` can never match: a glob sees the project-relative path, with \`/\``,
      hint,
    });
  else if (!fixed.includes("/") && /[*?]/.test(fixed) && !fixed.includes("**"))
    report({
      severity: "info",
      code: "files-root",
      message: `\`${source}\` matches in the project's root only`,
      hint: `write \`**/${source}\` for every folder`,
    });
  const pattern = reader.glob(source);
  if (pattern === null) {
    const what = /!\(/.test(source) ? "uses `!(…)`, which is not supported" : "is not a well-formed glob";
    report({ code: "glob-syntax", message: `\`${source}\` ${what}` });
    return null;
  }
  return { sees: "relative", source, regex: pattern };
}

function neverHint(source: string): string | null {
  if (source.includes("\\")) return `write \`${source.replaceAll("\\", "/")}\``;
  if (source.startsWith("!") && !source.startsWith("!(")) return "say which files are meant; there is no negation";
  if (/^(?:\/|~|\.\.\/|[a-zA-Z]:)/.test(source)) return "leave out the path to the project, or begin with `**/`";
  return null;
}
