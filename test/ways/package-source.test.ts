import { describe, expect, test } from "bun:test";
import { formatSource, type PackageSource, parseSource, sourceAt } from "../../src/ways/package-source.ts";
import fc from "../support/properties.ts";

const git = (url: string, ref = "", isLocal = false) => ({ kind: "git", url, ref, isLocal }) as const;

describe("what people type is", () => {
  const sources: readonly (readonly [string, PackageSource])[] = [
    ["../team-ways", { kind: "folder", path: "../team-ways" }],
    ["C:\\ways\\team", { kind: "folder", path: "C:\\ways\\team" }],
    ["team#1", { kind: "folder", path: "team#1" }],
    ["team-1.0.0.tgz", { kind: "tarball", path: "team-1.0.0.tgz" }],
    ["../team.git", git("../team.git", "", true)],
    ["../team.git#main", git("../team.git", "main", true)],
    ["https://example.test/team/ways.git#v1.2.0", git("https://example.test/team/ways.git", "v1.2.0")],
    ["git+https://example.test/ways", git("https://example.test/ways")],
    ["ssh://git@example.test/ways.git", git("ssh://git@example.test/ways.git")],
    ["git@example.test:team/ways.git#a/branch", git("git@example.test:team/ways.git", "a/branch")],
    ["npm:team-ways", { kind: "npm", name: "team-ways", wanted: "" }],
    ["npm:@team/ways@^1.2.0", { kind: "npm", name: "@team/ways", wanted: "^1.2.0" }],
  ];
  for (const [text, source] of sources) test(text, () => expect(parseSource(text)).toEqual(source));

  test("read back from how it is written down", () => {
    for (const [, source] of sources) expect(parseSource(formatSource(source))).toEqual(source);
  });
});

describe("refused is", () => {
  const refused = [
    "",
    "-x",
    "--upload-pack=x",
    "ext::sh -c x",
    "git+ext::sh -c x",
    "fd::17",
    "ftp://example.test/ways.git",
    "ssh://-oProxyCommand=x/ways.git",
    "https://ada:secret@example.test/ways.git",
    "https://example.test/ways.git#--exec=x",
    "https://example.test/ways.git#a..b",
    "npm:",
    "npm:../x",
    "npm:-g",
    "npm:x@",
    "npm:x@npm:y",
    "npm:x@file:../y",
    "npm:x@https://example.test/y.tgz",
    "a\nb",
  ];
  for (const text of refused) test(JSON.stringify(text), () => expect(() => parseSource(text)).toThrow());
});

test("nothing that is let through begins with a dash or names a helper, whatever is typed", () => {
  const parts = fc.constantFrom("-", "--", "ext::", "git+", "https://", "npm:", "@", "#", "x", ".git", "/", ":", "..");
  const texts = fc.array(parts, { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(texts, fc.string()), (text) => {
      let source: PackageSource;
      try {
        source = parseSource(text);
      } catch {
        return;
      }
      const words = source.kind === "git" ? [source.url, source.ref] : source.kind === "npm" ? [source.name] : [];
      expect(words.filter((word) => word.startsWith("-") || /^[\w+.-]*::/.test(word))).toEqual([]);
    }),
  );
});

test("another version is for sources that have some", () => {
  expect(sourceAt(git("https://example.test/x.git", "v1"), "v2")).toEqual(git("https://example.test/x.git", "v2"));
  expect(sourceAt({ kind: "npm", name: "x", wanted: "" }, "2.0.0")).toMatchObject({ wanted: "2.0.0" });
  expect(() => sourceAt(git("https://example.test/x.git"), "--x")).toThrow();
  expect(() => sourceAt({ kind: "folder", path: "x" }, "2")).toThrow("no versions");
});
