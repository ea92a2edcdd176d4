// What the person has approved: files that execute or redirect, by path and content. Appended to, never rewritten: of several
// lines about a path all approvals since its last revocation hold, so two branches of a project may both be approved.
//   <data>/trust.jsonl   {"path", "sha256", "at"}; `sha256: null` revokes
import { join } from "node:path";
import type { WaysError } from "../errors.ts";
import { appendText } from "../host/atomic.ts";
import { readKept } from "./written.ts";

export type Approval = { readonly path: string; readonly sha256: string; readonly at: string };

export type Trust = {
  isApproved(path: string, sha256: string): boolean;
  /** In the order they were given. */
  readonly approvals: readonly Approval[];
  /** There is a file that cannot be read: nothing counts as approved. */
  readonly fault: WaysError | null;
};

export function trustFile(data: string): string {
  return join(data, "trust.jsonl");
}

export function contentHash(bytes: Uint8Array | string): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Nothing is approved where there is no file, or no place for one. */
export function readTrust(data: string | null): Trust {
  const { text, fault } = data === null ? { text: null, fault: null } : readKept(trustFile(data));
  let approvals: readonly Approval[] = [];
  for (const { path, sha256, at } of (text ?? "").split("\n").flatMap(parseLine))
    approvals =
      sha256 === null
        ? approvals.filter((a) => a.path !== path)
        : [...without(approvals, path, sha256), { path, sha256, at }];
  const isApproved = (path: string, sha256: string) => approvals.some((a) => a.path === path && a.sha256 === sha256);
  return { approvals, isApproved, fault };
}

/** For verbs that tell of it or change it: throws a WaysError when it cannot be read. */
export function requireTrust(data: string | null): Trust {
  const trust = readTrust(data);
  if (trust.fault !== null) throw trust.fault;
  return trust;
}

export function approve(data: string, path: string, sha256: string, at: string): void {
  appendText(trustFile(data), `${JSON.stringify({ path, sha256, at })}\n`);
}

export function revoke(data: string, path: string, at: string): void {
  appendText(trustFile(data), `${JSON.stringify({ path, sha256: null, at })}\n`);
}

function without(approvals: readonly Approval[], path: string, sha256: string): readonly Approval[] {
  return approvals.filter((a) => a.path !== path || a.sha256 !== sha256);
}

function parseLine(
  line: string,
): readonly { readonly path: string; readonly sha256: string | null; readonly at: string }[] {
  try {
    const { path, sha256, at = "" } = JSON.parse(line);
    return typeof path === "string" && (sha256 === null || typeof sha256 === "string")
      ? [{ path, sha256, at: String(at) }]
      : [];
  } catch {
    return []; // cut short
  }
}
