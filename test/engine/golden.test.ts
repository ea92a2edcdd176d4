import { describe, expect, test } from "bun:test";
import { type GoldenTask, judge, runPhrasing, runTask, selectTasks, withoutMoments } from "../../src/engine/golden.ts";
import type { Decision } from "../../src/match/decision.ts";
import { type GoldenPrompt, parseGolden } from "../../src/ways/golden.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildCandidate } from "../support/candidates.ts";
import { buildNode, nodeMap } from "../support/nodes.ts";
import { openWorld, type WorldSketch } from "../support/world.ts";

const prompt = (change: Partial<GoldenPrompt> = {}): GoldenPrompt => ({
  prompt: "it rains",
  kind: "direct",
  event: "prompt",
  lang: "en",
  also: [],
  holdout: false,
  line: 1,
  ...change,
});
const task = (way: string, change?: Partial<GoldenPrompt>): GoldenTask => ({
  way: wayId(way),
  file: `${way}.golden.jsonl`,
  prompt: prompt(change),
});
const decided = (...shown: readonly string[]): Decision => ({
  shown: shown.map(wayId),
  vector: "used",
  candidates: [buildCandidate("rain", 0.2), buildCandidate("soup", 0.25), buildCandidate("deaf", null)],
});

describe("a prompt is judged", () => {
  test.each([
    ["found when its way is shown", task("rain"), ["rain"], "found", []],
    ["found when a way is shown that is right as well", task("rain", { also: [wayId("soup")] }), ["soup"], "found", []],
    ["found, but not precise, when others are shown beside it", task("rain"), ["rain", "soup"], "found", ["soup"]],
    ["missed when another way is shown", task("rain"), ["soup"], "missed", ["soup"]],
    ["missed when nothing is shown", task("rain"), [], "missed", []],
  ] as const)("%s", (_, given, shown, verdict, wrong) => {
    expect(judge(given, decided(...shown))).toMatchObject({ verdict, wrong });
  });

  test.each([
    ["held when nothing is shown", [], [], "held", []],
    ["held when the way it belongs to is shown", ["soup"], ["soup"], "held", []],
    ["held, but not precise, when a third way is shown", [], ["soup"], "held", ["soup"]],
    ["fired when its way is shown", ["soup"], ["rain"], "fired", ["rain"]],
  ] as const)("as a near-miss %s", (_, also, shown, verdict, wrong) => {
    const given = task("rain", { kind: "negative", also: also.map(wayId) });
    expect(judge(given, decided(...shown))).toMatchObject({ verdict, wrong });
  });

  test("with the way itself and its best rival, so that a miss can be explained", () => {
    expect(judge(task("rain"), decided())).toMatchObject({ own: { id: "rain" }, rival: { id: "soup" } });
    expect(judge(task("gone"), decided())).toMatchObject({ own: null, rival: { id: "soup" } });
  });
});

test("of the ways that are meant the prompts of one half are run, or all", () => {
  const rows = ['{"prompt":"a","kind":"direct"}', '{"prompt":"b","kind":"direct","holdout":true}'];
  const golden = new Map(["rain", "soup"].map((id) => [wayId(id), parseGolden(rows.join("\n"), id)]));
  const run = (half: "tune" | "holdout" | "all") =>
    selectTasks(golden, new Set([wayId("rain")]), half).map((t) => `${t.way} ${t.prompt.prompt}`);
  expect([run("tune"), run("holdout"), run("all")]).toEqual([["rain a"], ["rain b"], ["rain a", "rain b"]]);
});

test("states are taken out of all ways, conditions only of those that are tried", () => {
  const when = { project: "~/garden" };
  const state = { kind: "session-start" } as const;
  const nodes = nodeMap([buildNode("rain", { when, state }), buildNode("soup", { when, state })]);
  const tried = withoutMoments(nodes, new Set([wayId("rain")]));
  expect([...tried.values()].map((node) => [node.when, node.triggers.state])).toEqual([
    [null, null],
    [when, null],
  ]);
});

describe("through the hook's decision", () => {
  const AT = { cwd: "/p", project: "/p", session: null, agent: null, agentType: null, transcript: null };
  const run = async (sketch: WorldSketch, given: GoldenTask) => {
    const { ports } = openWorld(sketch);
    return { result: await runTask(given, AT, await ports.library(AT), ports) };
  };

  test("a prompt shows its way by meaning", async () => {
    const { result } = await run({ ways: { rain: { says: "it rains" }, soup: { says: "onion" } } }, task("rain"));
    expect(result).toMatchObject({ verdict: "found", shown: ["rain"] });
  });

  test("a phrasing of the null node is tried without itself, and is not embedded", async () => {
    const nothing = ["it rains", "good morning"];
    const { ports, embedder } = openWorld({ ways: { rain: { says: "it rains" } }, nothing });
    const library = await ports.library(AT);
    const arena = await ports.coordinates(AT, library);
    if (arena === null) throw new Error("no coordinates");
    const shown = (index: number) => runPhrasing(nothing[index] ?? "", index, AT, library, ports, arena);
    expect([await shown(0), await shown(1)]).toEqual([[wayId("rain")], []]);
    expect(embedder.asked).toEqual([]);
  });

  test.each([
    ["command", { commands: "^git push" }, "git push origin"],
    [
      "file",
      {
        files: {
          sees: "relative" as const,
          source: "*.md",
          regex: buildNode("x", { pattern: "\\.md$" }).triggers.pattern[0]!,
        },
      },
      "a.md",
    ],
  ] as const)("a %s shows its way by its trigger", async (event, triggers, text) => {
    const { result } = await run({ ways: { rain: triggers } }, task("rain", { event, prompt: text }));
    expect(result).toMatchObject({ verdict: "found" });
  });

  test("a dispatch is for ways whose scope says so", async () => {
    const ways = { rain: { says: "it rains", scope: ["subagent"] as const }, soup: { says: "it rains a lot" } };
    expect((await run({ ways }, task("rain", { event: "task" }))).result.shown).toEqual([wayId("rain")]);
  });

  test("a way that waits for its parent is tried after the parent was shown", async () => {
    const ways = { sky: { says: "clouds" }, "sky/rain": { says: "it rains", requiresParent: true } };
    expect((await run({ ways }, task("sky/rain"))).result.verdict).toBe("found");
  });
});
