import { expect, test } from "bun:test";
import { wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";

test("a way id never holds a backslash, and is one in both normal forms", () => {
  expect(String(wayId("softwaredev\\code\\testing"))).toBe("softwaredev/code/testing");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const id = wayId(text);
      expect(id).not.toContain("\\");
      expect(wayId(id)).toBe(id);
      expect(wayId(text.normalize("NFD"))).toBe(wayId(text.normalize("NFC")));
    }),
  );
});
