// Prompts of a given length in tokens of the shipped model, each run another one so that no vector is cached.

import { readTokenizer } from "../../src/embed/tokenizer.ts";
import { mapFile } from "../../src/host/bytes.ts";

const WORDS =
  "please rename the helper in this module and update its callers then run the checks again because we move the report to another folder before the release on friday and nobody wants a broken link in the handbook".split(
    " ",
  );

/** Text whose query has exactly `tokens` tokens, prefix and ends included, as near as whole words allow. */
export function promptOf(tokens: number, salt: number): string {
  const tokenizer = readTokenizer(mapFile("models/tokenizer.bin"));
  const length = (text: string) => tokenizer.encode(`query: ${text}`, 512).length;
  let text = String(salt);
  for (let i = salt; length(text) < tokens; i++) {
    const next = `${text} ${WORDS[Math.abs(i) % WORDS.length]}`;
    if (length(next) > tokens) break;
    text = next;
  }
  return text;
}

export function promptEvent(text: string, session: string): string {
  return JSON.stringify({ session_id: session, cwd: "/tmp", hook_event_name: "UserPromptSubmit", prompt: text });
}
