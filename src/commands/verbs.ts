// All verbs but `hook`: looked up, parsed, run; the error boundary of everything a person types.
// Imported together, not one by one: each dynamic import would cut the bundle into more chunks, and a hook pays for those.
import { nearest } from "../diagnostics.ts";
import { describe, EXIT, WaysError } from "../errors.ts";
import { readEnv, setting } from "../host/env.ts";
import { compileAsUsual } from "../host/jit.ts";
import { writeAll } from "../host/stdout.ts";
import { askLine } from "../host/terminal.ts";
import { add } from "./add.ts";
import { parseFlags, renderHelp, type Verb } from "./args.ts";
import { budget } from "./budget.ts";
import { cache } from "./cache.ts";
import { check } from "./check.ts";
import { collisions } from "./collisions.ts";
import { config } from "./config.ts";
import { corpus } from "./corpus.ts";
import { crowding } from "./crowding.ts";
import { dirs } from "./dirs.ts";
import { doctor } from "./doctor.ts";
import { embedStatus } from "./embed-status.ts";
import { explain } from "./explain.ts";
import { frontier } from "./frontier.ts";
import { golden } from "./golden.ts";
import { graph } from "./graph.ts";
import { hookHelp } from "./hook-help.ts";
import type { Io } from "./io.ts";
import { lint } from "./lint.ts";
import { list } from "./list.ts";
import { metrics } from "./metrics.ts";
import { migrate } from "./migrate.ts";
import { model } from "./model.ts";
import { newWay } from "./new.ts";
import { project } from "./project.ts";
import { remove } from "./remove.ts";
import { selfTest } from "./self-test.ts";
import { session } from "./session.ts";
import { setup, uninstall } from "./setup-verb.ts";
import { show } from "./show.ts";
import { siblings } from "./siblings.ts";
import { status } from "./status.ts";
import { think } from "./think.ts";
import { timings } from "./timings.ts";
import { tree } from "./tree.ts";
import { trust } from "./trust.ts";
import { tune } from "./tune.ts";
import { update } from "./update.ts";
import { why } from "./why.ts";

type Entry = { readonly group: string; readonly verb: Verb };

/** A map, not an object: `ways constructor` must be an unknown verb. */
const VERBS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ["setup", { group: "life cycle", verb: setup }],
  ["uninstall", { group: "life cycle", verb: uninstall }],
  ["doctor", { group: "life cycle", verb: doctor }],
  ["self-test", { group: "life cycle", verb: selfTest }],
  ["status", { group: "life cycle", verb: status }],
  ["config", { group: "life cycle", verb: config }],
  ["dirs", { group: "life cycle", verb: dirs }],
  ["list", { group: "see", verb: list }],
  ["show", { group: "see", verb: show }],
  ["explain", { group: "see", verb: explain }],
  ["why", { group: "see", verb: why }],
  ["session", { group: "see", verb: session }],
  ["frontier", { group: "see", verb: frontier }],
  ["new", { group: "author", verb: newWay }],
  ["check", { group: "author", verb: check }],
  ["lint", { group: "author", verb: lint }],
  ["migrate", { group: "author", verb: migrate }],
  ["tune", { group: "author", verb: tune }],
  ["golden", { group: "author", verb: golden }],
  ["collisions", { group: "author", verb: collisions }],
  ["add", { group: "packages", verb: add }],
  ["update", { group: "packages", verb: update }],
  ["remove", { group: "packages", verb: remove }],
  ["tree", { group: "tree", verb: tree }],
  ["budget", { group: "tree", verb: budget }],
  ["crowding", { group: "tree", verb: crowding }],
  ["metrics", { group: "tree", verb: metrics }],
  ["graph", { group: "graph", verb: graph }],
  ["siblings", { group: "graph", verb: siblings }],
  ["corpus", { group: "corpus", verb: corpus }],
  ["embed-status", { group: "corpus", verb: embedStatus }],
  ["project", { group: "corpus", verb: project }],
  ["cache", { group: "corpus", verb: cache }],
  ["trust", { group: "run time", verb: trust }],
  ["think", { group: "run time", verb: think }],
  ["model", { group: "run time", verb: model }],
  ["timings", { group: "run time", verb: timings }],
]);

type Print = (version: string, name?: string) => string;

/** What `ways` takes beside the verbs, and what it prints then. */
const BESIDE: ReadonlyMap<string, Print> = new Map<string, Print>([
  ["hook", () => renderHelp("hook", hookHelp)], // its events do not come here
  ["help", (version, name) => (name === undefined ? overview(version) : helpOn(version, name))],
  ["--help", overview],
  ["-h", overview],
  ["version", (version) => `ways ${version}`],
  ["--version", (version) => `ways ${version}`],
  ["-V", (version) => `ways ${version}`],
]);

export async function runCommandLine(argv: readonly string[], version: string): Promise<number> {
  compileAsUsual();
  const io = realIo(version);
  try {
    const [name = "help", ...rest] = argv;
    const beside = BESIDE.get(name);
    if (beside) {
      io.out(beside(version, rest[0]));
      return EXIT.ok;
    }
    const verb = verbNamed(name);
    if (rest.includes("--help") || rest.includes("-h")) {
      io.out(renderHelp(name, verb));
      return EXIT.ok;
    }
    return await verb.run(parseFlags(name, verb, rest), io);
  } catch (error) {
    io.err(describe(error, setting(io.env, "WAYS_DEBUG") === "1"));
    return EXIT.failure;
  }
}

export type NamedVerb = { readonly name: string; readonly group: string; readonly verb: Verb };

/** In the order of the overview. */
export function allVerbs(): readonly NamedVerb[] {
  return [...VERBS].map(([name, { group, verb }]) => ({ name, group, verb }));
}

function verbNamed(name: string): Verb {
  const entry = VERBS.get(name);
  if (entry) return entry.verb;
  const near = nearest(name, [...VERBS.keys(), ...BESIDE.keys()].filter(isWord));
  throw new WaysError(`unknown command \`${name}\``, {
    hint: near ? `did you mean \`ways ${near}\`?` : "`ways` alone lists the commands",
  });
}

/** `-h` is within two letters of every other. */
function isWord(name: string): boolean {
  return name.length > 2;
}

function helpOn(version: string, name: string): string {
  return BESIDE.get(name)?.(version) ?? renderHelp(name, verbNamed(name));
}

/** One screen. */
function overview(version: string): string {
  const groups = Map.groupBy(allVerbs(), ({ group }) => group);
  const lines = [`ways ${version}: the right rule, at the right moment, for every coding agent`, ""];
  for (const [group, verbs] of groups) {
    lines.push(group);
    for (const { name, verb } of verbs) lines.push(`  ${name.padEnd(14)} ${verb.summary}`);
  }
  lines.push("", "`ways <command> --help` shows examples; agents call `ways hook`", "");
  return lines.join("\n");
}

function realIo(version: string): Io {
  const line = (text: string) => (text.endsWith("\n") ? text : `${text}\n`);
  return {
    env: readEnv(),
    cwd: process.cwd(),
    executable: process.execPath,
    version,
    isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
    out: (text) => {
      if (!writeAll(line(text))) process.exit(EXIT.ok); // the reader has gone: `ways list | head`
    },
    err: (text) => void writeAll(line(text), 2),
    showStatus: process.stderr.isTTY === true ? (text) => void writeAll(`\r\x1b[K${text}`, 2) : null,
    readStdin: () => Bun.stdin.text(),
    confirm: (question) => confirm(question),
    ask: askLine,
  };
}
