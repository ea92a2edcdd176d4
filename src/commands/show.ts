// `ways show <id>`: one way as an agent would receive it, and where it is written.
import { nearest } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import { openCatalogue } from "../wiring/catalogue.ts";
import { JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { printJson } from "./io.ts";

export const show: Verb = {
  summary: "print one way",
  examples: [
    ["ways show softwaredev/delivery/commits", "the text an agent receives"],
    ["ways show softwaredev/delivery/commits --json", "with its fields and the file it is read from"],
  ],
  words: ["id"],
  flags: JSON_FLAG,
  json: {
    id: "string",
    parent: "string | null",
    origin: "string",
    aliasOrigin: "string",
    file: "string",
    description: "string",
    vocabulary: "string",
    aliases: [{ label: "string", text: "string" }],
    body: "string",
    triggers: {
      pattern: [{ source: "string", engine: "string", needles: ["string"] }],
      commands: [{ source: "string", engine: "string", needles: ["string"] }],
      files: [{ sees: "string", source: "string", regex: { source: "string", engine: "string", needles: ["string"] } }],
      errors: [{ source: "string", engine: "string", needles: ["string"] }],
      state: "object | null",
    },
    bar: "number | null",
    scope: ["string"],
    when: "object | null",
    requiresParent: "boolean",
    macro: "string | null",
    redisclose: "number | string",
    stages: "boolean",
    seeAlso: ["string"],
  },
  run: async (flags, io) => {
    const id = neededWord(flags, 0, "the id of a way", "show");
    const catalogue = await openCatalogue(io.env, io.cwd);
    const way = catalogue.ways.find((w) => w.id === id);
    if (!way) {
      const near =
        catalogue.ways.find((w) => w.id.endsWith(`/${id}`))?.id ??
        nearest(
          id,
          catalogue.ways.map((w) => w.id),
        );
      throw new WaysError(`there is no way \`${id}\` here`, {
        hint: near ? `did you mean \`${near}\`?` : "`ways list` lists them",
      });
    }
    if (flags.isOn("json")) printJson(io, "show", way);
    else io.out(way.body.trim());
    return 0;
  },
};
