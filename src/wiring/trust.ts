// What waits for the person's approval here: macros of user and project ways, and configuration of a project that redirects.
import { join } from "node:path";
import { nearest } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { realPathOr } from "../host/files.ts";
import { readMerged } from "../store/merge.ts";
import { type Approval, approve, contentHash, requireTrust, revoke } from "../store/trust.ts";
import { readMacro, readWrittenText, type Written } from "../store/written.ts";
import { mergeConfig } from "../ways/config.ts";
import { macroPath } from "./macros.ts";
import { openWorld, type World } from "./world.ts";

type About = {
  /** Id of the way, or `config` for the project's configuration. */
  readonly name: string;
  readonly kind: "macro" | "config";
  /** Links resolved: what an approval is about. */
  readonly path: string;
};

export type Usable = About & {
  readonly state: "approved" | "waiting";
  readonly sha256: string;
  readonly text: string;
};

/** `problem`: why it cannot be used. */
export type Subject = Usable | (About & { readonly state: "unusable"; readonly problem: string });

const CONFIG_NAME = "config";

/** Everything here that runs or redirects, approved or not. */
export function trustSubjects(env: Env, cwd: string): readonly Subject[] {
  const world = openWorld(env);
  const project = world.projectOf(cwd);
  const { ways, config } = readMerged({ shipped: world.shipped(), places: world.places, project, env });
  const macros = ways.filter((way) => way.macro !== null);
  const own = join(project, ".claude", "ways.yaml");
  // Asked without the approval that may hold already: what would be withheld.
  const { withheld } = mergeConfig(config.map((layer) => ({ ...layer, isTrusted: layer.origin !== own })));
  return [
    ...macros.flatMap((way) => {
      const path = macroPath(world, project, way);
      return path === null ? [] : subjectOf({ name: way.id, kind: "macro", path }, readMacro(path), world);
    }),
    ...(withheld.length > 0
      ? subjectOf({ name: CONFIG_NAME, kind: "config", path: own }, readWrittenText(own), world)
      : []),
  ];
}

function subjectOf(about: About, { bytes, problem }: Written, { places }: World): readonly Subject[] {
  const subject = { ...about, path: realPathOr(about.path) };
  if (problem !== null) return [{ ...subject, state: "unusable", problem: problem.message }];
  if (bytes === null) return [];
  const sha256 = contentHash(bytes);
  const isApproved = requireTrust(places?.data ?? null).isApproved(subject.path, sha256);
  return [{ ...subject, sha256, text: new TextDecoder().decode(bytes), state: isApproved ? "approved" : "waiting" }];
}

/** Those named, or all. Throws for a name that nothing here has. */
export function pickSubjects(subjects: readonly Subject[], names: readonly string[]): readonly Subject[] {
  for (const name of names) {
    if (subjects.some((s) => s.name === name)) continue;
    const near = nearest(
      name,
      subjects.map((s) => s.name),
    );
    throw new WaysError(`\`${name}\` has no macro here`, {
      hint: near ? `did you mean \`${near}\`?` : "`ways trust` lists what has",
    });
  }
  return names.length === 0 ? subjects : subjects.filter((s) => names.includes(s.name));
}

/** What was shown to the person is approved, not what the file may hold by now. */
export function approveSubject(env: Env, { path, sha256 }: Usable): void {
  approve(requireData(env), path, sha256, new Date().toISOString());
}

export function approvals(env: Env): readonly Approval[] {
  return requireTrust(openWorld(env).places?.data ?? null).approvals;
}

/** Approvals of these paths; gives them back. */
export function revokeApprovals(env: Env, paths: readonly string[]): readonly string[] {
  for (const path of paths) revoke(requireData(env), path, new Date().toISOString());
  return paths;
}

function requireData(env: Env): string {
  const { places } = openWorld(env);
  if (places === null)
    throw new WaysError("there is no home folder to keep approvals in", { hint: "set HOME to an absolute path" });
  return places.data;
}
