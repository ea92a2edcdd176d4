import { describe, expect, test } from "bun:test";
import { dot } from "../../src/match/space.ts";
import { bagOfStems, FAKE_DIMENSIONS, openFakeEmbedder, stemsOf } from "./fake-embedder.ts";
import fc from "./properties.ts";

const near = (a: string, b: string) => dot(bagOfStems(a), bagOfStems(b));

describe("the fake embedder", () => {
  test("gives a unit vector for every text, the same each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const vector = bagOfStems(text);
        expect(vector.length).toBe(FAKE_DIMENSIONS);
        expect(dot(vector, vector)).toBeCloseTo(1, 5);
        expect(bagOfStems(text)).toEqual(vector);
      }),
    );
  });

  test("sees the same stems in other forms and other order", () => {
    expect(stemsOf("Testing the TESTED tests")).toEqual(["test", "the"]);
    expect(near("write a test", "tests, a writing")).toBeCloseTo(1, 5);
    expect(near("write a test", "rollback the deployment")).toBeLessThan(0.5);
  });

  test("remembers what it was asked", async () => {
    const embedder = openFakeEmbedder();
    await embedder.embed("query", "one");
    await embedder.embed("passage", "two");
    expect(embedder.asked).toEqual([
      { kind: "query", text: "one" },
      { kind: "passage", text: "two" },
    ]);
  });

  test("can be late, after the deadline or always, and can fail", async () => {
    const passed = { at: 5, now: () => 5 };
    expect(await openFakeEmbedder().embed("query", "x", passed)).toBeNull();
    expect(await openFakeEmbedder().embed("query", "x", { at: 6, now: () => 5 })).not.toBeNull();
    expect(await openFakeEmbedder({ isLate: true }).embed("query", "x")).toBeNull();
    expect(openFakeEmbedder({ fault: new Error("broken") }).embed("query", "x")).rejects.toThrow("broken");
  });
});
