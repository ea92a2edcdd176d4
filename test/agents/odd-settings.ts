// Settings texts as people leave them: any keys, hooks of others, and odd formatting (comments, trailing commas, blanks, CRLF, BOM).
import fc from "../support/properties.ts";

const handler = fc.record(
  {
    type: fc.constant("command"),
    command: fc.constantFrom("bell", "/opt/ways-guard hook", "echo ways hook", 'héllo "q" \\'),
    timeout: fc.nat(90),
  },
  { requiredKeys: ["type", "command"] },
);
const group = fc.oneof(
  fc.record(
    { matcher: fc.constantFrom("Bash", "Edit|Write", ""), hooks: fc.array(handler, { maxLength: 2 }) },
    { requiredKeys: ["hooks"] },
  ),
  handler,
  fc.jsonValue({ maxDepth: 1 }),
);
const event = fc.constantFrom("PreToolUse", "UserPromptSubmit", "SessionStart", "SubagentStart", "Stop", 'a/b "c"');
const hooks = fc.dictionary(event, fc.array(group, { maxLength: 3 }), { maxKeys: 4 });
const others = fc.dictionary(
  fc.string().filter((key) => key !== "hooks" && key !== "__proto__"),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
);
const root = fc.oneof(
  others,
  fc.tuple(others, hooks, others).map(([before, own, after]) => ({ ...before, hooks: own, ...after })),
);

/** What the printer may put between two tokens; a text uses one of these lists. */
const GAPS: readonly (readonly string[])[] = [
  [""],
  ["", " ", "  "],
  ["", "\n", "\n  ", " "],
  ["\n", "\n    ", "\n\t", "\t \n"],
  ["", " ", "\n  ", " // note, {\n", "/* [ */", "\n// }\n  ", " /* a\nb */ "],
];

export const oddSettings: fc.Arbitrary<string> = fc
  .record({
    value: fc.option(root, { nil: undefined, freq: 12 }),
    gaps: fc.constantFrom(...GAPS),
    pretty: fc.option(fc.constantFrom(2, 4, "\t"), { nil: null, freq: 2 }),
    choices: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
    trailing: fc.boolean(),
    end: fc.constantFrom("", "\n", "\n\n"),
    crlf: fc.boolean(),
    bom: fc.boolean(),
  })
  .map(({ value, gaps, pretty, choices, trailing, end, crlf, bom }) => {
    const next = choose(choices);
    const gap = () => gaps[next() % gaps.length] ?? "";
    const body =
      value === undefined
        ? gap()
        : pretty === null
          ? print(value, gap, () => trailing && next() % 2 === 0)
          : JSON.stringify(value, null, pretty);
    const text = body + end;
    return (bom ? "\uFEFF" : "") + (crlf ? text.replaceAll("\n", "\r\n") : text);
  });

function choose(choices: readonly number[]): () => number {
  let i = 0;
  return () => choices[i++ % choices.length] ?? 0;
}

function print(value: unknown, gap: () => string, comma: () => boolean): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => print(item, gap, comma))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${print(item, gap, comma)}`);
  const inner = items.map((item) => gap() + item + gap()).join(",") + (items.length > 0 && comma() ? `,${gap()}` : "");
  return (isList ? "[" : "{") + (items.length === 0 ? gap() : inner) + (isList ? "]" : "}");
}
