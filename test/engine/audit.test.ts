import { expect, test } from "bun:test";
import { auditCanonicals } from "../../src/engine/audit.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildArena } from "../support/arena.ts";

const LIBRARY = {
  rain: { says: ["umbrella rain storm", "umbrella rain", "rain storm"] },
  soup: { says: ["soup onion pepper", "kettle", "lantern"] },
  broth: { says: ["soup onion pepper salt", "soup onion"] },
  alone: { says: ["violin"] },
};
const audit = (...ids: readonly string[]) => auditCanonicals(ids.map(wayId), buildArena(LIBRARY));

test("a way whose other aliases say the same finds its canonical text", () => {
  const [rain] = audit("rain");
  expect(rain?.self).toBeGreaterThan(0.7);
  expect(rain?.gap).toBeGreaterThan(0.2);
  expect(rain?.confusers).toEqual([]);
});

test("a way whose neighbour is nearer is confused with it", () => {
  const [soup] = audit("soup");
  expect(soup?.gap).toBeLessThan(0);
  expect(soup?.other?.id).toBe(wayId("broth"));
  expect(soup?.confusers[0]).toEqual(soup?.other ?? undefined);
});

test("of a way with nothing but its canonical text nothing is said", () => {
  expect(audit("alone")).toMatchObject([{ id: "alone", self: null, gap: null, confusers: [] }]);
});

test("the narrowest gap comes first, ways without one last; only the asked ones", () => {
  expect(audit("alone", "rain", "soup").map(({ id }) => String(id))).toEqual(["soup", "rain", "alone"]);
});
