// The graph and the sessions' metrics from the compiled binary: shipped ways need no embedding, others are embedded once.
import { describe, expect } from "bun:test";
import { copyFileSync } from "node:fs";
import { BINARY, scenario } from "../support/binary.ts";
import { filesOf, goodWay } from "./authored.ts";

const LIBRARY = {
  ...filesOf("lib", "bees", goodWay("calm angry bees")),
  ...filesOf("lib", "bees/queen", goodWay("find the queen")),
  ...filesOf("lib", "bees/honey", `${goodWay("harvest honey")}\n## See Also\n- kites — strings\n`),
  ...filesOf("lib", "kites", goodWay("untangle kite strings")),
};
type Line = { kind: string; id?: string; edge?: string; from?: string; to?: string; cosine?: number | null };

describe("ways graph", () => {
  scenario(
    "JSON lines: every way with its whole id, every kind of edge with a cosine",
    async (box) => {
      const run = await box.run(["graph", "--ways-dir", "../lib"]);
      expect(run.status).toBe(0);
      const lines: Line[] = run.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines.filter((l) => l.kind === "node").map((l) => l.id)).toEqual([
        "bees",
        "bees/honey",
        "bees/queen",
        "kites",
      ]);
      expect(lines.filter((l) => l.kind === "edge").map((l) => `${l.edge} ${l.from} ${l.to}`)).toEqual([
        "parent bees/honey bees",
        "parent bees/queen bees",
        "see-also bees/honey kites",
        "sibling bees kites",
        "sibling bees/honey bees/queen",
      ]);
      for (const { kind, cosine } of lines) if (kind === "edge") expect(Math.abs(cosine ?? 2)).toBeLessThanOrEqual(1);
      expect(run.stderr).toContain("embedding 16 texts");
      expect((await box.run(["graph", "--ways-dir", "../lib"])).stderr).toBe("");
    },
    LIBRARY,
  );

  scenario("the shipped library embeds nothing", async (box) => {
    const run = await box.run(["graph", "--json"]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const { nodes, edges } = JSON.parse(run.stdout);
    expect(nodes.length).toBeGreaterThan(100);
    expect(edges.every((e: Line) => typeof e.cosine === "number")).toBe(true);
    expect(nodes.every((n: { fidelity: unknown }) => n.fidelity !== null)).toBe(true);
  });

  scenario(
    "without a model it is whole but for the cosines, and says so",
    async (box) => {
      const alone = box.write("opt/ways", "");
      copyFileSync(BINARY, alone);
      const run = await box.run(["graph", "--ways-dir", "../lib"], {
        binary: alone,
        env: { WAYS_MODEL_DIR: undefined },
      });
      expect(run.status).toBe(0);
      expect(run.stderr).toContain("no cosines:");
      expect(run.stdout.trimEnd().split("\n")).toHaveLength(9);
    },
    LIBRARY,
  );

  scenario(
    "GraphML and DOT, and an unknown format is refused with the known ones",
    async (box) => {
      const as = (format: string) => box.run(["graph", "--format", format, "--ways-dir", "../lib"]);
      expect((await as("graphml")).stdout).toContain('<node id="bees/queen">');
      expect((await as("dot")).stdout).toStartWith("digraph ways {");
      const odd = await as("png");
      expect(odd.status).toBe(3);
      expect(odd.stderr).toContain("one of jsonl, dot, graphml");
    },
    LIBRARY,
  );
});

describe("ways siblings", () => {
  scenario(
    "of one way by its last part, and of all",
    async (box) => {
      const of = async (word: string) =>
        JSON.parse((await box.run(["siblings", word, "--json", "--ways-dir", "../lib"])).stdout).pairs;
      expect(await of("queen")).toEqual([
        {
          a: "bees/queen",
          b: "bees/honey",
          cosine: expect.any(Number),
          closest: { a: expect.any(String), b: expect.any(String), cosine: expect.any(Number) },
        },
      ]);
      expect((await of("all")).map((p: { a: string; b: string }) => `${p.a} ${p.b}`).sort()).toEqual([
        "bees kites",
        "bees/honey bees/queen",
      ]);
    },
    LIBRARY,
  );

  scenario(
    "of a way that is none names the nearest",
    async (box) => {
      const run = await box.run(["siblings", "bees/quen", "--ways-dir", "../lib"]);
      expect(run.status).toBe(3);
      expect(run.stderr).toContain("did you mean `bees/queen`?");
    },
    LIBRARY,
  );
});

scenario("ways metrics tells what hooks have shown", async (box) => {
  const shown = await box.hook({
    hook_event_name: "UserPromptSubmit",
    session_id: "m",
    prompt: "write a commit message",
  });
  expect(shown.context).toContain("[way:");
  const { sessions, disclosures, triggers } = JSON.parse((await box.run(["metrics", "--json"])).stdout);
  expect({ sessions, disclosures }).toEqual({ sessions: 1, disclosures: 1 });
  expect(triggers).toEqual([{ trigger: "embedding", count: 1 }]);
  expect((await box.run(["metrics"])).stdout).toStartWith("1 way shown in 1 session: embedding 1\n");
});
