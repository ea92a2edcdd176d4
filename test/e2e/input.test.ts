// What comes in on stdin: cut, mis-encoded, empty, never closed, raw control characters (field cases D3, D4).
// Whatever it is: exit 0, nothing on stderr, and what could not be read is counted where `ways doctor` shows it.
import { describe, expect } from "bun:test";
import { type Box, lonelyScenario, type Run, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";

const SILENCE = { status: 0, stdout: "", stderr: "" };

function expectCounted(box: Box, run: Run): void {
  expect(run).toMatchObject(SILENCE);
  expect(box.failures()).toEqual(["stdin"]);
}

describe("stdin that is never closed", () => {
  lonelyScenario("does not keep an event that is complete waiting", async (box) => {
    const run = await box.hook(bash("git commit"), { leaveOpen: true });
    expect(run.context).toContain(COMMITS);
    expect(run.ms).toBeLessThan(900); // the waiting time is a second
    const ignored = await box.hook({ hook_event_name: "Stop" }, { leaveOpen: true });
    expect(ignored).toMatchObject(SILENCE);
    expect(ignored.ms).toBeLessThan(900);
  });

  lonelyScenario("is given up after a second when nothing complete comes", async (box) => {
    const half = JSON.stringify(prompt(COMMIT_PROMPT)).slice(0, -20);
    const run = await box.hook(half, { leaveOpen: true });
    expect(run.ms).toBeGreaterThan(900);
    expect(run.ms).toBeLessThan(2_000);
    expectCounted(box, run);
  });

  lonelyScenario("is given up when nothing comes at all", async (box) => {
    expectCounted(box, await box.hook("", { leaveOpen: true }));
  });
});

scenario("what could not be read is shown by the doctor", async (box) => {
  await box.hook("[]");
  await box.hook("{");
  const run = await box.run(["doctor", "--json"]);
  expect(run.status).toBe(1);
  expect(JSON.parse(run.stdout).findings).toContainEqual(
    expect.objectContaining({
      check: "failures",
      state: "problem",
      message: expect.stringContaining("2 × stdin"),
      hint: expect.stringContaining("`ways setup claude`"),
    }),
  );
});

describe("stdin that holds no event", () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")]);
  const inputs: Readonly<Record<string, string | Uint8Array>> = {
    nothing: "",
    "white space": " \n\n",
    "a list": "[]",
    "a string": '"x"',
    "an empty object": "{}",
    "a number": "12\n",
    null: "null\n",
    "text that is no JSON": "hello there",
    "an object cut in a character": Buffer.from('{"prompt":"café').subarray(0, -1),
    "UTF-16 with its mark": utf16(JSON.stringify(prompt(COMMIT_PROMPT))),
    "a file of zeros": new Uint8Array(70_000),
    "deep nesting": "[".repeat(200_000),
  };
  for (const [name, input] of Object.entries(inputs))
    scenario(name, async (box) => expectCounted(box, await box.hook(input)));

  for (const redirection of ["<&-", "</dev/null", "</", "0>/dev/null"])
    scenario(`a descriptor that cannot be read: ${redirection}`, async (box) => {
      const run = await box.shell(`"$WAYS" hook ${redirection}`);
      expectCounted(box, run);
    });

  scenario("a terminal is given up after a second", async (box) => {
    // `script` gives its child a terminal and passes on what it prints.
    const run = await box.shell(`script -qec '"$WAYS" hook' /dev/null </dev/null`);
    expectCounted(box, run);
  });
});

describe("stdin with an event in it", () => {
  const event = JSON.stringify(bash("git commit"));
  const typed = JSON.stringify(prompt(COMMIT_PROMPT));
  const readable: Readonly<Record<string, string | Uint8Array>> = {
    "behind a byte order mark": `\uFEFF${event}`,
    "behind and before white space": `\n\t ${event}\r\n\n`,
    "with more after it": `${event}\n{"hook_event_name":"Stop"}`,
    "spread over lines": JSON.stringify(bash("git commit"), null, 2).replaceAll("\n", "\r\n"),
    "with CP1252 in it": Buffer.from(typed.replace("changes", "caf\u00e9 changes"), "latin1"),
    "with half a surrogate pair": typed.replace("write", "\\ud83d write").replace("changes", "changes \\udc00"),
    "with raw control characters": typed
      .replace("write a", "write\ta")
      .replace("message", "\x1b[31mmessage\x1b[0m\r\n"),
    "with a raw NUL in it": typed.replace("a commit", "a\0 commit"),
    "with keys of the prototype": event.replace("{", '{"__proto__":{"prompt":"x"},"constructor":1,"toString":"y",'),
    "with odd types beside it": event.replace(
      "{",
      '{"agent_id":7,"transcript_path":[],"permission_mode":{},"source":null,',
    ),
  };
  for (const [name, input] of Object.entries(readable))
    scenario(name, async (box) => {
      const run = await box.hook(input);
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.context).toContain(COMMITS);
      expect(box.failures()).toEqual([]);
    });

  scenario("whose fields have odd types is left alone", async (box) => {
    for (const fields of [{ prompt: 7 }, { prompt: null }, { prompt: { text: COMMIT_PROMPT } }])
      expect(await box.hook({ ...prompt(COMMIT_PROMPT), ...fields })).toMatchObject(SILENCE);
    for (const tool_input of [null, [], "git commit", { command: ["git", "commit"] }, {}])
      expect(await box.hook({ ...bash("git commit"), tool_input })).toMatchObject(SILENCE);
    expect(box.failures()).toEqual([]);
  });
});

scenario("unknown flags of a newer registration change nothing", async (box) => {
  for (const args of [
    ["--agent", "nobody"],
    ["--agent"],
    ["--future=1", "-x", "--"],
    ["word"],
    ["--help"],
    ["--version"],
  ]) {
    const run = await box.hook(bash("git commit", { session_id: args.join() }), {}, args);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.context).toContain(COMMITS);
  }
});

describe("without arguments", () => {
  scenario("an event is answered: older versions of Claude Code leave them out", async (box) => {
    const run = await box.shell(`printf '%s' '${JSON.stringify(prompt(COMMIT_PROMPT))}' | "$WAYS"`);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(run.stdout).hookSpecificOutput.additionalContext).toContain(COMMITS);
  });

  for (const call of ['"$WAYS" </dev/null', `script -qec '"$WAYS"' /dev/null </dev/null`])
    scenario(`there is help: ${call}`, async (box) => {
      expect((await box.shell(call)).stdout).toContain("ways <command> --help");
      expect(box.failures()).toEqual([]);
    });
});
