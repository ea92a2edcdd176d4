// Only `<folder>/<folder>.md` is a way: a lone markdown file under another name is taken for a misnamed one.
import type { Diagnostic } from "../../diagnostics.ts";
import { buildDiagnostic } from "../rules.ts";

/** Markdown that tools and people keep in any folder. */
const COMMON = /^(?:readme|claude|agents|gemini|index|license|changelog|todo|notes|core)\.md$/i;

/** `paths`: all files of a root, relative to it, with `/`. `label`: how messages name a file. */
export function lintNames(paths: readonly string[], label: (path: string) => string): readonly Diagnostic[] {
  const folders = Map.groupBy(
    paths.map((path) => path.split("/")).filter((parts) => parts.length > 1),
    (parts) => parts.slice(0, -1).join("/"),
  );
  return [...folders].flatMap(([folder, files]) => {
    const stem = folder.split("/").at(-1)?.normalize("NFC");
    const names = files.map((parts) => parts.at(-1) ?? "").filter((name) => /\.md$/i.test(name));
    if (names.some((name) => name.normalize("NFC") === `${stem}.md`)) return [];
    const [other, ...more] = names.filter((name) => !COMMON.test(name));
    if (other === undefined || more.length > 0) return [];
    const message = `\`${other}\` is not called like its folder and is not read`;
    const hint = `call it \`${stem}.md\`, or put it into a folder \`${other.replace(/\.md$/i, "")}\``;
    return [buildDiagnostic("stem-differs", { file: label(`${folder}/${other}`), message, hint })];
  });
}
