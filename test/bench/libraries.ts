// Generated libraries of a given size, like hand-written ones in shape: 4 aliases, 2 patterns, 1 glob each.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const VERBS = ["deploy", "review", "migrate", "rename", "document", "measure", "archive", "translate"];
const THINGS = [
  "invoice",
  "sensor",
  "timetable",
  "patient",
  "shipment",
  "parser",
  "playlist",
  "harvest",
  "turbine",
  "ballot",
];

/** The texts of a way that are embedded: its description and its aliases. */
export function textsOf(i: number): readonly string[] {
  return [descriptionOf(i), ...aliasesOf(i)];
}

function descriptionOf(i: number): string {
  const { verb, thing } = topicOf(i);
  return `When somebody wants to ${verb} the ${thing} of unit ${i}`;
}

function aliasesOf(i: number): readonly string[] {
  const { verb, thing } = topicOf(i);
  return [
    `${verb} ${thing} number ${i}`,
    `the ${thing} in unit ${i} looks wrong`,
    `can you ${verb} unit ${i}`,
    `what happened to ${thing} ${i}`,
  ];
}

function topicOf(i: number) {
  return { verb: VERBS[i % VERBS.length], thing: THINGS[Math.floor(i / VERBS.length) % THINGS.length] };
}

/** Writes `count` ways under `root`; the same count gives the same files. */
export function manyWays(root: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const { verb, thing } = topicOf(i);
    const aliases = aliasesOf(i).map((alias) => `\n  - ${alias}`);
    const name = `way${i}`;
    const folder = join(root, `area${i % 40}`, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${name}.md`),
      `---\ndescription: ${descriptionOf(i)}\nvocabulary: ${verb} ${thing} unit${i}\naliases:${aliases.join("")}\npattern: ['\\bunit-${i % Math.ceil(count / 3)}\\b', '\\b${thing}-${verb}-${i % 50}\\b']\nfiles: area${i % 40}/unit${i}/**\n---\n# ${name}\n\n- Rule one of ${name}.\n- Rule two of ${name}.\n`,
    );
  }
}
