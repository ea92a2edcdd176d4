import { describe, expect, test } from "bun:test";
import { matchTriggers, pathsSeen, type Seen, type TriggerWorld } from "../../src/match/triggers.ts";
import { globSource } from "../../src/ways/glob.ts";
import { buildMatcher } from "../../src/ways/pattern.ts";
import { linearOf } from "../../src/ways/regex.ts";
import type { FileTrigger, Node } from "../../src/ways/way.ts";
import { buildNode, type NodeSketch, patternOf } from "../support/nodes.ts";
import { runTogether } from "../support/processes.ts";
import fc from "../support/properties.ts";

const nothing: Seen = { pattern: [], commandLine: null, errors: [], file: null, moment: "other" };
const world: TriggerWorld = {
  compile: (pattern) => buildMatcher(pattern, linearOf),
  contextPercent: () => null,
  fileExists: () => false,
  isOpen: () => true,
};

/** Kinds of triggers by which a way with this sketch fires. */
function fires(sketch: NodeSketch, seen: Partial<Seen>, changes: Partial<TriggerWorld> = {}): string | undefined {
  return matchTriggers([buildNode("a/a", sketch)], { ...nothing, ...seen }, { ...world, ...changes })
    .values()
    .next().value;
}
const prompt = (pattern: string, text: string) => fires({ pattern }, { pattern: [text] });
const command = (commands: string, commandLine: string) => fires({ commands }, { commandLine });
const glob = (source: string): FileTrigger => ({
  sees: "relative",
  source,
  regex: patternOf(globSource(source) ?? ""),
});
const regex = (source: string): FileTrigger => ({ sees: "absolute", source, regex: patternOf(source) });
const edit = (files: FileTrigger, path: string, project = "/srv/shop") =>
  fires({ files }, { file: pathsSeen(path, project) });

describe("`pattern`", () => {
  test("sees prompts, dispatches and tool descriptions", () => {
    expect(prompt("rollback", "please do a rollback")).toBe("pattern");
    expect(fires({ pattern: "rollback" }, { commandLine: "make rollback" })).toBeUndefined();
  });

  test("does not see fenced code, indented or not, closed or not", () => {
    expect(prompt("rollback", "why?\n```sql\nROLLBACK;\n```\n")).toBeUndefined();
    expect(prompt("rollback", "1. see\n   ~~~\n   rollback\n   ~~~")).toBeUndefined();
    expect(prompt("rollback", "why?\n```\nrollback")).toBeUndefined();
    expect(prompt("rollback", "```\nx\n```\nthen a rollback")).toBe("pattern");
  });

  test("does not see URLs, and sees Chinese that follows one without a space", () => {
    expect(prompt("rollback", "read HTTPS://x.test/rollback#now and say")).toBeUndefined();
    expect(prompt("提交", "请看https://x.test/rollback然后提交")).toBe("pattern");
  });

  test("field case B5: upper and lower case are one, in the same way in every locale", () => {
    expect(prompt("\\bSSH\\b", "use ssh keys")).toBe("pattern");
    expect(prompt("ssh", "use SSH keys")).toBe("pattern");
    expect(prompt("straße", "STRAẞE")).toBe("pattern");
    expect(prompt("istanbul", "ISTANBUL")).toBe("pattern");
  });

  test("field case B5: a Turkish locale changes nothing", async () => {
    const script = `
      import { compilePattern, parsePattern } from "./src/ways/regex.ts";
      const test = (source, text) => compilePattern(parsePattern(source).pattern)(text);
      console.log([test("istanbul", "ISTANBUL"), test("ISSUE", "issue"), test("i", "İ"), test("ı", "I")].join());`;
    const [turkish] = await runTogether(1, script, { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" });
    const [plain] = await runTogether(1, script, { LANG: "C", LC_ALL: "C" });
    expect(turkish).toStartWith("true,true,");
    expect(turkish).toBe(plain ?? "");
  });

  test("field case C1: NFC and NFD are one", () => {
    expect(prompt("학점", "학점 계산".normalize("NFD"))).toBe("pattern");
    expect(prompt("résumé".normalize("NFD"), "my résumé")).toBe("pattern");
  });

  test("field case B1: an explosive pattern on hostile and on very long text answers at once", () => {
    const start = performance.now();
    expect(prompt("^(a+)+$", `${"a".repeat(40)}!`)).toBeUndefined();
    expect(prompt("(\\w+\\s?)*:", "word ".repeat(40_000))).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  test("of a very long text the head and the tail are seen", () => {
    const filler = "x ".repeat(400_000);
    expect(prompt("rollback", `${filler}rollback`)).toBe("pattern");
    expect(prompt("rollback", `rollback${filler}`)).toBe("pattern");
  });
});

describe("`commands`", () => {
  test("field case B3: the invocation, not prose beside it", () => {
    expect(command("^git commit", "git -C /x commit -F - <<'M'\nrm -rf of ssh keys\nM")).toBe("command");
    expect(command("rm -rf|ssh", "git commit -F - <<'M'\nrm -rf of ssh keys\nM")).toBeUndefined();
    expect(command("git push", 'echo "git push"')).toBeUndefined();
    expect(command("^npm install", "grep -r 'npm install' docs")).toBeUndefined();
    expect(command("^git commit", "A=1 sudo -u b git commit")).toBe("command");
    expect(command("^git commit", "true && git commit")).toBe("command");
  });

  test("`^` is the start of each invocation, not of each line", () => {
    expect(command("^deploy", "echo 'a\ndeploy'")).toBeUndefined();
    expect(command("^deploy", "cd x\ndeploy")).toBe("command");
  });

  test("a more than 200 KB long heredoc hides neither its command nor what follows", () => {
    const line = `cat > x <<'EOF'\n${"git push\n".repeat(40_000)}EOF\nmake deploy`;
    expect(command("^make deploy", line)).toBe("command");
    expect(command("^git push", line)).toBeUndefined();
  });
});

describe("`files`", () => {
  test("globs see the path in the project, regexes the whole one", () => {
    expect(edit(glob("src/**/*.ts"), "/srv/shop/src/a/b.ts")).toBe("file");
    expect(edit(glob("src/**/*.ts"), "/srv/other/src/a/b.ts")).toBeUndefined();
    expect(edit(regex("^/srv/.*\\.ts$"), "/srv/other/src/a/b.ts")).toBe("file");
  });

  test("field case C1: NFC and NFD are one, in paths and in the project", () => {
    expect(edit(regex("Orçamento/.*\\.pdf$"), "/srv/Orçamento/x.pdf".normalize("NFD"))).toBe("file");
    expect(edit(glob("학점/*.md"), "/srv/학교/학점/a.md".normalize("NFD"), "/srv/학교")).toBe("file");
  });
});

describe("paths", () => {
  test.each([
    ["/srv/shop/src/a.ts", "/srv/shop", "src/a.ts"],
    ["/srv/shop/src/a.ts", "/srv/shop/", "src/a.ts"],
    ["/srv/shop-2/a.ts", "/srv/shop", "/srv/shop-2/a.ts"],
    ["/a.ts", "/", "a.ts"],
    ["src/a.ts", "/srv/shop", "src/a.ts"],
    ["C:\\Users\\Ada\\shop\\src\\a.ts", "C:\\Users\\Ada\\shop", "src/a.ts"],
    ["d:\\Code\\Shop\\src\\A.ts", "D:/code/shop", "src/A.ts"],
    ["D:\\shop\\a.ts", "C:\\shop", "D:/shop/a.ts"],
    ["/srv/Shop/a.ts", "/srv/shop", "/srv/Shop/a.ts"],
  ])("%s in %s is %s", (path, project, relative) => {
    expect(pathsSeen(path, project).relative).toBe(relative);
  });

  test("never hold a backslash, and the absolute one ends with the relative one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (project, rest) => {
        const { absolute, relative } = pathsSeen(`${project}/${rest}`, project);
        expect(absolute).not.toContain("\\");
        expect(absolute.endsWith(relative)).toBe(true);
      }),
    );
  });
});

