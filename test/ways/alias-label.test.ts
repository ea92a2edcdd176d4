import { expect, test } from "bun:test";
import { parseLabel } from "../../src/ways/alias-label.ts";
import { parseLocales } from "../../src/ways/locale.ts";
import { aliasesOf } from "../../src/ways/parse-way.ts";

test.each([
  ["canonical", null, "canonical"],
  ["alias 12", null, "phrasing"],
  ["ja", "ja", "main"],
  ["ja 2", "ja", "main"],
  ["ja 2 alias 1", "ja", "phrasing"],
  ["pt-BR alias 3", "pt-BR", "phrasing"],
  ["project zh-Hant", "zh-Hant", "main"],
  ["user alias 1", null, "phrasing"],
  ["user canonical", null, "canonical"],
] as const)("`%s` is of language %p, a %s text", (label, lang, kind) => {
  expect(parseLabel(label)).toEqual({ lang, kind });
});

test("labels are read as the parsers write them", () => {
  const own = aliasesOf("When it rains", "umbrella", ["I am wet"]);
  const { rows } = parseLocales('{"lang":"de","description":"Regen","aliases":["Ich bin nass"]}', "x.locales.jsonl");
  const labels = [...own, ...rows.flatMap((row) => row.aliases)].map(({ label }) => parseLabel(label));
  expect(labels).toEqual([
    { lang: null, kind: "canonical" },
    { lang: null, kind: "phrasing" },
    { lang: "de", kind: "main" },
    { lang: "de", kind: "phrasing" },
  ]);
});
