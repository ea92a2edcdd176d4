// Files, folders and disks that are not what one expects: pipes and devices under the name of a file, names at the limits, no space left.
import { describe, expect } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { asOwner, type Box, type Finding, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt, sessionStart } from "./events.ts";

/** A hook that waits for something would be killed after 25 s. */
async function expectAnswers(box: Box, fields: object = {}): Promise<void> {
  const run = await box.hook({ ...bash("git commit"), ...fields });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.context).toContain(COMMITS);
}

describe("a pipe or a device under the name of a file holds nothing up, and the doctor names it:", () => {
  const places: Readonly<Record<string, string>> = {
    "the configuration of a cloned project": "work/.claude/ways.yaml",
    "a way of a cloned project": "work/.claude/ways/a/a.md",
    "the core block of a cloned project": "work/.claude/ways/core.md",
    "the person's configuration": "home/.config/claude-ways/config.yaml",
    "a way of the person": "home/.claude/hooks/ways/a/a.md",
    "the agent's settings": "home/.claude/settings.json",
  };
  for (const [name, path] of Object.entries(places))
    scenario(name, async (box) => {
      const file = join(box.folder, path);
      mkdirSync(join(file, ".."), { recursive: true });
      symlinkSync("/dev/zero", file);
      await expectAnswers(box, { session_id: "zero" });
      expect((await box.shell(`rm "${file}"; mkfifo "${file}"`)).status).toBe(0);
      await expectAnswers(box, { session_id: "pipe" });
      expect((await box.run(["doctor"])).stdout).toContain(file);
      expect(box.failures()).toEqual([]);
    });

  scenario("the transcript", async (box) => {
    await box.shell("mkfifo pipe");
    for (const [i, transcript_path] of [`${box.cwd}/pipe`, "/dev/zero", box.cwd, "/nonexistent", "\0"].entries()) {
      await expectAnswers(box, { session_id: `s${i}`, transcript_path });
      const start = await box.hook(sessionStart("fork", { session_id: `f${i}`, transcript_path }));
      expect(start.context).toContain("Rules that hold in every session");
    }
    expect(box.failures()).toEqual([]);
  });
});

/** What makes a file unusable, and what is said of it. */
const UNUSABLE: Readonly<Record<string, readonly [line: string, why: string]>> = {
  "a link to nowhere": ['ln -s nowhere "$FILE"', "the link leads nowhere"],
  "a link to itself": ['ln -s "$FILE" "$FILE"', "it cannot be read: ELOOP"],
  "a folder": ['mkdir "$FILE"', "is no regular file"],
  "a pipe": ['mkfifo "$FILE"', "is no regular file"],
  "a device": ['ln -s /dev/zero "$FILE"', "is no regular file"],
  "5 GB": ['truncate -s 5G "$FILE"', "too large: 5,368,709,120 bytes, at most 262,144"],
  "UTF-16": ['printf "\\xff\\xfe-\\0" > "$FILE"', "the file is UTF-16"],
  "nobody's to read": ['touch "$FILE"; chmod 0 "$FILE"', "it cannot be read: EACCES"],
};

describe("a configuration that cannot be used holds nothing up, and is named:", () => {
  const files = ["home/.config/claude-ways/config.yaml", "work/.claude/ways.yaml"];
  const nothing = Object.fromEntries(files.map((path) => [path, ""]));
  for (const [name, [line, why]] of Object.entries(UNUSABLE))
    scenario(
      name,
      async (box) => {
        for (const file of files) await box.shell(`rm "$FILE"; ${line}`, { env: { FILE: join(box.folder, file) } });
        for (const verb of ["doctor", "lint", "config show"]) {
          const run = await asOwner(box, `"$WAYS" ${verb} 2>&1`);
          expect(run.status).toBe(1);
          expect(
            run.stdout.split("\n").filter((said) => /config\.yaml|ways\.yaml/.test(said) && said.includes(why)),
          ).toHaveLength(2);
        }
        const event = JSON.stringify(bash("git commit", { cwd: box.cwd }));
        const hook = await asOwner(box, `printf %s "$EVENT" | "$WAYS" hook`, { env: { EVENT: event } });
        expect(hook.status).toBe(0);
        expect(hook.stdout).toContain(COMMITS);
        expect(box.failures()).toEqual([]);
      },
      nothing,
    );
});

