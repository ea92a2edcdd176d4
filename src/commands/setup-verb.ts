// `ways setup` and `ways uninstall` as typed: names the agent, finds its settings, asks the terminal.
import { WaysError } from "../errors.ts";
import { placesOf } from "../host/paths.ts";
import { installModel, modelProblem, settingsTools } from "../wiring/settings.ts";
import type { Flags, Verb } from "./args.ts";
import type { Io } from "./io.ts";
import type { ChangeInput } from "./settings-change.ts";
import { claudeSettings, setupAgent } from "./setup.ts";
import { uninstallAgent } from "./uninstall.ts";

const AGENTS = { claude: { verb: "claude", title: "Claude Code" } } as const;

const FLAGS = {
  "dry-run": { kind: "flag", meaning: "show the change, write nothing" },
  yes: { kind: "flag", meaning: "write without asking" },
  project: { kind: "flag", meaning: "the private settings of this checkout instead of the user's" },
} as const;

export const setup: Verb = {
  summary: "register `ways hook` in an agent's settings",
  examples: [
    ["ways setup claude --dry-run", "show what would change in Claude Code's settings"],
    ["ways setup claude", "show it, ask, write it"],
    ["ways setup --model ./model", "copy a model folder to its place (no network needed)"],
  ],
  words: ["agent"],
  flags: { ...FLAGS, model: { kind: "text", meaning: "a folder with manifest.json and the files it names" } },
  run: async (flags, io) => {
    const model = flags.text("model");
    if (model !== null) {
      const { name, folder } = installModel(io.env, model);
      io.err(`model \`${name}\` is in \`${folder}\``);
      if (flags.words.length === 0) return 0;
    }
    const { agent, change, others } = inputFor(flags, io, "setup");
    const { template } = settingsTools();
    const changed = await setupAgent({ ...change, agent, binary: io.executable, template, others });
    const isRegistered = changed.outcome === "written" || changed.outcome === "unchanged";
    const problem = isRegistered && !change.dryRun ? modelProblem(io.env) : null;
    if (problem !== null) io.err(`warning: ${problem}: only triggers work until \`ways doctor\` is content`);
    return changed.outcome === "declined" ? 1 : 0;
  },
};

export const uninstall: Verb = {
  summary: "take `ways hook` out of an agent's settings again",
  examples: [
    ["ways uninstall claude --dry-run", "show what would be removed"],
    ["ways uninstall claude", "the settings are as before, byte for byte"],
  ],
  words: ["agent"],
  flags: FLAGS,
  run: async (flags, io) => {
    const { agent, change } = inputFor(flags, io, "uninstall");
    const changed = await uninstallAgent({ ...change, agent });
    return changed.outcome === "declined" ? 1 : 0;
  },
};

function inputFor(flags: Flags, io: Io, verb: string) {
  const name = flags.words[0] ?? "";
  const agent = Object.values(AGENTS).find((a) => a.verb === name);
  if (!agent) {
    const known = Object.keys(AGENTS)
      .map((a) => `\`ways ${verb} ${a}\``)
      .join(", ");
    const byHand = "any other agent can be told to call `ways hook`, with the lines of hooks/README.md on stdin";
    throw new WaysError(name === "" ? `\`ways ${verb}\` needs the name of an agent` : `unknown agent \`${name}\``, {
      hint: verb === "setup" ? `${known}; ${byHand}` : known,
    });
  }
  const places = placesOf(io.env);
  if (places === null)
    throw new WaysError("there is no home folder with settings", { hint: "set HOME to an absolute path" });
  const project = claudeSettings(places.claude, io.cwd);
  const user = claudeSettings(places.claude, null);
  const isProject = flags.isOn("project");
  const change: ChangeInput = {
    settings: isProject ? project : user,
    backups: `${places.state}/settings`,
    dryRun: flags.isOn("dry-run"),
    yes: flags.isOn("yes"),
    isTerminal: io.isTerminal,
    confirm: async (question) => io.confirm(question),
    print: io.err,
    files: settingsTools().files,
  };
  return { agent, change, others: [isProject ? user : project] };
}
