// The parts of a way's body that mean something to us: sections, See Also, stages, the rationalization table. Fenced code is prose.

export type Section = {
  readonly title: string;
  readonly level: number;
  /** Index of the heading's line in the body, from 0. */
  readonly line: number;
  /** Lines after the heading, up to the next heading of the same or a higher level; fenced code blanked. */
  readonly lines: readonly string[];
  /** The same lines as written. */
  readonly text: string;
};

/** Headings and comments, as those `ways new` writes, tell an agent nothing. */
export function hasText(body: string): boolean {
  return /\S/.test(body.replace(/<!--[\s\S]*?(?:-->|$)/g, "").replace(/^#{1,6}(?:[ \t].*)?$/gm, ""));
}

/** Comments on lines of their own are authors' notes: emptied, so that the other lines keep their numbers. */
export function blankComments(body: string): string {
  const lines = body.split("\n");
  let start: number | null = null;
  for (const [i, line] of blankFences(lines).entries()) {
    const open = /^ {0,3}<!--/.exec(line)?.[0].length ?? 0;
    if (start === null && open > 0) start = i;
    const end = start === null ? -1 : line.indexOf("-->", start === i ? open : 0);
    if (start === null || end < 0) continue;
    if (line.slice(end + 3).trim() === "") lines.fill("", start, i + 1);
    start = null;
  }
  return lines.join("\n");
}

export function parseSections(body: string): readonly Section[] {
  const written = body.split("\n");
  const plain = blankFences(written);
  const headings = plain.flatMap((text, line) => {
    const match = /^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(text);
    return match ? [{ level: match[1]?.length ?? 1, title: match[2] ?? "", line }] : [];
  });
  return headings.map((heading, i) => {
    const next = headings.slice(i + 1).find(({ level }) => level <= heading.level);
    const range = [heading.line + 1, next?.line] as const;
    return {
      ...heading,
      lines: plain.slice(...range),
      text: written
        .slice(...range)
        .join("\n")
        .trim(),
    };
  });
}

function blankFences(lines: readonly string[]): string[] {
  let fence: string | null = null;
  return lines.map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null) {
      if (mark === undefined) return line;
      fence = mark;
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    return "";
  });
}

export type SeeAlso = { readonly id: string; readonly line: number };

/** `- id — label` under `## See Also`; `line` counts from 0 in the body. Other list items come back as `strange`. */
export function parseSeeAlso(sections: readonly Section[]): {
  readonly links: readonly SeeAlso[];
  readonly strange: readonly { readonly text: string; readonly line: number }[];
} {
  const links: SeeAlso[] = [];
  const strange: { text: string; line: number }[] = [];
  for (const section of sections.filter(({ title }) => /^see also$/i.test(title)))
    for (const [i, text] of section.lines.entries()) {
      const line = section.line + 1 + i;
      const item = /^[-*+][ \t]+(.*)$/.exec(text)?.[1];
      if (item === undefined) continue;
      const id = /^`?([\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)*)`?(?:\s+[—–-]+\s.*|\s*:\s.*|\s*)$/u.exec(item)?.[1];
      if (id === undefined) strange.push({ text: item, line });
      else links.push({ id, line });
    }
  return { links, strange };
}

/** A think strategy's steps, in order (ADR-105). */
export function parseStages(body: string): readonly { readonly name: string; readonly text: string }[] {
  return parseSections(body).flatMap(({ level, title, text }) => {
    const name = level === 2 ? /^stage:\s*(.+)$/i.exec(title)?.[1] : undefined;
    return name === undefined ? [] : [{ name, text }];
  });
}
