// `ways explain`: the decision about a text as the hook would take it, with every candidate and the reason.
// Stateless unless a session is named; with --batch many texts are decided by one loaded model.
import { parseJson } from "../agents/json.ts";
import { parsePrompt } from "../agents/prompt.ts";
import { buildTypedEvent, TYPED_EVENTS, type TypedEvent } from "../engine/typed-event.ts";
import { EXIT, WaysError } from "../errors.ts";
import { type Decision, formatDecision, isEmbedded, REASONS, type TextOf } from "../match/decision.ts";
import { type Explainer, openExplainer } from "../wiring/explain.ts";
import { findingAbout, rowsStateOf } from "../wiring/missed.ts";
import { JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { candidateNamed, type LookInto, renderMissed } from "./explain-expected.ts";
import { pathFrom } from "./findings.ts";
import { type Io, table } from "./io.ts";

/** How many candidates the table shows. */
const ROWS = 8;

export const explain: Verb = {
  summary: "why a text does or does not bring up a way",
  examples: [
    ['ways explain "write a commit message"', "the best candidates with score, bar and reason"],
    ['ways explain --event command "git commit -m x"', "a command line, as a tool call would send it"],
    [
      'ways explain "fix the login" --expect softwaredev/code/security/auth',
      "exit 1 when another way, or none, is shown",
    ],
    ["ways explain --batch < texts.jsonl", 'lines {"text", "event"?, "lang"?, "cwd"?}; one decision per line'],
  ],
  words: ["text…"],
  flags: {
    ...JSON_FLAG,
    event: { kind: "text", meaning: "prompt (default), command, file, task or error; for file the text is the path" },
    expect: { kind: "text", meaning: "id of the way that should be shown, or its last part" },
    session: { kind: "text", meaning: "decide with what this session has been shown" },
    cwd: { kind: "text", meaning: "folder the event happens in (default: here)" },
    all: { kind: "flag", meaning: "every candidate, not only the best" },
    batch: { kind: "flag", meaning: "read JSON lines from stdin" },
  },
  finding: "`--expect` was missed, or a line of `--batch` could not be read",
  json: {
    schema: "ways.decision/1",
    text: "string",
    event: "string",
    shown: ["string"],
    vector: "string",
    candidates: [
      {
        id: "string",
        alias: "string | null",
        alias_text: "string | null",
        score: "number | null",
        null: "number | null",
        evidence: "number | null",
        bar: "number",
        outcome: "string",
        reason: "string",
      },
    ],
  },
  run: async (flags, io) => {
    const cwd = flags.text("cwd") ?? io.cwd;
    const explainer = await openExplainer(io.env, flags.text("session"));
    if (flags.isOn("batch")) return explainBatch(explainer, io, cwd);
    const text = flags.words.length > 0 ? flags.words.join(" ") : neededWord(flags, 0, "a text", "explain");
    const kind = kindOf(flags.text("event") ?? "prompt");
    const heard = hear(kind, text);
    const decision = await explainer.decide(buildTypedEvent(kind, heard.text, explainer.placeAt(cwd)));
    const expected = flags.text("expect");
    const textOf = explainer.textsAt(cwd);
    if (flags.isOn("json")) io.out(JSON.stringify(formatDecision(decision, { text, event: kind }, textOf), null, 2));
    else io.out(renderDecision(decision, flags.isOn("all") ? Number.POSITIVE_INFINITY : ROWS, expected, textOf));
    const offBy = await explainer.offBy(cwd);
    if (offBy !== null) io.err(`ways: switched off here by ${offBy}: hooks show nothing`);
    if (heard.passedOver !== null) io.err(`ways: hooks pass over such a prompt: ${heard.passedOver}`);
    if (expected === null) return EXIT.ok;
    const found = candidateNamed(decision, expected);
    if (found?.outcome === "shown") return EXIT.ok;
    const look: LookInto = {
      state: (id) => rowsStateOf(io.env, cwd, id),
      finding: async (name) => {
        const finding = await findingAbout(io.env, cwd, name);
        return finding && { ...finding, file: pathFrom(io.cwd, finding.file) };
      },
    };
    io.err(await renderMissed(decision, expected, look));
    return EXIT.finding;
  },
};

async function explainBatch(explainer: Explainer, io: Io, cwd: string): Promise<number> {
  let code: number = EXIT.ok;
  for (const [i, line] of (await io.readStdin()).split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      const fields = batchFields(line);
      const decision = await explainer.decide(
        buildTypedEvent(fields.event, hear(fields.event, fields.text).text, explainer.placeAt(fields.cwd ?? cwd)),
      );
      io.out(
        JSON.stringify({ ...fields.input, ...formatDecision(decision, fields, explainer.textsAt(fields.cwd ?? cwd)) }),
      );
    } catch (error) {
      code = EXIT.finding;
      io.out(
        JSON.stringify({
          schema: "ways.decision/1",
          line: i + 1,
          error: error instanceof Error ? error.message : String(error),
        }),
      );
    }
  }
  return code;
}

