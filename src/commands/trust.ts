// `ways trust`: shows what would run or redirect here, and approves it as it stands, by its content.
import { EXIT, escapeControl } from "../errors.ts";
import {
  approvals,
  approveSubject,
  pickSubjects,
  revokeApprovals,
  type Subject,
  trustSubjects,
  type Usable,
} from "../wiring/trust.ts";
import { type Flags, JSON_FLAG, type Verb } from "./args.ts";
import { type Io, printJson, table } from "./io.ts";

export const trust: Verb = {
  summary: "approve macros, and project settings that redirect",
  examples: [
    ["ways trust", "show what waits for approval here, and ask"],
    ["ways trust deploy/k8s --yes", "approve one macro as it is now; an edit has to be approved again"],
    ["ways trust list", "what has been approved, everywhere"],
    ["ways trust revoke deploy/k8s", "take it back; without a name: everything here"],
  ],
  words: ["list|revoke|id…"],
  flags: {
    ...JSON_FLAG,
    yes: { kind: "flag", meaning: "approve without asking" },
    all: { kind: "flag", meaning: "with revoke: every approval on this machine" },
  },
  finding: "something still waits for approval, or cannot be used",
  json: {
    "subjects?": [
      { name: "string", kind: "string", path: "string", "sha256?": "string", state: "string", "problem?": "string" },
    ],
    "approvals?": [{ path: "string", sha256: "string", at: "string" }],
    "revoked?": ["string"],
  },
  run: async (flags, io) => {
    const [word, ...rest] = flags.words;
    if (word === "list") return list(flags, io);
    if (word === "revoke") return takeBack(rest, flags, io);
    return review(flags, io);
  },
};

function review(flags: Flags, io: Io): number {
  const subjects = pickSubjects(trustSubjects(io.env, io.cwd), flags.words);
  const waiting = subjects.flatMap((s) => (s.state === "waiting" ? [s] : []));
  const unusable = subjects.filter((s) => s.state === "unusable");
  const isDry = flags.isOn("json") && !flags.isOn("yes");
  const left = waiting.filter((subject) => isDry || !isApprovedNow(subject, flags, io));
  if (flags.isOn("json"))
    printJson(io, "trust", {
      subjects: pickSubjects(trustSubjects(io.env, io.cwd), flags.words).map(withoutText),
    });
  else if (waiting.length + unusable.length === 0)
    io.out(subjects.length === 0 ? "nothing here needs approval" : "everything here is approved");
  for (const { name, path, problem } of unusable) io.err(`\`${name}\` cannot be approved: \`${path}\`: ${problem}`);
  return left.length + unusable.length === 0 ? EXIT.ok : EXIT.finding;
}

function withoutText(subject: Subject): object {
  if (subject.state === "unusable") return subject;
  const { text: _, ...rest } = subject;
  return rest;
}

function isApprovedNow(subject: Usable, flags: Flags, io: Io): boolean {
  const { name, kind, path, sha256, text } = subject;
  const what = kind === "macro" ? `macro of \`${name}\`` : "settings of this project that redirect";
  io.err(
    `${what}: \`${path}\` (sha256 ${sha256.slice(0, 12)})\n\n${escapeControl(text.replace(/^/gm, "    ").trimEnd())}\n`,
  );
  if (!flags.isOn("yes") && !io.isTerminal) {
    io.err("not approved: no terminal to ask on; `--yes` approves without asking");
    return false;
  }
  if (!flags.isOn("yes") && !io.confirm("Approve it?")) return false;
  approveSubject(io.env, subject);
  io.err("approved");
  return true;
}

function list(flags: Flags, io: Io): number {
  const all = approvals(io.env);
  if (flags.isOn("json")) printJson(io, "trust", { approvals: all });
  else
    io.out(
      all.length === 0 ? "nothing has been approved" : table(all.map((a) => [a.at, a.sha256.slice(0, 12), a.path])),
    );
  return EXIT.ok;
}

function takeBack(names: readonly string[], flags: Flags, io: Io): number {
  const approved = new Set(approvals(io.env).map((a) => a.path));
  // A file as `list` prints it, because its way may be gone; else the id of a way here.
  const [files, ids] = [names.filter((name) => approved.has(name)), names.filter((name) => !approved.has(name))];
  const isByFile = names.length > 0 && ids.length === 0;
  const here = isByFile || flags.isOn("all") ? [] : pickSubjects(trustSubjects(io.env, io.cwd), ids);
  const paths = flags.isOn("all")
    ? [...approved]
    : [...files, ...here.map((s) => s.path).filter((p) => approved.has(p))];
  const revoked = paths.length === 0 ? [] : revokeApprovals(io.env, [...new Set(paths)]);
  if (flags.isOn("json")) printJson(io, "trust", { revoked });
  else
    io.out(
      revoked.length === 0 ? "nothing here was approved" : revoked.map((path) => `revoked \`${path}\``).join("\n"),
    );
  return EXIT.ok;
}
