// The verbs about what has happened: think, frontier, why, session, status, timings; and the line a person reads at a session's start.
import { describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asOwner, type Box, type HookRun, MODELS, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, prompt, sessionStart, toolUse } from "./events.ts";

const COMMITS = "softwaredev/delivery/commits";
const OWN = { CLAUDE_CODE_SESSION_ID: "s1" };
const noticeOf = (run: HookRun): string => (run.stdout === "" ? "" : (JSON.parse(run.stdout).systemMessage ?? ""));

/** A model folder that names a file it does not have. */
function brokenModel(box: Box): Readonly<Record<string, string>> {
  const manifest = readFileSync(join(MODELS, "manifest.json"), "utf8").replace('"encoder.k4"', '"missing.k4"');
  return { WAYS_MODEL_DIR: dirname(box.write("broken/manifest.json", manifest)) };
}

async function json(box: Box, args: readonly string[], env: Readonly<Record<string, string>> = OWN) {
  const run = await box.run([...args, "--json"], { env });
  const value = JSON.parse(run.stdout);
  expect(value.schema).toBe(`ways.${args[0]}/1`);
  return value;
}

const STRATEGY = `---
description: A plan in three steps
commands: '^plan\\b'
scope: agent, subagent
stages: true
---
# Plan

Three steps.

## Stage: Look
- Look around.

## Stage: Choose
- Choose one.

## Stage: Act
- Do it.
`;
const strategy = { "home/.claude/hooks/ways/plan/plan.md": STRATEGY };

describe("`ways think`", () => {
  scenario(
    "leads an agent from stage to stage, in the session its shell belongs to, and survives compaction",
    async (box) => {
      const first = await box.hook(bash("plan"));
      expect(first.context).toContain("## Stage: Look");
      expect(first.context).toContain(
        "Stage 1 of 3; when it is done, `ways think next plan` shows the next one, Choose.",
      );
      const next = () => box.run(["think", "next"], { env: OWN });
      const second = await next();
      expect(second).toMatchObject({ status: 0, stderr: "" });
      expect(second.stdout).toStartWith("## Stage: Choose\n\n- Choose one.\n\nStage 2 of 3");
      await box.hook(sessionStart("compact"));
      const again = await box.hook(bash("plan"));
      expect(again.context).toContain("# Plan\n\nThree steps.\n\n## Stage: Choose");
      expect((await next()).stdout).toContain("This is the last of 3 stages; `ways think reset plan` begins anew.");
      expect(await json(box, ["think", "next"])).toMatchObject({ id: "plan", stage: 3, finished: true });
      const status = (await json(box, ["think", "status"])).strategies;
      expect(status).toContainEqual({ id: "plan", stages: ["Look", "Choose", "Act"], stage: 3 });
      expect((await box.run(["think", "reset"], { env: OWN })).stdout).toContain("## Stage: Look");
      expect((await json(box, ["think", "next"])).stage).toBe(2);
    },
    strategy,
  );

  scenario(
    "begins a strategy that no prompt has brought up, and keeps sessions and sub-agents apart",
    async (box) => {
      await box.hook(bash("ls"));
      await box.hook(bash("ls", { session_id: "s2" }));
      expect((await json(box, ["think", "next", "plan"])).stage).toBe(1);
      expect((await box.hook(bash("plan"))).context).toBeNull();
      expect((await json(box, ["think", "next", "plan", "--session", "s2"])).stage).toBe(1);
      const child = await box.hook(bash("plan", { agent_id: "a91", agent_type: "Explore" }));
      expect(child.context).toContain("`ways think next plan --agent a91`");
      expect(await json(box, ["think", "next", "plan", "--agent", "a91"])).toMatchObject({ stage: 2, name: "Choose" });
      expect((await json(box, ["think", "status", "plan"])).strategies[0].stage).toBe(1);
    },
    strategy,
  );

  scenario("names what it does not know", async (box) => {
    const failing = async (...args: string[]) => (await box.run(["think", ...args], { env: OWN })).stderr;
    expect(await failing("nxt")).toContain("unknown step `nxt`");
    expect(await failing("next", "meta/thik")).toContain("did you mean `meta/think`?");
    expect(await failing("next", "--session", "nobody")).toContain("there is no session `nobody`");
    expect((await box.run(["think", "status"])).stderr).toContain("there is no session yet");
  });
});

const tree = (word: string, more = "") =>
  `---\ndescription: About ${word}\ncommands: '^${word}\\b'\n${more}---\nBody.\n`;
