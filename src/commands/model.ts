// `ways model`: which model texts are compared with, whether its files are whole, and how to change it.
import { EXIT, WaysError } from "../errors.ts";
import { listModels, useModel, verifyNamed } from "../wiring/other-models.ts";
import { type Flags, JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { type Io, printJson, table } from "./io.ts";
import { openProgress } from "./progress.ts";

export const model: Verb = {
  summary: "the models of this machine: list them, verify one, use another one than the shipped",
  examples: [
    ["ways model list", "which are installed, and which one is in use"],
    ["ways model verify", "every byte of the one in use against its manifest, then a text through it"],
    ["ways model use ./minilm", "install that folder, embed the shipped ways with it, calibrate it, and use it"],
    ["ways model use default", "back to the shipped one"],
  ],
  words: ["list|verify|use", "name or folder"],
  flags: JSON_FLAG,
  finding: "`verify` found something wrong with the model",
  json: {
    "models?": [
      {
        name: "string",
        folder: "string | null",
        title: "string | null",
        dimensions: "number | null",
        in_use: "boolean",
        problem: "string | null",
      },
    ],
    "name?": "string",
    "folder?": "string",
    "title?": "string",
    "files?": [{ file: "string", ok: "boolean" }],
    "problems?": ["string"],
    "overruled?": "string | null",
    "cold_ms?": "number | null",
  },
  run: async (flags, io) => {
    const action = neededWord(flags, 0, "`list`, `verify` or `use`", "model");
    if (action === "list") return list(flags, io);
    if (action === "verify") return verify(flags, io);
    if (action === "use") return use(flags, io);
    throw new WaysError(`unknown action \`${action}\``, { hint: "`list`, `verify` or `use`" });
  },
};

function list(flags: Flags, io: Io): number {
  if (flags.words[1] !== undefined)
    throw new WaysError("`ways model list` takes no name", { hint: "`ways model verify <name>` looks at one" });
  const models = listModels(io.env);
  if (flags.isOn("json")) printJson(io, "model", { models });
  else {
    const rows = models.map(({ name, folder, title, dimensions, in_use, problem }) => [
      in_use ? "*" : "",
      name,
      problem ?? `${title}, ${dimensions} dimensions`,
      folder ?? "",
    ]);
    io.out(table([["", "name", "model", "folder"], ...rows]));
  }
  return EXIT.ok;
}

async function verify(flags: Flags, io: Io): Promise<number> {
  const { name, folder, files, problems, cold_ms } = await verifyNamed(io.env, io.cwd, flags.words[1] ?? null);
  if (flags.isOn("json")) printJson(io, "model", { name, folder, files, problems, cold_ms });
  else {
    if (files.length > 0) io.out(table(files.map(({ file, ok }) => [ok ? "ok" : "WRONG", file])));
    for (const problem of problems) io.out(problem);
    if (problems.length === 0) io.out(`${name}: whole, and it embeds`);
  }
  warnIfSlow(cold_ms, io);
  return problems.length === 0 ? EXIT.ok : EXIT.finding;
}

async function use(flags: Flags, io: Io): Promise<number> {
  const target = neededWord(flags, 1, "the name of a model, or a folder", "model use");
  const used = await useModel(io.env, io.cwd, target, openProgress(io, "embedding"));
  if (flags.isOn("json")) printJson(io, "model", used);
  else io.out(`in use: ${used.title} in \`${used.folder}\``);
  warnIfSlow(used.cold_ms, io);
  if (used.overruled !== null)
    io.err(`warning: WAYS_MODEL_DIR is set, and \`${used.overruled}\` goes before any choice`);
  return EXIT.ok;
}

/** A hook starts from nothing each time, and has other things to do, too. */
const SLOW_MS = 1_200;

function warnIfSlow(ms: number | null, io: Io): void {
  if (ms === null || ms <= SLOW_MS) return;
  io.err(
    `warning: the first vector took ${(ms / 1_000).toFixed(1)} s; a hook that has none after 1.5 s answers with triggers alone`,
  );
}