describe("`errors` and state", () => {
  test("errors see failed tools only", () => {
    expect(fires({ errors: "ECONNREFUSED" }, { errors: ["connect ECONNREFUSED ::1"] })).toBe("error");
    expect(fires({ errors: "ECONNREFUSED" }, { pattern: ["connect ECONNREFUSED ::1"] })).toBeUndefined();
  });

  test("`session-start` holds at the start only", () => {
    const state = { kind: "session-start" } as const;
    expect(fires({ state }, { moment: "session-start" })).toBe("state");
    expect(fires({ state }, { pattern: ["x"] })).toBeUndefined();
  });

  test("`file-exists` is asked at the start and at prompts, not at every tool call", () => {
    const asked: string[] = [];
    const fileExists = (pattern: string) => asked.push(pattern) > 0;
    const state = { kind: "file-exists", glob: "go.mod" } as const;
    expect(fires({ state }, { moment: "session-start" }, { fileExists })).toBe("state");
    expect(fires({ state }, { moment: "prompt" }, { fileExists })).toBe("state");
    expect(fires({ state }, { commandLine: "ls" }, { fileExists })).toBeUndefined();
    expect(asked).toEqual(["go.mod", "go.mod"]);
  });

  test("the state of a way that cannot be shown now is not looked up", () => {
    const refuse = () => {
      throw new Error("looked up");
    };
    const closed = { fileExists: refuse, contextPercent: refuse, isOpen: () => false };
    expect(fires({ state: { kind: "file-exists", glob: "**/*" } }, { moment: "prompt" }, closed)).toBeUndefined();
    expect(fires({ state: { kind: "context-threshold", percent: 1 } }, {}, closed)).toBeUndefined();
  });

  test("`context-threshold` holds from its percentage on, never when the position is unknown", () => {
    const state = { kind: "context-threshold", percent: 75 } as const;
    const at = (percent: number | null) => fires({ state }, { pattern: ["x"] }, { contextPercent: () => percent });
    expect([at(74.9), at(75), at(null)]).toEqual([undefined, "state", undefined]);
  });
});

test("a pattern is made runnable only when there is a text for it that it may match", () => {
  const compiled: string[] = [];
  const compile: TriggerWorld["compile"] = (pattern) => {
    compiled.push(pattern.source);
    return buildMatcher(pattern, linearOf);
  };
  const nodes: readonly Node[] = [buildNode("a/a", { pattern: "abc", commands: "def", errors: "ghi" })];
  matchTriggers(nodes, { ...nothing, commandLine: "ls; pwd" }, { ...world, compile });
  expect(compiled).toEqual([]);
  matchTriggers(nodes, { ...nothing, commandLine: "ls abc; DEF ghi" }, { ...world, compile });
  expect(compiled).toEqual(["def"]);
});
