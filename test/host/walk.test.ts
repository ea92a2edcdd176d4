import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type WalkOptions, walk } from "../../src/host/walk.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const plain: WalkOptions = {
  skip: (name) => name === ".git",
  wants: (name) => name.endsWith(".md"),
  maxDepth: 8,
  within: null,
};
const paths = (root: string, options: Partial<WalkOptions> = {}) =>
  walk(root, { ...plain, ...options }).files.map((f) => f.relative);
const problems = (root: string, options: Partial<WalkOptions> = {}) =>
  walk(root, { ...plain, ...options }).problems.map((p) => `${p.what} ${p.path.slice(root.length + 1)}`);

describe("a plain tree", () => {
  test("gives what is wanted with `/` in paths, in the order of paths", () => {
    const root = temporaryFolder({ "b/b.md": "", "a/z/z.md": "", "a/a.md": "", "a/x.txt": "", ".git/g.md": "" });
    expect(paths(root)).toEqual(["a/a.md", "a/z/z.md", "b/b.md"]);
    expect(problems(root)).toEqual([]);
  });

  test("gives path and stamp of each file", () => {
    const root = temporaryFolder({ "a/a.md": "four" });
    const [file] = walk(root, plain).files;
    expect(file?.path).toBe(join(root, "a", "a.md"));
    expect(file?.stamp.size).toBe(4);
    expect(file?.stamp.mtimeMs).toBeGreaterThan(0);
  });

  test("is empty when there is no folder, and says so when it is a file or a link to nowhere", () => {
    const root = temporaryFolder({ file: "" });
    symlinkSync("nowhere", join(root, "link"));
    expect(walk(join(root, "missing"), plain)).toEqual({ files: [], folders: [], problems: [] });
    expect(walk(join(root, "file"), plain).problems.map((p) => p.what)).toEqual(["unreadable"]);
    expect(problems(join(root, "link"))).toEqual(["dangling "]);
    expect(problems(join(root, "file", "below"))).toEqual([]);
  });

  test("stops at the depth cap and says where", () => {
    const root = temporaryFolder({ "1/2/2.md": "", "1/2/3/3.md": "" });
    expect(paths(root, { maxDepth: 2 })).toEqual(["1/2/2.md"]);
    expect(problems(root, { maxDepth: 2 })).toEqual(["too-deep 1/2/3"]);
  });

  test("a folder that is named like a file is a folder", () => {
    const root = temporaryFolder({ "a.md/b.md": "" });
    expect(paths(root)).toEqual(["a.md/b.md"]);
  });
});

describe("field case C3: links", () => {
  test("to an ancestor is a loop", () => {
    const root = temporaryFolder({ "demo/demo.md": "" });
    symlinkSync("../demo", join(root, "demo", "loop"));
    symlinkSync("..", join(root, "demo", "up"));
    expect(paths(root)).toEqual(["demo/demo.md"]);
    expect(problems(root)).toEqual(["loop demo/loop", "loop demo/up"]);
  });

  test("to itself leads nowhere, like one to nothing", () => {
    const root = temporaryFolder({ "a/a.md": "" });
    symlinkSync("self", join(root, "self"));
    symlinkSync("nothing", join(root, "gone.md"));
    expect(paths(root)).toEqual(["a/a.md"]);
    expect(problems(root)).toEqual(["dangling gone.md", "dangling self"]);
  });

  test("between two folders: each keeps its own place", () => {
    const root = temporaryFolder({ "a/a.md": "", "b/b.md": "" });
    symlinkSync("../b", join(root, "a", "to-b"));
    symlinkSync("../a", join(root, "b", "to-a"));
    expect(paths(root)).toEqual(["a/a.md", "b/b.md"]);
    expect(problems(root)).toEqual(["again a/to-b", "again b/to-a"]);
  });

  test("many to one folder outside: it is read once", () => {
    const outside = temporaryFolder({ "x/x.md": "" });
    const root = temporaryFolder();
    for (let i = 0; i < 20; i++) symlinkSync(outside, join(root, `link${String(i).padStart(2, "0")}`));
    expect(paths(root)).toEqual(["link00/x/x.md"]);
    expect(problems(root).length).toBe(19);
  });

  test("the root itself may be one (stow)", () => {
    const real = temporaryFolder({ "a/a.md": "" });
    const root = join(temporaryFolder(), "ways");
    symlinkSync(real, root);
    expect(paths(root)).toEqual(["a/a.md"]);
  });

  test("to a file is a file of its own name", () => {
    const root = temporaryFolder({ "a/a.md": "text" });
    mkdirSync(join(root, "b"));
    symlinkSync("../a/a.md", join(root, "b", "b.md"));
    expect(paths(root)).toEqual(["a/a.md", "b/b.md"]);
  });
});

