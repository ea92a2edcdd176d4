import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { flattenPath } from "../../src/store/decode-path.ts";
import { findKnownProjects } from "../../src/store/known-projects.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const nowhere = () => false;
const all = () => true;
const line = (fields: object) => `${JSON.stringify(fields)}\n`;

/** Files below `projects/` → paths by folder. */
function known(files: Readonly<Record<string, string | Uint8Array>>, isRemote: (path: string) => boolean = all) {
  const claude = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`projects/${path}`, text])),
  );
  const found = findKnownProjects(claude, isRemote);
  return Object.fromEntries(found.map(({ folder, paths }) => [folder.slice(claude.length + 10), paths]));
}

describe("a known project", () => {
  test("is told by the index of its sessions first", () => {
    const index = {
      version: 1,
      originalPath: "/srv/my-app",
      entries: [{ sessionId: "x", projectPath: "/srv/my-app" }],
    };
    expect(
      known({ "-srv-my-app/sessions-index.json": line(index), "-srv-my-app/a.jsonl": line({ cwd: "/other" }) }),
    ).toEqual({ "-srv-my-app": ["/srv/my-app"] });
  });

  test("else by the first line of a transcript that says where it was", () => {
    const transcript = line({ type: "summary" }) + line({ type: "user", cwd: "/srv/app" });
    for (const index of ["", "{", "[]", "null", '{"entries":7}', '{"entries":[{"projectPath":1}]}'])
      expect(known({ "-srv-app/sessions-index.json": index, "-srv-app/a.jsonl": transcript })).toEqual({
        "-srv-app": ["/srv/app"],
      });
  });

  test("is the folder the session began in, not one it went to", () => {
    const transcript = line({ cwd: "/srv/app/packages/ui" }) + line({ cwd: "/srv/app" });
    expect(known({ "-srv-app/a.jsonl": transcript })).toEqual({ "-srv-app": ["/srv/app"] });
    expect(known({ "-srv-moved/a.jsonl": transcript })).toEqual({ "-srv-moved": ["/srv/app/packages/ui"] });
  });

  test("is two where two paths have one name", () => {
    const files = {
      "-srv-my-app/a.jsonl": line({ cwd: "/srv/my-app" }),
      "-srv-my-app/b.jsonl": line({ cwd: "/srv/my/app" }),
    };
    expect(known(files)).toEqual({ "-srv-my-app": ["/srv/my-app", "/srv/my/app"] });
  });

  test("is never what a conversation says about itself, and never a relative path", () => {
    const said = line({ message: { content: '{"cwd":"/evil"}', cwd: "/evil" }, toolUseResult: { cwd: "/evil" } });
    expect(known({ "-x/a.jsonl": said + line({ cwd: "relative" }) + line({ cwd: 7 }) })).toEqual({ "-x": [] });
  });

  test("is found behind junk, a cut line and a long first line", () => {
    const files = {
      "-srv-app/a.jsonl": `\0\xff{"cwd":\n${"x".repeat(30_000)}\n${line({ cwd: "/srv/app" })}{"cwd":"/sr`,
    };
    expect(known(files)).toEqual({ "-srv-app": ["/srv/app"] });
  });

  test("is guessed when nothing tells, but not where another machine would have to be asked", () => {
    const root = temporaryFolder({ "my-app/x": "" });
    const name = flattenPath(join(root, "my-app"));
    const files = { [`${name}/memory/x.md`]: "" };
    expect(known(files, nowhere)).toEqual({ [name]: [join(root, "my-app")] });
    expect(known(files, (path) => path.startsWith(root))).toEqual({ [name]: [] });
  });
});

test("what is no folder in `projects` is no project, and without it there are none", () => {
  expect(known({ "notes.txt": "x" })).toEqual({});
  const claude = temporaryFolder();
  expect(findKnownProjects(claude, nowhere)).toEqual([]);
  mkdirSync(join(claude, "projects"));
  symlinkSync("nowhere", join(claude, "projects", "-x"));
  expect(findKnownProjects(claude, nowhere)).toEqual([]);
});
