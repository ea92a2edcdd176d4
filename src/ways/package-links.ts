// See Also inside a package. Its authors write ids as they are in their folder; here they begin with the package's name.
import { parseSections, parseSeeAlso } from "./markdown.ts";
import type { ParsedWay } from "./parse-way.ts";
import { type WayId, wayId } from "./way.ts";

/** Of every package among `ways`: a link to a way of the same package leads there, in the graph and in the text. */
export function resolveLinks(ways: readonly ParsedWay[]): readonly ParsedWay[] {
  const ids = new Set(ways.map(({ id }) => id));
  return ways.map((parsed) => {
    const { way } = parsed;
    if (way === null || way.seeAlso.length === 0) return parsed;
    const inside = (id: string): WayId => {
      const own = wayId(`${parsed.id.split("/")[0]}/${id}`);
      return ids.has(own) ? own : wayId(id);
    };
    const lines = way.body.split("\n");
    for (const { id, line } of parseSeeAlso(parsed.sections).links)
      lines[line] = (lines[line] ?? "").replace(id, () => inside(id));
    const body = lines.join("\n");
    return { ...parsed, sections: parseSections(body), way: { ...way, body, seeAlso: way.seeAlso.map(inside) } };
  });
}
