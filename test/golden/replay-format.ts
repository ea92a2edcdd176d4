// Replays as they are written (replay/README.md) → what the runners need. Strict: an unknown key throws, with its place.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionSource } from "../../src/agents/event.ts";
import { globSource } from "../../src/ways/glob.ts";
import { wayId } from "../../src/ways/way.ts";
import { patternOf } from "../support/nodes.ts";
import type { Turn } from "../support/turns.ts";
import type { WaySketch, WorldSketch } from "../support/world.ts";

export type Surroundings = {
  readonly tokens?: number | null;
  readonly files?: readonly string[];
  readonly transcript?: string;
  readonly taken?: readonly string[];
  readonly defined?: readonly string[];
  readonly macros?: Readonly<Record<string, string | null>>;
  readonly late?: boolean;
};

export type ReplayTurn = {
  readonly shows: readonly string[];
  readonly because?: Readonly<Record<string, string>>;
  readonly says?: string | readonly string[];
  readonly silent?: boolean;
  readonly notice?: string;
  readonly records?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly with?: Surroundings;
  /** What happens, as written. */
  readonly act: Act;
};

export type Act = Turn | { readonly event: string } | { readonly think: "next"; readonly id: string };

export type Scenario = {
  readonly name: string;
  readonly ways: Readonly<Record<string, unknown>>;
  readonly config: NonNullable<WorldSketch["config"]>;
  readonly core: string;
  /** Binary: the ways are embedded before the first turn, as a session start would do in the background. */
  readonly corpus: boolean;
  readonly calibration: NonNullable<WorldSketch["calibration"]>;
  readonly turns: readonly ReplayTurn[];
};

export type Replay = {
  readonly file: string;
  readonly runs: "engine" | "binary";
  readonly scenarios: readonly Scenario[];
};

const ACTS = ["prompt", "command", "edit", "failed", "task", "subagent", "start", "event", "think"];
const BESIDE = ["description", "type", "agent", "session", "project", "turn", "id"];
const EXPECTED = ["shows", "because", "says", "silent", "notice", "records", "with"];
const WAY_KEYS =
  "says body pattern commands files errors trigger scope when requires_parent embed_threshold redisclose see_also stages macro";

type Fields = Readonly<Record<string, unknown>>;

export function readReplays(folder: string): readonly Replay[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return files.sort().map((file) => {
    const { runs, scenarios } = only(
      Bun.YAML.parse(readFileSync(join(folder, file), "utf8")),
      ["runs", "scenarios"],
      file,
    );
    if (runs !== "engine" && runs !== "binary") throw new Error(`${file}: runs is engine or binary`);
    return {
      file,
      runs,
      scenarios: (scenarios as readonly unknown[]).map((s, i) => scenarioOf(s, `${file}#${i + 1}`)),
    };
  });
}

function scenarioOf(value: unknown, at: string): Scenario {
  const fields = only(value, ["name", "ways", "config", "core", "corpus", "calibration", "turns"], at);
  const { name, ways = {}, config = {}, core = "", corpus, calibration = {}, turns } = fields;
  return {
    name: String(name),
    ways: ways as Fields,
    config: config as Scenario["config"],
    core: String(core),
    corpus: corpus === true,
    calibration: calibration as Scenario["calibration"],
    turns: (turns as readonly unknown[]).map((turn, i) => turnOf(turn, `${at} turn ${i + 1}`)),
  };
}

function turnOf(value: unknown, at: string): ReplayTurn {
  const fields = only(value, [...ACTS, ...BESIDE, ...EXPECTED], at);
  const expected = Object.fromEntries(EXPECTED.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])));
  const act = Object.fromEntries([...ACTS, ...BESIDE].flatMap((key) => (key in fields ? [[key, fields[key]]] : [])));
  if (ACTS.filter((key) => key in act).length !== 1) throw new Error(`${at}: a turn is one of ${ACTS.join(", ")}`);
  if (!("shows" in expected) && !("think" in act)) throw new Error(`${at}: it does not say what it shows`);
  const unknown = Object.keys((expected["with"] as Fields | undefined) ?? {}).filter(
    (key) => !["tokens", "files", "transcript", "taken", "defined", "macros", "late"].includes(key),
  );
  if (unknown.length > 0) throw new Error(`${at}: unknown in \`with\`: ${unknown.join(", ")}`);
  return { shows: [], ...expected, act: act as Act };
}

export function sketchOf(id: string, value: unknown): WaySketch {
  const way = only(value, WAY_KEYS.split(" "), id);
  const { files, see_also, requires_parent, embed_threshold, when, trigger, scope, ...same } = way;
  return {
    ...(same as WaySketch),
    ...(files === undefined ? {} : { files: globOf(String(files)) }),
    ...(see_also === undefined ? {} : { seeAlso: (see_also as readonly string[]).map(wayId) }),
    ...(requires_parent === undefined ? {} : { requiresParent: requires_parent === true }),
    ...(embed_threshold === undefined ? {} : { bar: Number(embed_threshold) }),
    ...(when === undefined ? {} : { when: whenOf(when, id) }),
    ...(trigger === undefined ? {} : { state: trigger as NonNullable<WaySketch["state"]> }),
    ...(scope === undefined ? {} : { scope: scope as NonNullable<WaySketch["scope"]> }),
  };
}

function whenOf(value: unknown, at: string) {
  const { project, file_exists } = only(value, ["project", "file_exists"], at);
  return {
    ...(project === undefined ? {} : { project: String(project) }),
    ...(file_exists === undefined ? {} : { fileExists: String(file_exists) }),
  };
}

function globOf(source: string): NonNullable<WaySketch["files"]> {
  return { sees: "relative", source, regex: patternOf(globSource(source) ?? "") };
}

function only(value: unknown, keys: readonly string[], at: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${at}: no map`);
  const unknown = Object.keys(value).filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw new Error(`${at}: unknown key ${unknown.join(", ")}; known: ${keys.join(", ")}`);
  return value as Fields;
}

/** The payload Claude Code sends for it. */
export function payloadOf(act: Act, cwd: string): Fields {
  const beside = act as Fields;
  const at = {
    session_id: beside["session"] ?? "session-1",
    ...(beside["agent"] === undefined
      ? {}
      : { agent_id: beside["agent"], agent_type: beside["subagent"] ?? "general-purpose" }),
    ...(beside["turn"] === undefined ? {} : { prompt_id: beside["turn"] }),
  };
  const tool = (tool_name: string, tool_input: Fields) => ({
    ...at,
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
  });
  if ("prompt" in act) return { ...at, hook_event_name: "UserPromptSubmit", prompt: act.prompt };
  if ("command" in act) return tool("Bash", { command: act.command, description: act.description ?? "" });
  if ("edit" in act) return tool("Edit", { file_path: join(cwd, act.edit) });
  if ("task" in act) return tool("Agent", { description: "", prompt: act.task, subagent_type: act.type });
  if ("failed" in act) return { ...at, hook_event_name: "PostToolUseFailure", tool_name: "Bash", error: act.failed };
  if ("start" in act) return { ...at, hook_event_name: "SessionStart", source: act.start satisfies SessionSource };
  if ("subagent" in act) return { ...at, hook_event_name: "SubagentStart" };
  if ("event" in act) return { ...at, hook_event_name: act.event };
  throw new Error("the binary's strategies advance by `ways think`");
}
