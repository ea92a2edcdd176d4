// A unified diff for people: the one door of the `diff` package. Line ends are not shown; control characters are escaped.
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { escapeControl } from "../errors.ts";

/** null stands for a file that does not exist. "" when both are equal. */
export function renderDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const name = (text: string | null) => (text === null ? "/dev/null" : path);
  const lines = (text: string | null) => (text ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const patch = createTwoFilesPatch(name(before), name(after), lines(before), lines(after), undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return escapeControl(patch.trimEnd());
}
