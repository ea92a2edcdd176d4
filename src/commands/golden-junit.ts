// A run of golden prompts as JUnit XML: a suite per way, a case per prompt, and one suite for what decides the exit code.
import type { GoldenResult } from "../engine/golden.ts";
import { type Measure, reasonOf } from "../engine/golden-measures.ts";
import { escapeControl } from "../errors.ts";
import type { GoldenRun } from "../wiring/golden.ts";
import { renderXml } from "./xml.ts";

/** `placed`: a path as a person would type it here. */
export function formatJunit(
  { results }: Pick<GoldenRun, "results">,
  measures: readonly Measure[],
  placed: (path: string) => string,
): string {
  const byWay = Map.groupBy(results, ({ way }) => way);
  const suites = [...byWay].map(([way, own]) =>
    suiteOf(
      way,
      own.map((result) => caseOf(result, placed)),
    ),
  );
  const limits = measures.filter(({ limit }) => limit !== null).map(limitCase);
  const all = [...suites, suiteOf("limits", limits)];
  const sum = (key: "@tests" | "@failures") => all.reduce((total, suite) => total + suite[key], 0);
  return renderXml({
    testsuites: { "@name": "ways golden", "@tests": sum("@tests"), "@failures": sum("@failures"), testsuite: all },
  });
}

type Case = {
  readonly "@classname": string;
  readonly "@name": string;
  readonly "@file"?: string;
  readonly "@line"?: number;
  readonly failure?: { readonly "@message": string };
};

function suiteOf(name: string, cases: readonly Case[]) {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return { "@name": escapeControl(name), "@tests": cases.length, "@failures": failures, testcase: cases };
}

function caseOf(result: GoldenResult, placed: (path: string) => string): Case {
  const { way, prompt, file, verdict } = result;
  const isFailure = verdict === "missed" || verdict === "fired";
  return {
    "@classname": escapeControl(way),
    "@name": escapeControl(`${prompt.kind} (${prompt.lang}): ${prompt.prompt}`),
    "@file": escapeControl(placed(file)),
    "@line": prompt.line,
    ...(isFailure ? { failure: { "@message": escapeControl(`${verdict}: ${reasonOf(result)}`) } } : {}),
  };
}

function limitCase({ name, value, limit, isMet, text }: Measure): Case {
  return {
    "@classname": "limits",
    "@name": name,
    ...(isMet ? {} : { failure: { "@message": `${value.toFixed(3)} (${text}), must be ${limit}` } }),
  };
}
