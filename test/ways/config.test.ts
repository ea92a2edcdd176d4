import { describe, expect, test } from "bun:test";
import { CONFIG_FIELDS, isDisabled, mergeConfig, parseEnvironment, variableOf } from "../../src/ways/config.ts";
import { parseConfig } from "../../src/ways/config-file.ts";
import { PAST_THE_GATE } from "../../src/ways/gate.ts";
import { wayId } from "../../src/ways/way.ts";

const layer = (origin: string, text: string, isTrusted = true) => ({
  origin,
  entries: parseConfig(text, origin).entries,
  isTrusted,
});

const DEFAULT_CONFIG = mergeConfig([]).config;

test("nothing configured: the built-in values", () => {
  expect(mergeConfig([])).toEqual({ config: DEFAULT_CONFIG, origins: new Map(), withheld: [] });
  expect(DEFAULT_CONFIG).toEqual({
    enabled: true,
    disabled: [],
    max_ways: 3,
    default_threshold: null,
    context_window: 200_000,
    lanes: { command: false, file: false },
    log_prompts: false,
    languages: [],
    golden: { precision: 0.9, recall: 0.6 },
    packages: [],
  });
});

test("later places win key by key, and each value knows its origin", () => {
  const { config, origins } = mergeConfig([
    layer("user.yaml", "max_ways: 2\nlanes:\n  command: false\n  file: true\n"),
    layer("project.yaml", "lanes: {file: false}\ndisabled: [ea, itops/incident]\n"),
    parseEnvironment({ WAYS_MAX_WAYS: "5", WAYS_MODEL_DIR: "/x", HOME: "/root" }).layer,
  ]);
  expect(config).toMatchObject({
    max_ways: 5,
    lanes: { command: false, file: false },
    disabled: ["ea", "itops/incident"],
  });
  expect(Object.fromEntries(origins)).toEqual({
    max_ways: "environment",
    "lanes.command": "user.yaml",
    "lanes.file": "project.yaml",
    disabled: "project.yaml",
  });
});

test("keys that redirect or reveal wait for trust; a layer survives JSON", () => {
  const project = layer(
    "project.yaml",
    "log_prompts: true\nmax_ways: 1\npackages:\n  team: {source: ../team, hash: sha256-x}\n",
    false,
  );
  const merged = mergeConfig([JSON.parse(JSON.stringify(project))]);
  expect(merged.config).toMatchObject({ log_prompts: false, max_ways: 1, packages: [] });
  expect(merged.withheld.map(({ key }) => key)).toEqual(["log_prompts", "packages"]);
  expect(mergeConfig([{ ...project, isTrusted: true }]).config).toMatchObject({
    log_prompts: true,
    packages: [{ name: "team", source: "../team", version: "", hash: "sha256-x" }],
  });
});

/** No key has its built-in value. */
const EARLIER = layer(
  "earlier.yaml",
  [
    "enabled: false",
    "disabled: [ea]",
    "max_ways: 7",
    "default_threshold: 0.5",
    "context_window: 5000",
    "lanes: {command: true, file: true}",
    "log_prompts: true",
    "languages: [ja]",
    "golden: {precision: 0.1, recall: 0.2}",
    "packages: {team: {source: ../team, hash: sha256-x}}",
  ].join("\n"),
);

test("the layer that faults are tried on has a value of its own for every key", () => {
  expect(new Set(EARLIER.entries.map(({ key }) => key))).toEqual(new Set(Object.keys(CONFIG_FIELDS)));
  const { config } = mergeConfig([EARLIER]);
  for (const [key, value] of Object.entries(DEFAULT_CONFIG)) expect(config).not.toHaveProperty(key, value);
});