describe("settings of the agent that cannot be used are named by the doctor:", () => {
  const files = ["home/.claude/settings.json", "work/.claude/settings.local.json"];
  const nothing = Object.fromEntries(files.map((path) => [path, ""]));
  for (const [name, [line, why]] of Object.entries(UNUSABLE))
    scenario(
      name,
      async (box) => {
        const paths = files.map((file) => join(box.folder, file));
        for (const FILE of paths) await box.shell(`rm "$FILE"; ${line}`, { env: { FILE } });
        const { findings } = JSON.parse((await asOwner(box, '"$WAYS" doctor --json')).stdout);
        const said: readonly Finding[] = findings.filter(
          (f: Finding) => f.state === "problem" && f.message.includes(why),
        );
        expect(said.map(({ message }) => paths.findIndex((path) => message.startsWith(`\`${path}\`: `)))).toEqual([
          0, 1,
        ]);
      },
      nothing,
    );
});

describe("a folder of ways that cannot be read is named:", () => {
  const files = {
    "home/.claude/hooks/ways/a/a.md": "---\ndescription: A\ncommands: '^a$'\n---\nBody.\n",
    "work/.claude/ways/b/b.md": "---\ndescription: B\ncommands: '^b$'\n---\nBody.\n",
  };
  const said = async (box: Box, path: string, code: string) => {
    for (const verb of ["doctor", "lint"]) {
      const { stdout } = await asOwner(box, `"$WAYS" ${verb} --json`);
      const { diagnostics, findings } = JSON.parse(stdout);
      const found: readonly { file: string; code: string }[] = diagnostics ?? findings;
      const here = found.filter(({ file }) => resolve(box.cwd, file) === join(box.folder, path));
      expect(here.map((finding) => finding.code)).toEqual([code]);
    }
  };
  const locked: Readonly<Record<string, readonly [locked: string, named: string]>> = {
    "of the person": ["home/.claude/hooks/ways", "home/.claude/hooks/ways"],
    "one of theirs": ["home/.claude/hooks/ways/a", "home/.claude/hooks/ways/a"],
    "through the folder above": ["home/.claude/hooks", "home/.claude/hooks/ways"],
    "of a project": ["work/.claude/ways", "work/.claude/ways"],
    "of a project, through the folder above": ["work/.claude", "work/.claude/ways"],
  };
  for (const [name, [path, named]] of Object.entries(locked))
    scenario(
      name,
      async (box) => {
        const folder = join(box.folder, path);
        chmodSync(folder, 0);
        await said(box, named, "walk-unreadable").finally(() => chmodSync(folder, 0o755));
      },
      files,
    );

  scenario(
    "a link to nowhere",
    async (box) => {
      await box.shell("mv ~/.claude/hooks/ways ~/gone; ln -s /nonexistent ~/.claude/hooks/ways");
      await said(box, `home/.claude/hooks/ways`, "walk-dangling");
    },
    files,
  );
});

describe("a file of ours that cannot be read is not taken for an empty one:", () => {
  const state = ".local/state/claude-ways";
  const data = ".local/share/claude-ways";
  /** What the doctor calls it, the verb that tells of it, and the failure that a hook counts. */
  const kept: Readonly<Record<string, readonly [check: string, verb: string, step?: string]>> = {
    [`${state}/failures.jsonl`]: ["failures", "status"],
    [`${state}/failures.jsonl.1`]: ["failures", "status"],
    [`${state}/events.jsonl`]: ["last way shown", "status"],
    [`${state}/events.jsonl.1`]: ["last way shown", "status"],
    [`${state}/sessions/s/metrics.jsonl`]: ["metrics", "metrics"],
    [`${data}/trust.jsonl`]: ["approvals", "trust list", "trust"],
    [`${data}/packages/lock.json`]: ["packages", "list --packages", "packages"],
  };
  const lines = {
    folder: 'mkdir -p "$FILE"',
    "file nobody may read": 'mkdir -p "$(dirname "$FILE")"; touch "$FILE"; chmod 0 "$FILE"; test -f "$FILE"',
  };
  for (const [name, [check, verb, step]] of Object.entries(kept))
    for (const [kind, line] of Object.entries(lines))
      scenario(`${basename(name)} is a ${kind}`, async (box) => {
        const file = join(box.home, name);
        expect((await box.shell(line, { env: { FILE: file } })).status).toBe(0);
        const event = JSON.stringify({ ...sessionStart("startup"), cwd: box.cwd });
        const start = await asOwner(box, `printf %s "$EVENT" | "$WAYS" hook`, { env: { EVENT: event } });
        expect(start.stdout).toContain("Rules that hold in every session");
        expect(start.stdout.includes("what failed cannot be read")).toBe(check === "failures");
        if (step !== undefined) expect(box.failures()).toEqual([step]);
        const { findings } = JSON.parse((await asOwner(box, '"$WAYS" doctor --json')).stdout);
        const found = findings.find((f: Finding) => f.check === check);
        expect([found.state, found.message.includes(file)]).toEqual(["problem", true]);
        const told = await asOwner(box, `"$WAYS" ${verb}`);
        expect([told.status, told.stderr.includes(file)]).toEqual([3, true]);
      });
});

