import { describe, expect, test } from "bun:test";
import type { Embedder } from "../../src/engine/ports.ts";
import { ALIAS_KIND, coordinatesOf, embedMissing, type OpenTeam, type RawVectors } from "../../src/engine/refresh.ts";
import type { Way } from "../../src/ways/way.ts";
import { wayId } from "../../src/ways/way.ts";
import { plainCalibration } from "../support/calibration.ts";
import { bagOfStems, FAKE_DIMENSIONS, openFakeEmbedder } from "../support/fake-embedder.ts";
import { buildNode } from "../support/nodes.ts";

function memory(texts: readonly string[] = []): RawVectors & { readonly known: Map<string, Float32Array> } {
  const known = new Map(texts.map((text) => [text, bagOfStems(text)]));
  return { known, get: (text) => known.get(text) ?? null, put: (text, vector) => void known.set(text, vector) };
}
const teamOf =
  (...embedders: readonly Embedder[]): OpenTeam =>
  async () => ({ embedders, close: () => {} });
const way = (id: string, texts: readonly string[]): Way => ({
  ...buildNode(id, {}),
  file: id,
  description: "",
  vocabulary: "",
  body: "",
  aliases: texts.map((text, i) => ({ label: `alias ${i}`, text })),
});

describe("embedding what is missing", () => {
  test("embeds each text once, in the order given", async () => {
    const [raw, embedder, seen] = [memory(["two"]), openFakeEmbedder(), [] as string[]];
    const count = await embedMissing(
      ["one", "two", "three", "one"],
      raw,
      teamOf(embedder),
      (d, t) => void seen.push(`${d}/${t}`),
    );
    expect(count).toBe(2);
    expect(embedder.asked).toEqual([
      { kind: ALIAS_KIND, text: "one" },
      { kind: ALIAS_KIND, text: "three" },
    ]);
    expect(seen).toEqual(["1/2", "2/2"]);
    expect([...raw.known.keys()].toSorted()).toEqual(["one", "three", "two"]);
  });

  test("by several at once puts vectors in the order given, whoever is the first to have one", async () => {
    const raw = memory();
    const order: string[] = [];
    const put: RawVectors["put"] = (text, vector) => {
      order.push(text);
      raw.put(text, vector);
    };
    const open = new Map<string, () => void>();
    const slow = openFakeEmbedder();
    const waiting: Embedder = {
      ...slow,
      embed: async (kind, text) => {
        await new Promise<void>((resolve) => open.set(text, resolve));
        return slow.embed(kind, text);
      },
    };
    const [closed, steps] = [[] as number[], [] as string[]];
    const team: OpenTeam = async (texts) => ({ embedders: [waiting, waiting], close: () => void closed.push(texts) });
    const work = embedMissing(["one", "two", "three"], { ...raw, put }, team, (d, t) => void steps.push(`${d}/${t}`));
    const answer = async (text: string) => {
      const done = steps.length;
      open.get(text)?.();
      while (steps.length === done) await Promise.resolve();
    };
    await Promise.resolve();
    expect([...open.keys()]).toEqual(["one", "two"]);
    await answer("two");
    expect([...open.keys()]).toEqual(["one", "two", "three"]);
    await answer("three");
    expect(order).toEqual([]);
    await answer("one");
    expect(await work).toBe(3);
    expect(order).toEqual(["one", "two", "three"]);
    expect(steps).toEqual(["1/3", "2/3", "3/3"]);
    expect(closed).toEqual([3]);
  });

  test("of nothing does not even load the model", async () => {
    const none = () => Promise.reject(new Error("loaded"));
    expect(await embedMissing(["one"], memory(["one"]), none, () => {})).toBe(0);
  });

  test("that fails keeps what was made before", async () => {
    const raw = memory();
    const embedder = openFakeEmbedder();
    const failing = {
      ...embedder,
      embed: async (kind: "query" | "passage", text: string) => {
        if (text === "bad") throw new Error("broken");
        return embedder.embed(kind, text);
      },
    };
    expect(embedMissing(["one", "bad", "two"], raw, teamOf(failing), () => {})).rejects.toThrow("broken");
    await Promise.resolve();
    expect(raw.known.has("two")).toBe(false);
  });
});

describe("coordinates", () => {
  const calibration = plainCalibration(FAKE_DIMENSIONS, { pull: 0.5 });

  test("are made of ways all of whose texts are known", () => {
    const raw = memory(["one", "two"]);
    const ways = [way("a", ["one", "two"]), way("b", ["one", "three"]), way("c", [])];
    const made = coordinatesOf(ways, raw, calibration);
    expect(made.map(({ id, labels, rows }) => [id, labels, rows.length])).toEqual([
      [wayId("a"), ["alias 0", "alias 1"], 2 * FAKE_DIMENSIONS],
    ]);
  });

  test("of all aliases of a node move when one of them is edited", () => {
    const raw = memory(["feed the fish", "fish are hungry", "the espresso machine"]);
    const rowOf = (texts: readonly string[]) =>
      coordinatesOf([way("a", texts)], raw, calibration)[0]?.rows.slice(0, FAKE_DIMENSIONS);
    expect(rowOf(["feed the fish", "fish are hungry"])).not.toEqual(rowOf(["feed the fish", "the espresso machine"]));
  });
});
