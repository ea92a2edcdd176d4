import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WaysError } from "../../src/errors.ts";
import {
  forgetOriginal,
  readOriginal,
  readSettings,
  writeOriginal,
  writeSettings,
} from "../../src/store/settings-file.ts";

const root = mkdtempSync(join(tmpdir(), "ways-settings-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

/** A folder with `settings.json` (unless the text is null) and a place for backups that does not exist yet. */
function place(text: string | Uint8Array | null) {
  const folder = join(root, `case-${count++}`);
  mkdirSync(folder);
  const path = join(folder, "settings.json");
  if (text !== null) writeFileSync(path, text, { mode: 0o640 });
  return { folder, path, backups: join(folder, "state", "backups"), now: () => readFileSync(path, "utf8") };
}

describe("readSettings", () => {
  test("gives the text with its BOM and CRLF, null for a missing file", () => {
    const { path } = place("\uFEFF{}\r\n");
    expect(readSettings(path)).toMatchObject({ path, text: "\uFEFF{}\r\n" });
    expect(readSettings(place(null).path).text).toBeNull();
    expect(readSettings(place("").path).text).toBe("");
  });

  test("refuses what is no UTF-8 file: UTF-16, a folder, a link to nothing", () => {
    const utf16 = place(Buffer.from("\uFEFF{}", "utf16le")).path;
    const { folder } = place(null);
    symlinkSync("missing", join(folder, "link"));
    expect(() => readSettings(utf16)).toThrow("is not UTF-8");
    expect(() => readSettings(folder)).toThrow("is a folder");
    expect(() => readSettings(join(folder, "link"))).toThrow("missing");
    expect(() => readSettings(utf16)).toThrow(WaysError);
  });
});

describe("writeSettings", () => {
  test("replaces the text, keeps the mode, and keeps the old bytes beside our state, not beside the file", () => {
    const { folder, path, backups, now } = place("\uFEFFold\r\n");
    const backup = writeSettings(readSettings(path), "new", backups);
    expect([now(), statSync(path).mode & 0o777]).toEqual(["new", 0o640]);
    expect(readFileSync(backup ?? "", "utf8")).toBe("\uFEFFold\r\n");
    expect(statSync(backup ?? "").mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["settings.json", "state"]);
  });

  test("creates a missing file and its folder, private, without a backup", () => {
    const { folder, backups } = place(null);
    const path = join(folder, "new", ".claude", "settings.json");
    expect(writeSettings(readSettings(path), "{}\n", backups)).toBeNull();
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["{}\n", 0o600]);
  });

  test("writes through a link and leaves the link", () => {
    const { folder, path, backups, now } = place("old");
    mkdirSync(join(folder, "home"));
    const link = join(folder, "home", "settings.json");
    symlinkSync("../settings.json", link);
    writeSettings(readSettings(link), "new", backups);
    expect([now(), lstatSync(link).isSymbolicLink(), lstatSync(path).isFile()]).toEqual(["new", true, true]);
  });

  test("writes into a file that has hard links, so that all names see it", () => {
    const { folder, path, backups } = place("a long old text");
    linkSync(path, join(folder, "dotfiles.json"));
    writeSettings(readSettings(path), "new", backups);
    expect(readFileSync(join(folder, "dotfiles.json"), "utf8")).toBe("new");
  });

  test("leaves a read-only file alone, as root, too", () => {
    const { path, backups, now } = place("old");
    chmodSync(path, 0o444);
    expect(() => writeSettings(readSettings(path), "new", backups)).toThrow("is read-only");
    expect([now(), existsSync(backups)]).toEqual(["old", false]);
  });

  test("leaves a file alone that has changed, appeared or gone since it was read", () => {
    const changed = place("old");
    const before = readSettings(changed.path);
    writeFileSync(changed.path, "of others");
    expect(() => writeSettings(before, "new", changed.backups)).toThrow("has changed in the meantime");
    expect(changed.now()).toBe("of others");

    const appeared = place(null);
    const absent = readSettings(appeared.path);
    writeFileSync(appeared.path, "of others");
    expect(() => writeSettings(absent, "new", appeared.backups)).toThrow("has changed in the meantime");

    const gone = place("old");
    const present = readSettings(gone.path);
    rmSync(gone.path);
    expect(() => writeSettings(present, "new", gone.backups)).toThrow("has changed in the meantime");
    expect(existsSync(gone.path)).toBe(false);
  });

  test("leaves the file alone when no backup can be kept", () => {
    const { folder, path, now } = place("old");
    writeFileSync(join(folder, "state"), "a file where the folder should be");
    expect(() => writeSettings(readSettings(path), "new", join(folder, "state", "backups"))).toThrow("was left alone");
    expect(now()).toBe("old");
  });

  test("removes the file for null and still keeps its bytes", () => {
    const { path, backups } = place("{}");
    const backup = writeSettings(readSettings(path), null, backups);
    expect([existsSync(path), readFileSync(backup ?? "", "utf8")]).toEqual([false, "{}"]);
  });
});

describe("the original", () => {
  test("is given back byte for byte, a missing file as such, and forgotten on demand", () => {
    const { path, backups } = place("\uFEFF{}\r\n");
    const file = readSettings(path);
    expect(readOriginal(file, backups)).toBeNull();
    writeOriginal(file, { text: file.text }, backups);
    expect(readOriginal(file, backups)).toEqual({ text: "\uFEFF{}\r\n" });
    writeOriginal(file, { text: null }, backups);
    expect(readOriginal(file, backups)).toEqual({ text: null });
    forgetOriginal(file, backups);
    expect(readOriginal(file, backups)).toBeNull();
  });

  test("is kept for each file on its own, and one name for a file and the link to it", () => {
    const [one, two] = [place("1"), place("2")];
    symlinkSync(one.path, join(one.folder, "link.json"));
    const backups = join(root, "shared");
    writeOriginal(readSettings(one.path), { text: "1" }, backups);
    writeOriginal(readSettings(two.path), { text: "2" }, backups);
    expect(readOriginal(readSettings(join(one.folder, "link.json")), backups)).toEqual({ text: "1" });
    expect(readdirSync(backups)).toHaveLength(2);
  });

  test.each(["", "null", "[]", '{"original":7}', "{"])("%j in its place counts as none", (junk) => {
    const { path, backups } = place("{}");
    const file = readSettings(path);
    writeOriginal(file, { text: "" }, backups);
    writeFileSync(join(backups, readdirSync(backups)[0] ?? ""), junk);
    expect(readOriginal(file, backups)).toBeNull();
  });
});
