import { describe, expect, test } from "bun:test";
import type { GoldenResult } from "../../src/engine/golden.ts";
import { buildGoldenReport, ratioOf } from "../../src/engine/golden-report.ts";
import { wayId } from "../../src/ways/way.ts";

type Sketch = Partial<Pick<GoldenResult, "verdict">> & {
  readonly kind?: "direct" | "situational" | "negative";
  readonly lang?: string;
  readonly shown?: readonly string[];
  readonly wrong?: readonly string[];
};
const result = (way: string, { verdict = "found", kind = "direct", lang = "en", shown = [], wrong = [] }: Sketch) => ({
  way: wayId(way),
  file: "x",
  prompt: { prompt: `${way} ${kind}`, kind, event: "prompt" as const, lang, also: [], holdout: false, line: 1 },
  verdict,
  shown: shown.map(wayId),
  wrong: wrong.map(wayId),
  own: null,
  rival: null,
});
const RESULTS: readonly GoldenResult[] = [
  result("rain", { shown: ["rain"] }),
  result("rain", { kind: "situational", lang: "de", verdict: "missed", shown: ["soup"], wrong: ["soup"] }),
  result("rain", { kind: "negative", verdict: "fired", shown: ["rain"], wrong: ["rain"] }),
  result("soup", { shown: ["soup", "rain"], wrong: ["rain"] }),
  result("soup", { kind: "negative", verdict: "held", lang: "fr" }),
];
const SMALL_TALK = [
  { text: "thanks", shown: [] },
  { text: "tea?", shown: [wayId("soup")] },
  { text: "hi", shown: [wayId("foreign")] },
];
const ids = (...names: readonly string[]) => names.map(wayId);
const report = buildGoldenReport(ids("rain", "soup"), RESULTS, SMALL_TALK);

describe("over all prompts", () => {
  test("recall is of prompts that want a way, precision of ways that were shown", () => {
    expect(report.recall).toEqual({ hits: 2, of: 3 });
    expect(report.precision).toEqual({ hits: 2, of: 5 });
  });

  test("direct, situational and near-misses are told apart", () => {
    expect([report.direct, report.situational, report.held]).toEqual([
      { hits: 2, of: 2 },
      { hits: 0, of: 1 },
      { hits: 1, of: 2 },
    ]);
  });

  test("languages are told with the largest first; near-misses are in none", () => {
    expect(report.languages).toEqual([
      { lang: "en", recall: { hits: 2, of: 2 } },
      { lang: "de", recall: { hits: 0, of: 1 } },
    ]);
  });

  test("small talk counts when it shows one of these ways, not somebody else's", () => {
    expect(report.smallTalk).toEqual({ hits: 1, of: 3 });
  });
});

test("each way has what it found, missed, fired on and was shown for wrongly", () => {
  const told = report.ways.map(({ id, recall, missed, fired, stolen, smallTalk }) => ({
    id: String(id),
    recall,
    missed: missed.length,
    fired: fired.length,
    stolen: stolen.map(({ way }) => String(way)),
    smallTalk,
  }));
  expect(told).toEqual([
    { id: "rain", recall: { hits: 1, of: 2 }, missed: 1, fired: 1, stolen: ["soup"], smallTalk: [] },
    { id: "soup", recall: { hits: 1, of: 1 }, missed: 0, fired: 0, stolen: ["rain"], smallTalk: ["tea?"] },
  ]);
});

test("nothing asked is nothing missed", () => {
  const empty = buildGoldenReport(ids("rain"), [], []);
  expect([empty.recall, empty.precision, empty.smallTalk].map(ratioOf)).toEqual([1, 1, 1]);
  expect(empty.ways).toMatchObject([{ id: "rain", recall: { hits: 0, of: 0 } }]);
});
