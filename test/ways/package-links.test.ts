import { expect, test } from "bun:test";
import { resolveLinks } from "../../src/ways/package-links.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { wayId } from "../../src/ways/way.ts";

const parsed = (id: string, body: string) =>
  parseWay({
    id: wayId(id),
    parent: null,
    origin: "package",
    file: `${id}.md`,
    text: `---\ndescription: x\n---\n${body}`,
  });

test("a link to a way of the same package leads there, any other where it led before", () => {
  const body = "About a/b.\n\n## See Also\n\n- a/b — beside it\n- `a/c`: not in it\n- other/a/b — elsewhere\n";
  const [way] = resolveLinks([parsed("team/a", body), parsed("team/a/b", ""), parsed("other/a/b", "")]);
  expect<readonly string[] | undefined>(way?.way?.seeAlso).toEqual(["team/a/b", "a/c", "other/a/b"]);
  expect(way?.way?.body).toBe(
    "About a/b.\n\n## See Also\n\n- team/a/b — beside it\n- `a/c`: not in it\n- other/a/b — elsewhere\n",
  );
  expect(way?.sections.at(-1)?.text).toContain("- team/a/b — beside it");
});