describe("what is wrong is reported with its place, and does not count", () => {
  test.each([
    ["max_way: 2", "unknown-key", "1:1"],
    ["lanes:\n  comand: false", "unknown-key", "2:3"],
    ["lanes: false", "wrong-type", "1:8"],
    ["lanes: [x]", "wrong-type", "1:8"],
    ["lanes:", "empty-value", "1:1"],
    ["golden: 5", "wrong-type", "1:9"],
    ["disabled: {a: b}", "wrong-type", "1:11"],
    ["disabled: [{a: b}]", "wrong-type", "1:12"],
    ["languages: [[ja]]", "wrong-type", "1:13"],
    ["disabled: ''", "empty-value", "1:1"],
    ["disabled: ['']", "empty-value", "1:12"],
    ["disabled: ','", "empty-value", "1:11"],
    ["max_ways: many", "wrong-type", "1:11"],
    ["max_ways: 0", "wrong-value", "1:11"],
    ["golden: {recall: 7}", "wrong-value", "1:18"],
    ["packages: {team: ../x}", "wrong-type", "1:18"],
    ["packages: {team: {source: ../x}}", "wrong-type", "1:18"],
    ["- a", "yaml-syntax", "1:1"],
    ["a: [", "yaml-syntax", "1:5"],
    ["\u0000", "encoding", "1:1"],
  ])("%j", (text, code, place) => {
    const { entries, diagnostics } = parseConfig(text, "x.yaml");
    expect(diagnostics.map((d) => [d.code, `${d.line}:${d.column}`])[0]).toEqual([code, place]);
    const faulty = { origin: "x", entries, isTrusted: true };
    expect(mergeConfig([EARLIER, faulty])).toEqual(mergeConfig([EARLIER]));
  });
  test("an empty list is a value, and so is what is left of a list", () => {
    expect(mergeConfig([EARLIER, layer("x", "disabled: []")]).config.disabled).toEqual([]);
    expect(mergeConfig([EARLIER, layer("x", "disabled: [{a: b}, '', itops]")]).config.disabled).toEqual(["itops"]);
  });
});

test("what is wrong is told in the order of lines", () => {
  const { diagnostics, entries } = parseConfig("golden: {recall: 0.1}\nmax_ways: many\nlanes: true\nmax_way: 1\n", "x");
  expect(diagnostics.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(entries.map(({ key }) => key)).toEqual(["golden.recall"]);
});

test("an empty file, a byte order mark and CRLF are all fine", () => {
  expect(parseConfig("", "x")).toEqual({ entries: [], diagnostics: [] });
  expect(parseConfig("\ufeffmax_ways: 2\r\nlog_prompts: true\r\n", "x").entries.map((e) => e.key)).toEqual([
    "max_ways",
    "log_prompts",
  ]);
});

describe("environment", () => {
  test("every key has a variable", () => {
    expect(Object.keys(CONFIG_FIELDS).map(variableOf)).toContain("WAYS_LANES_COMMAND");
    const loud = Object.keys(CONFIG_FIELDS).filter((key) => key.startsWith("lanes.") || key === "context_window");
    expect(PAST_THE_GATE.map(([key]) => key).toSorted()).toEqual(loud.toSorted());
    for (const [key, variable] of PAST_THE_GATE) expect(variableOf(key)).toBe(variable);
  });
  test("values are read as people write them in shells", () => {
    const { layer: entries, diagnostics } = parseEnvironment({
      WAYS_ENABLED: "false",
      WAYS_LANES_FILE: "1",
      WAYS_DISABLED: "ea, itops",
      WAYS_DEFAULT_THRESHOLD: "0.4",
      WAYS_LANGUAGES: "ja",
    });
    expect(diagnostics).toEqual([]);
    expect(mergeConfig([entries]).config).toMatchObject({
      enabled: false,
      lanes: { file: true },
      disabled: ["ea", "itops"],
      default_threshold: 0.4,
      languages: ["ja"],
    });
  });
  test("a bad value is reported under the variable's name", () => {
    const { layer: entries, diagnostics } = parseEnvironment({ WAYS_MAX_WAYS: "lots" });
    expect(diagnostics.map((d) => d.message)).toEqual([
      "`WAYS_MAX_WAYS` must be a whole number, found the text `lots`",
    ]);
    expect(mergeConfig([entries]).config).toEqual(DEFAULT_CONFIG);
  });
});

test("a way is disabled by its id or by any folder above it, with a slash at the end or without", () => {
  const config = { disabled: ["ea", "code/testing/"] };
  const ids = ["ea", "ea/email", "each", "code/testing", "code/testing/mocking", "code"];
  expect(ids.map((id) => isDisabled(config, wayId(id)))).toEqual([true, true, false, true, true, false]);
});