describe("a name at the limits:", () => {
  const folders: Readonly<Record<string, string>> = {
    "a project deep down": "long-folder-name-of-a-monorepo/".repeat(12),
    "a project in Japanese": "とても長い名前のフォルダー/".repeat(12),
    "spaces, quotes and line ends": `it's a "folder"\n$(touch x) \`y\` ;|&*?[]{}%20/`,
    "bytes that are no character": "half-\ud83d/",
  };
  for (const [name, folder] of Object.entries(folders))
    scenario(name, async (box) => {
      const cwd = join(box.cwd, folder.toWellFormed());
      mkdirSync(join(cwd, ".git"), { recursive: true });
      box.write(
        `${cwd.slice(box.folder.length + 1)}/.claude/ways/odd/odd.md`,
        "---\ndescription: Odd\ncommands: '^odd\\b'\n---\nBody.\n",
      );
      expect((await box.run(["corpus"], { cwd })).status).toBe(0);
      for (const session_id of ["a", "b"])
        expect((await box.hook(bash("odd", { session_id, cwd }), { cwd })).context).toMatch(
          /^\[way:odd\]\n[\s\S]*Body\.$/,
        );
      const cached = box.listing(join(box.home, ".cache/claude-ways/library")).filter((file) => file.endsWith(".bin"));
      expect(cached).toHaveLength(1);
      expect(box.failures()).toEqual([]);
    });

  scenario("ways with odd ids are shown once", async (box) => {
    const ids = ["日本語", "a b", "100%", "x@2", "#1", "it's", `${"deep/".repeat(14)}down`, `long${"g".repeat(200)}`];
    ids.forEach((id, i) => {
      const name = id.split("/").at(-1);
      box.write(
        `home/.claude/hooks/ways/${id}/${name}.md`,
        `---\ndescription: D\ncommands: '^run${i}$'\n---\nBody ${i}.\n`,
      );
    });
    for (const [i, id] of ids.entries()) {
      expect((await box.hook(bash(`run${i}`))).context).toBe(`[way:${id}]\nBody ${i}.`);
      expect((await box.hook(bash(`run${i}`))).context).toBeNull();
    }
    expect(box.failures()).toEqual([]);
  });

  scenario("folders that are no folders", async (box) => {
    for (const cwd of [
      "rel/ative",
      "~/x",
      "\0",
      "x".repeat(5_000),
      "/dev/null",
      "/nonexistent/deep",
      "//",
      "C:\\Users\\me",
    ])
      await expectAnswers(box, { cwd, session_id: cwd });
    expect(box.listing(box.cwd)).toEqual([]);
  });
});

// A mount of one's own is not allowed everywhere.
const mayMount = Bun.spawnSync(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).exitCode === 0;

describe.skipIf(!mayMount)("field case E6: a home on a disk that", () => {
  const hooks = `
    printf %s "$TRIGGER" | "$WAYS" hook && echo && printf %s "$PROMPT" | "$WAYS" hook && echo
    "$WAYS" doctor`;
  const events = (box: Box) => ({
    TRIGGER: JSON.stringify({ ...bash("git commit"), cwd: box.cwd }),
    PROMPT: JSON.stringify({ ...prompt(COMMIT_PROMPT, { session_id: "p" }), cwd: box.cwd }),
  });
  const mounts: Readonly<Record<string, string>> = {
    "is full": "mount -t tmpfs -o size=4k tmpfs ~ && (cat /dev/zero > ~/filler 2>/dev/null; true)",
    "has no inodes left": "mount -t tmpfs -o nr_inodes=1 tmpfs ~",
    "is read-only": "mount -t tmpfs -o ro tmpfs ~",
    "fills up in the middle": "mount -t tmpfs -o size=64k tmpfs ~",
  };
  for (const [name, mount] of Object.entries(mounts))
    scenario(name, async (box) => {
      const run = await box.shell(`${mount} && ${hooks}`, { env: events(box), within: ["unshare", "-rm"] });
      expect(run.stderr).toBe("");
      expect(run.stdout.split(COMMITS)).toHaveLength(3); // one from each hook
      if (name === "is read-only") expect(run.stdout).toContain("cannot be written");
    });
});
