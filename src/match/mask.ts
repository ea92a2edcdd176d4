// Takes out of a text what does not say what is wanted: fenced code, quoted ways, addresses, encoded data, stack frames.
// Each step is linear.

/** How a shown way begins (engine/render.ts). Only the marker is known here, never the library. */
const WAY_MARKER = /^[ \t>]*\[way:[^\]\n]{1,200}\][ \t\r]*$/;
/** Lines a way is made of besides plain paragraphs: headings, lists, tables, quotes, code. */
const STRUCTURED = /^[ \t>]*(?:#{1,6} |[-*+|`~]|\d{1,3}[.)] )|^(?: {4}|\t)/;

/** Blocks that are recognised by their first and last lines, for texts of any length. A text of nothing else stays. */
export function maskBlocks(text: string): string {
  const unfenced = maskFences(maskFences(text, "```"), "~~~");
  const masked = unfenced.includes("[way:") ? maskQuotedWays(unfenced) : unfenced;
  return masked.trim() === "" ? text : masked;
}

/** Goes from fence to fence; one that is never closed opens nothing, or it would hide the rest of the message. */
function maskFences(text: string, fence: string): string {
  let out = "";
  let from = 0;
  let opened = -1;
  for (let at = text.indexOf(fence); at >= 0; ) {
    const start = text.lastIndexOf("\n", at) + 1;
    const stop = text.indexOf("\n", at);
    const end = stop < 0 ? text.length : stop;
    if (isBlankOrQuote(text.slice(start, Math.min(at, start + LONGEST_INDENT)))) {
      if (opened < 0) opened = start;
      else if (isBare(text.slice(at + fence.length, Math.min(end, at + 40)))) {
        out += text.slice(from, opened);
        from = end;
        opened = -1;
      }
    }
    at = text.indexOf(fence, end);
  }
  return from === 0 ? text : out + text.slice(from);
}

const LONGEST_INDENT = 200;

function isBlankOrQuote(text: string): boolean {
  return /^[ \t>]*$/.test(text);
}

/** Nothing but more of the fence: what closes. */
function isBare(text: string): boolean {
  return /^[`~]*[ \t\r]*$/.test(text);
}

/** From a marker to the first paragraph of plain prose that follows a list or a table. */
function maskQuotedWays(text: string): string {
  let quoted: "no" | "opening" | "body" = "no";
  let afterBlank = false;
  const kept = text.split("\n").filter((line) => {
    const isBlank = line.trim() === "";
    if (WAY_MARKER.test(line)) quoted = "opening";
    else if (quoted !== "no" && !isBlank) {
      if (STRUCTURED.test(line)) quoted = /^[ \t>]*#/.test(line) ? quoted : "body";
      else if (quoted === "body" && afterBlank) quoted = "no";
    }
    afterBlank = isBlank;
    return quoted === "no";
  });
  return kept.join("\n");
}

const ADDRESS = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`)\]]+/gi;
const ENCODED = /\b(?:0x)?[0-9a-f]{16,}\b|[A-Za-z0-9+/_=-]{60,}/gi;
const FRAME =
  /^[ \t]*(?:at .{1,300}|File ".{1,300}", line \d+.*|from .{1,300}:\d+:in .*|\d+: +0x[0-9a-f]+.*|#\d+ +0x[0-9a-f]+.*|\.\.\. \d+ more)$/gm;

/** Within lines, for texts that were thinned. May leave nothing. */
export function maskInline(text: string): string {
  return unescaped(text).replace(FRAME, "").replace(ADDRESS, " ").replace(ENCODED, " ");
}

/** Text inside JSON keeps its line breaks and quotes behind backslashes. */
function unescaped(text: string): string {
  if (!/^\s*[[{]/.test(text) || !text.includes("\\")) return text;
  return text
    .replace(/\\[nrt]/g, "\n")
    .replace(/\\u[0-9a-f]{4}/gi, " ")
    .replace(/\\(["\\/])/g, "$1");
}
