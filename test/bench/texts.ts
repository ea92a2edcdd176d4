// Prompts of a given length, each run another one so that no vector is cached.
import { tmpdir } from "node:os";
import { readTokenizer } from "../../src/embed/tokenizer.ts";
import { mapFile } from "../../src/host/bytes.ts";
import { BUDGETS, reduceText } from "../../src/match/reduce.ts";

/** None of them is an acknowledgement, and together they are as many tokens as the reducer estimates, or some more. */
const WORDS =
  "rename the helper in this nginx module with its oauth callers before we move every kubernetes chart to a new shard when nobody wants an outdated webhook of tenants on friday who throttle the invoice regex in yaml while kubectl drops a mutex".split(
    " ",
  );

const tokenizer = readTokenizer(mapFile("models/tokenizer.bin"));

/** Length of the text as it is embedded: with prefix and ends. */
export function tokensOf(text: string): number {
  return tokenizer.encode(`query: ${text}`, 512).length;
}

/** Text that is embedded as exactly `tokens` tokens. Throws when the reducer would shorten it. */
export function promptOf(tokens: number, salt: number): string {
  const draw = drawWords(salt);
  let text = String(salt);
  while (tokensOf(text) < tokens) {
    const next = `${text} ${draw()}`;
    if (tokensOf(next) <= tokens) text = next;
  }
  if (reduceText(text, BUDGETS.prompt) !== text) throw new Error(`a prompt of ${tokens} tokens would be shortened`);
  return text;
}

/** Sentences of ten words, five to a line. Two or three sentences are embedded one by one as well as together (ADR 0003). */
export function wordsOf(count: number, salt: number): string {
  const draw = drawWords(salt);
  const endAfter = (i: number) => (i % 50 === 0 ? ".\n" : i % 10 === 0 ? ". " : " ");
  return Array.from({ length: count }, (_, i) => draw() + endAfter(i + 1)).join("");
}

/** Words in an order that depends on the salt alone. */
function drawWords(salt: number): () => string {
  let state = salt;
  return () => {
    state = (state * 69_069 + 12_345) % 2 ** 32;
    return WORDS[(state >>> 8) % WORDS.length] ?? "";
  };
}

export function promptEvent(text: string, session: string): string {
  return JSON.stringify({ session_id: session, cwd: tmpdir(), hook_event_name: "UserPromptSubmit", prompt: text });
}
