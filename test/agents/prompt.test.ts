import { describe, expect, test } from "bun:test";
import { parsePrompt } from "../../src/agents/prompt.ts";
import fc from "../support/properties.ts";

const human = (text: string) => ({ kind: "human" as const, text });
const kindOf = (raw: string) => parsePrompt(raw).kind;

describe("a prompt that no person wrote is left alone", () => {
  test.each([
    '<task-notification>\n<task-id>a1</task-id>\nAgent "Explore X" completed\n</task-notification>',
    "<task-notification>x</task-notification>\nRead the output file to retrieve the result: /tmp/a1.output",
    "<system-reminder>Remember the todo list</system-reminder>",
    "\n <system-reminder>cut off by the host",
    "<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>",
    "<local-command-stdout>done</local-command-stdout>",
    "<bash-input>ls</bash-input><bash-stdout>a.ts</bash-stdout><bash-stderr></bash-stderr>",
    '<ide_selection path="a.ts">const a = 1</ide_selection>',
    "[Request interrupted by user for tool use]",
    "[Image #1]",
    "This session is being continued from a previous conversation that ran out of context. The summary: …",
    "/compact",
    "/deploy staging",
    "/plugin:release-notes v2",
    "/mcp__tracker__list",
    "!ls",
    "! git status",
    "",
    " \n\t",
  ])("%j", (raw) => {
    expect(kindOf(raw)).toBe("machine");
  });

  test("says why", () => {
    expect(parsePrompt("/compact")).toEqual({ kind: "machine", reason: "slash command" });
    expect(parsePrompt("!ls")).toEqual({ kind: "machine", reason: "shell command typed by the person" });
    expect(parsePrompt("ok, thanks!")).toEqual({ kind: "machine", reason: "bare acknowledgement" });
    expect(parsePrompt("<system-reminder>x</system-reminder>")).toEqual({
      kind: "machine",
      reason: "no text of a person",
    });
    expect(parsePrompt("")).toEqual({ kind: "machine", reason: "empty prompt" });
  });
});

describe("what a person wrote is kept", () => {
  test.each([
    ["write a commit message", "write a commit message"],
    ["<system-reminder>x</system-reminder>\n\nadd an index", "add an index"],
    ["fix the build\n<task-notification>done</task-notification>", "fix the build"],
    ["<ide_opened_file>a.ts</ide_opened_file>why is this slow?", "why is this slow?"],
    ['look at <pasted_content id="1">\nstack trace\n</pasted_content>\nand fix it', "look at stack trace\nand fix it"],
    ['<pasted_content id="7">\nfoo\n</pasted_content>', "foo"],
    ['<teammate-message teammate_id="lead">review the parser</teammate-message>', "review the parser"],
    ["[Image #2] the button is cut off", "the button is cut off"],
    ["\u001b[31mfix\u001b[0m the red test", "fix the red test"],
    ["/srv/shop/api.ts throws on start", "/srv/shop/api.ts throws on start"],
    ["# Task\nAdd rate limiting", "# Task\nAdd rate limiting"],
    ["#123 is back", "#123 is back"],
    ["what is a <system-reminder> for?", "what is a <system-reminder> for?"],
    ["このコミットメッセージを書いて", "このコミットメッセージを書いて"],
  ])("%j", (raw, text) => {
    expect(parsePrompt(raw)).toEqual(human(text));
  });

  test("a slash command behind a system block is still a slash command", () => {
    expect(kindOf("<system-reminder>x</system-reminder>\n/compact")).toBe("machine");
  });
});

describe("robustness", () => {
  test("takes linear time on a megabyte of tags that are never closed", () => {
    const started = performance.now();
    expect(kindOf(`explain this ${"<system-reminder>".repeat(60_000)}`)).toBe("human");
    expect(kindOf(`explain this ${"<task-notification ".repeat(60_000)}`)).toBe("human");
    expect(kindOf("<system-reminder>x</system-reminder>".repeat(30_000))).toBe("machine");
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("human text is never empty and has no white space around it", () => {
    const piece = fc.constantFrom(
      "<system-reminder>",
      "</system-reminder>",
      "<pasted_content>",
      "\n",
      " ",
      "/",
      "!",
      "a b",
      "ok",
      "[Image #1]",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece).map((all) => all.join("")),
        ),
        (raw) => {
          const prompt = parsePrompt(raw);
          if (prompt.kind === "human") expect(prompt.text).toBe(prompt.text.trim());
          expect(prompt.kind === "machine" || prompt.text.length > 0).toBe(true);
        },
      ),
    );
  });
});
