// `ways corpus`: embeds what is new in the ways of the user and of all known projects, and writes their coordinates.
import { resolve } from "node:path";
import { type Refreshed, refreshCorpus } from "../wiring/corpus.ts";
import { refreshQuietly } from "../wiring/corpus-background.ts";
import { buildCorpusOf } from "../wiring/corpus-of-folder.ts";
import { makeModelReady } from "../wiring/model-ready.ts";
import { openWorld } from "../wiring/world.ts";
import { type Flags, JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { type Io, printJson } from "./io.ts";
import { openProgress, type ProgressBar } from "./progress.ts";

const SILENT: ProgressBar = { step: () => {}, progress: () => {} };

export const corpus: Verb = {
  summary: "embed new and changed ways of the user and of all known projects",
  examples: [
    ["ways corpus", "texts that were embedded before are not embedded again"],
    ["ways corpus --full", "everything is read and embedded again"],
    ["ways corpus --ways-dir drafts --output build", "a corpus of that folder alone, written elsewhere"],
    ["ways corpus --json", "counts for scripts"],
  ],
  words: [],
  flags: {
    ...JSON_FLAG,
    ...WAYS_DIR_FLAG,
    full: { kind: "flag", meaning: "read and embed everything again" },
    "if-stale": { kind: "flag", meaning: "as hooks start it in the background: leave it to another one at work" },
    output: { kind: "text", meaning: "write corpus, manifest and vectors into this folder" },
    force: { kind: "flag", meaning: "let `--ways-dir` replace the corpus of all your ways" },
  },
  json: {
    embedded: "number",
    user_ways: "number",
    project_ways: "number",
    projects: "number",
    failed_lint: "number",
    warnings: ["string"],
    path: "string",
  },
  run: async (flags, io) => {
    const done = await build(flags, io, flags.isOn("json") ? SILENT : openProgress(io, "embedding"));
    if (done === null) {
      io.err("another refresh is at work and will see to it");
      return 0;
    }
    if (flags.isOn("json")) printJson(io, "corpus", done);
    else io.out(render(done));
    for (const warning of done.warnings) io.err(`ways: ${warning}`);
    return 0;
  },
};

async function build(flags: Flags, io: Io, tell: ProgressBar): Promise<Refreshed | null> {
  if (!flags.isOn("if-stale")) await makeModelReady(io.env, tell);
  const world = openWorld(io.env);
  const folder = (name: string) => {
    const path = flags.text(name);
    return path === null ? null : resolve(io.cwd, path);
  };
  const [waysDir, output, isFull] = [folder("ways-dir"), folder("output"), flags.isOn("full")];
  if (waysDir !== null) return buildCorpusOf(world, { waysDir, output, isFull, isForced: flags.isOn("force") }, tell);
  const options = { project: world.projectOf(io.cwd), isFull, output };
  return flags.isOn("if-stale") ? refreshQuietly(world, options, tell) : refreshCorpus(world, options, tell);
}

function render({ user_ways, project_ways, projects, failed_lint, embedded, path }: Refreshed): string {
  const failed = failed_lint === 0 ? "" : `, ${failed_lint} failed lint`;
  const ways = `${count(user_ways, "way")} of the user, ${project_ways} of ${count(projects, "project")}`;
  return `${ways}${failed}; ${count(embedded, "text")} embedded: \`${path}\``;
}

function count(n: number, thing: string): string {
  return `${n} ${n === 1 ? thing : `${thing}s`}`;
}
