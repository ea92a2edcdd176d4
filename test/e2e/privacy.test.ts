// What is left on disk: no words of a person, nothing that others may read.
import { describe, expect } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Box, MODELS, scenario } from "../support/binary.ts";
import { bash, prompt, sessionStart, toolUse } from "./events.ts";

/** A rare word, in every encoding a file could hold it in. */
const SECRET = "zyxomma7";
const traces = [
  Buffer.from(SECRET),
  Buffer.from(SECRET, "utf16le"),
  Buffer.from(SECRET.toUpperCase()),
  Buffer.from(Buffer.from(SECRET).toString("base64").slice(0, 8)),
];

/** Everything that hooks and commands write into, used once with the secret in each field. */
async function useEverything(box: Box): Promise<void> {
  const text = `write a commit message about ${SECRET}`;
  const fields = { session_id: SECRET, transcript_path: `/tmp/${SECRET}.jsonl`, agent_type: SECRET };
  await box.hook(sessionStart("startup", fields));
  await box.hook(prompt(text, fields));
  await box.hook(prompt(text, { ...fields, agent_id: SECRET }));
  await box.hook(prompt(`${text}. `.repeat(500), fields));
  await box.hook(bash(`git commit -m "${SECRET}"`, fields));
  await box.hook(toolUse("Edit", { file_path: `/tmp/${SECRET}/README.md` }, fields));
  await box.hook({ ...fields, hook_event_name: "PostToolUseFailure", error: `Push cannot contain secrets ${SECRET}` });
  await box.hook({ hook_event_name: SECRET });
  await box.hook(`{"prompt":"${SECRET}`); // cut: counted as a failure
  await box.hook(prompt(text, fields), { env: { WAYS_MODEL_DIR: join(box.folder, "broken"), [SECRET]: SECRET } });
  await box.run(["explain", text]);
  await box.run(["explain", "--batch"], { stdin: `{"text":"${text}"}\nno JSON ${SECRET}\n` });
}

scenario("no file of ours holds a word of what was typed, run or read", async (box) => {
  box.write(
    "broken/manifest.json",
    readFileSync(join(MODELS, "manifest.json"), "utf8").replace('"encoder.k4"', '"missing.k4"'),
  );
  await useEverything(box);
  expect(box.failures()).toEqual(["stdin", "embed"]);
  const files = box.listing(box.home).filter((path) => !path.endsWith("/"));
  expect(files.length).toBeGreaterThan(8);
  const leaks = files.filter((path) => {
    const bytes = readFileSync(join(box.home, path));
    return path.includes(SECRET) || traces.some((trace) => bytes.includes(trace));
  });
  expect(leaks).toEqual([]);
});

describe("files are 0600 and folders 0700", () => {
  for (const mask of ["000", "022", "077"])
    scenario(`under umask ${mask}`, async (box) => {
      box.write("home/.claude/hooks/ways/demo/demo.md", "---\ndescription: Demo\ncommands: '^demo'\n---\nBody.\n");
      box.write("home/.claude/settings.json", "{}\n");
      const masked = (line: string, input: object) =>
        box.shell(`umask ${mask}; printf %s "$EVENT" | "$WAYS" ${line}`, { env: { EVENT: JSON.stringify(input) } });
      for (const input of [prompt("write a commit message"), bash("demo"), sessionStart("compact")])
        expect((await masked("hook", { cwd: box.cwd, ...input })).status).toBe(0);
      await box.shell(`umask ${mask}; printf "{" | "$WAYS" hook`);
      for (const line of ["corpus", "setup claude --yes"]) expect((await masked(line, {})).status).toBe(0);
      const modes = box
        .listing(box.home)
        .filter((path) => /^\.(?:cache|local)\//.test(path))
        .map((path) => `${path} ${(statSync(join(box.home, path)).mode & 0o777).toString(8)}`);
      expect(modes.length).toBeGreaterThan(20);
      expect(modes.filter((line) => !/(?:\/ 700|[^/] 600)$/.test(line))).toEqual([]);
    });
});
