import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scored } from "../../src/engine/ports.ts";
import type { Scores } from "../../src/match/score.ts";
import { isRecent, openRecentScores } from "../../src/store/recent-scores.ts";
import { wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const IDS = ["a", "b/c", "d", "é"].map(wayId);
const STATE = ["model", "library 1"];

const number = fc.double({ noNaN: true, min: -2, max: 2 });
const scores: fc.Arbitrary<Scores> = fc.record({
  ranked: fc.shuffledSubarray(IDS).chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          alias: fc.constant(""),
          score: number,
          null: fc.constant(null),
          evidence: number,
        }),
      ),
    ),
  ),
});
const scored: fc.Arbitrary<Scored> = fc.record({
  scores,
  parts: fc.array(scores, { maxLength: 3 }),
  bars: fc.record({ bar: number, floor: number }),
});
const [sample] = fc.sample(scored, 1) as [Scored];
const open = (folder: string, state: unknown = STATE, ids = IDS) => openRecentScores(folder, state, ids);
const fileIn = (folder: string) => join(folder, "recent-scores.bin");

describe("what a text came to", () => {
  test("comes back as it was, number by number and in its order", () => {
    const folder = join(temporaryFolder(), "cache");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), scored, (text, value) => {
        open(folder).put("prompt", text, value);
        expect(open(folder).get("prompt", text)).toEqual(value);
        expect(isRecent(folder, "prompt", text)).toBe(true);
      }),
    );
    expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
  });

  test("is not known of another text, kind of event, state or set of ways", () => {
    const folder = temporaryFolder();
    open(folder).put("prompt", "run the tests", sample);
    expect(open(folder).get("prompt", "run the test")).toBeNull();
    expect(open(folder).get("task", "run the tests")).toBeNull();
    expect(open(folder, ["model", "library 2"]).get("prompt", "run the tests")).toBeNull();
    expect(open(folder, STATE, IDS.slice(1)).get("prompt", "run the tests")).toBeNull();
    expect(isRecent(folder, "task", "run the tests")).toBe(false);
    expect(isRecent(join(folder, "nowhere"), "prompt", "run the tests")).toBe(false);
  });

  test("is forgotten when a byte of it is another, or the end is missing", () => {
    const folder = temporaryFolder();
    open(folder).put("prompt", "run the tests", sample);
    const whole = readFileSync(fileIn(folder));
    const start = whole.length - 16_384;
    fc.assert(
      fc.property(fc.integer({ min: start, max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Uint8Array.from(whole);
        changed[at] = (changed[at] ?? 0) ^ flip;
        writeFileSync(fileIn(folder), changed);
        expect(open(folder).get("prompt", "run the tests")).toBeNull();
        writeFileSync(fileIn(folder), whole.subarray(0, at));
        expect(open(folder).get("prompt", "run the tests")).toBeNull();
      }),
    );
  });

  test("is bounded, whatever is put in, and the latest is there", () => {
    const folder = temporaryFolder();
    for (let i = 0; i < 1_000; i++) open(folder).put("prompt", `text ${i}`, sample);
    expect(statSync(fileIn(folder)).size).toBeLessThanOrEqual(256 * 16_384);
    expect(open(folder).get("prompt", "text 999")).toEqual(sample);
  });

  describe("of more ways than there is room for", () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => wayId(`w${i}`));
    const bars = { bar: 0.3, floor: 0.1 };
    const scoresOf = (near: number, evidence: number): Scores => ({
      ranked: ids.map((id, i) => ({ id, alias: "", score: 0.5, null: null, evidence: i < near ? evidence : -0.01 })),
    });
    const kept = (scores: Scores, parts: readonly Scores[] = []) => {
      const recent = open(temporaryFolder(), STATE, ids);
      recent.put("prompt", "text", { scores, parts, bars });
      return recent.get("prompt", "text");
    };
    const part = scoresOf(0, 0);

    test.each([
      ["may clear a bar", scoresOf(600, 0.1), []],
      ["are evidence, beside sentences", scoresOf(150, 0.01), [part, scoresOf(150, 0.01)]],
    ])("keeps the best, and all that %s", (_, scores, parts) => {
      const known = kept(scores, parts);
      for (const [i, { ranked }] of [scores, ...parts].entries()) {
        const own = i === 0 ? known?.scores.ranked : known?.parts[i - 1]?.ranked;
        expect(own?.length).toBeGreaterThanOrEqual(150);
        expect(own).toEqual(ranked.slice(0, own?.length));
      }
    });

    test("is kept where more are evidence that clears no bar, but not beside sentences", () => {
      const many = scoresOf(1_000, 0.09);
      expect(kept(many)?.scores.ranked).toEqual(many.ranked.slice(0, kept(many)?.scores.ranked.length));
      expect(kept(many, [part, part])).toBeNull();
      expect(kept(part, [part, many])).toBeNull();
    });

    test("is not kept where more of them may clear a bar", () => {
      expect(kept(scoresOf(1_000, 0.1))).toBeNull();
    });
  });

  test("that holds a way the library does not have is not kept: it could not be read back", () => {
    const folder = temporaryFolder();
    const ranked = [{ id: wayId("stranger"), alias: "", score: 0.5, null: null, evidence: 0.5 }];
    open(folder).put("prompt", "text", { ...sample, scores: { ranked } });
    expect(open(folder).get("prompt", "text")).toBeNull();
    expect(existsSync(fileIn(folder))).toBe(false);
  });

  test("is nowhere when the folder cannot be written", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    open(file).put("prompt", "text", sample);
    expect(open(file).get("prompt", "text")).toBeNull();
  });
});
