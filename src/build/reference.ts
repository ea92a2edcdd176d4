// `make reference`: the parts of the guides that repeat the code's own tables, written between markers, and the JSON Schema
// of frontmatter. A test keeps what is committed equal to what this writes.
import { readText, writeAtomic } from "../host/files.ts";
import { writeAll } from "../host/stdout.ts";
import { commandBlocks } from "./reference/commands.ts";
import { frontmatterSchema, wayBlocks } from "./reference/ways.ts";

/** By path: the text as it should be. */
export async function renderReference(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ["ways/way.schema.json", frontmatterSchema()],
    guide("ways/README.md", wayBlocks()),
    guide("src/commands/README.md", await commandBlocks()),
  ]);
}

type Blocks = ReadonlyMap<string, string>;

function guide(path: string, blocks: Blocks): readonly [string, string] {
  return [path, fillMarkers(readText(path) ?? "", blocks)];
}

/** Replaces what stands between `<!-- reference:<name> -->` and `<!-- /reference -->`. Throws for a name nobody makes. */
export function fillMarkers(text: string, blocks: Blocks): string {
  const used = new Set<string>();
  const filled = text.replace(
    /(<!-- reference:([\w-]+) -->\n)[\s\S]*?(<!-- \/reference -->)/g,
    (_, open: string, name: string, close: string) => {
      const block = blocks.get(name);
      if (block === undefined) throw new Error(`nobody makes the block \`${name}\``);
      used.add(name);
      return `${open}\n${block.trim()}\n\n${close}`;
    },
  );
  const lost = [...blocks.keys()].filter((name) => !used.has(name));
  if (lost.length > 0) throw new Error(`no place for the blocks ${lost.join(", ")}`);
  return filled;
}

if (import.meta.main)
  for (const [path, text] of await renderReference()) {
    if (readText(path) === text) continue;
    writeAtomic(path, text, 0o644);
    writeAll(`  ${path}\n`, 2);
  }
