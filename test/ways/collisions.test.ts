import { describe, expect, test } from "bun:test";
import { findCollisions } from "../../src/ways/collisions.ts";
import { subjectsOf } from "../../src/ways/lint.ts";
import { buildLibrary, type Layer } from "../../src/ways/tree.ts";
import { layerOf, wayText } from "./authored-layer.ts";

function collisions(layers: readonly Layer[], judged: (id: string) => boolean = () => true) {
  const ways = buildLibrary(layers);
  return findCollisions(
    layers.flatMap((layer) => subjectsOf(layer, ways)),
    judged,
  );
}
const said = (layers: readonly Layer[], judged?: (id: string) => boolean) =>
  collisions(layers, judged).map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);

describe("a trigger of several ways", () => {
  test("is found whatever its spelling, and reported at the last of them", () => {
    const layer = layerOf("core", {
      a: wayText("one", "commands: '^git push\\b'"),
      b: wayText("two", "commands: ['^docker\\b', '(?i)^git\\ push\\b']"),
    });
    expect(said([layer])).toEqual(["trigger-shared core/b/b.md:3:25"]);
    expect(collisions([layer])[0]?.message).toContain("is a trigger of `a`, too");
  });

  test("in different lanes is none", () => {
    const layer = layerOf("core", { a: wayText("one", "commands: push it"), b: wayText("two", "pattern: push it") });
    expect(said([layer])).toEqual([]);
  });

  test("twice in one way is none", () => {
    expect(said([layerOf("core", { a: wayText("one", "files: ['**/x', '**/x']") })])).toEqual([]);
  });

  test("globs count, too", () => {
    const files = wayText("x", "files: '**/Dockerfile'");
    expect(said([layerOf("core", { a: files.replace("x", "one"), b: files.replace("x", "two") })])).toHaveLength(1);
  });
});

describe("aliases of different ways", () => {
  const pair = (a: string, b: string) =>
    layerOf("core", {
      one: wayText("this happens", `aliases: ['${a}']`),
      two: wayText("that occurs", `aliases: ['${b}']`),
    });

  test.each([
    ["add unit test for the parser", "Add unit tests for the parser"],
    ["the deploy broke and I need to go back", "the deploy broke, and I need to go back!"],
    ["この変更のコミットメッセージを書いて", "この変更のコミットメッセージを書いてね"],
  ])("%s = %s", (a, b) => {
    expect(said([pair(a, b)])).toEqual(["alias-similar core/two/two.md:3:11"]);
  });

  test.each([
    ["clean up this code", "clean up this csv"],
    ["write a commit message", "write a release note"],
    ["fix the login bug", "fix the logic bug"],
  ])("%s ≠ %s", (a, b) => {
    expect(said([pair(a, b)])).toEqual([]);
  });

  test("descriptions are texts like aliases", () => {
    const layer = layerOf("core", {
      one: wayText("a release is rolled back"),
      two: wayText("a release is rolled back."),
    });
    expect(said([layer])).toEqual(["alias-similar core/two/two.md:2:14"]);
  });
});

test("only what a judged way takes part in is reported, at that way", () => {
  const text = wayText("a release is rolled back");
  const layers = [layerOf("core", { a: text, b: text }), layerOf("project", { aa: text })];
  expect(said(layers, (id) => id === "aa")).toEqual([
    "alias-similar project/aa/aa.md:2:14",
    "alias-similar project/aa/aa.md:2:14",
  ]);
});
