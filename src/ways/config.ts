// Configuration: one table of keys, merged from built-in < user file < project file < `WAYS_*` variables, with the origin of
// each value. Reading YAML is in config-file.ts: a hook merges what was parsed before and must not load the parser.
import type { Diagnostic } from "../diagnostics.ts";
import { type Entry, type Located, parseFields, type Values } from "../validate.ts";
import { USUAL_WINDOW } from "./gate.ts";
import { amount, flag, names, splitCommas } from "./kinds.ts";
import { packages } from "./packages.ts";
import type { WayId } from "./way.ts";

const anyName = (name: string): name is string => name !== "";

/** Keys with a dot stand one level deeper in the file: `lanes: {command: false}`. */
export const CONFIG_FIELDS = {
  enabled: flag({ fallback: true, meaning: "switches everything off" }),
  disabled: names({
    fallback: [],
    isName: anyName,
    meaning: "ids of ways, or of folders with all that is in them, that never show",
  }),
  max_ways: amount({
    fallback: 3,
    min: 1,
    max: 20,
    integer: true,
    meaning: "ways shown at once, at most: one or two by meaning, and what triggers add",
  }),
  default_threshold: amount({
    fallback: null,
    min: 0,
    max: 1,
    meaning: "bar of ways without `embed_threshold`; without it the model's calibration decides",
  }),
  context_window: amount({
    fallback: USUAL_WINDOW,
    min: 1_000,
    max: 100_000_000,
    integer: true,
    meaning: "tokens in the agent's context window, where the agent does not say",
  }),
  "lanes.command": flag({ fallback: false, meaning: "match commands by meaning; triggers always work" }),
  "lanes.file": flag({ fallback: false, meaning: "match edited files by meaning; triggers always work" }),
  log_prompts: flag({ fallback: false, needsTrust: true, meaning: "write prompt texts to the event log" }),
  languages: names({ fallback: [], isName: anyName, meaning: "languages whose locale rows are used; empty: all" }),
  "golden.precision": amount({
    fallback: 0.9,
    min: 0,
    max: 1,
    meaning: "floor of `ways golden`: share of shown ways that were right",
  }),
  "golden.recall": amount({
    fallback: 0.6,
    min: 0,
    max: 1,
    meaning: "floor of `ways golden`: share of prompts whose way was shown",
  }),
  packages: packages("packages that `ways add` without a source adds, at the content that is named", true),
} as const;

type ConfigValues = Values<typeof CONFIG_FIELDS>;

export type Config = Omit<ConfigValues, "lanes.command" | "lanes.file" | "golden.precision" | "golden.recall"> & {
  readonly lanes: { readonly command: boolean; readonly file: boolean };
  readonly golden: { readonly precision: number; readonly recall: number };
};

/** One place that configures, as parsed: only keys that were written and could be used. */
export type ConfigLayer = {
  /** As `ways config show --origin` prints it: a path, or `environment`. */
  readonly origin: string;
  readonly entries: readonly Entry[];
  /** false: a project that was not approved; keys marked `needsTrust` are withheld. */
  readonly isTrusted: boolean;
};

export type MergedConfig = {
  readonly config: Config;
  /** Where each value comes from; keys that are not here have their built-in value. */
  readonly origins: ReadonlyMap<string, string>;
  /** Keys that an untrusted place tried to set. */
  readonly withheld: readonly { readonly key: string; readonly origin: string }[];
};

/** Later layers win, key by key. */
export function mergeConfig(layers: readonly ConfigLayer[]): MergedConfig {
  const winners = new Map<string, Entry>();
  const origins = new Map<string, string>();
  const withheld: { key: string; origin: string }[] = [];
  for (const { origin, entries, isTrusted } of layers)
    for (const entry of entries) {
      if (!isTrusted && needsTrust(entry.key)) {
        withheld.push({ key: entry.key, origin });
        continue;
      }
      winners.set(entry.key, entry);
      origins.set(entry.key, origin);
    }
  const { values } = parseFields([...winners.values()], CONFIG_FIELDS, "");
  const {
    "lanes.command": command,
    "lanes.file": file,
    "golden.precision": precision,
    "golden.recall": recall,
    ...rest
  } = values;
  return { config: { ...rest, lanes: { command, file }, golden: { precision, recall } }, origins, withheld };
}

/** What switches everything off, for people; null: nothing does. */
export function switchedOffBy({ config, origins }: Pick<MergedConfig, "config" | "origins">): string | null {
  if (config.enabled) return null;
  const origin = origins.get("enabled");
  return origin === ENVIRONMENT ? `\`${variableOf("enabled")}\`` : `\`enabled\` in \`${origin}\``;
}

const ENVIRONMENT = "environment";

function needsTrust(key: string): boolean {
  const table: { readonly [key: string]: { readonly needsTrust?: boolean } } = CONFIG_FIELDS;
  return Object.hasOwn(table, key) && table[key]?.needsTrust === true;
}

/** Entries that pass the table, and what is wrong with the others. */
export function checkConfig(
  entries: readonly Entry[],
  file: string,
): { readonly entries: readonly Entry[]; readonly diagnostics: readonly Diagnostic[] } {
  const { given, diagnostics } = parseFields(entries, CONFIG_FIELDS, file);
  return { entries: entries.filter(({ key }) => given.has(key)), diagnostics };
}

/** `WAYS_MAX_WAYS=2`, `WAYS_LANES_FILE=true`, `WAYS_DISABLED=ea,itops`. Other variables are not looked at. */
export function parseEnvironment(environment: { readonly [name: string]: string | undefined }): {
  readonly layer: ConfigLayer;
  readonly diagnostics: readonly Diagnostic[];
} {
  const written: Entry[] = [];
  const at = { line: 1, column: 1 };
  for (const [key, field] of Object.entries(CONFIG_FIELDS)) {
    const text = environment[variableOf(key)]?.trim() ?? "";
    if (text !== "" && key !== "packages")
      written.push({ key, at, value: plainValue(text, field.schema["type"] === "boolean", at) });
  }
  if (written.length === 0) return { layer: { origin: ENVIRONMENT, entries: [], isTrusted: true }, diagnostics: [] };
  const { entries, diagnostics } = checkConfig(written, ENVIRONMENT);
  const named = diagnostics.map((d) => ({
    ...d,
    message: d.message.replace(/^`([^`]+)`/, (_, key) => `\`${variableOf(key)}\``),
  }));
  return { layer: { origin: ENVIRONMENT, entries, isTrusted: true }, diagnostics: named };
}

export function variableOf(key: string): string {
  return `WAYS_${key.toUpperCase().replaceAll(".", "_")}`;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ...WORDS,
  ["1", true],
  ["yes", true],
  ["on", true],
  ["0", false],
  ["no", false],
  ["off", false],
]);

/** A shell has text only: it is read as the key needs it. */
function plainValue(text: string, isFlag: boolean, at: Located["at"]): Located {
  const items = splitCommas(text);
  if (items.length > 1) return { kind: "list", items: items.map((item) => plainValue(item, isFlag, at)), at };
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  const value = (isFlag ? SWITCHES : WORDS).get(text.toLowerCase()) ?? number;
  return { kind: "scalar", value, source: text, at };
}

/** Disabled itself, or any folder above it. */
export function isDisabled(config: Pick<Config, "disabled">, id: WayId): boolean {
  return config.disabled.some((name) => `${id}/`.startsWith(`${name.replace(/\/+$/, "")}/`));
}
