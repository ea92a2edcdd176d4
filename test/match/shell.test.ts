import { describe, expect, test } from "bun:test";
import { type Command, parseShell } from "../../src/match/shell.ts";
import fc from "../support/properties.ts";

/** Words by their text; what a substitution runs stands in a list of its own after its word. */
type Shape = readonly (string | readonly Shape[])[];
const shape = (command: Command): Shape =>
  command.flatMap((word) => (word.inner.length === 0 ? [word.text] : [word.text, word.inner.map(shape)]));
const read = (line: string) => parseShell(line).map(shape);

describe("words", () => {
  test.each([
    ["single quotes keep everything", `a 'b "c" $d \\'`, ["a", `b "c" $d \\`]],
    ["double quotes keep all but four escapes", `a "b 'c' \\" \\$ \\n"`, ["a", `b 'c' " $ \\n`]],
    ["a word is joined from quoted and plain pieces", `a b'c d'"e f"g`, ["a", "bc de fg"]],
    ["ANSI quotes protect their apostrophe", `a $'it\\'s' b`, ["a", "it\\'s", "b"]],
    ["a backslash protects one character", "a b\\ c \\;", ["a", "b c", ";"]],
    ["a backslash at the end of a line joins two lines", "a \\\n  b\\\nc", ["a", "bc"]],
    ["braces are letters", "rm {a,b} file{,.bak} HEAD@{1} {}", ["rm", "{a,b}", "file{,.bak}", "HEAD@{1}", "{}"]],
    ["an empty quoted word is a word", `a ""`, ["a", ""]],
    ["an unclosed quote runs to the end", `a "b; c`, ["a", "b; c"]],
    ["a hash inside a word is no comment", "a b#c $#", ["a", "b#c", "$#"]],
  ])("%s", (_, line, words) => {
    expect(read(line)).toEqual([words]);
  });
});

describe("commands", () => {
  test.each([
    ["operators separate", "a; b && c || d | e & f\ng", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"]]],
    ["subshells and groups separate", "(a && b); { c; }", [["a"], ["b"], ["{", "c"], ["}"]]],
    ["comments are dropped", "a # b; c\nd #", [["a"], ["d"]]],
    ["redirections are dropped with their target", "a > 'x y' 2>&1 < in.txt b >&2 &> z", [["a", "b"]]],
    ["a descriptor belongs to its redirection, a number does not", "echo 5 2> x", [["echo", "5"]]],
    ["a number at the end of the line stays", "echo 5", [["echo", "5"]]],
    ["process substitutions are commands", "diff <(git a) <(git b)", [["diff"], ["git", "a"], ["git", "b"]]],
    ["Windows line ends separate", "a\r\nb \\\r\n c", [["a"], ["b", "c"]]],
  ])("%s", (_, line, commands) => {
    expect(read(line)).toEqual(commands);
  });
});

describe("heredocs", () => {
  test.each([
    ["the body is dropped", "a <<M\nrm -rf x; b\nM\nc", [["a"], ["c"]]],
    ["a quoted end", "a <<'E F' <<\"G\"\none\nE F\ntwo\nG\nc", [["a"], ["c"]]],
    ["tabs before the end with `<<-`", "a <<-M\n\tb\n\tM\nc", [["a"], ["c"]]],
    ["the rest of the first line is still read", "a <<M && b\nbody\nM", [["a"], ["b"]]],
    ["without its end it takes everything", "a <<M\nb\nc", [["a"]]],
    ["`<<<` is a word", "a <<< b\nc", [["a", "b"], ["c"]]],
    ["an end with Windows line ends", "a <<M\r\nb\r\nM\r\nc", [["a"], ["c"]]],
  ])("%s", (_, line, commands) => {
    expect(read(line)).toEqual(commands);
  });

  test("apostrophes and quotes in a body inside a substitution do not end anything", () => {
    const line = `git commit -m "$(cat <<'EOF'\nFix the "quoted" thing; don't (ever) rm -rf\n\nEOF\n)" && git push`;
    expect(read(line)).toEqual([
      ["git", "commit", "-m", "$…", [["cat"]]],
      ["git", "push"],
    ]);
  });
});

describe("substitutions", () => {
  test.each([
    ["plain", "a $(b c) d", [["a", "$…", [["b", "c"]], "d"]]],
    ["in double quotes", `a "x $(b "y z") w"`, [["a", "x $… w", [["b", "y z"]]]]],
    ["with a subshell inside", "a $( (b); c ) d", [["a", "$…", [["b"], ["c"]], "d"]]],
    ["backticks", "a `b \\`c\\`` d", [["a", "$…", [["b", "$…", [["c"]]]], "d"]]],
    ["not in single quotes", "a '$(b)'", [["a", "$(b)"]]],
    ["not when escaped", `a "\\$(b)" \\$x`, [["a", "$(b)", "$x"]]],
    ["arithmetic holds no commands and no heredoc", "a $((1 << 2))\nb", [["a", "$…"], ["b"]]],
    ["unclosed", "a $(b c", [["a", "$…", [["b", "c"]]]]],
  ])("%s", (_, line, commands) => {
    expect(read(line)).toEqual(commands);
  });

  test("deep ones are passed over, not lost count of", () => {
    expect(read(`${"$(".repeat(9)}x${")".repeat(9)} && last`).at(-1)).toEqual(["last"]);
  });
});

describe("any text", () => {
  const scraps = fc.constantFrom(
    ..."'\"`$()<>|&;\\#{}\n\t a=-".split(""),
    "$(",
    "<<M",
    "<<-'M'",
    "M\n",
    "$'",
    "\r\n",
    "日本",
  );

  test("never throws and never loses a plain command at the front", () => {
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 60 }), (parts) => {
        expect(read(`git push\n${parts.join("")}`)[0]).toEqual(["git", "push"]);
      }),
    );
  });

  test("text without shell characters is its words", () => {
    const word = fc.stringMatching(/^[a-z0-9./:=_-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(read(words.join(" "))).toEqual([words]);
      }),
    );
  });
});
