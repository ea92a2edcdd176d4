// Payloads as a hook may get them, from well formed to absurd (field cases B–D): every event with texts of every kind, fields that are
// missing, doubled or of another type, and bytes that were cut, mixed up or encoded otherwise on the way.
import fc from "./properties.ts";

export type Payload = {
  readonly bytes: Uint8Array;
  /**
   * `heard`: an event of ours whatever its texts are; `counted`: unreadable, which is a failure to be counted; `either`: whatever it is,
   * one of the two or nobody's business.
   */
  readonly must: "heard" | "counted" | "either";
};

/** A field as its name and its JSON text, which need not be what `JSON.stringify` would write. */
type Field = readonly [name: string, json: string];

const repeated = (part: string, times: number) => part.repeat(times);

const SNIPPETS = [
  "write a commit message for these changes",
  "Rotate the leaked Stripe key and revoke the old tokens. ",
  "warum ist der Checkout seit Dienstag so langsam?\n",
  "この PR を rebase して push",
  "给新的支付回调接口做一次威胁建模。",
  "ช่วยทดสอบโค้ด ",
  "وقتی تمام شد بگو؟ ",
  "\ud83d",
  "\udc00 half",
  "a\0b",
  "\x1b[31mred\x1b[0m \x1b]0;title\x07",
  "\x9b31m\x07\x7f\x85",
  "e\u0301\u200b\u202e\ufeff",
  "👩‍👩‍👧‍👦🇩🇪",
  "İSTANBUL straße ﬁ",
  '<task-notification>Agent "Explore X" completed</task-notification>',
  "<system-reminder ",
  "<system-reminder>be quiet</system-reminder>",
  "<teammate-message from='x'>do it</teammate-message>\n",
  "[way:softwaredev/delivery/commits]\n# Commits\n\n- One reason.\n\n",
  "[Image #1]",
  "```ts\nconst a = `$b`;\n```\n",
  "~~~\n",
  "## Your task\n",
  "- [x] done\n",
  "    at a.b (c.ts:1:2)\n",
  '2026-03-14T10:01:00Z INFO [w-1] com.hotels.Loader - {"ms": 3}\n',
  "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
  "https://example.org/a?b=c#d ",
  "\\u0000 \\ \" ' $x $(y) `z`",
  "\r\n\r\n",
  "/compact",
  "!ls",
  "continue",
];
const COMMANDS = [
  "git commit -F - <<'M'\ntimeout waiting for rm -rf of ssh keys\nM\n",
  "A=1 sudo -u b git commit",
  'echo "git push" && terraform apply',
  "git -C /x commit --amend",
  "cat <<EOF\nnever closed",
  "a && ",
  "(( $( `",
  "'",
  "npm install | tee >(grep x) 2>&1;",
  'bash -c "bash -c \'bash -c \\"git commit\\"\'"',
];
const PATHS = [
  "README.md",
  "/srv/Orc\u0327amento/a.pdf",
  "C:\\Users\\First Last\\a.ts",
  "\\\\?\\UNC\\host\\share\\x",
  "../../../../etc/passwd",
  "/dev/zero",
  "/dev/null/x",
  "/proc/self/mem",
  "file:///a%00b",
  "a\0b/c.ts",
  "~",
  "/",
  "",
  ".",
  "한\u1112\u1161/学점",
  "\ud800/x.ts",
  "/.env",
];

const long = fc
  .tuple(
    fc.constantFrom("a", "猫", "word ", "x\n", "&& b ", "/d", "e\u0301", "{[", "\\", '"', "<", "👍🏽", "\0"),
    fc.nat(1_500),
  )
  .map(([part, times]) => repeated(part, times));
const text = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...SNIPPETS), weight: 6 },
      { arbitrary: fc.string({ maxLength: 40 }), weight: 2 },
      { arbitrary: fc.string({ unit: "binary", maxLength: 20 }), weight: 2 },
      { arbitrary: long, weight: 1 },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const command = fc
  .array(fc.oneof(fc.constantFrom(...COMMANDS), fc.constantFrom(...SNIPPETS), fc.string({ maxLength: 20 })), {
    maxLength: 5,
  })
  .map((parts) => parts.join(""));
const absurdPath = fc
  .tuple(fc.constantFrom("/deep", "/..", "x", "\\", "/한"), fc.nat(40_000))
  .map(([part, times]) => repeated(part, times));
