import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatManifest, type Manifest, manifestIn, readManifest } from "../../src/store/manifest.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MANIFEST: Manifest = {
  global_hash: "a1b2",
  global_count: 58,
  global_failed_lint: 0,
  projects: {
    "-home-ada-shop-0a1b2c3d": {
      path: "/home/ada/shop",
      ways_hash: "d4e5",
      ways_count: 3,
      failed_lint: 1,
      marker: "include",
      extends: false,
    },
  },
  model: "m",
  calibration: "c",
  languages: ["de"],
  corpus: "x",
};

function stored(text: string): string {
  const path = manifestIn(temporaryFolder());
  writeFileSync(path, text);
  return path;
}

describe("a manifest", () => {
  test("has the shape of ADR-109, beside fingerprints and configuration", () => {
    const written = JSON.parse(formatManifest(MANIFEST));
    expect(written).toMatchObject({
      global_hash: "a1b2",
      global_count: 58,
      projects: { "-home-ada-shop-0a1b2c3d": { path: "/home/ada/shop", ways_hash: "d4e5", ways_count: 3 } },
      model: "m",
      calibration: "c",
      languages: ["de"],
    });
  });

  test("comes back as it was", () => {
    expect(readManifest(stored(formatManifest(MANIFEST)))).toMatchObject(MANIFEST);
  });

  test("cut anywhere it is none", () => {
    const text = formatManifest(MANIFEST).trimEnd();
    for (let end = 0; end < text.length; end++) expect(readManifest(stored(text.slice(0, end)))).toBeNull();
  });

  test.each([
    ["a missing file", null],
    ["JSON of something else", "[]"],
    ["another schema", formatManifest(MANIFEST).replace("ways.embed-manifest/1", "ways.embed-manifest/2")],
    ["a count that is none", formatManifest(MANIFEST).replace('"ways_count": 3', '"ways_count": -1')],
    ["a project without its hash", formatManifest(MANIFEST).replace('"ways_hash": "d4e5",', "")],
    ["a marker nobody writes", formatManifest(MANIFEST).replace('"include"', '"perhaps"')],
    ["projects that are a list", formatManifest({ ...MANIFEST, projects: {} }).replace("{}", "[]")],
  ])("%s is none", (_, text) => {
    expect(readManifest(text === null ? join(temporaryFolder(), "x") : stored(text))).toBeNull();
  });
});
