import { describe, expect, test } from "bun:test";
import { decodePath, flattenPath, isNameOf } from "../../src/store/decode-path.ts";
import fc from "../support/properties.ts";

/** A disk that has these folders; counts how often it was asked. */
function disk(paths: readonly string[], separator = "/") {
  let asked = 0;
  const foldersIn = (folder: string) => {
    asked++;
    const above = folder.endsWith(separator) ? folder : folder + separator;
    const below = paths.filter((path) => path.startsWith(above)).map((path) => path.slice(above.length));
    return [...new Set(below.map((rest) => rest.split(separator)[0] ?? ""))].filter((name) => name !== "");
  };
  return { foldersIn, asked: () => asked };
}
const decode = (name: string, paths: readonly string[]) => decodePath(name, disk(paths).foldersIn);

describe("the name of a project's sessions", () => {
  test.each([
    ["/srv/my-app", "-srv-my-app"],
    ["/srv/my app.v2", "-srv-my-app-v2"],
    ["C:\\Users\\me\\App", "C--Users-me-App"],
    ["/srv/größe", "-srv-gr--e"],
  ])("%s → %s", (path, name) => {
    expect(flattenPath(path)).toBe(name);
    expect(isNameOf(name, path)).toBe(true);
  });

  test("is told apart from that of another path, also where an older client kept more characters", () => {
    expect(isNameOf("-srv-app", "/srv/app2")).toBe(false);
    expect(isNameOf("-srv-app", "/srv")).toBe(false);
    expect(isNameOf("-srv-my_app.v2", "/srv/my_app.v2")).toBe(true);
  });

  test("of a very long path is its beginning", () => {
    const path = `/srv/${"deep/".repeat(60)}app`;
    expect(isNameOf(`${flattenPath(path).slice(0, 200)}-1a2b3c`, path)).toBe(true);
    expect(isNameOf(`${flattenPath(path).slice(0, 199)}X-1a2b3c`, path)).toBe(false);
  });
});

describe("decoding", () => {
  test("finds folders with hyphens, spaces, dots and letters of other scripts", () => {
    for (const path of ["/srv/my-app", "/srv/my app", "/srv/my.app", "/srv/-x-/y", "/srv/größe", "/srv/学点"])
      expect(decode(flattenPath(path), ["/srv/other", "/etc", path])).toBe(path);
  });

  test("takes the longest name first, and goes back where it leads nowhere", () => {
    expect(decode("-srv-my-app", ["/srv/my-app", "/srv/my/app"])).toBe("/srv/my-app");
    expect(decode("-srv-my-app-src", ["/srv/my-app/x", "/srv/my/app-src"])).toBe("/srv/my/app-src");
  });

  test("knows drives", () => {
    const { foldersIn } = disk(["C:\\Users\\First Last\\my-app"], "\\");
    expect(decodePath("C--Users-First-Last-my-app", foldersIn)).toBe("C:\\Users\\First Last\\my-app");
  });

  test("finds nothing where there is nothing", () => {
    for (const name of ["-srv-gone", "", "-", "--", "relative-name", "-srv-app-"])
      expect(decode(name, ["/srv/app"])).toBeNull();
  });

  test("ends soon, however many ways there are to read a name", () => {
    const { foldersIn, asked } = disk([]);
    const endless = (folder: string) => [...foldersIn(folder), "a", "a-a", "a-a-a", "a-a-a-a"];
    expect(decodePath(`-${"a-".repeat(120)}b`, endless)).toBeNull();
    expect(asked()).toBeLessThanOrEqual(200);
  });

  test("gives back any path whose folders can be told apart", () => {
    const name = fc.stringMatching(/^[a-z]{1,4}[-. _]?[a-z0-9]{1,3}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
        const path = `/${names.join("/")}`;
        expect(decode(flattenPath(path), [path])).toBe(path);
      }),
    );
  });
});