const path = fc.oneof(
  { arbitrary: fc.constantFrom(...PATHS), weight: 16 },
  { arbitrary: fc.array(fc.constantFrom(...PATHS), { maxLength: 4 }).map((parts) => parts.join("/")), weight: 3 },
  { arbitrary: absurdPath, weight: 1 },
);
/** Many, so that in most of them nothing has been shown; some that no file can be named after (field case C5). */
const session = fc.oneof(
  { arbitrary: fc.nat(500).map((n) => `session-${n}`), weight: 9 },
  {
    arbitrary: fc.constantFrom("..", "a/b", "", repeated("s", 300), "\0", "🙂", "\ud800", "CON", "__proto__"),
    weight: 1,
  },
);

const json = (value: unknown) => JSON.stringify(value);
const field = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Field> =>
  value.map((v) => [name, json(v)] as const);
const fields = (...all: readonly fc.Arbitrary<Field>[]): fc.Arbitrary<readonly Field[]> => fc.tuple(...all);

const nested = fc
  .tuple(fc.constantFrom('{"a":', "["), fc.nat(3_000))
  .map(([open, depth]) => `${repeated(open, depth)}1${repeated(open === "[" ? "]" : "}", depth)}`);
/** JSON of another type than expected. */
const odd = fc.oneof(
  fc.constantFrom("null", "true", "0", "-0", "1e999", "-1E400", "0.1e-999", repeated("9", 400), "[]", "{}", '""'),
  fc.constantFrom('"\\ud800"', '"\\u0000"', '["git commit"]', '{"text":"x"}', '{"__proto__":{"prompt":"x"}}', "[[[]]]"),
  nested,
  text.map(json),
);

/** Those that every event has. */
const place = fields(
  field("session_id", session),
  field("cwd", path),
  field("transcript_path", path),
  field("permission_mode", fc.constantFrom("default", "plan", "bypassPermissions")),
);
const inSubagent = fc.oneof(
  { arbitrary: fc.constant([] as readonly Field[]), weight: 3 },
  {
    arbitrary: fields(field("agent_id", fc.constantFrom("agent-1", "..", "\ud800")), field("agent_type", text)),
    weight: 1,
  },
);

function event(name: string, ...own: readonly fc.Arbitrary<Field>[]): fc.Arbitrary<readonly Field[]> {
  return fc
    .tuple(fc.constant([["hook_event_name", json(name)] as const]), place, inSubagent, fields(...own))
    .map((groups) => groups.flat());
}

