import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openSessionPorts } from "../../src/wiring/session-ports.ts";
import { openWorld } from "../../src/wiring/world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

const portsIn = (home: string) => openSessionPorts(openWorld({ HOME: home }));

describe("`when: {project}` means a project", () => {
  test("however its path is written: with `~`, with a slash at the end, through a link", () => {
    const home = temporaryFolder();
    const project = join(home, "code", "shop");
    mkdirSync(project, { recursive: true });
    symlinkSync(project, join(home, "link"));
    const { isProject } = portsIn(home);
    for (const written of [project, `${project}/`, "~/code/shop", "~/code/shop/", join(home, "link"), "~/link"])
      expect([written, isProject(written, project)]).toEqual([written, true]);
    expect(isProject(project, join(home, "link"))).toBe(true);
  });

  test("and no other: neither its parent, nor its child, nor a name that begins alike", () => {
    const home = temporaryFolder();
    const { isProject } = portsIn(home);
    for (const written of ["/srv", "/srv/shop/api", "/srv/shop-2", "/srv/SHOP", "shop", "", "~", "~shop"])
      expect([written, isProject(written, "/srv/shop")]).toEqual([written, false]);
    expect(isProject("/srv/gone", "/srv/gone")).toBe(true);
  });
});

describe("the context position", () => {
  const line = (tokens: number, isSidechain: boolean) =>
    `${JSON.stringify({ type: "assistant", isSidechain, message: { usage: { input_tokens: tokens } } })}\n`;

  test("is that of the agent whose event it is", () => {
    const folder = temporaryFolder({
      "s.jsonl": line(90_000, false),
      "s/subagents/agent-a91.jsonl": line(7_000, true),
    });
    const { contextTokens } = portsIn(folder);
    const at = (agent?: string) => ({
      ...placeOf(agent === undefined ? {} : { agent }),
      transcript: join(folder, "s.jsonl"),
    });
    expect([contextTokens(at()), contextTokens(at("a91")), contextTokens(at("a92"))]).toEqual([90_000, 7_000, null]);
  });
});
