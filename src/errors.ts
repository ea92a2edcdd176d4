// The one error class, its exit codes and the only renderer of error text for people.
// A bug is any other error; content problems are diagnostics (diagnostics.ts), not errors.

export const EXIT = { ok: 0, finding: 1, failure: 3 } as const;

/** Bad arguments, unreadable configuration, a missing model, no permission: something a person can put right. */
export class WaysError extends Error {
  override readonly name = "WaysError";
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}

/**
 * Escapes control characters (tab and line feed stay) and marks that turn the direction of writing, so that a file name, a prompt or a
 * way of others cannot drive the terminal.
 */
export function escapeControl(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (c) => {
    const hex = c.charCodeAt(0).toString(16);
    if (c === "\t" || c === "\n") return c;
    return hex.length > 2 ? `\\u${hex}` : `\\x${hex.padStart(2, "0")}`;
  });
}

/** One line for an unknown thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a person sees: message, then after a blank line the hint. Stacks only when `debug` (WAYS_DEBUG=1). */
export function describe(error: unknown, debug: boolean): string {
  const isKnown = error instanceof WaysError;
  const isRefusal = !isKnown && isSystemError(error);
  const what = isKnown ? "" : isRefusal ? "the system refused: " : "unexpected error: ";
  const lines = [`ways: ${what}${messageOf(error)}`];
  if (debug && error instanceof Error && error.stack) lines.push(error.stack);
  const hint = isKnown
    ? error.hint
    : isRefusal
      ? null
      : "run again with WAYS_DEBUG=1 for the stack, and report it with the output of `ways doctor --json`";
  if (hint) lines.push("", `hint: ${hint}`);
  return escapeControl(lines.join("\n"));
}

/** No permission, a full disk, a file where a folder should be: the message names the path, and it is no fault of ours. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error;
}
