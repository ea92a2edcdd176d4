// `ways list`: the ways that may compete here, as a tree of ids; with `--packages` where those that were added come from.
import { openCatalogue } from "../wiring/catalogue.ts";
import { type ListedPackage, listPackages } from "../wiring/packages.ts";
import { type Flags, JSON_FLAG, type Verb } from "./args.ts";
import { plural } from "./findings.ts";
import { type Io, printJson, table } from "./io.ts";
import { PACKAGE_SHAPE } from "./package-change.ts";

export const list: Verb = {
  summary: "the ways that may be shown here",
  examples: [
    ["ways list", "id, where it comes from, when it applies"],
    ["ways list softwaredev/code", "one part of the tree"],
    ["ways list --packages", "packages that were added: version, ways, source"],
    ["ways list --json", "for scripts"],
  ],
  words: ["prefix"],
  flags: { ...JSON_FLAG, packages: { kind: "flag", meaning: "the packages that were added instead of single ways" } },
  json: {
    "packages?": [
      {
        ...PACKAGE_SHAPE,
        state: "string",
        ways: "number",
      },
    ],
    "ways?": [
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
    "problems?": "number",
  },
  run: async (flags, io) => {
    if (flags.isOn("packages")) return showPackages(flags, io);
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
    if (errors > 0) io.err(`ways: ${plural(errors, "error")} in ways and configuration: \`ways doctor\` says where`);
    return 0;
  },
};

const STATES: Readonly<Record<ListedPackage["state"], string>> = {
  ok: "",
  changed: "NOT USED: its files have changed",
  shadowed: "NOT USED: shipped ways have its name",
};

function showPackages(flags: Flags, io: Io): number {
  const prefix = flags.words[0] ?? "";
  const packages = listPackages(io.env).filter(({ name }) => prefix === "" || name === prefix);
  if (flags.isOn("json")) printJson(io, "list", { packages });
  else if (packages.length === 0) io.out("no package was added: `ways add <source>`");
  else
    io.out(
      table(
        packages.map(({ name, version, licence, ways, source, state }) => [
          name,
          version,
          licence,
          plural(ways, "way"),
          source,
          STATES[state],
        ]),
      ),
    );
  return 0;
}
