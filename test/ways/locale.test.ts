import { describe, expect, test } from "bun:test";
import { canonicalTag, parseLocales } from "../../src/ways/locale.ts";
import fc from "../support/properties.ts";

const parse = (text: string) => parseLocales(text, "x.locales.jsonl");

test("a row becomes aliases under the label of its language", () => {
  const { rows, diagnostics } = parse(
    '{"lang":"ja","description":"コミットするとき","vocabulary":["コミット","履歴"],"aliases":["これをコミットして"]}\n\n{"lang":"pt_br","aliases":["faz o commit"]}\n',
  );
  expect(diagnostics).toEqual([]);
  expect(rows.map((row) => ({ lang: row.lang, line: row.line, aliases: row.aliases }))).toEqual([
    {
      lang: "ja",
      line: 1,
      aliases: [
        { label: "ja", text: "コミットするとき コミット 履歴" },
        { label: "ja alias 1", text: "これをコミットして" },
      ],
    },
    { lang: "pt-BR", line: 3, aliases: [{ label: "pt-BR alias 1", text: "faz o commit" }] },
  ]);
});

test("a byte order mark and CRLF change nothing (field case A3)", () => {
  const text = '{"lang":"ja","description":"x"}\n{"lang":"de","description":"y"}\n';
  expect(parse(`\ufeff${text.replaceAll("\n", "\r\n")}`)).toEqual(parse(text));
});

describe("what is wrong is named with its line, and the other rows still count", () => {
  test.each([
    ['{"lang":"ja","description":"x","embed_threshold":0.4}', "legacy-threshold", 1],
    ['{"lang":"ja","description":"x","threshold":0.4}', "unknown-key", 1],
    ['{"lang":"not a tag","description":"x"}', "locale-language", 0],
    ['{"description":"x"}', "wrong-type", 0],
    ['{"lang":"ja"}', "empty-value", 0],
    ['{"lang":"ja",', "json-syntax", 0],
    ["[1]", "json-syntax", 0],
    ["null", "json-syntax", 0],
  ])("%s", (line, code, count) => {
    const { rows, diagnostics } = parse(`{"lang":"de","description":"gut"}\n${line}\n`);
    expect(rows.length).toBe(1 + count);
    expect(diagnostics.map((d) => [d.line, d.code])).toEqual([[2, code]]);
  });
});

test("a second row of a language is kept under labels of its own, with a warning", () => {
  const { rows, diagnostics } = parse('{"lang":"ja","description":"x"}\n{"lang":"JA","description":"y"}');
  expect(rows.flatMap((row) => row.aliases.map((a) => a.label))).toEqual(["ja", "ja 2"]);
  expect(diagnostics).toMatchObject([{ code: "locale-duplicate", line: 2 }]);
});

test("language tags come out in their usual spelling", () => {
  expect(["EN", "zh_hant_tw", "x", "", "日本語"].map(canonicalTag)).toEqual(["en", "zh-Hant-TW", null, null, null]);
});

test("never throws", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 5 }), (lines) => {
      expect(Array.isArray(parse(lines.join("\n")).rows)).toBe(true);
    }),
  );
});
