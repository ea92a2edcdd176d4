import { describe, expect, test } from "bun:test";
import { buildJsonScanner, parseJson } from "../../src/agents/json.ts";
import fc from "../support/properties.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Feeds the bytes in pieces of the given sizes (over and over); gives the bytes of the first value, or null while it goes on. */
function firstValue(bytes: Uint8Array, sizes: readonly number[]): Uint8Array | null {
  const scan = buildJsonScanner();
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const chunk = bytes.subarray(at, at + (sizes[i % sizes.length] ?? 1));
    const end = scan(chunk);
    if (end !== null) return bytes.subarray(0, at + end);
    at += chunk.length;
  }
  return null;
}

describe("parseJson", () => {
  test("keeps raw control characters inside strings, NUL and escape included", () => {
    expect(parseJson('{"prompt":"a\tb\u001b[31mred\u0000c"}')).toEqual({
      value: { prompt: "a\tb\u001b[31mred\u0000c" },
    });
  });

  test("keeps a backslash that stands before a raw line break", () => {
    expect(parseJson('{"command":"cd x \\\n && ls","a\\"b":"\\\\\t"}')).toEqual({
      value: { command: "cd x \\\n && ls", 'a"b': "\\\t" },
    });
  });

  test("reads a text with a BOM like the one without", () => {
    expect(parseJson('\uFEFF{"a":1}')).toEqual({ value: { a: 1 } });
  });

  test("takes the first of two values", () => {
    expect(parseJson('{"a":"}"}\n{"b":2}')).toEqual({ value: { a: "}" } });
  });

  test.each(["", " ", "{", '{"prompt":"caf\u00e9', '{"a":}', "}", '"', "\u0000", "[".repeat(200_000)])(
    "answers null for what is no JSON (%#)",
    (text) => {
      expect(parseJson(text)).toBeNull();
    },
  );

  test("gives what JSON.parse gives for every JSON text", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  test("never throws, and undoes raw control characters wherever they stand in a string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        parseJson(text);
        const raw = JSON.stringify({ text }).replace(/\\u00[01][0-9a-f]/g, (code) => JSON.parse(`"${code}"`));
        expect(parseJson(raw)).toEqual({ value: { text } });
      }),
    );
  });
});

describe("buildJsonScanner", () => {
  test("finds the end of an object or list at its last byte, whatever the chunks", () => {
    const value = fc.oneof(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), fc.array(fc.jsonValue()));
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    fc.assert(
      fc.property(value, sizes, fc.constantFrom("", "\n", "}", "{}", "x"), (json, pieces, rest) => {
        const text = JSON.stringify(json);
        expect(firstValue(encode(text + rest), pieces)).toEqual(encode(text));
        expect(firstValue(encode(text).subarray(0, -1), pieces)).toBeNull();
      }),
    );
  });

  test.each([
    ['\uFEFF \r\n\t{"a":[1,{"b":"]}"}]} tail', '\uFEFF \r\n\t{"a":[1,{"b":"]}"}]}'],
    ['"a\\"b" ', '"a\\"b"'],
    ["true\n", "true"],
    ['{"a":"raw\u0000\u001b\n"}', '{"a":"raw\u0000\u001b\n"}'],
    ["]", "]"],
  ])("cuts %j after %j", (text, value) => {
    expect(firstValue(encode(text), [1])).toEqual(encode(value));
    expect(firstValue(encode(text), [1000])).toEqual(encode(value));
  });

  test.each(["", "  ", "\uFEFF", '{"a":"}', '{"a":"\\', "12"])("waits for more after %j", (text) => {
    expect(firstValue(encode(text), [3])).toBeNull();
  });
});
