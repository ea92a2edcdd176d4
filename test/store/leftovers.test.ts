import { describe, expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { placesOf } from "../../src/host/paths.ts";
import { findLeftovers, removeAbandoned } from "../../src/store/leftovers.ts";
import { libraryFileName } from "../../src/store/overlay.ts";
import { keyOfRealPath } from "../../src/store/projects.ts";
import { rememberVisit } from "../../src/store/visited-projects.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MODEL = "e5359f700577fd7d2ff66fc2";
const shop = keyOfRealPath("/srv/shop", "linux");
const gone = keyOfRealPath("/srv/gone", "linux");

function cache(files: readonly string[]) {
  const home = temporaryFolder(Object.fromEntries(files.map((name) => [`.cache/claude-ways/${name}`, "12345"])));
  const places = placesOf({ HOME: home }, "linux");
  if (places === null) throw new Error("no places");
  const age = (name: string) => utimesSync(join(places.cache, name), 1, 1);
  const found = (model: string | null) =>
    findLeftovers(places, [shop], model, Date.now()).map(
      ({ path, bytes }) => `${path.slice(places.cache.length + 1)} ${bytes}`,
    );
  return { places, age, found };
}

describe("leftovers are", () => {
  test("libraries of projects that are gone", () => {
    const { found } = cache([`library/${libraryFileName(shop)}`, `library/${libraryFileName(gone)}`]);
    expect(found(null)).toEqual([`library/${libraryFileName(gone)} 5`]);
  });

  test("recent vectors and tokenizers of other models, if the model is known", () => {
    const [own, other] = [MODEL.slice(0, 16), "0123456789abcdef"];
    const names = ["recent", "tokenizer"].flatMap((kind) => [own, other, "x"].map((print) => `${kind}-${print}.bin`));
    const { found } = cache(names);
    expect(found(MODEL).toSorted()).toEqual([`recent-${other}.bin 5`, `tokenizer-${other}.bin 5`]);
    expect(found(null)).toEqual([]);
  });

  test("old temporary files of killed processes, in every folder", () => {
    const { found, age } = cache([".a.1.tmp", "user/.corpus.bin.2.tmp", "user/.corpus.bin.3.tmp", "user/corpus.bin"]);
    age(".a.1.tmp");
    age("user/.corpus.bin.2.tmp");
    age("user/corpus.bin");
    expect(found(null)).toEqual([".a.1.tmp 5", "user/.corpus.bin.2.tmp 5"]);
  });

  test("visits to projects that are gone", () => {
    const { places, found } = cache([]);
    const project = temporaryFolder({ ".claude/ways/x": "" });
    rememberVisit(join(places.cache, "user"), project);
    expect(found(null).map((line) => line.replace(/\w{16} /, ""))).toEqual([`user/projects/${project.length}`]);
  });

  test("none where there is no cache", () => {
    expect(cache([]).found(MODEL)).toEqual([]);
  });
});

test("a refresh removes what killed ones have left in its folder, and nothing that is still being written", () => {
  const { places, age } = cache(["user/.corpus.bin.2.tmp", "user/.corpus.bin.3.tmp", "user/corpus.bin"]);
  age("user/.corpus.bin.2.tmp");
  age("user/corpus.bin");
  removeAbandoned(join(places.cache, "user"), Date.now());
  const left = ["2.tmp", "3.tmp"].map((end) => existsSync(join(places.cache, `user/.corpus.bin.${end}`)));
  expect([...left, existsSync(join(places.cache, "user/corpus.bin"))]).toEqual([false, true, true]);
});
