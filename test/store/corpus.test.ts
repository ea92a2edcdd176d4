import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "../../src/agents/event.ts";
import { placesOf } from "../../src/host/paths.ts";
import type { Block, RowBytes } from "../../src/match/block.ts";
import { buildBlock } from "../../src/match/space.ts";
import { type CorpusMeta, corpusBytes, isCurrent, readScope, scopesIn, selectBlocks } from "../../src/store/corpus.ts";
import { encodeProjectKey } from "../../src/store/projects.ts";
import { blocksFor, corpusPath, openCorpus } from "../../src/store/rows.ts";
import { readSections } from "../../src/store/sections.ts";
import { mergeConfig } from "../../src/ways/config.ts";
import { type Origin, wayId } from "../../src/ways/way.ts";
import { plainBlock } from "../support/blocks.ts";
import { plainCalibration } from "../support/calibration.ts";
import { bagOfStems, FAKE_DIMENSIONS } from "../support/fake-embedder.ts";
import { buildNode, nodeMap } from "../support/nodes.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const META: CorpusMeta = { model: "m", calibration: "plain", dimensions: FAKE_DIMENSIONS };

/** Texts by id → a block with one row each. */
function blockOf(texts: Readonly<Record<string, string>>): Block {
  const nodes = Object.entries(texts).map(([id, text]) => ({ id: wayId(id), labels: [text], rows: bagOfStems(text) }));
  return buildBlock(nodes, FAKE_DIMENSIONS);
}
const node = (id: string, aliasOrigin: Origin, origin = aliasOrigin) => buildNode(id, { origin, aliasOrigin });

describe("a corpus", () => {
  const scopes = new Map([
    ["user", blockOf({ brew: "coffee", tea: "leaves" })],
    ["-srv-app-00000000", blockOf({ fish: "aquarium" })],
    ["-srv-empty-00000000", blockOf({})],
  ]);
  const bytes = corpusBytes({ ...META, build: "b" }, scopes);

  test("gives each scope back as it was", () => {
    const file = readSections(bytes);
    if (file === null) throw new Error("unreadable");
    expect(scopesIn(file)).toEqual([...scopes.keys()]);
    for (const [scope, block] of scopes) {
      const read = readScope(file, scope, FAKE_DIMENSIONS, true);
      expect(read && plainBlock(read)).toEqual(plainBlock(block));
    }
    expect(readScope(file, "-srv-other-00000000", FAKE_DIMENSIONS)).toBeNull();
    expect(file.meta["build"]).toBe("b");
  });

  test("belongs to one model and one calibration", () => {
    const file = readSections(bytes);
    if (file === null) throw new Error("unreadable");
    expect(isCurrent(file, META)).toBe(true);
    expect(isCurrent(file, { ...META, model: "other" })).toBe(false);
    expect(isCurrent(file, { ...META, calibration: "other" })).toBe(false);
  });

  test("cut anywhere is none", () => {
    const path = join(temporaryFolder(), "corpus.bin");
    for (let end = 0; end < bytes.length; end += 13) {
      writeFileSync(path, bytes.subarray(0, end));
      expect(openCorpus(path)).toBeNull();
    }
    writeFileSync(path, bytes);
    expect(openCorpus(path)).not.toBeNull();
  });

  test("with any byte changed gives a scope as it was but for one number of a row, or not at all", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ flip;
        const file = readSections(changed);
        for (const [scope, block] of scopes) {
          const read = file === null ? null : readScope(file, scope, FAKE_DIMENSIONS);
          if (read === null) continue;
          const { rows, centres, ...rest } = read;
          const wrong = (found: RowBytes | undefined, was: RowBytes | undefined) => {
            const now = found?.slice(0, found.length);
            return was?.slice(0, was.length).filter((x, i) => now?.[i] !== x).length ?? 0;
          };
          expect(rest).toEqual({ scales: block.scales, nodes: block.nodes });
          expect(rows.length).toBe(block.rows.length);
          const isWithout = centres === undefined;
          expect(wrong(rows, block.rows) + (isWithout ? 0 : wrong(centres.rows, block.centres?.rows))).toBeLessThan(2);
        }
      }),
    );
  });
});

