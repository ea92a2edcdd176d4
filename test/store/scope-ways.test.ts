import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readLayer } from "../../src/store/layers.ts";
import { readScopeWays } from "../../src/store/scope-ways.ts";
import type { Origin } from "../../src/ways/way.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const way = (description: string, more = "") => `---\ndescription: ${description}\n${more}---\nText.\n`;
const layer = (origin: Origin, files: Readonly<Record<string, string>>) =>
  readLayer(origin, temporaryFolder(files), null, (path) => path);
const core = () => layer("core", { "fish/fish.md": way("Feeding fish"), "cat/cat.md": way("Feeding cats") }).layer;

function scope(files: Readonly<Record<string, string>>, languages: readonly string[] = []) {
  const { ways, failed, ...rest } = readScopeWays([layer("project", files)], [core()], languages);
  return {
    ...rest,
    failed: failed.map((file) => file.split("/").at(-1)),
    texts: Object.fromEntries(ways.map((w) => [w.id, w.aliases.map((a) => a.text)])),
  };
}

describe("the ways of a scope are", () => {
  test("its own, not those of earlier roots", () => {
    const { texts, extends: isExtension } = scope({ "dog/dog.md": way("Walking dogs") });
    expect(texts).toEqual({ dog: ["Walking dogs"] });
    expect(isExtension).toBe(false);
  });

  test("one that replaces an earlier one, with its own texts only", () => {
    const { texts, extends: isExtension } = scope({ "fish/fish.md": way("Frying fish") });
    expect(texts).toEqual({ fish: ["Frying fish"] });
    expect(isExtension).toBe(false);
  });

  test("an earlier one to which it adds aliases, with all texts: its rows depend on both", () => {
    for (const files of [
      { "fish/fish.md": "---\naliases: [the aquarium is hungry]\n---\n" },
      { "fish/fish.locales.jsonl": '{"lang":"de","description":"Fische füttern"}\n' },
    ]) {
      const { texts, extends: isExtension } = scope(files);
      expect(texts["fish"]?.[0]).toBe("Feeding fish");
      expect(texts["fish"]?.length).toBe(2);
      expect(isExtension).toBe(true);
    }
  });

  test("without those that failed lint, which are named", () => {
    const { texts, failed } = scope({ "dog/dog.md": way("Walking dogs"), "bad/bad.md": way("X", "pattren: x\n") });
    expect(texts).toEqual({ dog: ["Walking dogs"] });
    expect(failed).toEqual(["bad.md"]);
  });

  test("in the configured languages; a way that has no text in them is left out", () => {
    const files = {
      "dog/dog.md": way("Walking dogs"),
      "dog/dog.locales.jsonl": '{"lang":"de","description":"Hunde"}\n{"lang":"ja","description":"犬"}\n',
      "bird/bird.md": "---\npattern: bird\n---\nText.\n",
      "bird/bird.locales.jsonl": '{"lang":"ja","description":"鳥"}\n',
    };
    expect(scope(files).texts).toEqual({ bird: ["鳥"], dog: ["Walking dogs", "Hunde", "犬"] });
    expect(scope(files, ["de"]).texts).toEqual({ dog: ["Walking dogs", "Hunde"] });
  });

  test("none where there is no folder", () => {
    const missing = readLayer("project", join(temporaryFolder(), "ways"), null, (path) => path);
    expect(readScopeWays([missing], [core()], [])).toEqual({ ways: [], failed: [], extends: false });
  });
});
