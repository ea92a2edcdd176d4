// Reference of the command line: every verb's help, what exit codes say, the shapes of JSON answers, configuration, variables.
import { renderHelp, type Shape } from "../../commands/args.ts";
import { allVerbs, type NamedVerb } from "../../commands/verbs.ts";
import { EXIT } from "../../errors.ts";
import { VARIABLES } from "../../host/env.ts";
import { CONFIG_FIELDS, variableOf } from "../../ways/config.ts";
import { code, renderBlock, renderTable } from "./markdown.ts";
import { fieldTable } from "./ways.ts";

export async function commandBlocks(): Promise<ReadonlyMap<string, string>> {
  const verbs = allVerbs();
  return new Map([
    [
      "verbs",
      renderTable(
        ["Command", "", "Group"],
        verbs.map(({ name, group, verb }) => [code(`ways ${name}`), verb.summary, group]),
      ),
    ],
    ["exit-codes", exitTable(verbs)],
    [
      "help",
      verbs.map(({ name, verb }) => `### ways ${name}\n\n${renderBlock("text", renderHelp(name, verb))}`).join("\n\n"),
    ],
    ["json", verbs.flatMap(jsonOf).join("\n\n")],
    ["configuration", fieldTable(CONFIG_FIELDS)],
    ["variables", variableTable()],
  ]);
}

function exitTable(verbs: readonly NamedVerb[]): string {
  const codes = [
    [`${EXIT.ok}`, "done, and nothing to complain about; `hook` always"],
    [`${EXIT.finding}`, "an answer that asks for something, see below"],
    [`${EXIT.failure}`, "no answer: wrong arguments, unreadable configuration, a missing model, no permission, a bug"],
  ];
  const findings = verbs.flatMap(({ name, verb }) =>
    verb.finding === undefined ? [] : [[code(`ways ${name}`), verb.finding]],
  );
  return `${renderTable(["Exit code", "Says"], codes)}\n\n${renderTable(["Command", "1 says"], findings)}`;
}

function jsonOf({ name, verb }: NamedVerb): readonly string[] {
  if (verb.json === undefined) return [];
  const shape = { schema: `ways.${name}/1`, ...asMap(verb.json) };
  return [`### ways ${name} --json\n\n${renderBlock("text", renderShape(shape))}`];
}

function asMap(shape: Shape): { readonly [key: string]: Shape } {
  if (typeof shape === "string" || isList(shape)) throw new Error("a JSON answer is an object");
  return shape;
}

function renderShape(shape: Shape, indent = ""): string {
  if (typeof shape === "string") return shape;
  const inner = `${indent}  `;
  if (isList(shape)) return `[${renderShape(shape[0], indent)}]`;
  const lines = Object.entries(shape).map(([key, value]) => `${inner}${key}: ${renderShape(value, inner)}`);
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function variableTable(): string {
  const configured = Object.entries(CONFIG_FIELDS).flatMap(([key, field]) =>
    key === "packages" ? [] : [[code(variableOf(key)), `configuration ${code(key)}: ${field.meaning}`]],
  );
  return renderTable(
    ["Variable", "Meaning"],
    [...Object.entries(VARIABLES).map(([name, meaning]) => [code(name), meaning]), ...configured],
  );
}
