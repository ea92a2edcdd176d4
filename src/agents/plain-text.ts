// Text as a person would read it: no terminal escapes, no raw control characters, LF line ends, no half surrogates.
// Control characters in a row become a space, never nothing: `red<NUL>c` is two words, and NUL must not cut the text.

// ECMA-48: CSI; OSC (ended by BEL or ST, bounded and without the start of another, so that open ones cost nothing); DCS, SOS, PM,
// APC; any two-byte escape.
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\x9d]{0,2048}(?:\x07|\x1b\\|\x9c)|\x1b[PX^_][^\x1b]{0,2048}\x1b\\|\x1b[ -/]{0,8}[0-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]+/g;

/** Idempotent; keeps tabs and line breaks. */
export function plainText(text: string): string {
  const whole = text.toWellFormed();
  // Most texts have no control character at all, and compiling the long pattern costs a hook more than looking for one.
  if (whole.search(CONTROLS) < 0) return whole;
  return whole.replace(ESCAPES, "").replace(/\r\n?/g, "\n").replace(CONTROLS, " ");
}
