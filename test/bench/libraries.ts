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

/** Writes `count` ways under `root`; the same count gives the same files. */
export function manyWays(root: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const verb = VERBS[i % VERBS.length];
    const thing = THINGS[Math.floor(i / VERBS.length) % THINGS.length];
    const name = `way${i}`;
    const folder = join(root, `area${i % 40}`, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${name}.md`),
      `---\ndescription: When somebody wants to ${verb} the ${thing} of unit ${i}\nvocabulary: ${verb} ${thing} unit${i}\naliases:\n  - ${verb} ${thing} number ${i}\n  - the ${thing} in unit ${i} looks wrong\n  - can you ${verb} unit ${i}\n  - what happened to ${thing} ${i}\npattern: ['\\bunit-${i % Math.ceil(count / 3)}\\b', '\\b${thing}-${verb}-${i % 50}\\b']\nfiles: area${i % 40}/unit${i}/**\n---\n# ${name}\n\n- Rule one of ${name}.\n- Rule two of ${name}.\n`,
    );
  }
}