const FOREST = {
  "home/.claude/hooks/ways/forest/forest.md": `${tree("forest", "embed_threshold: 0.4\n")}\n## See Also\n- meadow — open land\n`,
  "home/.claude/hooks/ways/forest/oak/oak.md": tree("oak", "embed_threshold: 0.5\n"),
  "home/.claude/hooks/ways/forest/oak/acorn/acorn.md": tree("acorn", "requires_parent: true\n"),
  "home/.claude/hooks/ways/meadow/meadow.md": tree("meadow", "embed_threshold: 0.4\n"),
};

describe("`ways frontier`", () => {
  scenario(
    "shows what has come within reach, with bars eased once, and moves on",
    async (box) => {
      await box.hook(bash("forest"));
      const { shown, reachable } = await json(box, ["frontier"]);
      expect(shown).toEqual(["forest"]);
      expect(reachable).toEqual([
        { id: "forest/oak", edge: "child", from: "forest", bar: 0.4, eased: true, waits: null },
        expect.objectContaining({ id: "forest/oak/acorn", edge: "descendant", eased: true, waits: "parent-not-shown" }),
        { id: "meadow", edge: "see-also", from: "forest", bar: 0.4, eased: false, waits: null },
      ]);
      expect((await box.hook(bash("acorn"))).context).toBeNull();
      await box.hook(bash("oak"));
      const after = (await json(box, ["frontier", "--session", "s1"])).reachable;
      expect(after.map((r: { id: string; waits: string | null }) => [r.id, r.waits])).toEqual([
        ["forest/oak/acorn", null],
        ["meadow", null],
      ]);
      expect((await box.run(["frontier"])).stdout).toContain("see also of forest");
      expect((await box.hook(bash("acorn"))).context).toContain("[way:forest/oak/acorn]");
    },
    FOREST,
  );
});

describe("`ways why`", () => {
  scenario("tells past decisions from the log: shown, and not shown", async (box) => {
    await box.hook(prompt(COMMIT_PROMPT));
    await box.hook(prompt(COMMIT_PROMPT));
    const { mentions, events } = await json(box, ["why", COMMITS]);
    expect(events).toBe(2);
    expect(mentions.map((m: { outcome: string; reason: string }) => [m.outcome, m.reason])).toEqual([
      ["not", "already-shown"],
      ["shown", "best"],
    ]);
    expect(mentions[1].evidence).toBeGreaterThan(mentions[1].bar);
    expect(JSON.parse((await box.run(["why", "commits", "--json"])).stdout)).toMatchObject({ id: COMMITS, events: 2 });
    const text = (await box.run(["why", COMMITS, "--session", "s1"])).stdout;
    expect(text).toContain("best evidence, at or above its bar");
    expect(text).toContain("already shown in this session");
  });

  scenario(
    "tells what a dispatch has kept, and when its sub-agent was told",
    async (box) => {
      await box.hook(toolUse("Agent", { description: "look", prompt: "the submarine", subagent_type: "Explore" }));
      await box.hook({ session_id: "s1", hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "Explore" });
      const { mentions } = await json(box, ["why", "crew"]);
      expect(mentions.map((m: { outcome: string; reason: string }) => [m.outcome, m.reason])).toEqual([
        ["shown", "dispatch"],
        ["kept", "pattern"],
      ]);
      expect((await box.run(["why", "crew"])).stdout).toContain("kept for a sub-agent");
    },
    {
      "home/.claude/hooks/ways/crew/crew.md":
        "---\ndescription: Submarines\npattern: submarine\nscope: subagent\n---\nDive.\n",
    },
  );

  scenario("says so when there is nothing to tell, and names the nearest way for a slip", async (box) => {
    const none = await box.run(["why", COMMITS]);
    expect([none.status, none.stdout.includes("ways explain")]).toEqual([1, true]);
    const slip = await box.run(["why", "softwaredev/delivery/comits"]);
    expect([slip.status, slip.stderr.includes(`did you mean \`${COMMITS}\`?`)]).toEqual([3, true]);
  });
});

