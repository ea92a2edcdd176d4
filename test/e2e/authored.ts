// Libraries for authors' verbs: paths below a folder → texts, without a fault or with a seeded one.

/** A way with nothing to complain about. `words` are its own, so that several do not crowd each other. */
export function goodWay(words: string, lines = "", body = "- One statement of fact.", vocabulary = words): string {
  const aliases = `aliases:\n  - please ${words} now\n  - how do I ${words}\n  - it will go wrong unless we ${words}\n`;
  return `---\ndescription: When somebody has to ${words}\nvocabulary: ${vocabulary}\n${aliases}${lines}---\n# Title\n\n${body}\n`;
}

export function goldenFor(words: string): string {
  return `{"prompt":"we should ${words} before lunch","kind":"direct"}\n`;
}

/** Every file of one way below `root`. */
export function filesOf(
  root: string,
  id: string,
  text: string,
  golden = goldenFor(/^description: When somebody has to (.+)$/m.exec(text)?.[1] ?? id),
): Readonly<Record<string, string>> {
  const stem = `${root}/${id}/${id.split("/").at(-1)}`;
  return { [`${stem}.md`]: text, [`${stem}.golden.jsonl`]: golden };
}
