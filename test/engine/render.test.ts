import { describe, expect, test } from "bun:test";
import { findMarkers, MESSAGE_UNITS, markerLine, renderCore, renderWays } from "../../src/engine/render.ts";
import { wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";

const way = (id: string, body: string) => ({ id: wayId(id), body });
const ofLength = (id: string, units: number, letter = "x") => way(id, letter.repeat(units));

describe("shown ways", () => {
  test("stand under their marker lines, in the order given, trimmed", () => {
    const { text, omitted } = renderWays([way("a/a", "\nOne.\n\n"), way("b/b", "Two.")], []);
    expect(text).toBe("[way:a/a]\nOne.\n\n[way:b/b]\nTwo.");
    expect(omitted).toEqual([]);
  });

  test("what did not fit, and what fits besides, is named in one closing line", () => {
    const { text, omitted } = renderWays(
      [ofLength("a/a", 8_000), ofLength("b/b", 8_000), way("c/c", "Short.")],
      [wayId("d/d")],
    );
    expect(omitted).toEqual([wayId("b/b")]);
    expect(text.split("\n\n").slice(1)).toEqual([
      "[way:c/c]\nShort.",
      "Also relevant: `ways show b/b`, `ways show d/d`",
    ]);
  });

  test("nothing renders as nothing", () => {
    expect(renderWays([], [])).toEqual({ text: "", omitted: [] });
  });
});

describe("field case D1: the size of a message", () => {
  test("eight ways of 2 KB: whole ones that fit, the rest named", () => {
    const ways = Array.from({ length: 8 }, (_, i) => ofLength(`d/w${i}`, 2_000));
    const { text, omitted } = renderWays(ways, []);
    expect(text.length).toBeLessThanOrEqual(MESSAGE_UNITS);
    expect(omitted).toEqual([4, 5, 6, 7].map((i) => wayId(`d/w${i}`)));
    expect(text.match(/x{2000}/g)?.length).toBe(4);
  });

  test.each([9_900, 10_001])("one way of %i is named, not cut", (units) => {
    expect(renderWays([ofLength("a/a", units)], []).text).toBe("Also relevant: `ways show a/a`");
  });

  test("units are counted, not bytes, tokens or code points", () => {
    const cjk = renderWays([ofLength("a/a", 9_300, "語")], []);
    expect(cjk.omitted).toEqual([]);
    expect(new TextEncoder().encode(cjk.text).length).toBeGreaterThan(27_000);
    expect(renderWays([ofLength("a/a", 4_800, "😀")], []).omitted).toEqual([wayId("a/a")]);
  });

  test("hundreds of names do not crowd out the ways: they are counted", () => {
    const also = Array.from({ length: 400 }, (_, i) => wayId(`domain/some-long-name/way-${i}`));
    const { text, omitted } = renderWays([ofLength("a/a", 8_000)], also);
    expect(omitted).toEqual([]);
    expect(text).toMatch(/, \d+ more$/);
    const named = text.match(/`ways show/g)?.length ?? 0;
    expect(Number(/, (\d+) more$/.exec(text)?.[1])).toBe(400 - named);
  });

  test("never longer than the limit, only whole ways, everything shown, named or counted", () => {
    const id = fc.stringMatching(/^[a-z]{1,12}\/[a-z]{1,60}$/);
    const ways = fc.uniqueArray(fc.record({ id, units: fc.nat({ max: 6_000 }) }), {
      selector: (w) => w.id,
      maxLength: 30,
    });
    fc.assert(
      fc.property(ways, fc.nat({ max: 20_000 }), fc.nat({ max: 29 }), (all, limit, split) => {
        const shown = all.slice(0, split).map((w) => ofLength(w.id, w.units));
        const also = all.slice(split).map((w) => wayId(w.id));
        const { text, omitted } = renderWays(shown, also, limit);
        expect(text.length).toBeLessThanOrEqual(limit);
        if (text === "") return;
        for (const w of shown.filter((s) => !omitted.includes(s.id)))
          expect(`${text}\n\n`).toContain(`${markerLine(w.id)}\n${w.body}`.trimEnd());
        for (const unseen of omitted) expect(text).not.toContain(markerLine(unseen));
        const named = text.match(/`ways show/g)?.length ?? 0;
        const counted = Number(/(\d+) more$/.exec(text)?.[1] ?? 0);
        expect(named + counted).toBe(omitted.length + also.length);
      }),
    );
  });
});

describe("the core block", () => {
  test("stays as it is while it fits into one message", () => {
    const core = "x".repeat(MESSAGE_UNITS);
    expect(renderCore(core)).toBe(core);
  });

  test("is cut after a line, and says so, when it is longer", () => {
    const core = "one line of the core block\n".repeat(600);
    const text = renderCore(core);
    expect(text.length).toBeLessThanOrEqual(MESSAGE_UNITS);
    expect(text).toMatch(/^(one line of the core block\n)+one line of the core block\n\n\(`core.md` is longer/);
    expect(renderCore("😀".repeat(9_000)).isWellFormed()).toBe(true);
  });
});

describe("markers", () => {
  test("are found in what was rendered, each once, in order", () => {
    const id = fc.stringMatching(/^[^\]\s\\]{1,40}$/u).map(wayId);
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 9 }), (ids) => {
        const { text } = renderWays(
          [...ids, ...ids].map((i) => ({ id: i, body: "Some text." })),
          [],
        );
        expect(findMarkers(text).map(wayId)).toEqual(ids);
      }),
    );
  });

  test("are found in a transcript's JSON", () => {
    const line = JSON.stringify({ content: `${markerLine(wayId("a/ä"))}\nBe brief.\n\n${markerLine(wayId("b/b"))}\n` });
    expect(findMarkers(line)).toEqual(["a/ä", "b/b"]);
  });
});
