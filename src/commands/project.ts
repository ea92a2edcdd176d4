// `ways project`: the projects this machine knows, and which of them are embedded (ADR-109, inclusion markers).
import { WaysError } from "../errors.ts";
import { readEmbedStatus } from "../wiring/embed-status.ts";
import { markProject } from "../wiring/projects.ts";
import { type Flags, JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { PROJECT_SHAPE, waysOf } from "./embed-status.ts";
import { type Io, printJson, table } from "./io.ts";

export const project: Verb = {
  summary: "list known projects, include them in the corpus or leave them out",
  examples: [
    ["ways project list", "every project with its ways and its marker"],
    ["ways project disinclude", "ways of this project are not embedded; their triggers still work"],
    ["ways project include ../shop", "embed them again"],
  ],
  words: ["list|include|disinclude", "path"],
  flags: JSON_FLAG,
  json: { "projects?": [PROJECT_SHAPE], "project?": "string", "marker?": "string", "state?": "string" },
  run: async (flags, io) => {
    const action = neededWord(flags, 0, "`list`, `include` or `disinclude`", "project");
    if (action === "list") return list(flags, io);
    if (action === "include" || action === "disinclude") return mark(action, flags, io);
    throw new WaysError(`unknown action \`${action}\``, { hint: "`list`, `include` or `disinclude`" });
  },
};

async function list(flags: Flags, io: Io): Promise<number> {
  if (flags.words[1] !== undefined)
    throw new WaysError("`ways project list` takes no path", { hint: "`ways project list` lists every project" });
  const { projects } = await readEmbedStatus(io.env, io.cwd);
  if (flags.isOn("json")) printJson(io, "project", { projects });
  else if (projects.length === 0) io.out("no project is known yet: agents leave them in `~/.claude/projects`");
  else {
    const rows = projects.map((p) => [p.state, p.marker === "none" ? "" : p.marker, waysOf(p), p.path]);
    io.out(table([["state", "marker", "ways", "project"], ...rows]));
  }
  return 0;
}

function mark(action: "include" | "disinclude", flags: Flags, io: Io): number {
  const { project: path, marker } = markProject(io.env, io.cwd, flags.words[1] ?? null, action);
  if (flags.isOn("json")) printJson(io, "project", { project: path, marker, state: action });
  else {
    const effect = action === "include" ? "embeds its ways" : "drops its rows";
    io.out(`\`${path}\`: ${action}; the next session start, or \`ways corpus\`, ${effect}`);
  }
  return 0;
}
