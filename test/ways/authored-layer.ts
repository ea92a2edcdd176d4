// A layer of ways written in a test: id → text of the file.
import { parseWay } from "../../src/ways/parse-way.ts";
import type { Layer } from "../../src/ways/tree.ts";
import { type Origin, wayId } from "../../src/ways/way.ts";

export function layerOf(origin: Origin, files: Readonly<Record<string, string>>): Layer {
  const ways = Object.entries(files).map(([id, text]) =>
    parseWay({ id: wayId(id), parent: null, origin, file: `${origin}/${id}/${id.split("/").at(-1)}.md`, text }),
  );
  return { origin, ways, locales: new Map() };
}

/** A file with a description made of its words, further lines of frontmatter, and a body. */
export function wayText(words: string, lines = ""): string {
  return `---\ndescription: When ${words}\n${lines === "" ? "" : `${lines}\n`}---\n# Title\n\nA fact.\n`;
}
