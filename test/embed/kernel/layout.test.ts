import { describe, expect, test } from "bun:test";
import { assertDisjoint, buildLayout } from "../../../src/embed/kernel/layout.ts";

const WINDOW = { vectors: 35_328, panels: 294_912 };

describe("the memory layout", () => {
  test("has aligned regions that share no byte, for every length of text", () => {
    for (let tokens = 1; tokens <= 512; tokens++) {
      const { regions, end } = buildLayout(tokens, WINDOW);
      const all = Object.values(regions);
      expect(all.filter(({ at, size }) => at % 64 !== 0 || at < 64 || size <= 0 || at + size > end)).toEqual([]);
      const overlaps = all.filter((a) => all.some((b) => a !== b && a.at < b.at + b.size && b.at < a.at + a.size));
      expect(overlaps).toEqual([]);
    }
  });

  test("leaves in place what does not depend on the text", () => {
    const [small, large] = [buildLayout(1, WINDOW), buildLayout(512, WINDOW)];
    for (const name of ["desk", "practice", "vectors", "weights", "norm", "vector"] as const) {
      expect(large.regions[name]).toEqual(small.regions[name]);
    }
  });

  test("is refused when two regions overlap or one leaves the memory", () => {
    const a = { at: 64, size: 100 };
    expect(() => assertDisjoint({ a, b: { at: 163, size: 1 } }, 1_000)).toThrow("`b` at 163 overlaps `a`");
    expect(() => assertDisjoint({ b: { at: 63, size: 2 }, a }, 1_000)).toThrow("overlaps");
    expect(() => assertDisjoint({ a, b: { at: 164, size: 1 } }, 164)).toThrow("ends at 165, the memory at 164");
    expect(() => assertDisjoint({ a, b: { at: 164, size: 1 } }, 165)).not.toThrow();
  });
});
