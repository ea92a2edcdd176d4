// `ways migrate` on a whole legacy tree: shown first, written on request, the same twice, and taken back.
import { describe, expect } from "bun:test";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../support/binary.ts";

const WAY = `---
description: When a commit is written
vocabulary: commit, message
pattern: \\bcommit (message|text)\\b
files: src/.*\\.ts$, docs/**
scope: agent, subagent
scan_exclude:
  - dist
match: regex
threshold: 2.0
embed_threshold: 0.45
---
# Commits

- One commit has one reason.
`.replaceAll("\n", "\r\n");
const MIGRATED = WAY.replace(/scan_exclude[\s\S]*?(?=---)/, "");
const FULL =
  "---\ndescription: When the window fills up\ntrigger: context-threshold\nthreshold: 80\nmatch: x\n---\n- Save.\n";
const ROWS = '{"lang": "ja", "description": "コミット", "embed_threshold": 0.41}\n';

const LEGACY = {
  "work/.claude/ways/a/commits/commits.md": WAY,
  "work/.claude/ways/a/commits/commits.locales.jsonl": ROWS,
  "work/.claude/ways/full/full.md": FULL,
  "work/.claude/ways/now/now.md": "---\ndescription: When it is new\nembed_threshold: 0.4\n---\n- A fact.\n",
};
const texts = (folder: string) => Object.keys(LEGACY).map((path) => readFileSync(join(folder, path), "utf8"));

describe("a legacy tree", () => {
  scenario(
    "is shown as a diff with --dry-run, and without a terminal or --yes nothing is written",
    async (box) => {
      const dry = await box.run(["migrate", "--dry-run"]);
      expect(dry.status).toBe(0);
      expect(dry.stdout).toContain("-threshold: 2.0");
      expect(dry.stdout).not.toContain("-threshold: 80");
      expect((await box.run(["migrate"])).status).toBe(3);
      expect(texts(box.folder)).toEqual(Object.values(LEGACY));
    },
    LEGACY,
  );

  scenario(
    "migrates with everything around the old keys as it was; a second time there is nothing to do",
    async (box) => {
      const first = join(box.folder, "work/.claude/ways/a/commits/commits.md");
      chmodSync(first, 0o640);
      expect((await box.run(["migrate", "--yes"])).status).toBe(0);
      expect(texts(box.folder)).toEqual([
        MIGRATED,
        '{"lang": "ja", "description": "コミット"}\n',
        FULL.replace("match: x\n", ""),
        LEGACY["work/.claude/ways/now/now.md"],
      ]);
      expect(statSync(first).mode & 0o777).toBe(0o640);
      const again = await box.run(["migrate", "--yes"]);
      expect(again).toMatchObject({ status: 0, stdout: "", stderr: "nothing to migrate\n" });
      const codes = JSON.parse((await box.run(["lint", "--json"])).stdout).findings.map(
        (f: { code: string }) => f.code,
      );
      expect(codes.filter((code: string) => code.startsWith("legacy"))).toEqual([]);
    },
    LEGACY,
  );

  scenario(
    "is taken back byte for byte, but for what was edited since",
    async (box) => {
      await box.run(["migrate", "--yes"]);
      const edited = join(box.folder, "work/.claude/ways/full/full.md");
      writeFileSync(edited, "edited");
      const undo = await box.run(["migrate", "--undo"]);
      expect(undo.status).toBe(1);
      expect(undo.stderr).toContain("was edited since and is left alone");
      expect(texts(box.folder)).toEqual([WAY, ROWS, "edited", LEGACY["work/.claude/ways/now/now.md"]]);
      expect((await box.run(["migrate", "--undo"])).stderr).toContain("there is no migration to take back");
    },
    LEGACY,
  );

  scenario(
    "a file that cannot be rewritten safely is left to its author",
    async (box) => {
      const run = await box.run(["migrate", "--yes"]);
      expect(run.status).toBe(1);
      expect(run.stderr).toContain("is left to you: several keys stand on one line");
    },
    { "work/.claude/ways/a/a.md": "---\n{description: When x, threshold: 2.0}\n---\n- A fact.\n" },
  );
});
