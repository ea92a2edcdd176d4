// `ways embed-status`: what is embedded of which project, and whether it is what is written there now (ADR-109).
import { type EmbedStatus, type ProjectStatus, readEmbedStatus } from "../wiring/embed-status.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const PROJECT_SHAPE = {
  key: "string",
  path: "string",
  state: "string",
  marker: "string",
  ways: "number",
  embedded: "number",
  failed_lint: "number",
} as const;

export const embedStatus: Verb = {
  summary: "what is embedded, scope by scope, and what has changed since",
  examples: [
    ["ways embed-status", "core and user ways, and every project that has ways"],
    ["ways embed-status --all", "projects without ways, too"],
    ["ways embed-status --json", "all of it, with the manifest"],
  ],
  words: [],
  flags: { ...JSON_FLAG, all: { kind: "flag", meaning: "projects without ways, too" } },
  json: {
    corpus: "string",
    manifest: "string",
    recorded: "any",
    model: { name: "string | null", fingerprint: "string | null", problem: "string | null" },
    global: {
      state: "string",
      path: "string",
      core: "number",
      user: "number",
      packages: "number",
      failed_lint: "number",
      languages: ["string"],
    },
    projects: [PROJECT_SHAPE],
    failure: "string | null",
  },
  run: async (flags, io) => {
    const status = await readEmbedStatus(io.env, io.cwd);
    if (flags.isOn("json")) printJson(io, "embed-status", status);
    else io.out(render(status, flags.isOn("all")));
    return 0;
  },
};

function render(status: EmbedStatus, showsAll: boolean): string {
  const { corpus, model, global, projects, recorded, failure } = status;
  const shown = projects.filter((project) => showsAll || project.state !== "no ways");
  const hidden = projects.length - shown.length;
  return [
    table([
      [
        "corpus",
        `\`${corpus}\`${recorded === null ? ", no usable manifest: the next refresh makes everything anew" : ""}`,
      ],
      [
        "model",
        model.problem === null ? `${model.name} (${model.fingerprint?.slice(0, 12)})` : `NONE: ${model.problem}`,
      ],
      ["languages", global.languages.length === 0 ? "all" : global.languages.join(", ")],
      ...(failure === null ? [] : [["last refresh", `FAILED: ${failure}`]]),
    ]),
    "",
    table([
      ["scope", "state", "marker", "ways", ""],
      [
        "core, user",
        global.state,
        "",
        `${global.core} + ${global.user}${global.packages > 0 ? ` + ${global.packages} of packages` : ""}${failedOf(global.failed_lint, global.user)}`,
        global.path,
      ],
      ...shown.map((p) => ["project", p.state, p.marker === "none" ? "" : p.marker, waysOf(p), p.path]),
    ]),
    ...(hidden === 0
      ? []
      : ["", `${hidden} more ${hidden === 1 ? "project has" : "projects have"} no ways: \`--all\``]),
  ].join("\n");
}

/** `7, 1 of 7 failed lint`. */
export function waysOf({ ways, failed_lint }: ProjectStatus): string {
  return `${ways}${failedOf(failed_lint, ways)}`;
}

function failedOf(failed: number, ways: number): string {
  return failed === 0 ? "" : `, ${failed} of ${Math.max(failed, ways)} failed lint`;
}