describe("the rows that compete", () => {
  test("are those of the scope that wrote last, else of the one a way comes from, and none of another project", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const origin = fc.constantFrom<readonly [Origin, Origin]>(
      ["core", "core"],
      ["user", "user"],
      ["project", "project"],
      ["user", "core"],
      ["project", "core"],
      ["project", "user"],
    );
    const rows = fc.dictionary(id, fc.constantFrom("coffee", "tea"));
    fc.assert(
      fc.property(fc.dictionary(id, origin), rows, rows, rows, rows, (library, core, user, own, foreign) => {
        const blocks: Readonly<Record<string, Block>> = {
          core: blockOf(core),
          user: blockOf(user),
          own: blockOf(own),
          foreign: blockOf(foreign),
        };
        const nodes = nodeMap(Object.entries(library).map(([name, from]) => node(name, ...from)));
        const asked: string[] = [];
        const selected = selectBlocks(nodes, "own", (scope) => {
          asked.push(scope);
          return blocks[scope] ?? null;
        });
        expect(asked).not.toContain("foreign");
        const texts: Readonly<Record<Origin, Readonly<Record<string, string>>>> = {
          core,
          package: {},
          user,
          project: own,
        };
        const expected = Object.entries(library).flatMap(([name, from]) => {
          const scope = from.find((each) => Object.hasOwn(texts[each], name));
          return scope === undefined ? [] : [[name, texts[scope]?.[name]]];
        });
        const found = selected.flatMap((b) => b.nodes.map((n) => [n.id as string, b.labels?.[n.start]]));
        expect(found.sort()).toEqual(expected.sort());
      }),
    );
  });

  /** The ids that have rows at a project with this corpus and configuration. */
  async function idsAt(
    scopes: Readonly<Record<string, Block>>,
    meta: Partial<CorpusMeta>,
    languages: readonly string[],
  ) {
    const home = temporaryFolder({ "app/x": "", ".cache/claude-ways/user/x": "" });
    const places = placesOf({ HOME: home }, "linux");
    if (places === null) throw new Error("no places");
    const project = join(home, "app");
    const named = new Map(
      Object.entries(scopes).map(
        ([scope, block]) => [scope === "own" ? encodeProjectKey(project) : scope, block] as const,
      ),
    );
    writeFileSync(corpusPath(places), corpusBytes({ ...META, ...meta }, named));
    const inBinary = readSections(corpusBytes(META, new Map([["core", blockOf({ a: "coffee", b: "tea" })]])));
    if (inBinary === null) throw new Error("unreadable");
    const nodes = [node("a", "core"), node("b", "core"), node("mine", "user"), node("fish", "project")];
    const at: Place = { cwd: project, project, session: null, agent: null, agentType: null, transcript: null };
    const blocks = await blocksFor({
      library: { nodes: nodeMap(nodes), config: { ...mergeConfig([]).config, languages }, core: "", body: () => "" },
      place: at,
      shipped: { meta: { hash: "h" }, rows: async () => inBinary },
      places,
      calibration: plainCalibration(FAKE_DIMENSIONS),
      model: "m",
      withLabels: false,
    });
    return blocks.flatMap((block) => block.nodes.map((n) => n.id as string)).sort();
  }
  const scopes = { user: blockOf({ mine: "x" }), own: blockOf({ fish: "y" }), other: blockOf({ fish: "z" }) };

  test("come from the binary and from the corpus", async () => {
    expect(await idsAt(scopes, {}, [])).toEqual(["a", "b", "fish", "mine"]);
  });

  test("of another model are left out, those of the binary stay", async () => {
    expect(await idsAt(scopes, { model: "other" }, [])).toEqual(["a", "b"]);
  });

  test("of shipped ways come from the corpus where languages are chosen, if they are this binary's", async () => {
    const fewer = { ...scopes, core: blockOf({ a: "coffee" }) };
    expect(await idsAt(fewer, { shipped: "h" }, ["de"])).toEqual(["a", "fish", "mine"]);
    expect(await idsAt(fewer, { shipped: "older" }, ["de"])).toEqual(["a", "b", "fish", "mine"]);
    expect(await idsAt(fewer, { shipped: "h" }, [])).toEqual(["a", "b", "fish", "mine"]);
  });
});

test("a corpus is read without copying and without being opened for writing", () => {
  const path = join(temporaryFolder(), "corpus.bin");
  writeFileSync(path, corpusBytes(META, new Map([["user", blockOf({ a: "x" })]])), { mode: 0o400 });
  expect(openCorpus(path)?.meta["kind"]).toBe("ways.corpus/2");
  expect(readFileSync(path).length).toBeGreaterThan(0);
});
