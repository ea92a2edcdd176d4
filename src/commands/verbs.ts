// All verbs but `hook`: looked up, parsed, run; the error boundary of everything a person types.
import { nearest } from "../diagnostics.ts";
import { describe, EXIT, WaysError } from "../errors.ts";
import { readEnv, setting } from "../host/env.ts";
import { writeAll } from "../host/stdout.ts";
import { askLine } from "../host/terminal.ts";
import { parseFlags, renderHelp, type Verb } from "./args.ts";
import type { Io } from "./io.ts";

type Entry = { readonly group: string; readonly load: () => Promise<Verb> };

/** A map, not an object: `ways constructor` must be an unknown verb. */
const VERBS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ["setup", { group: "life cycle", load: async () => (await import("./setup-verb.ts")).setup }],
  ["uninstall", { group: "life cycle", load: async () => (await import("./setup-verb.ts")).uninstall }],
  ["doctor", { group: "life cycle", load: async () => (await import("./doctor.ts")).doctor }],
  ["self-test", { group: "life cycle", load: async () => (await import("./self-test.ts")).selfTest }],
  ["status", { group: "life cycle", load: async () => (await import("./status.ts")).status }],
  ["config", { group: "life cycle", load: async () => (await import("./config.ts")).config }],
  ["dirs", { group: "life cycle", load: async () => (await import("./dirs.ts")).dirs }],
  ["list", { group: "see", load: async () => (await import("./list.ts")).list }],
  ["show", { group: "see", load: async () => (await import("./show.ts")).show }],
  ["explain", { group: "see", load: async () => (await import("./explain.ts")).explain }],
  ["why", { group: "see", load: async () => (await import("./why.ts")).why }],
  ["session", { group: "see", load: async () => (await import("./session.ts")).session }],
  ["frontier", { group: "see", load: async () => (await import("./frontier.ts")).frontier }],
  ["new", { group: "author", load: async () => (await import("./new.ts")).newWay }],
  ["check", { group: "author", load: async () => (await import("./check.ts")).check }],
  ["lint", { group: "author", load: async () => (await import("./lint.ts")).lint }],
  ["migrate", { group: "author", load: async () => (await import("./migrate.ts")).migrate }],
  ["tune", { group: "author", load: async () => (await import("./tune.ts")).tune }],
  ["golden", { group: "author", load: async () => (await import("./golden.ts")).golden }],
  ["collisions", { group: "author", load: async () => (await import("./collisions.ts")).collisions }],
  ["tree", { group: "tree", load: async () => (await import("./tree.ts")).tree }],
  ["budget", { group: "tree", load: async () => (await import("./budget.ts")).budget }],
  ["crowding", { group: "tree", load: async () => (await import("./crowding.ts")).crowding }],
  ["metrics", { group: "tree", load: async () => (await import("./metrics.ts")).metrics }],
  ["graph", { group: "graph", load: async () => (await import("./graph.ts")).graph }],
  ["siblings", { group: "graph", load: async () => (await import("./siblings.ts")).siblings }],
  ["corpus", { group: "corpus", load: async () => (await import("./corpus.ts")).corpus }],
  ["embed-status", { group: "corpus", load: async () => (await import("./embed-status.ts")).embedStatus }],
  ["project", { group: "corpus", load: async () => (await import("./project.ts")).project }],
  ["cache", { group: "corpus", load: async () => (await import("./cache.ts")).cache }],
  ["trust", { group: "run time", load: async () => (await import("./trust.ts")).trust }],
  ["think", { group: "run time", load: async () => (await import("./think.ts")).think }],
  ["timings", { group: "run time", load: async () => (await import("./timings.ts")).timings }],
]);

export async function runCommandLine(argv: readonly string[], version: string): Promise<number> {
  const io = realIo(version);
  try {
    const [name, ...rest] = argv;
    if (name === undefined || name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
      io.out(await overview(version));
      return EXIT.ok;
    }
    if (name === "--version" || name === "-V" || name === "version") {
      io.out(`ways ${version}`);
      return EXIT.ok;
    }
    const verb = await verbNamed(name === "help" ? (rest[0] ?? "") : name);
    if (name === "help" || rest.includes("--help") || rest.includes("-h")) {
      io.out(renderHelp(name === "help" ? (rest[0] ?? "") : name, verb));
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
export function loadVerbs(): Promise<readonly NamedVerb[]> {
  return Promise.all([...VERBS].map(async ([name, { group, load }]) => ({ name, group, verb: await load() })));
}

async function verbNamed(name: string): Promise<Verb> {
  const entry = VERBS.get(name);
  if (entry) return entry.load();
  const near = nearest(name, VERBS.keys());
  throw new WaysError(`unknown command \`${name}\``, {
    hint: near ? `did you mean \`ways ${near}\`?` : "`ways` alone lists the commands",
  });
}

/** One screen. */
async function overview(version: string): Promise<string> {
  const groups = Map.groupBy(await loadVerbs(), ({ group }) => group);
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