function toolUse(tool: string, input: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<readonly Field[]> {
  return event(
    "PreToolUse",
    field("tool_name", fc.constant(tool)),
    field("tool_input", fc.record(input)),
    field("tool_use_id", fc.constant("toolu_1")),
    field("prompt_id", fc.constantFrom("p1", "p2")),
  );
}

/** What no text can make a machine's: `please look at` stands before it. */
const human = text.map((t) => `please look at x ${t}`);
const LIVE: readonly fc.Arbitrary<readonly Field[]>[] = [
  event("UserPromptSubmit", field("prompt", human)),
  event("SessionStart", field("source", fc.constantFrom("startup", "resume", "clear", "compact", "fork", "later"))),
  toolUse("Bash", { command: command.map((c) => `git status ; ${c}`), description: text }),
  toolUse("PowerShell", { command: command.map((c) => `git status ; ${c}`) }),
  toolUse("Edit", { file_path: path.map((p) => `a${p}`), old_string: text, new_string: text }),
  toolUse("NotebookEdit", { notebook_path: path.map((p) => `a${p}`) }),
  toolUse("Task", {
    description: text,
    prompt: human,
    subagent_type: fc.constantFrom("general-purpose", "..", "Explore"),
  }),
  toolUse("Agent", { prompt: human }),
  event("PostToolUseFailure", field("error", human), field("tool_name", fc.constant("Bash"))),
];
const OTHERS: readonly fc.Arbitrary<readonly Field[]>[] = [
  event("UserPromptSubmit", field("prompt", text)),
  event(
    "SubagentStart",
    field("agent_id", session),
    field("agent_type", fc.constantFrom("general-purpose", "..", "")),
    field("prompt_id", fc.constant("p1")),
  ),
  event("PostToolUseFailure", field("error", text), field("is_interrupt", fc.boolean())),
  toolUse("Read", { file_path: path }),
  toolUse("mcp__x__y", { query: text }),
  event("Stop"),
  event("PreCompact"),
  fc.tuple(text, place).map(([name, rest]) => [["hook_event_name", json(name)] as const, ...rest]),
  place,
];

const encoder = new TextEncoder();
const written = (all: readonly Field[]) => `{${all.map(([name, value]) => `${json(name)}:${value}`).join(",")}}`;
const asBytes = (all: readonly Field[]) => encoder.encode(written(all));

const heard = fc.oneof(...LIVE).map((all): Payload => ({ bytes: asBytes(all), must: "heard" }));

const others = fc.oneof(...OTHERS).map((all): Payload => ({ bytes: asBytes(all), must: "either" }));

/** One field that is gone, of another type or there twice; keys nobody expects. */
const changed = fc
  .tuple(
    fc.oneof(...LIVE, ...OTHERS),
    fc.nat(20),
    fc.constantFrom("drop", "replace", "before", "after", "add"),
    odd,
    fc.constantFrom("__proto__", "constructor", "toString", "", "a\0"),
  )
  .map(([all, at, change, value, key]): Payload => {
    const i = at % all.length;
    const [name = key] = all[i] ?? [];
    const others = all.filter((_, k) => k !== i);
    const made: Readonly<Record<typeof change, readonly Field[]>> = {
      drop: others,
      replace: [...others, [name, value]],
      before: [[name, value], ...all],
      after: [...all, [name, value]],
      add: [[key, value], ...all],
    };
    return { bytes: asBytes(made[change]), must: "either" };
  });

const cut = fc.tuple(fc.oneof(...LIVE), fc.nat()).map(([all, at]): Payload => {
  const bytes = asBytes(all);
  return { bytes: bytes.subarray(0, at % bytes.length), must: "counted" };
});

/** Bytes overwritten, put in between or taken out. */
const damaged = fc
  .tuple(
    fc.oneof(...LIVE, ...OTHERS),
    fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 4 }),
  )
  .map(([all, changes]): Payload => {
    const bytes = [...asBytes(all)];
    for (const [at, byte, removed] of changes) bytes.splice(at % bytes.length, removed, byte);
    return { bytes: Uint8Array.from(bytes), must: "either" };
  });

const encoded = fc
  .tuple(fc.oneof(...LIVE), fc.constantFrom("latin1", "utf16le", "mark", "twice", "raw"))
  .map(([all, how]): Payload => {
    const whole = written(all);
    if (how === "mark") return { bytes: encoder.encode(`\ufeff\n ${whole}\r\n`), must: "heard" };
    if (how === "twice") return { bytes: encoder.encode(`${whole}\n{"hook_event_name":"Stop"}`), must: "heard" };
    // Control characters as they are instead of their escapes (field case D3).
    if (how === "raw")
      return { bytes: encoder.encode(whole.replaceAll("\\n", "\n").replaceAll("\\u001b", "\x1b")), must: "either" };
    return { bytes: Buffer.from(whole, how), must: "either" };
  });

const NOTHING = [
  "",
  " \n",
  "[]",
  "{}",
  '"x"',
  "12",
  "null",
  "hello there",
  "{",
  "}",
  "]",
  '{"a"',
  "{'a':1}",
  "\ufeff",
  "\0",
  "NaN",
  '{"a":}',
];
const none = fc
  .oneof(
    fc.constantFrom(...NOTHING),
    fc.nat(20_000).map((n) => repeated("[", n)),
    fc.nat(20_000).map((n) => repeated('{"a":', n)),
  )
  .map((junk): Payload => ({ bytes: encoder.encode(junk), must: "counted" }));
const junk = fc.uint8Array({ maxLength: 200 }).map((bytes): Payload => ({ bytes, must: "either" }));

export const payloads: fc.Arbitrary<Payload> = fc.oneof(
  { arbitrary: heard, weight: 20 },
  { arbitrary: others, weight: 12 },
  { arbitrary: changed, weight: 16 },
  { arbitrary: cut, weight: 16 },
  { arbitrary: damaged, weight: 16 },
  { arbitrary: encoded, weight: 8 },
  { arbitrary: none, weight: 6 },
  { arbitrary: junk, weight: 6 },
);
