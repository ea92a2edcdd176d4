import { describe, expect, test } from "bun:test";
import { keepLanguages } from "../../src/ways/languages.ts";
import { parseLocales } from "../../src/ways/locale.ts";
import fc from "../support/properties.ts";

const labels = (languages: readonly string[], all: readonly string[]) =>
  keepLanguages(
    all.map((label) => ({ label })),
    languages,
  ).map(({ label }) => label);
const ALL = [
  "canonical",
  "alias 1",
  "alias 12",
  "ja",
  "ja alias 1",
  "de-AT",
  "pt-BR 2 alias 3",
  "project de",
  "user alias 1",
];

describe("languages", () => {
  test("none named: every text stays", () => {
    expect(labels([], ALL)).toEqual(ALL);
  });

  test("what the author wrote in the way itself always stays", () => {
    expect(labels(["sv"], ALL)).toEqual(["canonical", "alias 1", "alias 12", "user alias 1"]);
  });

  test("a language covers its regions, a region only itself", () => {
    expect(labels(["de"], ["de", "de-AT", "project de", "den"])).toEqual(["de", "de-AT", "project de"]);
    expect(labels(["de-AT"], ["de", "de-AT", "de-CH"])).toEqual(["de-AT"]);
  });

  test("are compared as tags, however they are written", () => {
    expect(labels(["PT_br", "JA"], ["ja", "ja alias 1", "pt-BR 2 alias 3", "pt"])).toEqual([
      "ja",
      "ja alias 1",
      "pt-BR 2 alias 3",
    ]);
    expect(labels(["no language", ""], ["ja", "canonical"])).toEqual(["canonical"]);
  });

  test("hold for every label that locale rows get", () => {
    const tag = fc.constantFrom("de", "ja", "pt-BR", "zh-Hant", "fil", "sr-Latn-RS");
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 5 }), tag, (tags, wanted) => {
        const text = tags.map((lang) => JSON.stringify({ lang, description: "d", aliases: ["a"] })).join("\n");
        const aliases = parseLocales(text, "x").rows.flatMap((row) => row.aliases);
        const kept = keepLanguages(aliases, [wanted]).map((alias) => alias.label.split(" ")[0]);
        expect(kept).toEqual(aliases.map((a) => a.label.split(" ")[0]).filter((lang) => lang === wanted));
      }),
    );
  });
});
