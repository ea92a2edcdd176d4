// The labelled prompts: golden prompts beside the ways, and the sets in data/. One half is tuned on, the other only measured.
import { Glob } from "bun";

export type Half = "tune" | "holdout";

export type Labelled = {
  readonly text: string;
  readonly event: "prompt" | "command" | "task";
  readonly lang: string;
  /** direct, situational, negative, null, parallel, … */
  readonly group: string;
  /** Ways that are right, one set per topic; none: nothing should be shown. */
  readonly topics: readonly (readonly string[])[];
};

type Row = Readonly<Record<string, unknown>>;

async function rows(path: string): Promise<readonly Row[]> {
  const text = await Bun.file(path).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]));
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

const isIn = (half: Half) => (row: Row) => (row["holdout"] === true) === (half === "holdout");

/** Golden prompts of the shipped ways; a negative one is right only for what it names in `also`. */
export async function goldenPrompts(half: Half): Promise<readonly Labelled[]> {
  const files = [...new Glob("**/*.golden.jsonl").scanSync("ways")].sort();
  const all = await Promise.all(
    files.map(async (file) => {
      const id = file.split("/").slice(0, -1).join("/");
      return (await rows(`ways/${file}`)).filter(isIn(half)).map((row): Labelled => {
        const also = strings(row["also"]);
        const right = row["kind"] === "negative" ? also : [id, ...also];
        return {
          text: String(row["prompt"]),
          event: "prompt",
          lang: String(row["lang"] ?? "en"),
          group: String(row["kind"]),
          topics: right.length > 0 ? [right] : [],
        };
      });
    }),
  );
  return all.flat();
}

/** Prompts that should bring up nothing: what has nothing to do with work, or what is plain work that needs no rules. */
export async function promptsForNothing(of: "null-prompts" | "errands", half: Half): Promise<readonly Labelled[]> {
  const found = (await rows(`test/relevance/data/${of}.jsonl`)).filter(isIn(half));
  return found.map((row) => ({
    text: String(row["text"]),
    event: "prompt",
    lang: String(row["lang"]),
    group: of,
    topics: [],
  }));
}

export async function parallelPrompts(): Promise<readonly Labelled[]> {
  const found = await rows("test/relevance/data/parallel.jsonl");
  return found.map((row) => ({
    text: String(row["text"]),
    event: "prompt",
    lang: String(row["lang"]),
    group: "parallel",
    topics: [strings(row["expect"])],
  }));
}

export async function multiTopicPrompts(half: Half): Promise<readonly Labelled[]> {
  const found = (await rows("test/relevance/data/multi-topic.jsonl")).filter(isIn(half));
  return found.map((row) => ({
    text: String(row["text"]),
    event: "prompt",
    lang: String(row["lang"]),
    group: "multi-topic",
    topics: Array.isArray(row["expect"]) ? row["expect"].map(strings) : [],
  }));
}

/** Written by people who saw only ids; looked at once, when all tuning was done. */
export async function blindPrompts(): Promise<readonly Labelled[]> {
  const found = await rows("test/relevance/data/blind.jsonl");
  return found.map((row) => ({
    text: String(row["text"]),
    event: "prompt",
    lang: String(row["lang"]),
    group: "blind",
    topics: strings(row["expect"]).length > 0 ? [strings(row["expect"])] : [],
  }));
}

export async function commandLines(half: Half): Promise<readonly Labelled[]> {
  const ordinary = (await rows("test/relevance/data/command-lines.jsonl")).filter(isIn(half));
  const due = (await rows("test/relevance/data/command-lines-positive.jsonl")).filter(isIn(half));
  const labelled = (row: Row, group: string): Labelled => ({
    text: String(row["command"]),
    event: "command",
    lang: "en",
    group,
    topics: strings(row["expect"]).length > 0 ? [strings(row["expect"])] : [],
  });
  return [...ordinary.map((row) => labelled(row, "ordinary")), ...due.map((row) => labelled(row, "due"))];
}
