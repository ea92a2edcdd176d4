import { describe, expect, test } from "bun:test";
import type { EmbeddedProject, Manifest } from "../../src/store/manifest.ts";
import type { Marker } from "../../src/store/marker.ts";
import { forgotten, isGlobalStale, judgeProject } from "../../src/store/staleness.ts";

const entry = (changes: Partial<EmbeddedProject> = {}): EmbeddedProject => ({
  path: "/srv/app",
  ways_hash: "h",
  ways_count: 1,
  failed_lint: 0,
  marker: "include",
  extends: false,
  ...changes,
});
const manifest = (projects: Readonly<Record<string, EmbeddedProject>>): Manifest => ({
  global_hash: "g",
  global_count: 1,
  global_failed_lint: 0,
  projects,
  model: "m",
  calibration: "c",
  languages: [],
  corpus: "x",
});
const now = (changes: { hash?: string; files?: number; marker?: Marker } = {}) => ({
  key: "k",
  path: "/srv/app",
  now: { hash: "h", files: 1, marker: "include" as const, ...changes },
});
const judge = (facts: Parameters<typeof judgeProject>[0], before: EmbeddedProject | null, global = false) =>
  judgeProject(facts, manifest(before === null ? {} : { k: before }), global);

describe("core and user ways", () => {
  test("are stale when their hash differs, and without a manifest", () => {
    expect(isGlobalStale(manifest({}), "g")).toBe(false);
    expect(isGlobalStale(manifest({}), "other")).toBe(true);
    expect(isGlobalStale(null, "g")).toBe(true);
  });
});

describe("a project is", () => {
  test("fresh with the hash of the manifest, and without a marker as with `include`", () => {
    for (const marker of ["include", "none"] as const)
      expect(judge(now({ marker }), entry())).toEqual({ state: "fresh", differs: false });
  });

  test("stale with another hash", () => {
    expect(judge(now({ hash: "other" }), entry())).toEqual({ state: "stale", differs: true });
  });

  test("new when the manifest does not know it, whatever its name", () => {
    expect(judge(now(), null)).toEqual({ state: "new", differs: true });
    expect(judgeProject({ ...now(), key: "constructor" }, manifest({}), false).state).toBe("new");
    expect(judgeProject(now(), null, true).state).toBe("new");
  });

  test("left out when it says so: once to be dropped, then as it should be", () => {
    for (const marker of ["disinclude", "unclear"] as const) {
      expect(judge(now({ marker }), entry())).toEqual({ state: "disincluded", differs: true });
      expect(judge(now({ marker }), null)).toEqual({ state: "disincluded", differs: true });
      expect(judge(now({ marker, hash: "other" }), entry({ marker }))).toEqual({
        state: "disincluded",
        differs: false,
      });
    }
  });

  test("stale when it is included again", () => {
    expect(judge(now(), entry({ marker: "disinclude" }))).toEqual({ state: "stale", differs: true });
  });

  test("nothing to do without ways, but for dropping what was embedded", () => {
    expect(judge(now({ files: 0 }), null)).toEqual({ state: "no ways", differs: false });
    expect(judge(now({ files: 0 }), entry())).toEqual({ state: "no ways", differs: true });
  });

  test("kept as it was when it does not answer", () => {
    const silent = { ...now(), now: null };
    for (const before of [entry(), null])
      expect(judge(silent, before)).toEqual({ state: "unreachable", differs: false });
  });

  test("stale with core or user ways only when it adds to them", () => {
    expect(judge(now(), entry(), true).state).toBe("fresh");
    expect(judge(now(), entry({ extends: true }), true).state).toBe("stale");
    expect(judge(now(), entry({ extends: true }), false).state).toBe("fresh");
  });
});

test("projects that are known no more are forgotten", () => {
  const before = manifest({ k: entry(), gone: entry({ path: "/srv/gone" }) });
  expect(forgotten(before, [now()]).map((p) => p.path)).toEqual(["/srv/gone"]);
  expect(forgotten(null, [now()])).toEqual([]);
});
