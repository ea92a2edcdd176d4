import { expect, test } from "bun:test";
import { buildBudget, tokensOf } from "../../src/ways/budget.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { buildLibrary } from "../../src/ways/tree.ts";
import { wayId } from "../../src/ways/way.ts";

test("a token is four bytes, rounded up; surrounding blanks cost nothing", () => {
  expect([tokensOf(""), tokensOf("\nabcd\n"), tokensOf("abcde"), tokensOf("日本")]).toEqual([0, 1, 2, 2]);
});

test("a path adds up the ancestors, a tree all that is in it", () => {
  const bodies = { a: "x".repeat(40), "a/b": "x".repeat(20), "a/b/c": "x".repeat(8), "a/d": "x".repeat(4), e: "x" };
  const ways = Object.entries(bodies).map(([id, body]) =>
    parseWay({
      id: wayId(id),
      parent: null,
      origin: "core",
      file: `${id}/${id.split("/").at(-1)}.md`,
      text: `---\ndescription: d\n---\n${body}`,
    }),
  );
  const budget = buildBudget(buildLibrary([{ origin: "core", ways, locales: new Map() }]));
  expect(budget as unknown).toEqual([
    { id: "a", tokens: 10, path: 10, tree: 18 },
    { id: "a/b", tokens: 5, path: 15, tree: null },
    { id: "a/b/c", tokens: 2, path: 17, tree: null },
    { id: "a/d", tokens: 1, path: 11, tree: null },
    { id: "e", tokens: 1, path: 1, tree: 1 },
  ]);
});
