// The reference tokenizer, read from the model's own tokenizer.json. Special pieces are taken out of its vocabulary:
// it would read `<s>` in a text as the start token, which user text must never become.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Tokenizer } from "@huggingface/tokenizers";
import { MODELS } from "./oracle.ts";

const UNKNOWN = 3;
const SPECIAL = [0, 1, 2, 3, 250_001];
/** Never in a test's text. */
const UNREACHABLE = "\uE000";

export type Reference = { encode(text: string): readonly number[] };

export function readReference(): Reference {
  const json = JSON.parse(gunzipSync(readFileSync(join(MODELS, "tokenizer.json.gz"))).toString());
  json.added_tokens = [];
  for (const id of SPECIAL) json.model.vocab[id][0] = `${UNREACHABLE}${id}`;
  const tokenizer = new Tokenizer(json, {});
  return { encode: (text) => [0, ...tokenizer.encode(text, { add_special_tokens: false }).ids, 2] };
}

/** A character that Unicode has given a compatibility form since the model was trained: the model knows neither. */
export function isLater(character: string, reference: Reference, encode: (text: string) => readonly number[]): boolean {
  if (character.normalize("NFKC") === character) return false;
  const text = `a${character}b`;
  const ids = encode(text);
  return ids.includes(UNKNOWN) && reference.encode(text).join() !== ids.join();
}
