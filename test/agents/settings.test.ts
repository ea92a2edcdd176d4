import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import template from "../../hooks/claude.json" with { type: "json" };
import { inspectSettings } from "../../src/agents/registration.ts";
import { installHooks, removeHooks } from "../../src/agents/settings.ts";
import { WaysError } from "../../src/errors.ts";
import fc from "../support/properties.ts";
import { oddSettings } from "./odd-settings.ts";

const BINARY = "/home/ada/.local/bin/ways";
const FILE = "/home/ada/.claude/settings.json";
const EVENTS = Object.keys(template.hooks);
const install = (text: string, binary = BINARY) => installHooks(text, FILE, template, binary).text;
const remove = (text: string, original: string | null = null) => removeHooks(text, FILE, original).text;

const folder = new URL("../fixtures/settings/", import.meta.url).pathname;
const files = readdirSync(folder).map((name) => [name, readFileSync(folder + name, "utf8")] as const);
const fixture = (name: string) => files.find(([file]) => file === name)?.[1] ?? "";
/** Every fixture as saved on Windows, and by editors that write a BOM, too. */
const saved = files.flatMap(([name, text]) => [
  [name, text] as const,
  [`${name} with CRLF`, text.replaceAll("\n", "\r\n")] as const,
  [`${name} with a BOM`, `\uFEFF${text}`] as const,
]);
/** All characters of `text` stand in `whole`, in their order. */
const isContained = (text: string, whole: string) =>
  whole.split("").reduce((at, character) => at + (character === text[at] ? 1 : 0), 0) === text.length;
const jsonOf = (text: string) =>
  JSON.parse(text) as { hooks: Record<string, { matcher?: string; hooks: unknown[] }[]> };