function batchFields(line: string) {
  const parsed = parseJson(line);
  const input = parsed?.value;
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new WaysError("the line is no JSON object");
  const field = (key: string) => {
    const value: unknown = Reflect.get(input, key);
    return typeof value === "string" ? value : null;
  };
  const text = field("text");
  if (text === null) throw new WaysError('the line has no string "text"');
  return { input, text, event: kindOf(field("event") ?? "prompt"), cwd: field("cwd") };
}

/** What a hook hears of a text: of a prompt the part that a person wrote. */
function hear(kind: TypedEvent, text: string): { readonly text: string; readonly passedOver: string | null } {
  const prompt = kind === "prompt" ? parsePrompt(text) : null;
  if (prompt?.kind === "machine") return { text: "", passedOver: prompt.reason };
  return { text: prompt?.text ?? text, passedOver: null };
}

function kindOf(name: string): TypedEvent {
  const kind = TYPED_EVENTS.find((k) => k === name);
  if (kind === undefined)
    throw new WaysError(`unknown event \`${name}\``, { hint: `one of ${TYPED_EVENTS.join(", ")}` });
  return kind;
}

/** `expected`: a way that has its row however far down it stands. */
function renderDecision(decision: Decision, rows: number, expected: string | null, textOf: TextOf): string {
  const number = (x: number | null) => (x === null ? "–" : x.toFixed(3));
  const wasEmbedded = isEmbedded(decision);
  const told = wasEmbedded ? decision.candidates : decision.candidates.filter((c) => c.reason !== "no-vector");
  const best = (rows === Number.POSITIVE_INFINITY ? decision.candidates : told).slice(0, rows);
  const own = expected === null ? null : candidateNamed(decision, expected);
  const shown = own === null || best.includes(own) ? best : [...best, own];
  const body = shown.map((c) => [
    c.outcome === "shown" ? "shown" : "",
    c.id,
    number(c.score),
    number(c.evidence),
    number(wasEmbedded ? c.bar : null),
    c.alias ?? "–",
    REASONS[c.reason],
  ]);
  const rest = decision.candidates.length - shown.length;
  return [
    body.length > 0
      ? table([["", "way", "score", "evidence", "bar", "nearest alias", "reason"], ...body])
      : "no trigger matched, and nothing was embedded",
    "",
    ...nearestTexts(decision, textOf),
    ...(rest > 0 ? [`${rest} more candidates: \`--all\``] : []),
    wasEmbedded
      ? `vector ${decision.vector}; evidence = score − part of what small talk scores here, of a shipped way what plain errands do, if more`
      : `vector ${decision.vector}`,
  ].join("\n");
}

/** Of an alias in columns, roughly. */
const CUT = 60;

/** What the nearest aliases of the shown ways and of the best other one say. */
function nearestTexts({ candidates }: Decision, textOf: TextOf): readonly string[] {
  const isShown = candidates.filter(({ outcome }) => outcome === "shown");
  const rival = candidates.find(({ outcome, alias }) => outcome === "not" && alias !== null);
  return [...isShown, ...(rival === undefined ? [] : [rival])].flatMap((candidate) => {
    const letters = [...(textOf(candidate) ?? "")];
    const text = letters.length > CUT ? `${letters.slice(0, CUT).join("")}…` : letters.join("");
    return text === "" ? [] : [`${candidate.id}, ${candidate.alias}: ${text}`];
  });
}
