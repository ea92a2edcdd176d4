import { describe, expect, test } from "bun:test";
import { BUDGETS, reduceText } from "../../src/match/reduce.ts";

const REQUEST = "Rotate the leaked Stripe key and revoke the old tokens.";
const CHATTER = [
  "Hope you had a good weekend, mine was mostly rain.",
  "A colleague knows this part, but he is on holiday until the twelfth.",
  "We talked about it over lunch and nobody had a strong opinion.",
  "The meeting was moved to Friday, so there is no rush today.",
  "The coffee machine is broken again, so forgive the typos.",
  "Half of the customers use the German pages, a third the English ones.",
  "There was a similar conversation in spring, but the notes are gone.",
];
const chatter = CHATTER.join(" ");
const prompt = (text: string) => reduceText(text, BUDGETS.prompt);

describe("a text within its budget", () => {
  test("is returned as it is, code, links and all", () => {
    for (const text of [REQUEST, "see https://x.org/a\n```\ncode()\n```", "  \n", "", "\ud800 lone"])
      expect(prompt(text)).toBe(text);
  });
});

describe("what is kept", () => {
  test("is whole sentences in document order", () => {
    const out = prompt(`${chatter} ${chatter.toUpperCase()}`).split("\n");
    const all = [...CHATTER, ...CHATTER.map((s) => s.toUpperCase())];
    expect(out.length).toBeGreaterThan(1);
    const places = out.map((s) => all.indexOf(s));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  const log = Array.from(
    { length: 200 },
    (_, i) =>
      `2026-03-14T10:${i % 60}:00Z INFO [worker-${i % 8}] com.hotels.Loader - handled ${i} rows, id=${i * 7919}`,
  ).join("\n");
  test("has the question before, behind or inside a log", () => {
    expect(prompt(`${REQUEST}\n\n${log}`)).toBe(REQUEST);
    expect(prompt(`${log}\n\n${REQUEST}`)).toBe(REQUEST);
    expect(prompt(`${log}\n${REQUEST}\n${log}`)).toBe(REQUEST);
  });

  test("has a question that opens or closes a long message", () => {
    const question = "Why does the checkout need six seconds since Tuesday?";
    expect(prompt(`${question} ${chatter} ${chatter}`)).toContain(question);
    expect(prompt(`${chatter} ${chatter} ${question}`)).toContain(question);
  });

  test("is little of plain talk: a full budget of it would hide the request", () => {
    const talk = prompt(`${chatter} ${chatter.replaceAll("a", "ä")} ${REQUEST}`);
    expect(talk).toContain(REQUEST);
    const listed = prompt(`${`${chatter} ${chatter.replaceAll("a", "ä")}`.replaceAll(". ", ".\n- ")}\n- ${REQUEST}`);
    expect(talk.length).toBeLessThan(listed.length);
  });

  test("has a sentence said once among sentences said over and over", () => {
    const filler = `${chatter}\n`.repeat(20);
    expect(prompt(filler + REQUEST + filler)).toContain(REQUEST);
  });

  test("has the task of a dispatch prompt before its scaffold", () => {
    const out = reduceText(
      [
        "You are a careful engineer who finishes what is asked and nothing else.",
        `## Background\n${chatter}`,
        `## Your task\n${REQUEST}`,
        "Files you'll touch:\n- server/src/rooms.ts has the routes of the rooms\n- server/src/rates.ts has the rates",
        "Return: a short summary of what was done, in at most ten lines.",
        "Report back with:\n- The list of files that were changed\n- Open questions, each with a proposal of your own",
      ].join("\n\n"),
      BUDGETS.task,
    );
    expect(out).toContain(REQUEST);
    expect(out).not.toMatch(/summary|Open questions|list of files/);
  });

  test("is found in every layout of the same text", () => {
    const text = `${chatter}\n\n${REQUEST}\n\n${chatter}`;
    expect(prompt(text.replaceAll("\n", "\r\n"))).toContain(REQUEST);
    expect(prompt(text.toLowerCase())).toContain(REQUEST.toLowerCase());
    expect(prompt(JSON.stringify({ type: "message", content: text }))).toContain(REQUEST);
    expect(prompt(`cat > task.md <<'EOF'\n${text}\nEOF`)).toContain(REQUEST);
  });

  test("is found in scripts without spaces", () => {
    const around =
      "昨日のお昼にみんなで話しましたが、意見は出ませんでした。長い文章ですみません、電車の中で書いています。";
    const request = "漏れた鍵を交換して、古いトークンを無効にしてください。";
    expect(prompt(around.repeat(6) + request + around.repeat(6))).toContain(request);
  });
});

describe("what is masked", () => {
  const masked: Readonly<Record<string, string>> = {
    "fenced code": "```ts\nconst zebra = openZebra(zebra);\n// a zebra comment in words\n```",
    "code in a tilde fence": "~~~\nzebra zebra zebra\n~~~",
    addresses: "https://zebra.example.org/zebra?zebra=1",
    "encoded data": `zebra${"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo".repeat(6)}`,
    "stack frames": "    at zebra.Zebra.run (zebra.ts:10:4)\n    at zebra.Zebra.load (zebra.ts:20:8)",
    "Python frames": '  File "/srv/zebra/zebra.py", line 10, in zebra',
    "a quoted way":
      "[way:animals/zebra]\n# Zebras\n\n- A zebra has stripes.\n- Two zebras have more stripes than one.\n\n",
  };
  for (const [name, block] of Object.entries(masked))
    test(`are not words of the query: ${name}`, () => {
      const out = prompt(`${REQUEST}\n\n${block}\n\n${chatter} ${chatter}`);
      expect(out).toContain(REQUEST);
      expect(out).not.toContain("ebra");
    });

  test("ends with the quoted way: what the person writes after it counts", () => {
    const way = `[way:a/b]\n# Title\n\n${"- A rule with quite a few words in it.\n".repeat(30)}`;
    expect(prompt(`${way}\n${REQUEST}`)).toContain(REQUEST);
  });

  test("does not reach past a fence that is never closed", () => {
    expect(prompt(`\`\`\`\n${"x = 1;\n".repeat(100)}\n${REQUEST}`)).toBe(REQUEST);
  });

  test("is used after all when there is nothing else", () => {
    const code = `\`\`\`\n${"const zebra = openZebra(stripes);\n".repeat(40)}\`\`\``;
    expect(prompt(code)).toContain("zebra");
    expect(prompt("https://zebra.example.org/ ".repeat(60))).toContain("zebra");
  });
});

describe("what is no prose", () => {
  test("becomes its words, once each and in order", () => {
    const chain = Array.from({ length: 60 }, (_, i) => `docker push registry/app${i % 3}:v${i} && sleep ${i}`).join(
      " && ",
    );
    const words = reduceText(chain, BUDGETS.command).split(" ");
    expect(words).toContain("docker");
    expect(words).toEqual([...new Set(words)]);
  });

  test("is cut where it has no words at all", () => {
    for (const text of ["=".repeat(5000), "1234567890 ".repeat(500), "👍🏽".repeat(500)]) {
      const out = prompt(text);
      expect(out).not.toBe("");
      expect(text).toContain(out);
    }
  });
});
