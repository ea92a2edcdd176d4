// What of a submitted prompt a person (or a peer agent) wrote. Hosts submit much more than that: notifications of background
// agents, reminders, the envelopes of local commands. A human part beside such a block is kept, the block is not.
import { isAcknowledgement } from "./acknowledgement.ts";
import { plainText } from "./plain-text.ts";

/** Blocks a machine fills, content included. */
const BLOCKS = [
  "agent-notification",
  "bash-input",
  "bash-stderr",
  "bash-stdout",
  "command-args",
  "command-contents",
  "command-message",
  "command-name",
  "ide_diagnostics",
  "ide_opened_file",
  "ide_selection",
  "local-command-caveat",
  "local-command-stderr",
  "local-command-stdout",
  "new-diagnostics",
  "persisted-output",
  "session-start-hook",
  "system-reminder",
  "task-notification",
  "tool_use_error",
  "user-memory-input",
  "user-prompt-submit-hook",
];
/** Wrappers around what a person pasted or a peer wrote: only the tags go. */
const WRAPPERS = ["pasted_content", "teammate-message"];

// Attributes are bounded so that a `<` without end cannot make the search quadratic.
const OPEN = new RegExp(`<(${BLOCKS.join("|")})(?:\\s[^<>]{0,500})?>`, "g");
const WRAPPER = new RegExp(`</?(?:${WRAPPERS.join("|")})(?:\\s[^<>]{0,500})?>[^\\S\\n]*\\n?`, "g");
/**
 * Whole lines and marks that hosts put beside the blocks, and placeholders of attachments; first what they all contain, because
 * compiling a regex costs a hook more than finding that there is nothing to match.
 */
const MARKS: readonly (readonly [sign: string, mark: RegExp])[] = [
  ["Read the output file", /^Read the output file to retrieve the result: .*$/gm],
  ["Full transcript", /^Full transcript available at: .*$/gm],
  ["[Request", /^\[Request interrupted by user[^\]\n]{0,100}\]$/gm],
  ["[", /\[(?:Image|Pasted text) #\d{1,6}[^\]\n]{0,100}\]|\[Image: [^\]\n]{1,500}\]/g],
];
const CONTINUED = "This session is being continued from a previous conversation";

export type Prompt =
  | { readonly kind: "human"; readonly text: string }
  | { readonly kind: "machine"; readonly reason: string };

/**
 * The human part of a prompt, or why there is none. Markdown headings (`# Task`) stay: where `#` still means "remember this",
 * the host submits no prompt.
 */
export function parsePrompt(raw: string): Prompt {
  const plain = plainText(raw);
  let text = plain.includes("<") ? withoutBlocks(plain).replace(WRAPPER, "") : plain;
  for (const [sign, mark] of MARKS) if (text.includes(sign)) text = text.replace(mark, "");
  text = text.trim();
  const reason = machineReason(raw, text);
  return reason === null ? { kind: "human", text } : { kind: "machine", reason };
}

function machineReason(raw: string, text: string): string | null {
  if (raw.trim() === "") return "empty prompt";
  if (text === "" || text.startsWith(CONTINUED)) return "no text of a person";
  // A path has a second slash before any space; a command has not.
  if (text.startsWith("/") && /^\/[\p{L}\p{N}_:.-]+(?=\s|$)/u.test(text)) return "slash command";
  if (text.startsWith("!") && /^!\s*\S/u.test(text)) return "shell command typed by the person";
  if (isAcknowledgement(text)) return "bare acknowledgement";
  return null;
}

/** Linear: the end of a block is looked for once per name when there is none. */
function withoutBlocks(text: string): string {
  const unclosed = new Set<string>();
  let out = "";
  let kept = 0;
  for (const open of text.matchAll(OPEN)) {
    const name = open[1] ?? "";
    if (open.index < kept || unclosed.has(name)) continue;
    const close = `</${name}>`;
    const end = text.indexOf(close, open.index);
    const before = out + text.slice(kept, open.index);
    if (end >= 0) [out, kept] = [`${before}\n`, end + close.length];
    // Cut off by the host when it leads the prompt; otherwise a person who only names the tag.
    else if (before.trim() === "") return "";
    else unclosed.add(name);
  }
  return out + text.slice(kept);
}
