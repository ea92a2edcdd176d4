// Bytes of a file a person wrote → text with LF endings and no byte order mark, or the reason why it is not text.
import type { Diagnostic } from "../diagnostics.ts";
import type { Problem } from "../validate.ts";

/** A way is 20–80 lines; whoever reads the disk refuses larger files before loading them. */
export const MAX_FILE_BYTES = 256 * 1024;

export type Decoded = { readonly text: string; readonly problem: Problem | null };

/** UTF-8 only. UTF-16 (Windows editors, PowerShell `>`), other encodings and binary files are named for what they are. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_FILE_BYTES) return { text: "", problem: tooLarge(bytes.length) };
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return { text: "", problem: notUtf8("is UTF-16") };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const problem = findTextProblem(text);
    return { text: problem ? "" : normalizeText(text), problem };
  } catch {
    return { text: "", problem: notUtf8("is not UTF-8") };
  }
}

/** For text that was decoded elsewhere: too long, or holding what only binary and mis-decoded files hold. */
export function findTextProblem(text: string): Problem | null {
  if (text.length > MAX_FILE_BYTES) return tooLarge(text.length);
  return text.includes("\u0000") ? notUtf8("holds NUL characters: a binary or UTF-16 file") : null;
}

/** Without byte order mark; CRLF, CR and mixed endings become LF. */
export function normalizeText(text: string): string {
  const start = text.startsWith("\ufeff") ? text.slice(1) : text;
  return start.includes("\r") ? start.replace(/\r\n?/g, "\n") : start;
}

function notUtf8(what: string): Problem {
  return { code: "encoding", message: `the file ${what}`, hint: "save it as UTF-8" };
}

export function tooLarge(size: number, limit = MAX_FILE_BYTES): Problem {
  const message = `the file is too large: ${size.toLocaleString("en")} bytes, at most ${limit.toLocaleString("en")}`;
  return { code: "too-large", message };
}

/** The whole file is meant. */
export function atTop(file: string, problem: Problem): Diagnostic {
  return { severity: "error", file, line: 1, column: 1, ...problem };
}
