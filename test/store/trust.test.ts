import { describe, expect, test } from "bun:test";
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { approve, contentHash, readTrust, revoke, trustFile } from "../../src/store/trust.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const AT = "2026-05-01T10:00:00.000Z";
const [one, two] = [contentHash("echo one"), contentHash("echo two")];

describe("an approval", () => {
  test("is about a path and its content: neither another path nor another content is approved", () => {
    const data = join(temporaryFolder(), "data");
    approve(data, "/p/macro.sh", one, AT);
    const { isApproved, approvals } = readTrust(data);
    expect([isApproved("/p/macro.sh", one), isApproved("/p/macro.sh", two), isApproved("/q/macro.sh", one)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(approvals).toEqual([{ path: "/p/macro.sh", sha256: one, at: AT }]);
    expect(statSync(trustFile(data)).mode & 0o777).toBe(0o600);
  });

  test("of several contents of one path holds for each; a revocation takes all of them back, and can be followed by a new one", () => {
    const data = temporaryFolder();
    for (const hash of [one, two]) approve(data, "/p", hash, AT);
    expect([one, two].map((hash) => readTrust(data).isApproved("/p", hash))).toEqual([true, true]);
    revoke(data, "/p", AT);
    expect(readTrust(data).approvals).toEqual([]);
    approve(data, "/p", two, AT);
    expect([one, two].map((hash) => readTrust(data).isApproved("/p", hash))).toEqual([false, true]);
  });

  test("given twice is one", () => {
    const data = temporaryFolder();
    for (const at of [AT, "later"]) approve(data, "/p", one, at);
    expect(readTrust(data).approvals).toEqual([{ path: "/p", sha256: one, at: "later" }]);
  });

  test("is not read out of junk, a cut line, or nothing at all", () => {
    const data = temporaryFolder();
    approve(data, "/p", one, AT);
    appendFileSync(
      trustFile(data),
      'junk\n[]\n{"path":1,"sha256":"x"}\n{"path":"/q","sha256":true}\n{"path":"/r","sha2',
    );
    expect(readTrust(data).approvals.map((a) => a.path)).toEqual(["/p"]);
    expect(readTrust(null).isApproved("/p", one)).toBe(false);
    expect(readTrust(join(data, "missing")).approvals).toEqual([]);
  });
});
