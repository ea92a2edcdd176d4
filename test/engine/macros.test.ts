// Macros run at display time, for what is really shown; none of them can block or break the ways of the event.
import { describe, expect, test } from "bun:test";
import { MESSAGE_UNITS } from "../../src/engine/render.ts";
import { openWorld, type WorldSketch } from "../support/world.ts";

const WAYS: WorldSketch["ways"] = {
  "a/before": { pattern: "go", body: "Body A.", macro: "prepend" },
  "b/after": { pattern: "go", body: "Body B.", macro: "append" },
  "c/plain": { pattern: "go", body: "Body C." },
};
const output = (text: string) => ({ kind: "output", text }) as const;

describe("the output of a macro", () => {
  test("stands before or after its way's text, below the marker", async () => {
    const world = openWorld({ ways: WAYS });
    world.levers.macros.set("a/before", output("out A\n")).set("b/after", output("\nout B"));
    expect((await world.hear({ prompt: "go" })).context).toBe(
      "[way:a/before]\nout A\n\nBody A.\n\n[way:b/after]\nBody B.\n\nout B\n\n[way:c/plain]\nBody C.",
    );
  });

  test("is asked for ways that are shown, and only for those with a macro", async () => {
    const world = openWorld({ ways: WAYS });
    const asked: string[] = [];
    const macro: typeof world.ports.macro = async (_, node) => {
      asked.push(node.id);
      return { kind: "nothing" };
    };
    Object.assign(world.ports, { macro });
    world.levers.taken.add("b/after");
    await world.hear({ prompt: "go" });
    await world.hear({ prompt: "go" });
    expect(asked).toEqual(["a/before"]);
  });

  test("that is not there, late or failed leaves the way as it is", async () => {
    const world = openWorld({ ways: WAYS });
    world.levers.macros.set("a/before", { kind: "nothing" }).set("b/after", output(" \n"));
    expect((await world.hear({ prompt: "go" })).context).toBe(
      "[way:a/before]\nBody A.\n\n[way:b/after]\nBody B.\n\n[way:c/plain]\nBody C.",
    );
  });

  test("never pushes out a way: what does not fit is cut at a line, and said", async () => {
    const body = "b".repeat(4_000);
    const ways = { "a/a": { pattern: "go", body, macro: "append" as const }, "b/b": { pattern: "go", body } };
    const world = openWorld({ ways });
    world.levers.macros.set("a/a", output("a line of output\n".repeat(200)));
    const { context, decision } = await world.hear({ prompt: "go" });
    expect(decision?.shown.length).toBe(2);
    expect(context.length).toBeLessThanOrEqual(MESSAGE_UNITS);
    expect(context).toContain("a line of output\n(output cut)\n\n[way:b/b]");
    expect(context).toContain(body);
  });

  test("beside a message that is full already is left out", async () => {
    const ways = { "a/a": { pattern: "go", body: "a".repeat(9_400), macro: "append" as const } };
    const world = openWorld({ ways });
    world.levers.macros.set("a/a", output("x".repeat(500)));
    const { context } = await world.hear({ prompt: "go" });
    expect(context).toBe(`[way:a/a]\n${"a".repeat(9_400)}`);
  });
});

test("a macro that nobody has approved is told to the person, once it was wanted", async () => {
  const world = openWorld({ ways: WAYS });
  world.levers.macros.set("a/before", { kind: "unapproved" });
  const reply = await world.hear({ prompt: "go" });
  expect(reply.context).toStartWith("[way:a/before]\nBody A.");
  expect(reply.notice).toBe("a/before");
  expect((await world.hear({ prompt: "go" })).notice).toBe("");
});

test("a project's text is shown with its origin; the user's and the shipped ones' are not remarked on", async () => {
  const ways = {
    "a/a": { pattern: "go", body: "A.", origin: "project" as const },
    "b/b": { pattern: "go", body: "B.", origin: "user" as const },
  };
  expect((await openWorld({ ways }).hear({ prompt: "go" })).context).toBe(
    "[way:a/a]\n(from this project's `.claude/ways`)\n\nA.\n\n[way:b/b]\nB.",
  );
});