describe.each(saved)("%s", (_, text) => {
  test("gets our hooks, each once, and nothing else is changed", () => {
    const installed = install(text);
    expect(
      inspectSettings(installed, FILE)
        .hooks.map(({ event }) => event)
        .sort(),
    ).toEqual([...EVENTS].sort());
    expect(isContained(text, installed)).toBe(true);
  });

  test("is the same after a second installation", () => {
    expect(installHooks(install(text), FILE, template, BINARY)).toEqual({ text: install(text), changed: false });
  });

  test("is itself again after removal, byte for byte", () => {
    expect(remove(install(text), text)).toBe(text);
  });

  test("is not touched by a removal when nothing of ours is in it", () => {
    expect(removeHooks(text, FILE)).toMatchObject({ text, changed: false });
  });

  test("keeps its kind of line end, its BOM and its end", () => {
    const installed = install(text);
    expect(installed.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
    if (text.includes("\r\n")) expect(installed.replaceAll("\r\n", "")).not.toContain("\n");
    else expect(installed).not.toContain("\r");
    if (text.includes("{")) expect(installed.endsWith("\n")).toBe(text.endsWith("\n"));
  });
});

describe("any settings with any formatting", () => {
  test("remove(install(x)) is x, byte for byte", () => {
    fc.assert(
      fc.property(oddSettings, (text) => expect(remove(install(text), text)).toBe(text)),
      { numRuns: 400 },
    );
  });

  test("the same holds without the original, when it had no container that was empty", () => {
    const full = oddSettings.filter(
      (text) => !/[[{](?:\s|\/\/[^\n]*\n|\/\*[^*]*\*\/)*[\]}]/.test(text) && text.includes('"'),
    );
    fc.assert(
      fc.property(full, (text) => expect(remove(install(text))).toBe(text)),
      { numRuns: 200 },
    );
  });

  test("install is idempotent, and moving the binary changes nothing but its path", () => {
    const moved = "/opt/ways/bin/ways";
    fc.assert(
      fc.property(oddSettings, (text) => {
        const installed = install(text);
        expect(install(installed)).toBe(installed);
        expect(install(installed, moved)).toBe(installed.replaceAll(JSON.stringify(BINARY), JSON.stringify(moved)));
        expect(install(install(installed, moved))).toBe(installed);
      }),
      { numRuns: 300 },
    );
  });

  test("installing only adds characters", () => {
    fc.assert(
      fc.property(oddSettings, (text) => {
        expect(isContained(text, install(text))).toBe(true);
      }),
    );
  });
});

describe("what is written", () => {
  test("into an empty file: the template with the executable's path", () => {
    expect(install("")).toBe(
      `${JSON.stringify(template, null, 2).replaceAll('"command": "ways"', `"command": "${BINARY}"`)}\n`,
    );
  });

  test("follows the file's own style", () => {
    expect(install(fixture("one-line.json"))).not.toContain("\n");
    expect(install(fixture("tabs.json"))).toContain('\n\t\t"UserPromptSubmit": [\n\t\t\t{\n');
    expect(install(fixture("49-foreign-hooks.json"))).toContain(
      '\n            {\n                "matcher": "startup|',
    );
  });

  test("stands behind the hooks of others in the same list", () => {
    const lists = jsonOf(install(fixture("same-event.json"))).hooks;
    expect(lists["PreToolUse"]?.map((entry) => entry.matcher)).toEqual([
      "Bash",
      "Edit|Write",
      template.hooks.PreToolUse[0]?.matcher,
    ]);
    expect(lists["UserPromptSubmit"]).toHaveLength(2);
  });

  test("a comment stays beside the line that it belongs to", () => {
    const installed = install(fixture("comments.jsonc"));
    expect(installed).toContain('{ "hooks": [{ "type": "command", "command": "bell" }] } // loud');
    expect(installed).toContain("], // end of stop");
    expect(installed).toContain('"model": "opus", // keep');
  });

  test("only strings as matchers, seconds as timeouts, commands in the args form", () => {
    for (const [event, groups] of Object.entries(jsonOf(install("{}")).hooks))
      for (const group of groups) {
        expect(["string", "undefined"]).toContain(typeof group.matcher);
        expect(group.hooks).toEqual([{ type: "command", command: BINARY, args: ["hook"], timeout: 10 }]);
        expect(["Stop", "SubagentStop", "WorktreeCreate"]).not.toContain(event);
      }
  });
});

describe("our own older entries", () => {
  const wrapped = (command: unknown, args?: unknown) => ({
    hooks: [{ type: "command", command, ...(args ? { args } : {}) }],
  });
  const withPrompt = (...groups: unknown[]) => JSON.stringify({ hooks: { UserPromptSubmit: groups } }, null, 2);

  test.each([
    ["a moved binary", wrapped("/old/place/ways", ["hook"])],
    ["a bare name", wrapped("ways", ["hook"])],
    ["a shell line", wrapped("/old/place/ways hook")],
    ["a quoted shell line", wrapped('"C:/Users/First Last/ways.exe" hook')],
    ["a PowerShell line", wrapped("& 'C:\\Users\\First Last\\ways.exe' hook --agent claude")],
    ["an unquoted path with a space", wrapped("C:\\Users\\First Last\\ways.exe hook")],
    ["an old timeout", { hooks: [{ type: "command", command: BINARY, args: ["hook"], timeout: 2000 }] }],
    ["an old matcher", { matcher: "x", ...wrapped(BINARY, ["hook"]) }],
  ])("%s is brought up to date in its place", (_, entry) => {
    const text = withPrompt(wrapped("bell"), entry, wrapped("horn"));
    const groups = jsonOf(install(text)).hooks["UserPromptSubmit"];
    expect(groups?.map((group) => group.hooks)).toEqual([
      wrapped("bell").hooks,
      [{ type: "command", command: BINARY, args: ["hook"], timeout: 10 }],
      wrapped("horn").hooks,
    ]);
    expect(JSON.parse(remove(text))).toEqual({ hooks: { UserPromptSubmit: [wrapped("bell"), wrapped("horn")] } });
  });

  test("a second entry for the same event goes, whatever its form", () => {
    const text = withPrompt(
      wrapped("ways hook"),
      wrapped("bell"),
      { type: "command", command: "ways hook" },
      wrapped(BINARY, ["hook"]),
    );
    expect(jsonOf(install(text)).hooks["UserPromptSubmit"]).toHaveLength(2);
  });

  test("one that stands in a group of others leaves the group and keeps the others", () => {
    const shared = {
      matcher: "Bash",
      hooks: [
        { type: "command", command: "ways hook" },
        { type: "command", command: "bell" },
      ],
    };
    const groups = jsonOf(install(withPrompt(shared))).hooks["UserPromptSubmit"];
    expect(groups).toEqual([
      { matcher: "Bash", hooks: [{ type: "command", command: "bell" }] },
      { hooks: [{ type: "command", command: BINARY, args: ["hook"], timeout: 10 }] },
    ]);
  });

  test("one for an event that we no longer use goes with its list", () => {
    const text = JSON.stringify({
      hooks: { Stop: [wrapped("ways hook")], SubagentStop: [wrapped("bell"), wrapped("ways hook")] },
    });
    expect(Object.keys(jsonOf(install(text)).hooks)).toEqual(["SubagentStop", ...EVENTS]);
  });
});

describe("refused, with nothing changed", () => {
  test.each([
    ["not JSON", '{"a": }', "1:7", "the settings are not valid JSON: value expected"],
    ["cut off", '{\n  "a": 1,\n  "b": [1', "3:10", "the settings are not valid JSON: close bracket expected"],
    ["something behind the object", "{}\r\nx", "2:1", "the settings are not valid JSON"],
    ["a list instead of an object", "[]", "1:1", "the settings are of type array"],
    ["a string instead of an object", '\n  "x"', "2:3", "the settings are of type string"],
    ["hooks as a list", '{"hooks":[]}', "1:10", "`hooks` is of type array"],
    ["hooks as null", '{"hooks":null}', "1:10", "`hooks` is of type null"],
    ["an event as an object", '{"hooks":{"PreToolUse":{}}}', "1:24", "`hooks.PreToolUse` is of type object"],
    ["hooks twice", '{"hooks":{},\n"hooks":{}}', "2:1", "`hooks` stands twice"],
    ["an event twice", '{"hooks":{"Stop":[],"Stop":[]}}', "1:21", "`hooks.Stop` stands twice"],
  ])("%s", (_, text, place, what) => {
    const message = `\`${FILE}:${place}\`: ${what}`;
    for (const given of [text, `\uFEFF${text}`]) {
      expect(() => install(given)).toThrow(WaysError);
      expect(() => install(given)).toThrow(message);
      expect(() => remove(given)).toThrow(message);
    }
  });
});

describe("removal of entries that the agent or a person has edited since", () => {
  test("keeps what was added, ours gone", () => {
    const original = '{\n  "model": "opus"\n}\n';
    const edited = JSON.stringify({ ...JSON.parse(install(original)), permissions: { allow: ["Bash(ls)"] } }, null, 2);
    expect(remove(edited, original)).toBe(
      '{\n  "model": "opus",\n  "permissions": {\n    "allow": [\n      "Bash(ls)"\n    ]\n  }\n}',
    );
  });

  test("keeps a comment that was put among ours", () => {
    const edited = install("{}").replace('"SessionStart": [', '"SessionStart": [ // mine');
    expect(remove(edited, "{}")).toContain("// mine");
  });

  test("says when nothing but an empty object is left", () => {
    expect(removeHooks(install(""), FILE).empty).toBe(true);
    expect(removeHooks(install('{"a":1}'), FILE).empty).toBe(false);
    expect(removeHooks(install("// note\n"), FILE).empty).toBe(false);
  });
});