describe("`ways session`", () => {
  scenario("lists, shows and resets", async (box) => {
    await box.hook(bash("git commit -m x"));
    await box.hook(bash("git commit -m x", { session_id: "s2" }));
    const { sessions } = await json(box, ["session", "list"]);
    expect(sessions.map((s: { shown: number; current: boolean }) => s.shown)).toEqual([1, 1]);
    expect(sessions.filter((s: { current: boolean }) => s.current)).toHaveLength(1);
    const { key, agents } = await json(box, ["session", "show"]);
    expect(agents).toEqual([{ agent: "main", events: 1, shown: [{ id: COMMITS, epoch: 1, tokens: null }] }]);
    expect((await box.run(["session", "show", key.slice(0, 8)])).stdout).toContain(COMMITS);
    expect((await box.run(["session", "reset"], { env: OWN })).status).toBe(0);
    expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
    expect((await box.hook(bash("git commit", { session_id: "s2" }))).context).toBeNull();
    expect((await box.run(["session", "show", "ffff"])).stderr).toContain("there is no session `ffff`");
    expect((await box.run(["session", "lst"])).status).toBe(3);
  });

  for (const [what, place] of [
    ["what was shown", "main"],
    ["how far a strategy has come", "main/think"],
    ["what waits for a sub-agent", "dispatch"],
  ] as const)
    scenario(`does not say that it has reset what cannot be written: ${what}`, async (box) => {
      await box.hook(bash("git commit -m x"));
      const { key } = await json(box, ["session", "show"]);
      const folder = join(box.home, ".local/state/claude-ways/sessions", key, place);
      await box.shell(`mkdir -p "${folder}"; touch "${folder}/file"; chmod a-w "${folder}"`);
      const run = await asOwner(box, '"$WAYS" session reset');
      await box.shell(`chmod u+w "${folder}"`);
      expect([run.status, run.stdout]).toEqual([3, ""]);
      expect(run.stderr).toContain(folder);
    });
});

describe("`ways status` and `ways timings`", () => {
  scenario("count what was answered, without a vector, failed and shown", async (box) => {
    await box.hook(prompt(COMMIT_PROMPT));
    await box.hook(prompt("how do I roll back a broken deployment", { session_id: "s2" }), { env: brokenModel(box) });
    await box.hook('{"prompt":"cut');
    const status = await json(box, ["status"]);
    expect(status).toMatchObject({
      matching_off: null,
      events: 2,
      answered: 1,
      shown: 1,
      without_vector: { late: 0, failed: 1, last_day: 1 },
      failures: { total: 2, last_day: 2, steps: { embed: 1, stdin: 1 } },
      last_fire: { event: "prompt", ways: [COMMITS] },
      session: { events: 1, shown: [COMMITS] },
    });
    expect(status.tokens).toBeGreaterThan(50);
    const off = await box.run(["status"], { env: brokenModel(box) });
    expect(off.stdout).toMatch(/OFF: .*missing\.k4/);
    const { kinds } = await json(box, ["timings"]);
    expect(kinds.map((k: { event: string; count: number }) => [k.event, k.count])).toEqual([
      ["prompt", 1],
      ["prompt, vector used", 1],
    ]);
    for (const k of kinds) expect(k.median <= k.p95 && k.p95 <= k.max && k.median > 0).toBe(true);
  });

  scenario("the doctor names the last way shown by each kind of event", async (box) => {
    const shown = async () => (await box.doctor()).find((f) => f.check === "last way shown")?.message;
    expect(await shown()).toBe("none yet on this machine");
    await box.hook(bash("git commit"));
    await box.hook(prompt(COMMIT_PROMPT, { session_id: "s2" }));
    const at = "[-0-9T:.]+Z";
    expect(await shown()).toMatch(new RegExp(`^prompt ${at}: ${COMMITS}; command ${at}: ${COMMITS}$`));
  });

  scenario("work on a machine where nothing has happened", async (box) => {
    expect(await json(box, ["status"], {})).toMatchObject({ events: 0, last_fire: null, session: null });
    expect((await box.run(["timings"])).stdout).toBe("no event has been answered yet\n");
    expect((await box.run(["session"])).stdout).toContain("no session yet");
  });
});

describe("at the start of a session the person is told", () => {
  scenario("once of the failures since the last time", async (box) => {
    await box.hook('{"prompt":"cut');
    await box.hook("[]");
    const told = noticeOf(await box.hook(sessionStart("startup")));
    expect(told).toBe("ways: 2 failures since the last session (2 × stdin), `ways doctor` tells more");
    expect(noticeOf(await box.hook(sessionStart("startup", { session_id: "s2" })))).toBe("");
    await box.hook('{"prompt":"cut again');
    expect(noticeOf(await box.hook(sessionStart("compact")))).toBe("");
    expect(noticeOf(await box.hook(sessionStart("clear", { session_id: "s3" })))).toContain("1 failure since");
  });

  scenario("that matching is off, every time, and the core block comes all the same", async (box) => {
    const env = brokenModel(box);
    for (const session_id of ["s1", "s2"]) {
      const run = await box.hook(sessionStart("startup", { session_id }), { env });
      expect(noticeOf(run)).toMatch(/^ways: .*missing\.k4.*; only explicit triggers work$/);
      expect(run.context).toContain("Rules that hold in every session");
    }
  });
});

const VERBS = ["think", "frontier", "why", "session", "status", "timings", "trust", "config"];
for (const verb of VERBS)
  scenario(`\`ways ${verb} --help\` begins with examples`, async (box) => {
    const { status, stdout } = await box.run([verb, "--help"]);
    expect([status, stdout.includes(`Examples\n  ways ${verb}`)]).toEqual([0, true]);
  });
