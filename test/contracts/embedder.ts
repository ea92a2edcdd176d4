// What every Embedder has to keep, whatever computes the vectors: one suite, run for kernel, ONNX Runtime and the fake.
import { describe, expect, test } from "bun:test";
import type { Embedder, EmbedKind } from "../../src/engine/ports.ts";
import fc from "../support/properties.ts";

export type EmbedderSubject = {
  readonly name: string;
  open(): Promise<Embedder>;
  /** Cases that this one does not keep, each with the reason. */
  readonly skips?: Readonly<Partial<Record<"kinds" | "meaning", string>>>;
};

const TEXTS = [
  "write a test",
  "Wie schnell ist das?",
  "数据库太慢了",
  "",
  " ",
  "\n\t",
  "?",
  "a",
  "👩‍👩‍👧",
  "x".repeat(300),
];
const NOT_WELL_FORMED = ["\ud800", "a\udc00b", "\0", "a\0b", "\u0001\u009f", "\ufffe\uffff"];

export function embedderContract({ name, open, skips = {} }: EmbedderSubject): void {
  describe(`the ${name} embedder`, () => {
    const opened = open();
    const vectorOf = async (text: string, kind: EmbedKind = "query") => {
      const vector = await (await opened).embed(kind, text);
      if (vector === null) throw new Error(`late without a deadline: ${JSON.stringify(text)}`);
      return vector;
    };

    test.each([...TEXTS, ...NOT_WELL_FORMED])("gives a unit vector for %j", async (text) => {
      await expectUnit(await vectorOf(text), await opened);
    });

    test("gives a unit vector for any text", async () => {
      const text = fc.string({ unit: "binary", maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(text, async (text) => expectUnit(await vectorOf(text, "passage"), await opened)),
        { numRuns: 20 },
      );
    });

    test("gives a unit vector for a megabyte", async () => {
      await expectUnit(await vectorOf("the slow query joins three tables ".repeat(30_000)), await opened);
    }, 30_000);

    test("gives the same vector each time, in any order and side by side", async () => {
      const texts = TEXTS.slice(0, 4);
      const first: Float32Array[] = [];
      for (const text of texts) first.push(await vectorOf(text));
      const backwards: Float32Array[] = [];
      for (const text of texts.toReversed()) backwards.unshift(await vectorOf(text));
      const together = await Promise.all(texts.map((text) => vectorOf(text)));
      expect(backwards).toEqual(first);
      expect(together).toEqual(first);
    });

    test("gives vectors that a later call does not change", async () => {
      const vector = await vectorOf("write a test");
      const copy = vector.slice();
      await vectorOf("roll the deployment back");
      expect(vector).toEqual(copy);
    });

    test("takes composed and decomposed letters as the same text", async () => {
      expect(await vectorOf("re\u0301sume\u0301")).toEqual(await vectorOf("résumé"));
    });

    test("answers null once the deadline has passed, and works again afterwards", async () => {
      const embedder = await opened;
      expect(await embedder.embed("query", "write a test", { at: 5, now: () => 5 })).toBeNull();
      expect(await embedder.embed("query", "write a test", { at: 5, now: () => 4 })).toEqual(
        await vectorOf("write a test"),
      );
    });

    test.skipIf(skips.kinds !== undefined)(`tells queries from passages${because(skips.kinds)}`, async () => {
      expect(await vectorOf("write a test", "query")).not.toEqual(await vectorOf("write a test", "passage"));
    });

    test.skipIf(skips.meaning !== undefined)(`puts like meanings near${because(skips.meaning)}`, async () => {
      const question = await vectorOf("the page is slow since Tuesday");
      const near = cosine(question, await vectorOf("finding out why a program got slower", "passage"));
      const far = cosine(question, await vectorOf("choosing a licence for a library", "passage"));
      expect(near).toBeGreaterThan(far);
    });
  });
}

async function expectUnit(vector: Float32Array, { dimensions }: Embedder): Promise<void> {
  expect(vector).toBeInstanceOf(Float32Array);
  expect(vector.length).toBe(dimensions);
  expect(Math.abs(cosine(vector, vector) - 1)).toBeLessThan(1e-4);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : ` (skipped: ${reason})`;
}
