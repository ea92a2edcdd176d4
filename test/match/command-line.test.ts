import { describe, expect, test } from "bun:test";
import { readableWords, splitInvocations } from "../../src/match/command-line.ts";
import fc from "../support/properties.ts";

describe("field case B3: prose inside the command is not the command", () => {
  test.each([
    ["git commit -F - <<'M'\ntimeout waiting for rm -rf of ssh keys\nM", ["git commit -F -"]],
    [`echo "git push"`, ["echo …"]],
    ["grep -r 'npm install' docs", ["grep -r … docs"]],
    ["git -C /x commit", ["git commit"]],
    ["A=1 sudo -u b git commit", ["git commit"]],
    ["true && git commit", ["true", "git commit"]],
    ["git commit -m fix\\ rm\\ -rf\\ leftovers", ["git commit -m …"]],
    [`git commit -m "$(cat <<'EOF'\nDon't rm -rf "it"\nEOF\n)" && git push`, ["git commit -m $…", "cat", "git push"]],
    [`git commit -m "line one\ngit push --force"`, ["git commit -m …"]],
    [`echo "\\$(rm -rf x)"`, ["echo …"]],
  ])("%s", (line, invocations) => {
    expect(splitInvocations(line)).toEqual(invocations);
  });
});

describe("what stands before the program is peeled off", () => {
  test.each([
    ["env -i A=1 B='x y' npm test", "npm test"],
    ["timeout -k 5 30s nice -n 10 make", "make"],
    ["time sudo -- /usr/bin/git --no-pager -c user.name='A B' log", "git log"],
    ["/opt/tools/bin/terraform apply", "terraform apply"],
    ["'C:\\Program Files\\Git\\bin\\git.exe' push", "git push"],
    ["if true; then git push; fi", "git push"],
    ["{ git push; }", "git push"],
    ["! git push", "git push"],
    ["PATH+=:/x git push", "git push"],
    ["ls | xargs -I F -n 1 git push", "git push"],
    ["git --git-dir /x/.git --work-tree=/x push", "git push"],
  ])("%s", (line, last) => {
    expect(splitInvocations(line).at(-1)).toBe(last);
  });

  test("what is only a wrapper, an assignment or a keyword is no invocation", () => {
    expect(splitInvocations("sudo; A=1; fi; }; env")).toEqual([]);
  });
});

describe("scripts inside", () => {
  test.each([
    [`bash -lc "cd x && git push $(git rev-parse HEAD)"`, ["bash -lc …", "git rev-parse HEAD", "cd x", "git push $…"]],
    ["sudo sh -c 'git push'", ["sh -c …", "git push"]],
    ["git tag $(git describe)", ["git tag $…", "git describe"]],
    ["python -c 'import x'", ["python -c …"]],
    ["bash -c", ["bash -c"]],
  ])("%s", (line, invocations) => {
    expect(splitInvocations(line)).toEqual(invocations);
  });
});

describe("readable words", () => {
  test("leave out options, paths, values and prose", () => {
    expect(readableWords(`sudo kubectl rollout restart deploy/api --timeout=5s -n prod "some text"`)).toBe(
      "kubectl rollout restart prod",
    );
  });

  test("keep letters of every script", () => {
    expect(readableWords("wörter prüfen --schnell 実行")).toBe("wörter prüfen 実行");
  });
});

describe("any text", () => {
  test("never throws, and no invocation holds a line break", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (line) => {
        expect(splitInvocations(line).filter((invocation) => /[\r\n]/.test(invocation))).toEqual([]);
      }),
    );
  });

  const hostile: Readonly<Record<string, string>> = {
    "double quotes": '"',
    "single quotes": "'",
    "opened substitutions": "$(",
    "quoted opened substitutions": '"$(',
    "closed substitutions": "$(a)",
    "quoted substitutions": '"$(a)$(b)" ',
    "empty substitutions": "$()",
    backticks: "`",
    "heredoc marks": "<<a",
    "heredocs without end": "<<a\n",
    "unfinished heredoc marks": "<<'",
    backslashes: "\\",
    assignments: "A=1 ",
    wrappers: "sudo ",
    "git options": "git -C ",
    "short commands": "a;",
    "opening parentheses": "(",
    "closing parentheses": ")",
    redirections: "2>&1 ",
    "arithmetic marks": "$((",
    "scripts in scripts": "bash -c 'bash -c \"a\"' ",
    "line breaks": "\n",
  };

  test.each(Object.entries(hostile))("1 MB of %s is no trouble", (_, unit) => {
    const line = unit.repeat(1_000_000 / unit.length);
    const start = performance.now();
    splitInvocations(line);
    // Half a second at most on an ordinary machine; anything quadratic would take minutes.
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
