import { describe, expect, test } from "bun:test";
import { writeBar } from "../../src/ways/bar-line.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";

const barIn = (text: string) =>
  parseWay({ id: wayId("a"), parent: null, origin: "user", file: "a.md", text }).way?.bar ?? null;
const PLAIN = "---\ndescription: Watering plants\n---\n# Plants\n---\nembed_threshold: not here\n";

describe("a bar", () => {
  test("goes to the end of frontmatter that has none", () => {
    expect(writeBar(PLAIN, 0.23)).toBe(PLAIN.replace("plants\n---", "plants\nembed_threshold: 0.23\n---"));
  });

  test.each([
    ["embed_threshold: 0.4", "embed_threshold: 0.23"],
    ["embed_threshold:   0.4  # measured in May", "embed_threshold:   0.23  # measured in May"],
    ['"embed_threshold": 0.4', '"embed_threshold": 0.23'],
    ["embed_threshold: .4", "embed_threshold: 0.23"],
  ])("replaces `%s`, and nothing around it", (before, after) => {
    const text = (line: string) => `---\n${line}\ndescription: Watering plants\npattern: 'soil'\n---\nBody.\n`;
    expect(writeBar(text(before), 0.23)).toBe(text(after));
  });

  test.each(["\n", "\r\n", "\r"])("keeps line ends (%j) and a byte order mark", (end) => {
    const text = `\ufeff${PLAIN.replaceAll("\n", end)}`;
    const written = writeBar(text, 0.3);
    expect(written).toBe(text.replace(`plants${end}---`, `plants${end}embed_threshold: 0.3${end}---`));
    expect(barIn(written ?? "")).toBe(0.3);
  });

  test("stands behind a block of text without becoming part of it", () => {
    const text = "---\nvocabulary:\n  - soil\ndescription: >\n  Watering\n  plants\n---\nBody.\n";
    expect(barIn(writeBar(text, 0.31) ?? "")).toBe(0.31);
  });
});

test.each([
  ["no frontmatter", "# Plants\n"],
  ["frontmatter that is never closed", "---\ndescription: Plants\n"],
  ["a flow mapping", "---\n{description: Plants, embed_threshold: 0.2}\n---\n"],
  ["keys of earlier versions, beside which bars are not used", "---\ndescription: Plants\nscan_exclude: x\n---\n"],
])("a file with %s is left to its author", (_, text) => {
  expect(writeBar(text, 0.3)).toBeNull();
});

test("whatever the file holds, nothing but the bar changes, and writing twice is writing once", () => {
  const lines = fc.constantFrom(
    "pattern: 'x'",
    "embed_threshold: 0.5",
    "aliases:\n  - one",
    "# note",
    "",
    "scope: agent",
  );
  fc.assert(
    fc.property(fc.uniqueArray(lines), fc.integer({ min: 12, max: 99 }), (own, percent) => {
      const text = `---\n${["description: d", ...own].join("\n")}\n---\nBody.\n`;
      const bar = percent / 100;
      const written = writeBar(text, bar) ?? "";
      const without = (whole: string) => whole.replace(/^embed_threshold: .*\n/m, "");
      expect([barIn(written), without(written)]).toEqual([bar, without(text)]);
      expect(writeBar(written, bar)).toBe(written);
    }),
  );
});
