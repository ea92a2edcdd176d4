// The door of @huggingface/tokenizers: text → token ids of a model that brings its own `tokenizer.json`.
// What a person types never becomes a special token: special pieces are taken out of what text is read with, and the ids
// that belong before and after a text are taken from the file's post-processor.
import { Tokenizer as Reference } from "@huggingface/tokenizers";
import { messageOf, WaysError } from "../errors.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** As for the shipped tokenizer: far more than any window holds. */
const MAX_UNITS = 65_536;
/** Never in a text. */
const UNREACHABLE = "\uE000";
/** What the package reads as the original does; it takes others for one of these. Old files name none. */
const KINDS: readonly unknown[] = [undefined, "WordPiece", "Unigram", "BPE"];

type Fields = Readonly<Record<string, unknown>>;

/** Throws a WaysError when it is no tokenizer.json that can be used. */
export function readJsonTokenizer(bytes: Uint8Array): Tokenizer {
  const json = parse(bytes);
  const { type } = fieldsOf(json["model"]);
  if (!KINDS.includes(type)) throw unusable(`it is of the kind \`${type}\``, null);
  const around = specialIds(fieldsOf(json["post_processor"]));
  const reference = build(withoutSpecials(json));
  return {
    encode: (text, maxTokens) => {
      const room = Math.max(0, maxTokens - around.before.length - around.after.length);
      const { ids } = reference.encode(text.slice(0, MAX_UNITS).toWellFormed(), { add_special_tokens: false });
      return Int32Array.of(...around.before, ...ids.slice(0, room), ...around.after);
    },
  };
}

function parse(bytes: Uint8Array): Fields {
  try {
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw unusable("it is no JSON", cause);
  }
}

function build(json: Fields): Reference {
  try {
    return new Reference(json, {});
  } catch (cause) {
    throw unusable(messageOf(cause), cause);
  }
}

function unusable(why: string, cause: unknown): WaysError {
  return new WaysError(`the model's tokenizer cannot be used: ${why}`, {
    cause,
    hint: "a `tokenizer.json` in Hugging Face's format is needed",
  });
}

/** The post-processor's own account of what stands around a single text. */
function specialIds(processor: Fields): { readonly before: readonly number[]; readonly after: readonly number[] } {
  switch (processor["type"]) {
    case "TemplateProcessing": {
      const ids = fieldsOf(processor["special_tokens"]);
      const parts = listOf(processor["single"]);
      const at = parts.findIndex((part) => "Sequence" in part);
      const idsOf = (part: Fields) => numbersOf(fieldsOf(ids[String(fieldsOf(part["SpecialToken"])["id"])])["ids"]);
      return { before: parts.slice(0, at).flatMap(idsOf), after: parts.slice(at + 1).flatMap(idsOf) };
    }
    case "BertProcessing":
    case "RobertaProcessing":
      return { before: numbersOf(processor["cls"]), after: numbersOf(processor["sep"]) };
    case "Sequence": {
      const all = listOf(processor["processors"]).map(specialIds);
      return { before: all.flatMap((one) => one.before), after: all.flatMap((one) => one.after) };
    }
    default:
      return { before: [], after: [] };
  }
}

/** The unknown piece stays where the model looks it up by its name. */
function withoutSpecials(json: Fields): Fields {
  const added = listOf(json["added_tokens"]);
  const model = fieldsOf(json["model"]);
  const special = new Set(added.filter((token) => token["special"] === true).map((token) => token["content"]));
  special.delete(model["unk_token"]);
  const renamed = (piece: unknown) => (special.has(piece) ? `${UNREACHABLE}${piece}` : piece);
  const vocab = Array.isArray(model["vocab"])
    ? model["vocab"].map((entry) => (Array.isArray(entry) ? [renamed(entry[0]), ...entry.slice(1)] : entry))
    : Object.fromEntries(Object.entries(fieldsOf(model["vocab"])).map(([piece, id]) => [renamed(piece), id]));
  const kept = added.filter((token) => token["special"] !== true);
  return { ...json, added_tokens: kept, post_processor: null, decoder: null, model: { ...model, vocab } };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Numbers of `[1, 2]`, and of `["[CLS]", 101]`. */
function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item) => Number.isSafeInteger(item)) : [];
}
