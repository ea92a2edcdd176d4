// The line `embed_threshold: …` in the text of a way file: put in or changed, every other byte as it was.
import { parseFrontmatter } from "./frontmatter.ts";
import { parseWay } from "./parse-way.ts";
import { type Way, wayId } from "./way.ts";

const KEY = "embed_threshold";

/** `text` as it is on disk. null: the file is written so that its bar has to be set by hand. */
export function writeBar(text: string, bar: number): string | null {
  const before = parsed(text);
  const { entries, bodyLine } = parseFrontmatter(text, "");
  if (before === null || entries === null) return null;
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  const at = entries.find(({ key }) => key === KEY)?.at.line ?? null;
  const index = at === null ? bodyLine - 2 : at - 1;
  const line = lines[index];
  if (line === undefined) return null;
  const lineEnd = /[\r\n]+$/.exec(lines[0] ?? "")?.[0] ?? "\n";
  const changed =
    at === null ? `${KEY}: ${bar}${lineEnd}${line}` : line.replace(VALUE, (_, key: string) => `${key}${bar}`);
  const after = lines.with(index, changed).join("");
  const way = parsed(after);
  const isRight = way !== null && JSON.stringify({ ...way, bar: null }) === JSON.stringify({ ...before, bar: null });
  return isRight && way.bar === bar ? after : null;
}

/** A comment behind the value stays. */
const VALUE = new RegExp(`^(["']?${KEY}["']?[ \\t]*:[ \\t]*)[^\\s#]+`);

function parsed(text: string): Way | null {
  return parseWay({ id: wayId("any"), parent: null, origin: "core", file: "any.md", text }).way;
}
