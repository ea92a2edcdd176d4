// Long prompts whose right way is known: short labelled prompts (the topic) inside the texts that make prompts long.
// Wording that only one half of the data knows keeps the held-out half from being a copy of the tuned one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wayId } from "../../../src/ways/way.ts";
import { FORMS, type Form } from "./forms.ts";
import type { Library, Topic } from "./library.ts";
import { buildLog, type Half } from "./logs.ts";
import { between, pick, type Random, sample, seeded, shuffle } from "./random.ts";

export type LongPrompt = {
  readonly text: string;
  readonly right: readonly string[];
  readonly half: Half;
  readonly group: string;
  /** The topic stands in the first lines. */
  readonly opens: boolean;
  /** What a perfect reducer would keep. */
  readonly topic: string;
};

export type Fillers = (half: Half, kind: string, lang?: string) => readonly string[];

/** One prompt in the making: its request, sentences that say more about it, and wording of its half. */
type Parts = {
  readonly half: Half;
  readonly form: Form;
  readonly request: string;
  readonly more: readonly string[];
  readonly rules: readonly string[];
  /** Sentences of a kind, between `low` and `high` of them, in the request's language where there are any. */
  readonly some: (kind: string, low: number, high: number) => readonly string[];
  readonly log: (low: number, high: number) => string;
  readonly random: Random;
};

const GROUPS: Readonly<Record<string, { readonly opens: boolean; readonly make: (p: Parts) => string }>> = {
  "dispatch, task first": {
    opens: true,
    make: (p) =>
      [`${p.some("role", 1, 1).join(" ")} ${p.request}`, context(p), requirements(p), ...scaffold(p)].join("\n\n"),
  },
  "dispatch, goal first": {
    opens: false,
    make: (p) =>
      [
        `${p.some("role", 1, 1).join(" ")} ${p.some("goal", 4, 7).join(" ")}`,
        context(p),
        p.form.section(p.form.task, p.request),
        requirements(p),
        ...scaffold(p),
      ].join("\n\n"),
  },
  "issue report": {
    opens: false,
    make: (p) =>
      [
        `# ${p.some("issue-title", 1, 1).join(" ")}`,
        p.some("issue-open", 2, 3).join(" "),
        "### Environment\n- Version: 4.12.1\n- Platform: linux x64\n- Locale: en_IE.UTF-8\n- Installed: package",
        p.form.section(p.form.report, [p.request, ...p.more].map(closed).join(" ")),
        `### Logs\n\`\`\`\n${p.log(600, 2000)}\n\`\`\``,
        `### Additional context\n${p.some("chatter", 1, 3).join(" ")} ${p.some("background", 1, 3).join(" ")}`,
        "- [x] I have read the contribution guide\n- [x] I searched for earlier reports\n- [ ] I can send a fix myself",
      ].join("\n\n"),
  },
  "log, then question": { opens: false, make: (p) => `${p.log(1500, 6000)}\n\n${p.request}` },
  "question, then log": { opens: true, make: (p) => `${p.request}\n\n${p.log(1500, 6000)}` },
  "talk, request first": { opens: true, make: (p) => talk(p, 0) },
  "talk, request inside": { opens: false, make: (p) => talk(p, 0.5) },
  "talk, request last": { opens: false, make: (p) => talk(p, 1) },
  "pasted rules": {
    opens: true,
    make: (p) => `Bring the repository in line with what follows.\n\n${list(p.rules)}`,
  },
};

export function readFillers(folder: string): Fillers {
  const rows = readFileSync(join(folder, "fillers.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Record<string, string>]));
  return (half, kind, lang = "en") =>
    rows.flatMap((r) => (r["kind"] === kind && r["lang"] === lang && r["half"] === half ? (r["text"] ?? []) : []));
}

/** Every topic in every second group, turn and turn about. */
export function buildPrompts(library: Library, fillers: Fillers): readonly LongPrompt[] {
  return library.topics.flatMap((topic, t) =>
    Object.entries(GROUPS).flatMap(([group, { opens, make }], g): LongPrompt[] => {
      if ((g + (t >> 1)) % 2 === 1 || (group === "pasted rules" && topic.rules.length < 6)) return [];
      const parts = partsOf(topic, group, fillers);
      const kept = group === "pasted rules" ? parts.rules : [parts.request];
      return [{ text: make(parts), right: topic.right, half: topic.half, group, opens, topic: kept.join("\n") }];
    }),
  );
}

function partsOf(topic: Topic, group: string, fillers: Fillers): Parts {
  const random = seeded(`${group} ${topic.id} ${topic.half}`);
  const [request, ...others] = shuffle(random, topic.prompts);
  const { half } = topic;
  const { text, lang } = request!;
  const some = (kind: string, low: number, high: number) => {
    const own = fillers(half, kind, lang);
    return sample(random, own.length > 0 ? own : fillers(half, kind), between(random, low, high));
  };
  return {
    half,
    form: pick(random, FORMS[half]),
    request: text,
    more: others.slice(0, between(random, 0, 2)).map((p) => p.text),
    rules: group === "pasted rules" ? topic.rules : sample(random, topic.rules, between(random, 1, 5)),
    some,
    log: (low, high) => buildLog(random, half, between(random, low, high)),
    random,
  };
}

/** A text of another source told like the others: in the middle of talk. */
export function buildTalk(text: string, half: Half, fillers: Fillers): string {
  const topic = { id: wayId(text), half, prompts: [{ text, lang: "en" }], right: [], rules: [] };
  return talk(partsOf(topic, "talk", fillers), 0.5);
}

/** People who ramble: paragraphs of four sentences; what they want stands together, somewhere. */
function talk(p: Parts, where: number): string {
  const around = shuffle(p.random, [...p.some("chatter", 8, 13), ...p.some("background", 2, 4)]);
  const cut = Math.round(around.length * where);
  const said = [p.request, ...p.more].map(closed).join(" ");
  return [...paragraphs(around.slice(0, cut)), said, ...paragraphs(around.slice(cut))].join("\n\n");
}

function paragraphs(sentences: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < sentences.length; i += 4) out.push(sentences.slice(i, i + 4).join(" "));
  return out;
}

const FILES = ["server/src/Rooms.kt", "pages/src/Calendar.vue", "shared/rates.json", "docs/plan.md"];

function context(p: Parts): string {
  return p.form.section(p.form.context, p.some("background", 2, 5).join(" "));
}

function requirements(p: Parts): string {
  return p.form.section(p.form.requirements, list(shuffle(p.random, [...p.more, ...p.rules])) || "(none)");
}

function scaffold(p: Parts): readonly string[] {
  const { form } = p;
  return [
    form.section(form.files, list(sample(p.random, FILES, 3))),
    form.section(form.conventions, list(p.some("convention", 4, 7))),
    form.section(form.check, "```bash\nmake build && make test\n./gradlew check --quiet\n```"),
    form.section(form.back, list(p.some("return", 3, 4))),
  ];
}

function list(lines: readonly string[]): string {
  return lines.map((l) => `- ${l}`).join("\n");
}

/** With a full stop, so that it can stand before other sentences. */
function closed(text: string): string {
  return /[.!?。！？…]$/.test(text) ? text : `${text}.`;
}
