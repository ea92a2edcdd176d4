import { expect, test } from "bun:test";
import { decodeText, MAX_FILE_BYTES, normalizeText } from "../../src/ways/text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("UTF-8 with or without byte order mark and any line ending becomes the same text", () => {
  for (const text of ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "a\r\nb\r", "\ufeffa\nb\n"])
    expect(decodeText(bytes(text))).toEqual({ text: "a\nb\n", problem: null });
});

test("UTF-16, other encodings and binary files are named", () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x61, 0x00]);
  expect(decodeText(utf16).problem?.message).toBe("the file is UTF-16");
  expect(decodeText(new Uint8Array([0x63, 0x61, 0x66, 0xe9])).problem?.message).toBe("the file is not UTF-8");
  expect(decodeText(bytes("a\u0000b")).problem?.code).toBe("encoding");
});

test("a file beyond the limit is refused before it is decoded", () => {
  expect(decodeText(new Uint8Array(MAX_FILE_BYTES + 1)).problem?.code).toBe("too-large");
});

test("only the first byte order mark is dropped", () => {
  expect(normalizeText("\ufeff\ufeffa")).toBe("\ufeffa");
});
