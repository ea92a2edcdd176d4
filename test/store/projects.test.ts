import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { encodeProjectKey, findProject, keyOfRealPath } from "../../src/store/projects.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The readable part, without the digits of the hash. */
const flat = (key: string) => key.replace(/-[0-9a-f]{8}$/, "");
const unix = (path: string) => keyOfRealPath(path, "linux");
const windows = (path: string) => keyOfRealPath(path, "win32");

describe("the key of a project", () => {
  test("is the flat path and eight digits of its hash (ADR-109)", () => {
    expect(unix("/srv/my-app")).toMatch(/^-srv-my-app-[0-9a-f]{8}$/);
    expect(unix("/")).toMatch(/^--[0-9a-f]{8}$/);
  });

  test("field case C5: no two projects share one", () => {
    const paths = [
      ...[
        "/srv/my-app",
        "/srv/my/app",
        "/srv/my_app.v2",
        "/srv/my-app-v2",
        "/srv-my/app",
        "/srv/my:app",
        "/srv/my\\app",
      ],
      ...["/srv/My-App", "/srv/my app", "/srv/app", "/srv/größe".normalize("NFC"), "/srv/größe".normalize("NFD")],
      `/srv/${"long".repeat(75)}`,
    ];
    expect(new Set(paths.map(unix)).size).toBe(paths.length);
  });

  test("is different for different paths and never holds a separator", () => {
    const path = fc
      .array(fc.stringMatching(/^[a-b:\\-]{1,3}$/), { minLength: 1, maxLength: 4 })
      .map((p) => `/${p.join("/")}`);
    fc.assert(
      fc.property(path, path, (a, b) => {
        expect(unix(a) === unix(b)).toBe(a === b);
        expect(unix(a)).not.toMatch(/[/\\:]/);
      }),
    );
  });

  test("does not depend on a slash at the end", () => {
    expect(unix("/srv/app/")).toBe(unix("/srv/app"));
    expect(windows("C:\\app\\")).toBe(windows("C:\\app"));
  });

  test("is one for both normal forms on the Mac only, where they are one folder", () => {
    const [nfc, nfd] = ["/srv/größe".normalize("NFC"), "/srv/größe".normalize("NFD")];
    expect(keyOfRealPath(nfd, "darwin")).toBe(keyOfRealPath(nfc, "darwin"));
    expect(unix(nfd)).not.toBe(unix(nfc));
  });
});

describe("the key of a Windows project", () => {
  test.each([
    ["C:\\Users\\First Last\\My-App", "c--users-first last-my-app"],
    ["c:\\users\\first last\\my-app", "c--users-first last-my-app"],
    ["C:/Users/First Last/My-App", "c--users-first last-my-app"],
    ["C:\\Users/First Last\\My-App\\", "c--users-first last-my-app"],
    ["\\\\?\\C:\\Users\\First Last\\My-App", "c--users-first last-my-app"],
    ["//?/C:/Users/First Last/My-App", "c--users-first last-my-app"],
    ["\\\\Server\\Share\\App", "--server-share-app"],
    ["\\\\?\\UNC\\Server\\Share\\App", "--server-share-app"],
    ["\\\\?\\unc\\server\\share\\app", "--server-share-app"],
    ["//server/share/app", "--server-share-app"],
    ["D:\\", "d-"],
  ])("%s", (path, expected) => {
    expect(flat(windows(path))).toBe(expected);
    expect(windows(path)).toMatch(/-[0-9a-f]{8}$/);
  });

  test("is one for all spellings of one folder, and another for another folder", () => {
    const spellings = ["C:\\My\\App", "c:/my/app/", "\\\\?\\C:\\MY\\APP", "//?/c:/My/App"];
    expect(new Set(spellings.map(windows)).size).toBe(1);
    const others = ["C:\\My-App", "C:\\My\\App2", "D:\\My\\App", "\\\\C\\My\\App", "C:\\My:App"];
    expect(new Set([...spellings, ...others].map(windows)).size).toBe(1 + others.length);
  });
});

describe("the key of a path on this disk", () => {
  test("is that of the real folder, whatever link leads to it", () => {
    const root = temporaryFolder({ "real/file": "" });
    symlinkSync(join(root, "real"), join(root, "link"));
    expect(encodeProjectKey(join(root, "link"))).toBe(encodeProjectKey(join(root, "real")));
    expect(encodeProjectKey(join(root, "real"))).toBe(keyOfRealPath(join(root, "real"), process.platform));
  });

  test("of a folder that has gone is that of its path", () => {
    expect(encodeProjectKey("/not/there", "linux")).toBe(unix("/not/there"));
  });
});

describe("the project of an event", () => {
  const files = {
    "shop/.git/HEAD": "",
    "shop/packages/ui/.claude/ways/a/a.md": "",
    "shop/src/deep/x.ts": "",
    "plain/x": "",
  };

  test("is the named one, whatever is there", () => {
    expect(findProject("/named", "/elsewhere")).toBe("/named");
  });

  test("is the folder itself where its path is absurdly long: nobody goes up a hundred thousand levels", () => {
    const cwd = "/deep".repeat(200_000);
    const start = performance.now();
    expect(findProject(null, cwd)).toBe(cwd);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test("else the nearest folder upwards with ways or a repository", () => {
    const root = temporaryFolder(files);
    expect(findProject(null, join(root, "shop", "src", "deep"))).toBe(join(root, "shop"));
    expect(findProject(null, join(root, "shop", "packages", "ui"))).toBe(join(root, "shop", "packages", "ui"));
    expect(findProject(null, join(root, "shop", "not", "there"))).toBe(join(root, "shop"));
  });

  test("a worktree's `.git` is a file", () => {
    const root = temporaryFolder({ "tree/.git": "gitdir: /x", "tree/src/x": "" });
    expect(findProject(null, join(root, "tree", "src"))).toBe(join(root, "tree"));
  });

  test("else the folder itself", () => {
    const root = temporaryFolder(files);
    mkdirSync(join(root, "plain", "deep"));
    expect(findProject(null, join(root, "plain", "deep"))).toBe(join(root, "plain", "deep"));
    expect(findProject(null, "")).toBe("");
    expect(findProject(null, "/")).toBe("/");
  });
});
