// Large output through slow, short and broken pipes (field case D2): the same bytes everywhere, or a clean end.
import { describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { bash, COMMITS } from "./events.ts";

/** `ways list --json` of these is far beyond the 64 KB that a pipe holds. */
const largeLibrary = Object.fromEntries(
  Array.from({ length: 150 }, (_, i) => [
    `home/.claude/hooks/ways/large/w${i}/w${i}.md`,
    `---\ndescription: "${`Größe ${i} 日本 `.repeat(160)}"\n---\nBody.\n`,
  ]),
);

/** The output when stdout is a file: what every other way must equal. */
async function written(box: Box, args: string): Promise<string> {
  const run = await box.shell(`"$WAYS" ${args} > "${box.folder}/expected"`);
  expect(run).toMatchObject({ status: 0, stdout: "" });
  return readFileSync(join(box.folder, "expected"), "utf8");
}

describe("300 KB of JSON", () => {
  const readers: Readonly<Record<string, string>> = {
    "a pipe": '"$WAYS" list --json | cat',
    // Each of these reads starts a system call for 512 bytes: slower than any writer.
    "a slow pipe": '"$WAYS" list --json | dd bs=512 status=none',
    "a reader that takes a byte and then does something else":
      '"$WAYS" list --json | { read -rn 1 first; seq 200000 >seq; printf %s "$first"; cat; }',
    "a pseudo-terminal, but for its line ends": `script -qec '"$WAYS" list --json' /dev/null | tr -d '\\r'`,
  };
  scenario(
    "is complete and the same through every reader",
    async (box) => {
      const expected = await written(box, "list --json");
      expect(expected.length).toBeGreaterThan(300_000);
      expect(JSON.parse(expected).ways.length).toBeGreaterThan(150);
      const seen = (stdout: string) => (stdout === expected ? "equal" : `${stdout.length} of ${expected.length}`);
      for (const [name, line] of Object.entries(readers)) {
        const { stdout, stderr } = await box.shell(line);
        expect([name, stderr, seen(stdout)]).toEqual([name, "", "equal"]);
      }
      expect(seen((await box.run(["list", "--json"])).stdout)).toBe("equal"); // Bun's own pipe does not block
    },
    largeLibrary,
  );

  scenario(
    "cut short by the reader is no error",
    async (box) => {
      for (const line of [
        '"$WAYS" list --json | head -c 10',
        '"$WAYS" list --json | true',
        '"$WAYS" list --json >&-',
      ]) {
        const run = await box.shell(`set -o pipefail; ${line}`);
        expect(run).toMatchObject({ status: 0, stderr: "" });
      }
    },
    largeLibrary,
  );

  scenario(
    "on a full disk is one: output must not get lost without a word",
    async (box) => {
      const run = await box.shell('"$WAYS" list --json > /dev/full');
      expect(run.status).toBe(3);
      expect(run.stderr).toContain("could not be written");
    },
    largeLibrary,
  );
});

describe("an answer of a hook", () => {
  const ask = (id: string, line: string) => (box: Box) =>
    box.shell(`set -o pipefail; printf %s "$EVENT" | "$WAYS" hook ${line}`, {
      env: { EVENT: JSON.stringify(bash("git commit", { session_id: id, cwd: box.cwd })) },
    });

  scenario("does not mind a reader that has gone", async (box) => {
    for (const [i, line] of ["| head -c 10", "| true", ">&-"].entries())
      expect(await ask(`gone-${i}`, line)(box)).toMatchObject({ status: 0, stderr: "" });
    expect(box.failures()).toEqual([]);
  });

  scenario("that could not be written is counted", async (box) => {
    expect(await ask("full", "> /dev/full")(box)).toMatchObject({ status: 0, stderr: "" });
    expect(box.failures()).toEqual(["write"]);
    expect(await box.doctor()).toContainEqual(expect.objectContaining({ check: "failures", state: "problem" }));
  });

  scenario(
    "field case D1: stays below the agent's limit, whole ways only, the rest named",
    async (box) => {
      const { context } = await box.hook(bash("fill"));
      expect(context?.length).toBeLessThanOrEqual(9_500);
      const shown = context?.match(/^\[way:fill\/w\d\]$/gm) ?? [];
      expect(shown.length).toBeGreaterThan(0);
      expect(context?.match(/終わり/g)?.length).toBe(shown.length);
      expect(context).toContain("Also relevant: `ways show fill/w");
      expect(context).not.toContain(COMMITS);
    },
    Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `home/.claude/hooks/ways/fill/w${i}/w${i}.md`,
        `---\ndescription: Filling ${i}\ncommands: '^fill\\b'\n---\n${"規則を守る。\n".repeat(560)}終わり\n`,
      ]),
    ),
  );
});
