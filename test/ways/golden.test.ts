import { expect, test } from "bun:test";
import { parseGolden } from "../../src/ways/golden.ts";

const parse = (text: string) => parseGolden(text, "x.golden.jsonl");

test("a row has its defaults", () => {
  const { prompts, diagnostics } = parse('{"prompt":"commit this","kind":"direct"}\n');
  expect(diagnostics).toEqual([]);
  expect(prompts as unknown).toEqual([
    { prompt: "commit this", kind: "direct", event: "prompt", lang: "en", also: [], holdout: false, line: 1 },
  ]);
});

test("a row may say more", () => {
  const { prompts } = parse(
    '\ufeff{"prompt":"git commit","kind":"negative","event":"command","lang":"ja","also":["a\\\\b"],"holdout":true}',
  );
  expect(prompts[0] as unknown).toEqual({
    prompt: "git commit",
    kind: "negative",
    event: "command",
    lang: "ja",
    also: ["a/b"],
    holdout: true,
    line: 1,
  });
});

test.each([
  ['{"prompt":"x"}', "wrong-type"],
  ['{"kind":"direct"}', "wrong-type"],
  ['{"prompt":"x","kind":"positive"}', "wrong-type"],
  ['{"prompt":"x","kind":"direct","event":"stop"}', "wrong-type"],
  ['{"prompt":"x","kind":"direct","expect":true}', "unknown-key"],
  ["{", "json-syntax"],
])("%s is reported", (line, code) => {
  expect(parse(line).diagnostics.map((d) => d.code)).toEqual([code]);
});
