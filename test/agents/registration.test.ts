import { expect, test } from "bun:test";
import template from "../../hooks/claude.json" with { type: "json" };
import { inspectSettings } from "../../src/agents/registration.ts";
import { installHooks } from "../../src/agents/settings.ts";

test("lists our hooks as they stand in the file", () => {
  const { hooks, problems } = inspectSettings(installHooks("\uFEFF{}", "s.json", template, "/x/ways").text, "s.json");
  expect(problems).toEqual([]);
  expect(hooks).toHaveLength(5);
  expect(hooks[3]).toEqual({
    event: "PostToolUseFailure",
    matcher: "Bash|PowerShell",
    command: "/x/ways",
    args: ["hook"],
  });
  expect(
    inspectSettings(
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/x/ways hook"},{"command":"bell"}]}]}}',
      "s.json",
    ).hooks,
  ).toEqual([{ event: "Stop", matcher: null, command: "/x/ways hook", args: null }]);
});

test.each([
  ['{"disableAllHooks":true}', "1:20`: `disableAllHooks` is true: no hook runs"],
  ['{"hooks":{"Stop":[{"type":"command","command":"x"}]}}', "1:19`: entry 1 of `hooks.Stop` has no `hooks` list"],
  [
    '{"hooks":{"Stop":[{"hooks":[]},{"matcher":["Bash"],"hooks":[]}]}}',
    "1:32`: entry 2 of `hooks.Stop` has a `matcher` that is no string",
  ],
  ['{"hooks":[]}', "1:10`: `hooks` is of type array"],
  ["{", "1:2`: the settings are not valid JSON: close brace expected"],
])("%s is a problem", (text, problem) => {
  const { problems } = inspectSettings(`\uFEFF${text}`, "s.json");
  expect(problems).toHaveLength(1);
  expect(problems[0]).toStartWith(`\`s.json:${problem}`);
});

test("a file without hooks has no problems", () => {
  for (const text of ["", "{}", '{"hooks":{}}', "// note"])
    expect(inspectSettings(text, "s.json")).toEqual({ hooks: [], problems: [] });
});
