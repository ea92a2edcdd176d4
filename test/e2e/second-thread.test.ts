// A prompt of some length is embedded by two threads: what comes of it must not depend on the second, however many hooks want the cores.
import { describe, expect } from "bun:test";
import { join } from "node:path";
import { type Box, lonelyScenario } from "../support/binary.ts";
import { COMMIT_PROMPT, prompt } from "./events.ts";

/** One core: no second thread is started. Elsewhere a program cannot be kept to one core from outside. */
const ALONE = Bun.spawnSync(["sh", "-c", "taskset -c 0 true"]).success ? ["taskset", "-c", "0"] : [];
const AT_ONCE = 8;

const SENTENCES = [
  "the tests of the parser are slow since yesterday",
  "explain why the login is refused at night",
  "write a migration that renames the column",
  "die Datenbank läuft auf dem anderen Rechner",
  COMMIT_PROMPT,
];

/** Of one sentence, two, three and too many to be looked at one by one. */
const PROMPTS = Array.from({ length: 5 * AT_ONCE }, (_, i) =>
  Array.from({ length: 1 + (i % 7) }, (_, k) => `${SENTENCES[(i + k * (1 + (i % 3))) % SENTENCES.length]} ${i}`).join(
    ". ",
  ),
);

describe("a second thread", () => {
  lonelyScenario("changes no answer, and holds up none, with eight hooks at once", async (box) => {
    for (let i = 0; i < PROMPTS.length; i += AT_ONCE) {
      const some = PROMPTS.slice(i, i + AT_ONCE);
      const together = await Promise.all(some.map((text) => box.hook(event(text))));
      for (const [k, text] of some.entries()) {
        expect(together[k]).toMatchObject({ status: 0, stderr: "" });
        expect(together[k]?.stdout).toBe(await answerAlone(box, text));
      }
    }
    expect(box.failures()).toEqual([]);
  });
});

const event = (text: string) => prompt(text, { session_id: `${Bun.hash(text)}` });

/** In a home of its own, which knows no vector of the other. */
async function answerAlone(box: Box, text: string): Promise<string> {
  const env = { HOME: join(box.folder, "alone") };
  const stdin = JSON.stringify({ cwd: box.cwd, ...event(text) });
  const run = await box.shell('"$WAYS" hook', { within: ALONE, env, stdin });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}
