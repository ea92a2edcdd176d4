import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { contextTokens, subagentTokens, transcriptText } from "../../src/store/transcript.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const jsonl = (...lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const answer = (tokens: number, more: object = {}) => ({
  type: "assistant",
  isSidechain: false,
  message: {
    content: [],
    usage: {
      input_tokens: 4,
      cache_read_input_tokens: tokens - 104,
      cache_creation_input_tokens: 100,
      output_tokens: 9,
    },
  },
  ...more,
});
const result = (text: string) => ({ type: "user", message: { content: [{ type: "tool_result", content: text }] } });
const boundary = { type: "system", subtype: "compact_boundary", compactMetadata: { preTokens: 160_000 } };
const tokensOf = (text: string) => contextTokens(join(temporaryFolder({ "t.jsonl": text }), "t.jsonl"));

describe("the position in the context", () => {
  test("is input, cache read and cache creation of the last answer", () => {
    expect(tokensOf(jsonl(answer(30_000), result("x"), answer(45_000), result("y")))).toBe(45_000);
  });

  test("is the main thread's, not that of a sub-agent's lines", () => {
    expect(tokensOf(jsonl(answer(30_000), answer(5_000, { isSidechain: true })))).toBe(30_000);
    const spaced = JSON.stringify(answer(5_000, { isSidechain: true })).replaceAll('":', '": ');
    expect(tokensOf(`${jsonl(answer(30_000))}${spaced}\n`)).toBe(30_000);
  });

  test("is 0 before the first answer: a way shown with the first prompt has a place to drift from", () => {
    expect(tokensOf(jsonl({ type: "user", message: { content: "hello" } }))).toBe(0);
    expect(tokensOf("")).toBe(0);
    expect(contextTokens(join(temporaryFolder(), "not-written-yet.jsonl"))).toBe(0);
  });

  test("is 0 after a compaction until the next answer: what stood before is gone", () => {
    expect(tokensOf(jsonl(answer(160_000), boundary, result("summary")))).toBe(0);
    expect(tokensOf(jsonl(answer(160_000), boundary, result("summary"), answer(20_000)))).toBe(20_000);
    expect(tokensOf(jsonl(answer(160_000), result('"compact_boundary" is written there')))).toBe(160_000);
  });

  test("is unknown without a transcript", () => {
    expect(contextTokens(null)).toBeNull();
  });

  test("skips answers without usage, cut lines and lines that only talk about usage", () => {
    const talk = result('{"type":"assistant","message":{"usage":{"input_tokens":999999}}}');
    const odd = { type: "assistant", message: { usage: { input_tokens: "many", cache_read_input_tokens: null } } };
    const cut = '{"type":"assistant","message":{"usage":{"input_tok';
    expect(tokensOf(`${jsonl(answer(30_000), talk, answer(0, { message: { usage: {} } }), odd)}${cut}`)).toBe(30_000);
  });

  test.each(["x", "日本語"])("is found before a tool result of hundreds of kilobytes of `%s`", (letter) => {
    expect(tokensOf(jsonl(answer(30_000), result(letter.repeat(300_000 / letter.length))))).toBe(30_000);
  });

  test("is unknown when the last megabyte says nothing", () => {
    expect(tokensOf(jsonl(answer(30_000), result("x".repeat(1_100_000))))).toBeNull();
  });
});

test("the text of a transcript is its tail; nothing when there is none", () => {
  const folder = temporaryFolder({ "t.jsonl": `${"old line\n".repeat(600_000)}[way:a/a]` });
  const text = transcriptText(join(folder, "t.jsonl"));
  expect(text.endsWith("[way:a/a]")).toBe(true);
  expect(text.length).toBe(4 << 20);
  expect(transcriptText(null)).toBe("");
  expect(transcriptText(join(folder, "missing"))).toBe("");
});

test("what a conversation holds begins at its last compaction, and has no sub-agent's lines", () => {
  const lines = [
    result("[way:a/gone]"),
    boundary,
    result("[way:a/kept]"),
    { isSidechain: true, ...result("[way:a/child]") },
    result('"compact_boundary" is written there, and so is "isSidechain":true'),
  ];
  const text = transcriptText(join(temporaryFolder({ "t.jsonl": jsonl(...lines) }), "t.jsonl"));
  expect(text.match(/\[way:[^\]]*\]/g)).toEqual(["[way:a/kept]"]);
  expect(text).toContain("is written there");
});

describe("a sub-agent's position", () => {
  const child = (tokens: number) => answer(tokens, { isSidechain: true });

  test("stands in a file of its own beside the session's", () => {
    const folder = temporaryFolder({
      "s.jsonl": jsonl(answer(90_000)),
      "s/subagents/agent-a91.jsonl": jsonl(child(12_000), child(30_000)),
    });
    const path = join(folder, "s.jsonl");
    expect(subagentTokens(path, "a91")).toBe(30_000);
    expect(contextTokens(path)).toBe(90_000);
  });

  test("is 0 before its first answer, and unknown where the client keeps no such file", () => {
    const path = join(temporaryFolder({ "s.jsonl": "", "s/subagents/agent-a91.jsonl": jsonl(result("x")) }), "s.jsonl");
    expect(subagentTokens(path, "a91")).toBe(0);
    expect(subagentTokens(path, "a92")).toBeNull();
    expect(subagentTokens(null, "a91")).toBeNull();
  });

  test("no agent id leads out of that folder", () => {
    const path = join(
      temporaryFolder({ "s.jsonl": "", "s/subagents/x": "", "secret.jsonl": jsonl(child(5)) }),
      "s.jsonl",
    );
    for (const id of ["../../secret", "x/../../secret", "", "a".repeat(101)])
      expect(subagentTokens(path, id)).toBeNull();
  });
});
