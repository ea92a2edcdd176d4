// What a dispatch is about reaches the sub-agent that it starts, and nobody else; each sub-agent has a ledger of its own.
import { describe, expect } from "bun:test";
import { lonelyScenario, scenario } from "../support/binary.ts";
import { bash, prompt, toolUse } from "./events.ts";

const way = (word: string, scope: string, body: string) =>
  `---\ndescription: About ${word}\npattern: '\\b${word}\\b'\ncommands: '^${word}\\b'\nscope: ${scope}\n---\n${body}\n`;
const files = {
  "home/.claude/hooks/ways/crew/crew.md": way("submarine", "subagent", "Dive slowly."),
  "home/.claude/hooks/ways/deck/deck.md": way("balloon", "subagent", "Rise slowly."),
  "home/.claude/hooks/ways/both/both.md": way("tandem", "agent, subagent", "Pedal."),
  "home/.claude/hooks/ways/bridge/bridge.md": way("captain", "agent", "Steer."),
};
const CREW = "[way:crew]\nDive slowly.";
const DECK = "[way:deck]\nRise slowly.";

const dispatch = (about: string, type: string | undefined, tool = "Agent") =>
  toolUse(tool, { description: "look", prompt: `Inspect the ${about}`, subagent_type: type });
const start = (agent_type: string, agent_id: string) => ({
  session_id: "s1",
  hook_event_name: "SubagentStart",
  agent_id,
  agent_type,
});

for (const tool of ["Agent", "Task"])
  scenario(
    `field case D7: a dispatch by \`${tool}\` is delivered at the start of its type`,
    async (box) => {
      expect((await box.hook(dispatch("submarine", "Explore", tool))).stdout).toBe("");
      expect((await box.hook(start("Plan", "a0"))).stdout).toBe("");
      expect((await box.hook(start("Explore", "a1"))).context).toBe(CREW);
      expect((await box.hook(start("Explore", "a2"))).stdout).toBe(""); // nothing waits any more
      expect((await box.hook(dispatch("submarine", undefined, tool))).stdout).toBe("");
      expect((await box.hook(start("general-purpose", "a3"))).context).toBe(CREW);
    },
    files,
  );

describe("a way for sub-agents", () => {
  scenario(
    "never reaches the main agent, nor a way of the main agent a sub-agent",
    async (box) => {
      for (const event of [prompt("the submarine"), bash("submarine")])
        expect((await box.hook(event)).context).toBeNull();
      const child = { agent_id: "a1", agent_type: "Explore" };
      expect((await box.hook(bash("submarine", child))).context).toBe(CREW);
      expect((await box.hook(bash("captain", child))).context).toBeNull();
      expect((await box.hook(bash("captain"))).context).toBe("[way:bridge]\nSteer.");
    },
    files,
  );

  scenario(
    "is shown once to each agent",
    async (box) => {
      const ride = (agent_id?: string) => box.hook(bash("tandem", agent_id ? { agent_id, agent_type: "Explore" } : {}));
      const shown = [await ride(), await ride("a1"), await ride("a1"), await ride("a2"), await ride()];
      expect(shown.map((run) => run.context !== null)).toEqual([true, true, false, true, false]);
    },
    files,
  );

  scenario(
    "is left out for a type that has a definition of its own",
    async (box) => {
      box.write("work/.claude/agents/diver.md", "---\nname: diver\n---\nYou dive.\n");
      await box.hook(dispatch("submarine", "diver"));
      await box.hook(dispatch("submarine", "plugin:diver"));
      expect((await box.hook(start("diver", "a1"))).stdout).toBe("");
      expect((await box.hook(start("plugin:diver", "a2"))).stdout).toBe("");
    },
    files,
  );
});

lonelyScenario(
  "dispatches and starts that cross: each start gets all that waits for its type, and no way is lost",
  async (box) => {
    const tasks = ["submarine", "balloon", "submarine", "balloon"];
    await Promise.all(tasks.map((about) => box.hook(dispatch(about, "Explore"))));
    const starts = await Promise.all(tasks.map((_, i) => box.hook(start("Explore", `a${i}`))));
    for (const { status, stderr, context } of starts) {
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(context?.split("\n\n").sort()).toEqual([CREW, DECK]);
    }
    expect((await box.hook(start("Explore", "late"))).stdout).toBe("");
    expect(box.failures().filter((step) => step !== "deadline")).toEqual([]); // triggers are never late
  },
  files,
);

scenario("the shipped ways about an agent's own work reach a sub-agent by what it was dispatched for", async (box) => {
  const text = "Write unit tests for the InvoiceService class, covering rounding and empty invoices";
  expect(
    (await box.hook(toolUse("Agent", { description: "tests", prompt: text, subagent_type: "Explore" }))).stdout,
  ).toBe("");
  expect((await box.hook(start("Explore", "a1"))).context).toStartWith("[way:softwaredev/code/testing");
});
