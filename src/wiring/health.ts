// Everything `ways doctor` looks at: each check is one finding, so that a report reads like a list.
import { dirname, join } from "node:path";
import { inspectSettings, type RegisteredHook } from "../agents/registration.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { isOther } from "../embed/model.ts";
import { messageOf, WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { canWrite, realPathOr } from "../host/files.ts";
import { readDisclosures } from "../store/disclosures.ts";
import { readMerged } from "../store/merge.ts";
import type { ReadPackages } from "../store/packages.ts";
import { readFailure } from "../store/refresh-failure.ts";
import { readWrittenText } from "../store/written.ts";
import { mergeConfig, parseEnvironment, switchedOffBy } from "../ways/config.ts";
import { corpusState } from "./corpus-state.ts";
import { failureFindings } from "./failures.ts";
import { isMade } from "./model-ready.ts";
import { compareWanted, type Wanted } from "./wanted-packages.ts";
import { openWorld, type World } from "./world.ts";

export type Finding = {
  readonly check: string;
  readonly state: "ok" | "note" | "problem";
  readonly message: string;
  readonly hint?: string;
};

export type Health = { readonly findings: readonly Finding[]; readonly diagnostics: readonly Diagnostic[] };

export type Subject = {
  readonly env: Env;
  readonly cwd: string;
  readonly executable: string;
  readonly version: string;
};

export async function checkHealth(subject: Subject): Promise<Health> {
  const world = openWorld(subject.env);
  const shipped = world.shipped();
  const project = world.projectOf(subject.cwd);
  const { ways, packages, config, diagnostics, trust } = readMerged(
    { shipped, places: world.places, project, env: subject.env },
    true,
  );
  const findings: Finding[] = [
    { check: "binary", state: "ok", message: `\`${subject.executable}\`, ways ${subject.version}` },
    ...command(subject),
    ...home(world),
    model(world),
    library(ways.length, switchedOffBy(mergeConfig([...config, parseEnvironment(subject.env).layer])), diagnostics),
    ...(trust.fault === null ? [] : [findingOf("approvals", trust.fault)]),
    ...packageFindings(packages),
    ...wantedFindings(compareWanted(config, packages.packages, project, world.places)),
    await corpus(world, subject.cwd),
    ...registration(world, subject),
    ...ofLog("last way shown", () => [lastFire(world)]),
    ...ofLog("metrics", () => {
      if (world.places !== null) readDisclosures(world.places.state);
      return [];
    }),
    ...ofLog("failures", () => failureFindings(world.log.failures(), Date.now())),
  ];
  return { findings, diagnostics };
}

/** What agents read tells them to call `ways` by its name. */
function command({ env, executable }: Subject): readonly Finding[] {
  const check = "command";
  const found = Bun.which("ways", { PATH: setting(env, "PATH") ?? "" });
  if (found === null)
    return [
      {
        check,
        state: "note",
        message: "`ways` is not on PATH, and agents are told to call it by that name",
        hint: `add \`${dirname(executable)}\` to PATH`,
      },
    ];
  if (realPathOr(found) === realPathOr(executable)) return [];
  return [
    {
      check,
      state: "note",
      message: `\`ways\` on PATH is \`${found}\`, not this binary`,
      hint: "agents and people call that one by name",
    },
  ];
}

function home({ places }: World): readonly Finding[] {
  const check = "folders";
  if (places === null)
    return [
      {
        check,
        state: "problem",
        message: "no home folder: nothing is remembered between events",
        hint: "set HOME to an absolute path",
      },
    ];
  const losses = { state: "what was shown is forgotten at once", cache: "each event does all the work anew" } as const;
  const refused = (["state", "cache"] as const).filter((name) => !canWrite(places[name]));
  if (refused.length > 0)
    return refused.map(
      (name): Finding => ({
        check,
        state: "problem",
        message: `\`${places[name]}\` cannot be written: ${losses[name]}`,
      }),
    );
  return [{ check, state: "ok", message: `state \`${places.state}\`, cache \`${places.cache}\`` }];
}

function model({ models, shippedHash }: World): Finding {
  try {
    const found = models.inspectModel();
    const isOwn = isOther(found.manifest);
    if (models.calibration() === null)
      return {
        check: "model",
        state: "problem",
        message: `\`${found.folder}\` has no calibration for this model`,
        hint: isOwn ? "`ways corpus` makes it, or `ways model use default` goes back" : "install the model again",
      };
    const message = `${found.manifest.name} in \`${found.folder}\`, verified`;
    if (!isOwn) return { check: "model", state: "ok", message };
    return isMade(found, shippedHash())
      ? { check: "model", state: "ok", message: `${message}; \`ways model use default\` goes back to the shipped one` }
      : {
          check: "model",
          state: "problem",
          message: `${message}, but its coordinates are those of another version of the shipped ways`,
          hint: "`ways corpus` makes them anew",
        };
  } catch (error) {
    return findingOf("model", error);
  }
}

function findingOf(check: string, error: unknown): Finding {
  const hint = error instanceof WaysError ? error.hint : undefined;
  return { check, state: "problem", message: messageOf(error), ...(hint === undefined ? {} : { hint }) };
}

/** `off`: what switches everything off. */
function library(count: number, off: string | null, diagnostics: readonly Diagnostic[]): Finding {
  const check = "ways";
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const shown =
    off === null ? `${count} ways may be shown here` : `none of ${count} ways is shown: switched off here by ${off}`;
  if (errors === 0) return { check, state: off === null ? "ok" : "note", message: shown };
  const message = `${shown}, ${errors} error${errors === 1 ? "" : "s"} in ways and configuration (below)`;
  return { check, state: "problem", message, hint: "correct the files named below" };
}

/** Nothing where none was ever added. */
function packageFindings({ packages, fault }: ReadPackages): readonly Finding[] {
  const check = "packages";
  const remedy = (name: string) => `\`ways update ${name}\` fetches it again, \`ways remove ${name}\` takes it away`;
  if (fault !== null) return [findingOf(check, fault)];
  const used = packages.filter(({ state }) => state === "ok").map(({ name, version }) => `${name} ${version}`);
  const unused = packages.flatMap(({ name, state }): Finding[] => {
    if (state === "ok") return [];
    const why = state === "changed" ? "its files are not those that were added" : "shipped ways have taken its name";
    const hint = state === "changed" ? remedy(name) : `\`ways remove ${name}\`, and \`ways add … --as <name>\``;
    return [{ check, state: "problem", message: `\`${name}\` is not used: ${why}`, hint }];
  });
  return [...(used.length > 0 ? [{ check, state: "ok" as const, message: used.join(", ") }] : []), ...unused];
}

function wantedFindings({ missing, different }: Wanted): readonly Finding[] {
  const names = [...missing.map(({ as }) => as), ...different].map((name) => `\`${name}\``).join(", ");
  if (names === "") return [];
  const message = `the configuration names ${names}, which is not added as it says`;
  return [{ check: "packages", state: "note", message, hint: "`ways add` without a source" }];
}

async function corpus(world: World, cwd: string): Promise<Finding> {
  const failure = world.places && readFailure(world.places.state);
  if (failure)
    return {
      check: "corpus",
      state: "problem",
      message: `the last refresh in the background failed: ${failure}`,
      hint: "`ways corpus` tries again",
    };
  const state = await corpusState(world, cwd);
  const leftOut = state.withheld.length === 0 ? "" : `; left out: ${state.withheld.join(", ")}`;
  if (state.missing.length === 0)
    return { check: "corpus", state: "ok", message: `coordinates of all ${state.made} ways are made${leftOut}` };
  return {
    check: "corpus",
    state: "problem",
    message: `${state.missing.length} of ${state.total} ways have no coordinates yet: ${state.missing.slice(0, 3).join(", ")}`,
    hint:
      state.made === 0
        ? "no usable model, or one of another version than this binary: `make setup` installs both"
        : "`ways corpus` makes them",
  };
}

function registration({ places }: World, { cwd, executable }: Subject): readonly Finding[] {
  const check = "Claude Code";
  if (places === null) return [];
  const files = settingsFiles(places.claude, cwd).flatMap((path) => {
    const { bytes, text, problem } = readWrittenText(path);
    if (problem !== null) return [{ path, hooks: [], problems: [`\`${path}\`: ${problem.message}`] }];
    return bytes === null ? [] : [{ path, ...inspectSettings(text, path) }];
  });
  const hooks = files.flatMap((f) => f.hooks.map((hook) => ({ ...hook, path: f.path })));
  const problems = files.flatMap((f) => f.problems.map((message): Finding => ({ check, state: "problem", message })));
  if (hooks.length === 0)
    return [
      { check, state: "note", message: "`ways hook` is not registered", hint: "`ways setup claude`" },
      ...problems,
    ];
  const twice = [...Map.groupBy(hooks, (h) => `${h.event} ${h.matcher ?? ""}`).values()].filter(
    (same) => same.length > 1,
  );
  return [
    {
      check,
      state: "ok",
      message: `\`ways hook\` is registered for ${[...new Set(hooks.map((h) => h.event))].join(", ")}`,
    },
    ...twice.map(
      (same): Finding => ({
        check,
        state: "problem",
        message: `${same[0]?.event} is registered ${same.length} times`,
        hint: "keep one of the settings files",
      }),
    ),
    ...wrongBinaries(hooks, executable).map(
      (command): Finding => ({
        check,
        state: "note",
        message: `registered is \`${command}\`, not this binary`,
        hint: "`ways setup claude` puts this one there",
      }),
    ),
    ...problems,
  ];
}

function wrongBinaries(hooks: readonly RegisteredHook[], executable: string): readonly string[] {
  const commands = new Set(hooks.flatMap((h) => (h.args === null ? [] : h.command)));
  return [...commands].filter((command) => command.includes("/") && realPathOr(command) !== realPathOr(executable));
}

function ofLog(check: string, look: () => readonly Finding[]): readonly Finding[] {
  try {
    return look();
  } catch (error) {
    const message = `the log cannot be read: ${messageOf(error)}`;
    return [{ check, state: "problem", message, hint: "put that right or remove it: hooks make it anew" }];
  }
}

/** The last of each kind of event: a lane that fell silent shows by its date (a matcher that was renamed, say). */
function lastFire({ log }: World): Finding {
  const check = "last way shown";
  const fired = log.events().filter((e) => e.shown.length > 0);
  const last = [...Map.groupBy(fired, (e) => e.event).values()].flatMap((same) => same.at(-1) ?? []);
  if (last.length === 0) return { check, state: "note", message: "none yet on this machine" };
  const latestFirst = last.sort((x, y) => (x.at < y.at ? 1 : -1));
  return {
    check,
    state: "ok",
    message: latestFirst.map((e) => `${e.event} ${e.at}: ${e.shown.join(", ")}`).join("; "),
  };
}

/** Hooks of all of these add up. */
function settingsFiles(claude: string, cwd: string): readonly string[] {
  return [
    join(claude, "settings.json"),
    join(cwd, ".claude", "settings.json"),
    join(cwd, ".claude", "settings.local.json"),
  ];
}
