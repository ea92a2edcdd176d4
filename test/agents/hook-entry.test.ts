import { describe, expect, test } from "bun:test";
import template from "../../hooks/claude.json" with { type: "json" };
import { buildGroups, hookCommand, isOwnHandler } from "../../src/agents/hook-entry.ts";
import { WaysError } from "../../src/errors.ts";

describe("an entry is ours", () => {
  test.each([
    ["/home/ada/.local/bin/ways", ["hook"]],
    ["C:/Users/First Last/ways.exe", ["hook", "--agent", "claude"]],
    ["ways", ["hook"]],
    ["/old/place/ways hook", undefined],
    ["ways hook", undefined],
    ["$HOME/.local/bin/ways hook", undefined],
    ["~/bin/ways hook --agent claude", undefined],
    ['"C:/Users/First Last/ways.exe" hook', undefined],
    ["& 'C:\\Users\\First Last\\WAYS.EXE' hook", undefined],
    ["C:\\Users\\First Last\\ways.exe hook", undefined],
    ["/home/ada/my files/ways hook", undefined],
  ])("%s %p", (command, args) => {
    expect(isOwnHandler({ type: "command", command, ...(args ? { args } : {}) })).toBe(true);
  });
});

describe("an entry is not ours", () => {
  test.each([
    "ways list",
    "ways hooks",
    "ways",
    "always hook",
    "/opt/ways-guard hook",
    "echo ways hook",
    "nice ways hook",
    "timeout 5 /usr/bin/ways hook",
    "/usr/bin/env ways hook",
    "/usr/bin/time -p /x/ways hook",
    "sh -c '/x/ways hook'",
    "ways hook | tee log",
    "ways hook; rm log",
    "/x/ways/other hook",
    "",
  ])("%p", (command) => {
    expect(isOwnHandler({ type: "command", command })).toBe(false);
  });

  test.each([
    [null],
    ["ways hook"],
    [[]],
    [{ command: 7 }],
    [{ command: "ways", args: [] }],
    [{ command: "ways", args: "hook" }],
    [{ command: "bash", args: ["-c", "ways hook"] }],
  ])("%j", (value) => {
    expect(isOwnHandler(value)).toBe(false);
  });
});

describe("what is registered", () => {
  test.each([
    ["C:\\Users\\First Last\\bin\\ways.exe", "C:/Users/First Last/bin/ways.exe"],
    ["\\\\server\\share\\ways.exe", "//server/share/ways.exe"],
    ["/home/ada/my \\ files/ways", "/home/ada/my \\ files/ways"],
    ["ways", "ways"],
  ])("%p is registered as %p", (binary, command) => {
    expect(hookCommand(binary)).toBe(command);
  });

  test("an executable that we would not know again, or that depends on the folder", () => {
    for (const path of ["/usr/bin/bun", "dist/ways", "./ways", "/opt/ways-1.2", "~/bin/ways", ""])
      expect(() => hookCommand(path)).toThrow(WaysError);
  });

  test("is known again as ours, in every group of the template", () => {
    for (const groups of buildGroups(template, hookCommand("C:\\Program Files\\ways.exe")).values())
      for (const { hooks } of groups) expect(hooks.every(isOwnHandler)).toBe(true);
  });
});
