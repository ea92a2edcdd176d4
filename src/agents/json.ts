// Reading an agent's JSON from bytes that may be cut, mis-encoded or hold raw control characters.
// Hosts leave stdin open, so "is the first value complete?" has to be answered without an end of file.

/**
 * The first JSON value of the text; null when there is none. Strict first, then once more without what follows that value and with
 * raw control characters in strings escaped.
 */
export function parseJson(text: string): { readonly value: unknown } | null {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return parseStrict(body) ?? parseStrict(repaired(body));
}

function parseStrict(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return null;
  }
}

/**
 * The text up to the end of its first object or list; characters below 0x20 in strings as `\u00xx`, a backslash before one doubled.
 * Written into bytes: millions of them may have to be escaped, and an agent waits.
 */
function repaired(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const escapes = Array.from({ length: 0x20 }, (_, code) => `\\u${code.toString(16).padStart(4, "0")}`);
  const out = new Uint8Array(bytes.length * ESCAPED_BYTES);
  let at = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i] ?? 0;
    if (inString && code < 0x20) {
      const escaped = escapes[code] ?? "";
      for (let k = 0; k < ESCAPED_BYTES; k++) out[at++] = escaped.charCodeAt(k);
      continue;
    }
    out[at++] = code;
    if (code === QUOTE) inString = !inString;
    else if (inString) {
      if (code === BACKSLASH) out[at++] = (bytes[i + 1] ?? 0) < 0x20 ? BACKSLASH : (bytes[++i] ?? 0);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth <= 0) break;
  }
  return new TextDecoder().decode(out.subarray(0, at));
}

const ESCAPED_BYTES = 6;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BOM = [0xef, 0xbb, 0xbf];

/**
 * Scanner for the end of the first JSON value in a stream of UTF-8 chunks. Each call takes the next chunk and gives the index in it
 * just past that value, or null while the value goes on. It judges only where the value ends: `parseJson` judges whether it is valid.
 * A bare number or word ends at the white space after it, so at the end of the stream there may be a value without an answer.
 */
export function buildJsonScanner(): (chunk: Uint8Array) => number | null {
  let position = 0;
  let depth = 0;
  let state: "before" | "inside" | "string" | "escape" | "word" = "before";
  return (chunk) => {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      const isBom = position < BOM.length && byte === BOM[position];
      position++;
      if (state === "escape") state = "string";
      else if (state === "string") {
        if (byte === BACKSLASH) state = "escape";
        else if (byte === QUOTE) {
          if (depth === 0) return i + 1;
          state = "inside";
        }
      } else if (byte === QUOTE) state = "string";
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) [depth, state] = [depth + 1, "inside"];
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (depth <= 0) return i + 1;
      } else if (state === "word") {
        if (isSpace(byte)) return i;
      } else if (state === "before" && !isSpace(byte) && !isBom) state = "word";
    }
    return null;
  };
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
