// `ways list`: the ways that may compete here, as a tree of ids.
import { openCatalogue } from "../wiring/catalogue.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const list: Verb = {
  summary: "the ways that may be shown here",
  examples: [
    ["ways list", "id, where it comes from, when it applies"],
    ["ways list softwaredev/code", "one part of the tree"],
    ["ways list --json", "for scripts"],
  ],
  words: ["prefix"],
  flags: JSON_FLAG,
  json: {
    ways: [
      {
        id: "string",
        parent: "string | null",
        origin: "string",
        file: "string",
        description: "string",
        aliases: "number",
        bar: "number | null",
      },
    ],
    problems: "number",
  },
  run: async (flags, io) => {
    const catalogue = await openCatalogue(io.env, io.cwd);
    const prefix = flags.words[0] ?? "";
    const ways = catalogue.ways.filter((w) => prefix === "" || w.id === prefix || w.id.startsWith(`${prefix}/`));
    if (flags.isOn("json")) {
      printJson(io, "list", {
        ways: ways.map(({ id, parent, origin, file, description, aliases, bar }) => ({
          id,
          parent,
          origin,
          file,
          description,
          aliases: aliases.length,
          bar,
        })),
        problems: catalogue.diagnostics.length,
      });
      return 0;
    }
    io.out(
      ways.length === 0
        ? `no ways${prefix === "" ? "" : ` under \`${prefix}\``}`
        : table(ways.map((w) => [w.id, w.origin, w.description])),
    );
    const errors = catalogue.diagnostics.filter((d) => d.severity === "error").length;
    if (errors > 0) io.err(`ways: ${errors} problems in way files: \`ways doctor\` lists them`);
    return 0;
  },
};
