import { describe, expect, test } from "bun:test";
import { readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readVisited, rememberVisit, visitedFolder } from "../../src/store/visited-projects.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = () => temporaryFolder({ ".claude/ways/a/a.md": "" });

describe("a visit", () => {
  test("is remembered once, by the real path, whatever link was taken", () => {
    const [folder, one, two] = [temporaryFolder(), project(), project()];
    symlinkSync(one, join(folder, "link"));
    for (const path of [one, two, join(folder, "link"), one]) rememberVisit(folder, path);
    expect(readVisited(folder).toSorted()).toEqual([one, two].toSorted());
  });

  test("that is remembered already leaves the folder alone: its time says that there was a new one", () => {
    const [folder, one] = [temporaryFolder(), project()];
    rememberVisit(folder, one);
    const { mtimeMs } = statSync(visitedFolder(folder));
    rememberVisit(folder, one);
    expect(statSync(visitedFolder(folder)).mtimeMs).toBe(mtimeMs);
  });

  test("to a project without ways, or to none, is not remembered", () => {
    const folder = temporaryFolder();
    for (const path of [temporaryFolder(), "/nonexistent", ""]) rememberVisit(folder, path);
    expect(readVisited(folder)).toEqual([]);
  });

  test("whose file is cut or foreign does not count, and is made anew", () => {
    const [folder, one] = [temporaryFolder(), project()];
    rememberVisit(folder, one);
    const [name = ""] = readdirSync(visitedFolder(folder));
    writeFileSync(join(visitedFolder(folder), name), one.slice(0, 5));
    writeFileSync(join(visitedFolder(folder), "notes"), "/etc");
    expect(readVisited(folder)).toEqual([]);
    rememberVisit(folder, one);
    expect(readVisited(folder)).toEqual([one]);
  });

  test("is lost where nothing can be written", () => {
    const folder = join(temporaryFolder({ file: "" }), "file");
    rememberVisit(folder, project());
    expect(readVisited(folder)).toEqual([]);
  });
});
