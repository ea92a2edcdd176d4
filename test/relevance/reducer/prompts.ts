// Long prompts whose right way is known: a short labelled prompt (the topic) inside the texts that make prompts long.
// Wording that only one half of the data knows keeps the held-out half from being a copy of the tuned one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Library, parseRows, type Topic } from "./library.ts";
import { buildLog, type Half } from "./logs.ts";
import { between, pick, type Random, sample, seeded } from "./random.ts";

export type LongPrompt = {
  readonly text: string;
  readonly right: readonly string[];
  readonly half: Half;
  readonly group: string;
  /** The topic stands in the first lines. */
  readonly opens: boolean;
  /** The topic alone: what a perfect reducer would keep; null when it is spread over the whole text. */
  readonly topic: string | null;
};

type Fillers = (kind: string, lang?: string) => readonly string[];
type Made = { readonly text: string; readonly opens: boolean };
type Maker = (topic: Topic, entry: Entry, fillers: Fillers, random: Random) => Made;

/** Groups in the order of the table, each with the way its prompts are made. */
const GROUPS: Readonly<Record<string, Maker>> = {
  "dispatch, task first": (topic, entry, fillers, random) => ({
    opens: true,
    text: [
      `${pick(random, fillers("role"))} ${topic.text}`,
      section("Context", sentences(random, fillers("background"), 5, 9)),
      section("Requirements", list(sample(random, entry.rules, between(random, 0, 3)))),
      ...scaffold(topic.half, fillers, random),
    ].join("\n\n"),
  }),
  "dispatch, goal first": (topic, entry, fillers, random) => ({
    opens: false,
    text: [
      `${pick(random, fillers("role"))} ${sentences(random, fillers("goal"), 4, 7)}`,
      section("Background", sentences(random, fillers("background"), 5, 9)),
      section(topic.half === "tune" ? "Your task" : "What to do", topic.text),
      section("Requirements", list(sample(random, entry.rules, between(random, 0, 3)))),
      ...scaffold(topic.half, fillers, random),
    ].join("\n\n"),
  }),
  "issue report": (topic, _, fillers, random) => ({
    opens: false,
    text: [
      `# ${pick(random, fillers("issue-title"))}`,
      sentences(random, fillers("issue-open"), 2, 3),
      section("Environment", "- Version: 4.12.1\n- Platform: linux x64\n- Locale: en_IE.UTF-8\n- Installed from: package"),
      section("Background", sentences(random, fillers("background"), 3, 6)),
      section(topic.half === "tune" ? "Describe what you want" : "Report", topic.text),
      section("Logs", `\`\`\`\n${buildLog(random, topic.half, between(random, 600, 2000))}\n\`\`\``),
      section("Additional context", sentences(random, fillers("chatter"), 2, 4)),
      "- [x] I have read the contribution guide\n- [x] I searched for earlier reports\n- [ ] I can send a fix myself",
    ].join("\n\n"),
  }),
  "log, then question": (topic, _, __, random) => ({
    opens: false,
    text: `${buildLog(random, topic.half, between(random, 1500, 6000))}\n\n${topic.text}`,
  }),
  "question, then log": (topic, _, __, random) => ({
    opens: true,
    text: `${topic.text}\n\n${buildLog(random, topic.half, between(random, 1500, 6000))}`,
  }),
  "talk, request first": (topic, _, fillers, random) => ({ opens: true, text: talk(topic, fillers, random, 0) }),
  "talk, request inside": (topic, _, fillers, random) => ({ opens: false, text: talk(topic, fillers, random, 0.5) }),
  "talk, request last": (topic, _, fillers, random) => ({ opens: false, text: talk(topic, fillers, random, 1) }),
};

export function readFillers(folder: string): (half: Half) => Fillers {
  const rows = parseRows(readFileSync(join(folder, "fillers.jsonl"), "utf8"));
  return (half) =>
    (kind, lang = "en") =>
      rows.filter((r) => r["kind"] === kind && r["lang"] === lang && r["half"] === half).map((r) => String(r["text"]));
}

/** Every topic once, its group chosen by turns; then the guides, whose topic is spread over all of their text. */
export function buildPrompts(library: Library, fillersOf: (half: Half) => Fillers): readonly LongPrompt[] {
  const entries = new Map(library.entries.map((e) => [e.id, e]));
  const groups = Object.entries(GROUPS);
  const counts = { tune: 0, held: 0 };
  const out: LongPrompt[] = [];
  for (const topic of library.topics) {
    const entry = entries.get(topic.right[0]!);
    const [group, make] = groups[counts[topic.half]++ % groups.length]!;
    if (!entry) continue;
    const made = make(topic, entry, fillersOf(topic.half), seeded(`${group} ${topic.text}`));
    out.push({ ...made, group, right: topic.right, half: topic.half, topic: topic.text });
  }
  return [...out, ...buildGuides(library)];
}

function buildGuides(library: Library): readonly LongPrompt[] {
  return library.entries
    .filter((e) => e.rules.length >= 6)
    .map((entry, i): LongPrompt => {
      const text = `Bring the repository in line with what follows.\n\n${list(entry.rules)}`;
      return { text, right: [entry.id], half: i % 2 ? "held" : "tune", group: "pasted guide", opens: true, topic: null };
    });
}

function talk(topic: Topic, fillers: Fillers, random: Random, where: number): string {
  const own = fillers("chatter", topic.lang);
  const around = own.length > 0 ? own : fillers("chatter");
  const parts = sample(random, [...around, ...fillers("background")], between(random, 13, 26));
  const said = /[.!?。！？]$/.test(topic.text) ? topic.text : `${topic.text}.`;
  parts.splice(Math.round(parts.length * where), 0, said);
  return parts.map((p, i) => (i % 4 === 3 ? `${p}\n\n` : `${p} `)).join("").trim();
}

function scaffold(half: Half, fillers: Fillers, random: Random): readonly string[] {
  const files = sample(random, ["server/src/Rooms.kt", "pages/src/Calendar.vue", "shared/rates.json", "docs/plan.md"], 3);
  const conventions = list(sample(random, fillers("convention"), 7));
  const back = list(sample(random, fillers("return"), 4));
  return half === "tune"
    ? [
        `Files you'll touch:\n${list(files)}`,
        `Conventions:\n${conventions}`,
        "Smoke test:\n```bash\nmake build && make test\n./gradlew check --quiet\n```",
        `Return:\n${back}`,
      ]
    : [
        section("Files in scope", list(files.map((f) => `\`${f}\` (read and write)`))),
        section("House rules", conventions),
        section("How to check", "```\npnpm -r build\npnpm -r test\n```"),
        section("Report back with", back),
      ];
}

function section(title: string, body: string): string {
  return body === "" ? `## ${title}\n(none)` : `## ${title}\n${body}`;
}

function list(lines: readonly string[]): string {
  return lines.map((l) => `- ${l}`).join("\n");
}

function sentences(random: Random, from: readonly string[], low: number, high: number): string {
  return sample(random, from, between(random, low, high)).join(" ");
}
