import { expect, test } from "bun:test";
import { raiseMonotone } from "../../src/match/monotone.ts";
import fc from "../support/properties.ts";

/** Ids are paths; the parent is the folder. */
const parentOf = (id: string) => (id.includes("/") ? id.slice(0, id.lastIndexOf("/")) : null);
const raise = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    raiseMonotone(new Map(Object.entries(values).map(([id, value]) => [id, { value, weight: 1 }])), parentOf),
  );

test("what stands the right way round stays as it is", () => {
  const values = { a: 0.2, "a/b": 0.2, "a/b/c": 0.4, "a/d": 0.3, e: 0.1 };
  expect(raise(values)).toEqual(values);
});

test("a child below its parent: both get their mean, the other children keep their own", () => {
  expect(raise({ a: 0.3, "a/low": 0.1, "a/high": 0.5 })).toEqual({ a: 0.2, "a/low": 0.2, "a/high": 0.5 });
});

test("weights say who moves", () => {
  const values = new Map([
    ["a", { value: 0.3, weight: 9 }],
    ["a/b", { value: 0.2, weight: 1 }],
  ]);
  expect(raiseMonotone(values, parentOf).get("a")).toBeCloseTo(0.29, 10);
});

test("a parent without a value holds nobody back", () => {
  expect(raise({ "a/b": 0.1, "a/b/c": 0.3 })).toEqual({ "a/b": 0.1, "a/b/c": 0.3 });
});

test("no child ends below its parent, each tree keeps its sum, and doing it twice changes nothing", () => {
  const ids = ["a", "a/b", "a/b/c", "a/b/d", "a/e", "f", "f/g"];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 7, maxLength: 7 }), (numbers) => {
      const values = Object.fromEntries(ids.map((id, i) => [id, numbers[i] ?? 0]));
      const raised = raise(values);
      for (const id of ids) expect(raised[id]).toBeGreaterThanOrEqual((raised[parentOf(id) ?? ""] ?? 0) - 1e-9);
      const sum = (all: Readonly<Record<string, number>>) =>
        ids.filter((id) => id.startsWith("a")).reduce((total, id) => total + (all[id] ?? 0), 0);
      expect(sum(raised)).toBeCloseTo(sum(values), 6);
      const again = raise(raised);
      for (const id of ids) expect(again[id]).toBeCloseTo(raised[id] ?? 0, 6);
    }),
  );
});
