import { expect, test } from "bun:test";
import { parseLocales } from "../../src/ways/locale.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { buildLibrary, type Layer } from "../../src/ways/tree.ts";
import { type Origin, wayId } from "../../src/ways/way.ts";

/** `files`: id → text of its way; ids that end in `+` hold locale rows. */
function layer(origin: Origin, files: Readonly<Record<string, string>>): Layer {
  const entries = Object.entries(files);
  return {
    origin,
    ways: entries
      .filter(([id]) => !id.endsWith("+"))
      .map(([id, text]) =>
        parseWay({ id: wayId(id), parent: null, origin, file: `${origin}:${id}/${id.split("/").at(-1)}.md`, text }),
      ),
    locales: new Map(
      entries
        .filter(([id]) => id.endsWith("+"))
        .map(([id, text]) => [wayId(id.slice(0, -1)), parseLocales(text, `${origin}:${id}`).rows]),
    ),
  };
}

const way = (description: string) => `---\ndescription: ${description}\naliases: [${description} again]\n---\nBody.`;
const extension = (alias: string) => `---\naliases:\n  - ${alias}\n---\n`;
const texts = (layers: readonly Layer[], id: string) =>
  buildLibrary(layers)
    .get(wayId(id))
    ?.aliases.map(({ label, text }) => `${label}: ${text}`);

test("a later root replaces a way with the same id as a whole, locale rows included", () => {
  const layers = [
    layer("core", { "a/b": way("core"), "a/b+": '{"lang":"ja","description":"日本語"}' }),
    layer("project", { "a/b": way("project") }),
  ];
  expect(texts(layers, "a/b")).toEqual(["canonical: project", "alias 1: project again"]);
  expect(buildLibrary(layers).get(wayId("a/b"))).toMatchObject({ origin: "project", aliasOrigin: "project" });
});

test("aliases alone, in a file or in locale rows, add to an earlier root's way (ADR-125)", () => {
  const layers = [
    layer("core", { "a/b": way("core"), "a/b+": '{"lang":"ja","description":"日本語"}' }),
    layer("user", { "a/b": extension("ship it") }),
    layer("project", { "a/b+": '{"lang":"de","description":"deutsch"}' }),
  ];
  expect(texts(layers, "a/b")).toEqual([
    "canonical: core",
    "alias 1: core again",
    "ja: 日本語",
    "user alias 1: ship it",
    "project de: deutsch",
  ]);
  expect(buildLibrary(layers).get(wayId("a/b"))).toMatchObject({
    origin: "core",
    aliasOrigin: "project",
    body: "Body.",
  });
});

test("aliases alone without an earlier way are no way: there would be no text to show", () => {
  expect(buildLibrary([layer("user", { "a/b": extension("ship it") })]).size).toBe(0);
});

test("a file that cannot be read replaces nothing", () => {
  const layers = [layer("core", { "a/b": way("core") }), layer("project", { "a/b": "---\nbroken" })];
  expect(buildLibrary(layers).get(wayId("a/b"))?.origin).toBe("core");
});

test("parents are found after the merge: a later root may put a way between", () => {
  const layers = [
    layer("core", { a: way("a"), "a/x/c": way("c") }),
    layer("project", { "a/x": way("x"), "b/y": way("y") }),
  ];
  const parents = [...buildLibrary(layers)].map(([id, { parent }]) => [id, parent] as const);
  expect(parents as unknown).toEqual([
    ["a", null],
    ["a/x", "a"],
    ["a/x/c", "a/x"],
    ["b/y", null],
  ]);
});

test("the order of files in a root does not matter", () => {
  const files = { "a/b": way("b"), a: way("a"), "c/d": way("d") };
  const reversed = Object.fromEntries(Object.entries(files).reverse());
  expect([...buildLibrary([layer("core", reversed)])]).toEqual([...buildLibrary([layer("core", files)])]);
});