describe("links out of a project that is not trusted", () => {
  test("are refused, to folders and to files; those inside are followed", () => {
    const outside = temporaryFolder({ "secret/secret.md": "", "file.md": "" });
    const project = temporaryFolder({ ".claude/ways/a/a.md": "", "docs/x/x.md": "" });
    const root = join(project, ".claude", "ways");
    symlinkSync(outside, join(root, "out"));
    symlinkSync(join(outside, "file.md"), join(root, "file.md"));
    symlinkSync("../../docs", join(root, "in"));
    expect(paths(root, { within: project })).toEqual(["a/a.md", "in/x/x.md"]);
    expect(problems(root, { within: project })).toEqual(["outside file.md", "outside out"]);
    expect(paths(root)).toContain("out/secret/secret.md");
  });

  test("are refused when the root itself is one, or a folder above it", () => {
    const outside = temporaryFolder({ "ways/a/a.md": "" });
    const project = temporaryFolder();
    symlinkSync(outside, join(project, ".claude"));
    const result = walk(join(project, ".claude", "ways"), { ...plain, within: project });
    expect(result.files).toEqual([]);
    expect(result.problems.map((p) => p.what)).toEqual(["outside"]);
  });

  test("a sibling whose name begins like the project's is outside", () => {
    const parent = temporaryFolder({ "shop/a/a.md": "", "shop-2/b/b.md": "" });
    symlinkSync("../shop-2", join(parent, "shop", "link"));
    expect(paths(join(parent, "shop"), { within: join(parent, "shop") })).toEqual(["a/a.md"]);
  });

  test("a fence that does not exist lets nothing through", () => {
    const root = temporaryFolder({ "a/a.md": "" });
    expect(paths(root, { within: join(root, "missing") })).toEqual([]);
  });
});

test("whatever links there are: it ends, every real folder once, real places first, and twice the same", () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  const path = fc.array(name, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(path, { maxLength: 6 }),
      fc.array(fc.tuple(path, path), { maxLength: 6 }),
      (folders, links) => {
        const parent = temporaryFolder();
        const root = join(parent, "root");
        mkdirSync(root);
        for (const folder of folders) {
          mkdirSync(join(root, ...folder), { recursive: true });
          writeFileSync(join(root, ...folder, "x.md"), "");
        }
        for (const [i, [from, to]] of links.entries()) {
          mkdirSync(join(root, ...from), { recursive: true });
          symlinkSync(join(root, ...to), join(root, ...from, `link${i}`));
        }
        const result = walk(root, plain);
        expect(walk(root, plain)).toEqual(result);
        const real = [...new Set(folders.map((folder) => [...folder, "x.md"].join("/")))].sort();
        expect(result.files.map((f) => f.relative)).toEqual(real);
      },
    ),
    { numRuns: 50 },
  );
});

test("a tree that is moved keeps its relative paths", () => {
  const parent = temporaryFolder({ "one/a/b/c.md": "" });
  const before = paths(join(parent, "one"));
  renameSync(join(parent, "one"), join(parent, "two"));
  expect(paths(join(parent, "two"))).toEqual(before);
});
