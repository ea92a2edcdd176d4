// Hooks without a home to write to (field cases E5, E6): an answer all the same, nothing in odd places, and the doctor says so.
import { describe, expect } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { AS_SOMEBODY, type Box, type RunOptions, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";

async function expectAnswers(box: Box, options: RunOptions): Promise<void> {
  for (const event of [prompt(COMMIT_PROMPT, { session_id: "p" }), bash("git commit", { session_id: "c" })]) {
    const run = await box.hook(event, options);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.context).toContain(COMMITS);
  }
}

describe("without a usable HOME", () => {
  /** The record of the user stands in for HOME; these keep the tests out of the real home of whoever runs them. */
  const elsewhere = (box: Box) => ({
    XDG_STATE_HOME: join(box.folder, "state"),
    XDG_CACHE_HOME: join(box.folder, "cache"),
    XDG_CONFIG_HOME: join(box.folder, "config"),
    XDG_DATA_HOME: join(box.folder, "data"),
    CLAUDE_CONFIG_DIR: join(box.folder, "claude"),
  });
  for (const HOME of [undefined, "", "/", "relative/home", "~", ".", "//"])
    scenario(`${HOME === undefined ? "none at all" : `HOME="${HOME}"`}: the user's record counts`, async (box) => {
      const before = readdirSync("/");
      const run = await box.hook(bash("git commit"), { env: { ...elsewhere(box), HOME } });
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.context).toContain(COMMITS);
      expect(box.listing(box.cwd)).toEqual([]);
      expect(box.listing(box.home)).toEqual([]);
      expect(readdirSync("/")).toEqual(before);
      expect(existsSync(join(box.folder, "state/claude-ways/events.jsonl"))).toBe(true);
    });

  // Only root may become a user without a record.
  if (process.getuid?.() === 0)
    scenario("and without a record of the user nothing is kept, and the doctor says so", async (box) => {
      const nobody = `${AS_SOMEBODY.join(" ")} env -u HOME "$WAYS"`;
      const event = JSON.stringify(bash("git commit", { cwd: "/tmp" }));
      const run = await box.shell(`printf %s "$EVENT" | ${nobody} hook`, { env: { EVENT: event } });
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.stdout).toContain(COMMITS);
      const doctor = await box.shell(`${nobody} doctor`);
      expect(doctor.status).toBe(1);
      expect(doctor.stdout).toContain("no home folder");
      for (const verb of ["corpus", "dirs", "setup claude", "uninstall claude"])
        expect((await box.shell(`${nobody} ${verb}`)).stderr).toContain("hint: set HOME");
    });
});

describe("a HOME that cannot be written", () => {
  const unwritable = { "not-a-folder": "" };
  const env = (box: Box) => ({ HOME: join(box.folder, "not-a-folder", "home") });

  scenario(
    "answers every time rather than never",
    async (box) => {
      await expectAnswers(box, { env: env(box) });
      await expectAnswers(box, { env: env(box) });
      expect(box.listing(box.cwd)).toEqual([]);
    },
    unwritable,
  );

  scenario(
    "is named by the doctor",
    async (box) => {
      const findings = await box.doctor({ env: env(box) });
      expect(findings).toContainEqual(
        expect.objectContaining({
          check: "folders",
          state: "problem",
          message: expect.stringContaining(env(box).HOME),
        }),
      );
    },
    unwritable,
  );

  for (const name of ["state", "cache"])
    scenario(`is named where it is the ${name} folder alone, which refuses what its mode allows`, async (box) => {
      const variable = `XDG_${name.toUpperCase()}_HOME`;
      const found = (await box.doctor({ env: { [variable]: "/proc/nope" } })).filter((f) => f.check === "folders");
      expect(found).toEqual([
        { check: "folders", state: "problem", message: expect.stringContaining("`/proc/nope/claude-ways` cannot be") },
      ]);
      expect(box.listing(box.home).filter((path) => path.includes(".ways-"))).toEqual([]);
    });

  scenario(
    "is an error for what a person asks to be written",
    async (box) => {
      for (const args of [["corpus"], ["setup", "claude", "--yes"]]) {
        const run = await box.run(args, { env: env(box) });
        expect(run).toMatchObject({ status: 3, stdout: "" });
        expect(run.stderr).not.toContain("unexpected error");
        expect(run.stderr).toContain(box.folder);
      }
    },
    unwritable,
  );

  scenario("may also be one that does not exist yet: it is made", async (box) => {
    const HOME = join(box.folder, "deep/er/home");
    await expectAnswers(box, { env: { HOME } });
    expect((await box.doctor({ env: { HOME } })).find((f) => f.check === "folders")?.state).toBe("ok");
    expect((await box.hook(bash("git commit", { session_id: "c" }), { env: { HOME } })).context).toBeNull();
  });
});

scenario("a cache that cannot be written only costs time", async (box) => {
  box.write("home/.cache", "in the way");
  await expectAnswers(box, {});
  expect((await box.hook(bash("git commit", { session_id: "c" }))).context).toBeNull();
  expect(await box.doctor()).toContainEqual(
    expect.objectContaining({ check: "folders", state: "problem", message: expect.stringContaining(".cache") }),
  );
});
