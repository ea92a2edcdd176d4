// Think strategies (ADR-105, neutral consequences): one stage at a time, advanced explicitly.
import { describe, expect, test } from "bun:test";
import { renderStage, stageNames } from "../../src/engine/stages.ts";
import { wayId } from "../../src/ways/way.ts";
import { openWorld } from "../support/world.ts";

const BODY = `# Thinking

Before the stages.

\`\`\`md
## Stage: not this one
\`\`\`

## Stage: Framings
- one
- two

## Stage: Choice
- pick

## See Also
- a/b — more
`;
const id = wayId("meta/think");
const at = (reached: number, agent: string | null = null) => renderStage(id, BODY, reached, agent);

describe("a stage", () => {
  test("is shown with the introduction and the way to the next one", () => {
    expect(at(0)).toBe(
      "# Thinking\n\nBefore the stages.\n\n```md\n## Stage: not this one\n```\n\n## Stage: Framings\n\n- one\n- two\n\n" +
        "Stage 1 of 2; when it is done, `ways think next meta/think` shows the next one, Choice.",
    );
  });

  test("the last one says so, and stays the last however often it was advanced", () => {
    expect(at(1)).toEndWith("- pick\n\nThis is the last of 2 stages; `ways think reset meta/think` begins anew.");
    expect(at(7)).toBe(at(1));
  });

  test("tells a sub-agent how to name itself: its shell knows the session only", () => {
    expect(at(0, "a91")).toContain("`ways think next meta/think --agent a91`");
  });

  test("a way without stages is shown whole", () => {
    expect(renderStage(id, "# Just text", 0)).toBe("# Just text");
  });

  test("stages have names; headings in fenced code are prose", () => {
    expect(stageNames(BODY)).toEqual(["Framings", "Choice"]);
  });
});

describe("a strategy in a session", () => {
  const ways = { "meta/think": { pattern: "think", body: BODY, stages: true } };

  test("shows its first stage when it matches, and no other while it is not advanced", async () => {
    const world = openWorld({ ways });
    expect((await world.hear({ prompt: "think" })).context).toContain("## Stage: Framings");
    expect((await world.hear({ prompt: "think" })).context).toBe("");
  });

  test("the stage reached survives compaction", async () => {
    const world = openWorld({ ways });
    await world.hear({ prompt: "think" });
    world.levers.stages.set("meta/think", 1);
    await world.hear({ start: "compact" });
    const { context } = await world.hear({ prompt: "think" });
    expect(context).toContain("## Stage: Choice");
    expect(context.replace(/```[\s\S]*?```/, "")).not.toContain("Framings");
  });
});
