import { expect, test } from "bun:test";
import { parseGolden } from "../../src/ways/golden.ts";
import { lintLibrary } from "../../src/ways/lint.ts";
import { parseLocales } from "../../src/ways/locale.ts";
import type { Layer } from "../../src/ways/tree.ts";
import { wayId } from "../../src/ways/way.ts";
import { layerOf } from "./authored-layer.ts";

const GOOD =
  "---\ndescription: When the demo is shown\nvocabulary: demo show\naliases:\n  - show the demo\n---\n# Demo\n\nA fact.\n";
const codes = (layers: readonly Layer[]) => lintLibrary(layers, null).map((d) => `${d.file} ${d.code}`);

test("a good way has no findings", () => {
  const golden = new Map([
    [wayId("demo"), parseGolden('{"prompt":"let them see it","kind":"direct"}', "demo/demo.golden.jsonl")],
  ]);
  expect(lintLibrary([layerOf("project", { demo: GOOD })], golden)).toEqual([]);
});

test("a way that a later root replaces is not judged, the one that replaces it is", () => {
  const broken = GOOD.replace("aliases:", "stages: true\naliases:");
  expect(codes([layerOf("core", { demo: broken }), layerOf("user", { demo: GOOD })])).toEqual([]);
  expect(codes([layerOf("core", { demo: GOOD }), layerOf("user", { demo: broken })])).toEqual([
    "user/demo/demo.md stages-missing",
  ]);
});

test("only the judged layers are reported, what they share with the others as well", () => {
  const other = GOOD.replace("When the demo is shown", "When another demo is shown").replace(
    "vocabulary: demo show\n",
    "",
  );
  const [core, project] = [layerOf("core", { zoo: GOOD }), layerOf("project", { another: other })];
  const found = lintLibrary([core, project], null, [project]);
  expect(found.map((d) => `${d.file} ${d.code}`)).toEqual(["project/another/another.md alias-duplicate"]);
});

test("a file with nothing but aliases is judged for their wording", () => {
  const [core, user] = [
    layerOf("core", { demo: GOOD }),
    layerOf("user", { demo: "---\naliases: [never show it]\n---\n" }),
  ];
  expect(lintLibrary([core, user], null, [user]).map((d) => `${d.file} ${d.code}`)).toEqual([
    "user/demo/demo.md alias-negative",
  ]);
});

test("aliases and rows add to ways of earlier layers only: for one of a later layer they do nothing, and that is told", () => {
  const demo = wayId("demo");
  const alone = layerOf("user", { demo: "---\naliases: [show it to them]\n---\n" });
  const { rows } = parseLocales('{"lang":"de","description":"Wenn"}\n', "user/demo/demo.locales.jsonl");
  const user = { ...alone, locales: new Map([[demo, rows]]) };
  expect(codes([user, layerOf("project", { demo: GOOD })])).toEqual([
    "user/demo/demo.locales.jsonl locale-orphan",
    "user/demo/demo.md body-empty",
  ]);
  expect(codes([layerOf("core", { demo: GOOD }), user])).toEqual([]);
  expect(lintLibrary([user], null, [user], new Set([demo]))).toEqual([]);
});

test("links may lead to ways of another root", () => {
  const linking = `${GOOD.replaceAll("demo", "other").replace("show\n", "bring\n")}\n## See Also\n- demo — the demo\n`;
  expect(codes([layerOf("core", { demo: GOOD }), layerOf("project", { other: linking })])).toEqual([]);
  expect(codes([layerOf("project", { other: linking })])).toEqual(["project/other/other.md see-also-missing"]);
});

test("findings come in the order of files and lines", () => {
  const bad = GOOD.replace("show the demo", "do not show it\n  - never show it").replace(
    "A fact.",
    "## See Also\n- gone — x",
  );
  const found = lintLibrary([layerOf("project", { b: bad, a: bad })], null).filter(
    (d) => d.code !== "alias-duplicate" && d.code !== "crowding",
  );
  expect(found.map((d) => `${d.file.split("/")[1]}:${d.line}`)).toEqual(["a:5", "a:6", "a:11", "b:5", "b:6", "b:11"]);
});

test("the work grows with the library, not with its square", () => {
  const syllables = ["ba", "ko", "ri", "ten", "mo", "lus", "far", "gi", "sel", "dor"];
  const word = (n: number) => [n, n * 7, n * 13].map((k) => syllables[k % 10]).join("") + (n % 97);
  const text = (i: number) =>
    `---\ndescription: When ${word(i)} meets ${word(i + 1)}\nvocabulary: ${[0, 1, 2, 3, 4].map((k) => word(i * 5 + k)).join(" ")}\naliases: [${word(i)} a${i}, ${word(i)} b${i}]\npattern: '\\b${word(i)} ${word(i + 3)}\\b'\n---\nBody.\n`;
  const time = (count: number) => {
    const one = layerOf(
      "project",
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`flat/w${i}`, text(i)])),
    );
    const runs = [1, 2, 3].map(() => {
      const start = performance.now();
      lintLibrary([one], null);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  time(200);
  const small = Math.max(5, time(300));
  expect(time(1200)).toBeLessThan(small * 16);
});
