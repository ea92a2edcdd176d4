import { describe, expect, test } from "bun:test";
import { homeFolder, placesOf } from "../../src/host/paths.ts";

const nobody = () => null;
const ada = () => "/home/ada";

describe("field case E5: the home folder", () => {
  test.each([
    ["HOME", { HOME: "/home/me" }, "/home/me"],
    ["no HOME", {}, "/home/ada"],
    ["an empty HOME", { HOME: "" }, "/home/ada"],
    ["HOME=/", { HOME: "/" }, "/home/ada"],
    ["HOME=// and the like", { HOME: "//." }, "/home/ada"],
    ["a relative HOME", { HOME: "home/me" }, "/home/ada"],
    ["a tilde", { HOME: "~" }, "/home/ada"],
    ["a HOME that is not there", { HOME: "/nonexistent" }, "/nonexistent"],
  ])("%s", (_, env, home) => {
    expect(homeFolder(env, "linux", ada)).toBe(home);
  });

  test.each([{}, { HOME: "/" }, { HOME: "me" }])(
    "without a user record %p is no home, and there are no places",
    (env) => {
      expect(homeFolder(env, "linux", nobody)).toBeNull();
      expect(homeFolder(env, "linux", () => "/")).toBeNull();
      expect(placesOf(env, "linux", nobody)).toBeNull();
    },
  );

  test("the record is not asked while HOME is usable", () => {
    const asked = () => {
      throw new Error("asked");
    };
    expect(homeFolder({ HOME: "/home/me" }, "linux", asked)).toBe("/home/me");
  });

  test("a process without HOME, or with HOME=/, still finds the record of its user", () => {
    const script = 'import { homeFolder } from "./src/host/paths.ts"; console.log(homeFolder(process.env))';
    const run = (env: Record<string, string>) =>
      Bun.spawnSync([process.execPath, "-e", script], { cwd: `${import.meta.dir}/../..`, env })
        .stdout.toString()
        .trim();
    const recorded = run({});
    expect(recorded.startsWith("/") && recorded !== "/").toBe(true);
    expect(run({ HOME: "/" })).toBe(recorded);
    expect(run({ HOME: "relative" })).toBe(recorded);
  });
});

describe("places", () => {
  test("by default", () => {
    expect(placesOf({ HOME: "/home/me" }, "linux", nobody)).toEqual({
      config: "/home/me/.config/claude-ways",
      data: "/home/me/.local/share/claude-ways",
      state: "/home/me/.local/state/claude-ways",
      cache: "/home/me/.cache/claude-ways",
      claude: "/home/me/.claude",
      userWays: "/home/me/.claude/hooks/ways",
    });
  });

  test("where variables say", () => {
    const env = {
      HOME: "/home/me",
      XDG_CONFIG_HOME: "/x/config",
      XDG_DATA_HOME: "/x/data",
      XDG_STATE_HOME: "/x/state",
      XDG_CACHE_HOME: "/x/cache",
      CLAUDE_CONFIG_DIR: "/x/claude",
    };
    expect(placesOf(env, "linux", nobody)).toEqual({
      config: "/x/config/claude-ways",
      data: "/x/data/claude-ways",
      state: "/x/state/claude-ways",
      cache: "/x/cache/claude-ways",
      claude: "/x/claude",
      userWays: "/x/claude/hooks/ways",
    });
  });

  test("relative, empty and tilde values count as unset: nothing is ever kept in a folder named `~`", () => {
    const env = {
      HOME: "/home/me",
      XDG_CONFIG_HOME: "config",
      XDG_DATA_HOME: "",
      XDG_CACHE_HOME: "~/.cache",
      CLAUDE_CONFIG_DIR: "~/.claude-work",
    };
    expect(placesOf(env, "linux", nobody)).toEqual(placesOf({ HOME: "/home/me" }, "linux", nobody));
  });

  test("on Windows in the known folders, unless XDG variables are set", () => {
    const env = {
      USERPROFILE: "C:\\Users\\First Last",
      APPDATA: "C:\\Users\\First Last\\AppData\\Roaming",
      XDG_CACHE_HOME: "D:\\cache",
    };
    expect(placesOf(env, "win32", nobody)).toEqual({
      config: "C:\\Users\\First Last\\AppData\\Roaming\\claude-ways\\config",
      data: "C:\\Users\\First Last\\AppData\\Local\\claude-ways\\data",
      state: "C:\\Users\\First Last\\AppData\\Local\\claude-ways\\state",
      cache: "D:\\cache\\claude-ways",
      claude: "C:\\Users\\First Last\\.claude",
      userWays: "C:\\Users\\First Last\\.claude\\hooks\\ways",
    });
    expect(homeFolder({ USERPROFILE: "C:\\" }, "win32", nobody)).toBeNull();
  });
});
