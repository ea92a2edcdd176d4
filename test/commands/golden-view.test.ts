import { describe, expect, test } from "bun:test";
import { formatJunit } from "../../src/commands/golden-junit.ts";
import { renderMeasures, renderProblems } from "../../src/commands/golden-view.ts";
import type { GoldenResult } from "../../src/engine/golden.ts";
import { measuresOf, reasonOf } from "../../src/engine/golden-measures.ts";
import { buildGoldenReport } from "../../src/engine/golden-report.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildCandidate } from "../support/candidates.ts";

const result = (change: Partial<GoldenResult> & { readonly text?: string } = {}): GoldenResult => {
  const { text = "it rains", ...rest } = change;
  return {
    way: wayId("rain"),
    file: "/w/rain.golden.jsonl",
    prompt: { prompt: text, kind: "direct", event: "prompt", lang: "en", also: [], holdout: false, line: 3 },
    verdict: "missed",
    shown: [],
    wrong: [],
    own: buildCandidate("rain", 0.2),
    rival: buildCandidate("soup", 0.1),
    ...rest,
  };
};
const FLOORS = { precision: 0.9, recall: 0.6 };
const runOf = (results: readonly GoldenResult[], smallTalk: readonly string[] = []) => ({
  results,
  floors: FLOORS,
  report: buildGoldenReport(
    [wayId("rain")],
    results,
    smallTalk.map((text) => ({ text, shown: text === "tea" ? [wayId("rain")] : [] })),
  ),
});

describe("why a prompt went wrong", () => {
  test.each([
    ["evidence 0.200 below the bar 0.300", {}],
    ["soup is nearer (0.250 to 0.200), and below its bar, too", { rival: buildCandidate("soup", 0.25) }],
    ["soup is as near (0.200), and below its bar, too", { rival: buildCandidate("soup", 0.2001) }],
    ["soup shown instead", { shown: [wayId("soup")], wrong: [wayId("soup")] }],
    ["the way cannot compete here", { own: null }],
    ["disabled in the configuration", { own: buildCandidate("rain", 0.9, { reason: "disabled" }) }],
    [
      "best evidence, at or above its bar, 0.500 at bar 0.300",
      {
        verdict: "fired",
        shown: [wayId("rain")],
        wrong: [wayId("rain")],
        own: buildCandidate("rain", 0.5, { reason: "best" }),
      },
    ],
  ] as const)("%s", (reason, change) => {
    expect(reasonOf(result(change))).toBe(reason);
  });
});

describe("measures", () => {
  const found = result({ verdict: "found", shown: [wayId("rain")] });
  const metOf = (...args: Parameters<typeof runOf>) =>
    Object.fromEntries(measuresOf(runOf(...args)).map(({ name, isMet }) => [name, isMet]));

  test("hold recall, precision and small talk to their limits, and only tell the rest", () => {
    expect(metOf([found], ["hi"])).toMatchObject({ recall: true, precision: true, "small talk": true });
    expect(metOf([found, result()])).toMatchObject({ recall: false, precision: true, direct: true });
    expect(metOf([found, { ...found, wrong: found.shown }])).toMatchObject({ precision: false });
    expect(metOf([found], ["tea", "hi"])).toMatchObject({ "small talk": false });
  });

  test("are a table in which what was missed stands out", () => {
    const run = runOf([found, result()], ["hi"]);
    const [recall, precision] = renderMeasures(measuresOf(run), run.report).split("\n");
    expect(recall).toBe("MISSED  recall      0.500  1 of 2  must be ≥ 0.6");
    expect(precision).toBe("        precision   1.000  1 of 1  must be ≥ 0.9");
  });
});

describe("problems", () => {
  test("stand under their way, shortened and without control characters", () => {
    const long = `\u001b[31mred ${"x".repeat(100)}`;
    const { text, hidden } = renderProblems(runOf([result({ text: long })], ["tea"]).report, 5);
    expect(hidden).toBe(0);
    expect(text).toStartWith('rain  found 0 of 1\n  missed      "\\x1b[31mred xxx');
    expect(text).toContain('…": evidence 0.200 below the bar 0.300\n  small talk  "tea"');
  });

  test("beyond the limit are counted", () => {
    expect(renderProblems(runOf([result()]).report, 0)).toEqual({ text: "", hidden: 1 });
  });

  test("are none where nothing went wrong", () => {
    expect(renderProblems(runOf([]).report)).toEqual({ text: "", hidden: 0 });
  });
});

describe("JUnit", () => {
  test("has a case for each prompt at its line, and fails what went wrong and what is below its limit", () => {
    const run = runOf([result({ text: 'say "<a> & b"' }), result({ verdict: "found" })]);
    const xml = formatJunit(run, measuresOf(run), (path) => path.slice(1));
    expect(xml).toContain('<testsuites name="ways golden" tests="5" failures="2">');
    expect(xml).toContain('<testsuite name="rain" tests="2" failures="1">');
    expect(xml).toContain('name="direct (en): say &quot;&lt;a&gt; &amp; b&quot;" file="w/rain.golden.jsonl" line="3">');
    expect(xml).toContain('<failure message="missed: evidence 0.200 below the bar 0.300"/>');
    expect(xml).toContain('<failure message="0.500 (1 of 2), must be ≥ 0.6"/>');
  });
});
