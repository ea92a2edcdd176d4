import { describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { definitionFolders, hasDefinitionFile } from "../../src/store/agent-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const files = {
  "agents/reviewer.md": "---\nname: reviewer\ndescription: reviews\n---\nYou review.\n",
  "agents/file-name.md": '---\r\nname: "other-name"\r\n---\r\nText\r\n',
  "agents/plain.md": "Just text.\n\nname: not-frontmatter\n",
  "agents/team/deep.md": "---\ndescription: x\nname: deep-one\n---\n",
  "agents/readme.txt": "---\nname: no-markdown\n---\n",
  "agents/node_modules/x/x.md": "---\nname: not-ours\n---\n",
};
const has = (type: string, ...folders: readonly string[]) => hasDefinitionFile(type, folders);

describe("a type of sub-agent", () => {
  test("has a definition if a file below `agents` carries its name, or is called so and names none", () => {
    const folder = join(temporaryFolder(files), "agents");
    const types = ["reviewer", "other-name", "plain", "deep-one"];
    expect(types.map((type) => has(type, folder))).toEqual([true, true, true, true]);
    const others = [
      "file-name",
      "deep",
      "readme",
      "no-markdown",
      "not-frontmatter",
      "not-ours",
      "Reviewer",
      "general-purpose",
      "",
    ];
    expect(others.filter((type) => has(type, folder))).toEqual([]);
  });

  test("of a plugin has one: only plugins name their agents so", () => {
    expect(has("acme:reviewer")).toBe(true);
  });

  test("is looked for in every folder; links to a shared folder count, folders that are not there do no harm", () => {
    const root = temporaryFolder(files);
    symlinkSync(join(root, "agents"), join(root, "linked"));
    expect(has("reviewer", join(root, "missing"), join(root, "linked"))).toBe(true);
    expect(has("reviewer", join(root, "missing"))).toBe(false);
  });
});

test("definitions lie in the project, in the folder of the event and with the user, each named once", () => {
  expect(definitionFolders("/srv/shop", "/srv/shop/api", "/home/ada/.claude")).toEqual([
    "/srv/shop/.claude/agents",
    "/srv/shop/api/.claude/agents",
    "/home/ada/.claude/agents",
  ]);
  expect(definitionFolders("/srv/shop", "/srv/shop", null)).toEqual(["/srv/shop/.claude/agents"]);
});
