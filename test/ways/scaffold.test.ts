import { describe, expect, test } from "bun:test";
import { parseGolden } from "../../src/ways/golden.ts";
import { lintLibrary } from "../../src/ways/lint.ts";
import { findIdProblem, renderGolden, renderWay, type Sketch, stepBar } from "../../src/ways/scaffold.ts";
import { layerOf } from "./authored-layer.ts";

const SKETCH: Sketch = {
  id: "release/roll-back",
  description: "When a deploy: went wrong # and has to be taken back",
  vocabulary: "rollback revert",
  aliases: ["it's broken", "@someone take it back", "true"],
  golden: ["prod is down since we shipped", "undo the last deploy"],
  bar: 0.33,
};

test("what is scaffolded lacks nothing but its text, and reads back as it was meant", () => {
  const draft = renderWay(SKETCH);
  const codes = (text: string) => {
    const layer = layerOf("project", { "release/roll-back": text });
    return [...layer.ways.flatMap((w) => w.diagnostics), ...lintLibrary([layer], null)].map((d) => d.code);
  };
  expect(codes(draft)).toEqual(["body-empty"]);
  const written = draft.replace(/<!--.*-->/, "- A fact.");
  expect(codes(written)).toEqual([]);
  const [parsed] = layerOf("project", { "release/roll-back": written }).ways;
  expect(parsed?.way).toMatchObject({ description: SKETCH.description, vocabulary: SKETCH.vocabulary, bar: 0.33 });
  expect(parsed?.way?.aliases.slice(1).map((a) => a.text)).toEqual([...SKETCH.aliases]);
});

test("golden prompts: one direct, the others situational", () => {
  const { prompts, diagnostics } = parseGolden(renderGolden(SKETCH), "x");
  expect(diagnostics).toEqual([]);
  expect(prompts.map((p) => `${p.kind} ${p.prompt}`)).toEqual([
    "direct prod is down since we shipped",
    "situational undo the last deploy",
  ]);
});

test("a child's bar is a step above its parent's own, and absent where that is", () => {
  expect(stepBar(null)).toBeNull();
  expect(stepBar({ bar: null })).toBeNull();
  expect(stepBar({ bar: 0.3 })).toBe(0.33);
  expect(stepBar({ bar: 0.4 })).toBe(0.44);
  expect(stepBar({ bar: 0.98 })).toBe(1);
});

describe("ids", () => {
  test.each(["a", "release/roll-back", "größe/日本語", "a.b/c_d"])("%s", (id) => {
    expect(findIdProblem(id)).toBeNull();
  });

  test.each(["", "a//b", "a/ b", "../a", ".git/x", "a\\b", "a/b.md", "a/-x", "x".repeat(201)])("%s is none", (id) => {
    expect(findIdProblem(id)).not.toBeNull();
  });
});
