// The rules of the house that a linter can't say. The arrows between the folders are data here: src/README.md draws them.
// A failure prints the offenders as `file → what it may not have`.
import { describe, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import packageJson from "../package.json";
import EVALUATED from "./fixtures/evaluated.json";

const ROOT = join(import.meta.dir, "..");

/** Open to every layer but `host`. */
const OPEN = ["src/errors.ts", "src/diagnostics.ts", "src/validate.ts", "src/once.ts"];
const PURE = ["src/ways/", "src/match/", "src/agents/", "src/engine/"];
const SHELL = [
  ...OPEN,
  ...PURE,
  "src/wiring/",
  "src/host/env.ts",
  "src/host/jit.ts",
  "src/host/stdin.ts",
  "src/host/stdout.ts",
  "src/host/terminal.ts",
  "src/host/paths.ts",
];

/**
 * What each folder, and each file directly in src, may import besides its own folder and packages; `types`: by
 * `import type` only. A folder ends with a slash. `src/build` is in nobody's list: nothing imports it.
 */
const LAYERS: Readonly<Record<string, { readonly may: readonly string[]; readonly types?: readonly string[] }>> = {
  "src/ways/": { may: OPEN },
  "src/match/": { may: [...OPEN, "src/ways/"] },
  "src/agents/": { may: OPEN },
  "src/engine/": { may: [...OPEN, "src/ways/", "src/match/", "src/agents/event.ts"] },
  "src/host/": { may: ["src/errors.ts"] },
  "src/embed/": { may: [...OPEN, "src/host/", "src/assets.ts"], types: ["src/engine/ports.ts"] },
  "src/store/": {
    may: [...OPEN, "src/host/", "src/ways/"],
    types: ["src/engine/ports.ts", "src/agents/event.ts", "src/match/"],
  },
  "src/commands/": { may: SHELL },
  "src/studio/": { may: SHELL },
  "src/build/": { may: ["src/", "hooks/", "package.json"] },
  "src/wiring/": { may: [...OPEN, ...PURE, "src/assets.ts", "src/embed/", "src/host/", "src/store/", "hooks/"] },
  "src/main.ts": { may: ["src/commands/", "src/errors.ts"] },
  "src/assets.ts": { may: ["dist/", "node_modules/"] },
  "src/errors.ts": { may: [] },
  "src/once.ts": { may: [] },
  "src/diagnostics.ts": { may: ["src/errors.ts"] },
  "src/validate.ts": { may: ["src/errors.ts", "src/diagnostics.ts"] },
};

/** Kinds of code instead of topics. */
const BANNED_NAMES = /^(?:common|helpers?|lib|managers?|misc|services?|shared|types?|utils?|utilities)$/;

/** Folders of `test` that mirror nothing in `src`. */
const TEST_FOLDERS = ["bench", "contracts", "e2e", "fixtures", "golden", "live", "platforms", "relevance", "support"];

type Import = {
  readonly from: string;
  /** Path from the root for a local file, else the specifier. */
  readonly to: string;
  readonly local: boolean;
  readonly form: "static" | "dynamic" | "type";
};
type Source = {
  readonly path: string;
  readonly text: string;
  /** Without types and comments. */
  readonly code: string;
  readonly imports: readonly Import[];
};

const transpiler = new Bun.Transpiler({ loader: "ts" });
const sources = await Promise.all(filesOf("src/**/!(*.d).ts").map(readSource));
const imports = sources.flatMap((source) => source.imports);

describe("layers", () => {
  test("every folder of src has its row in the table", () => {
    expect(sources.map(({ path }) => layerOf(path)).filter((layer) => !(layer in LAYERS))).toEqual([]);
  });

  test("imports follow the arrows", () => {
    const wrong = imports.filter(({ from, to, local, form }) => {
      const layer = layerOf(from);
      const { may = [], types = [] } = LAYERS[layer] ?? {};
      return local && !isIn(to, [layer, ...may, ...(form === "type" ? types : [])]);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("the reducer knows text, not ways", () => {
    const wrong = imports.filter(({ from, to }) => from === "src/match/reduce.ts" && isIn(to, ["src/ways/"]));
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("pure folders import no machine and use none", () => {
    const pure = sources.filter(({ path }) => isIn(path, PURE));
    expect(pure.flatMap((source) => source.imports.filter(({ to }) => /^(?:node:|bun\b)/.test(to)).map(arrow))).toEqual(
      [],
    );
    const machine = /(?<![.\w$])(?:process\.|Bun\.|Date\.now\(|new Date\(\)|Math\.random\(|performance\.|fetch\()/g;
    expect(uses(pure, machine)).toEqual([]);
  });

  test("each package has one door", () => {
    const doors = Object.keys(packageJson.dependencies).map((name) => {
      const through = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
      return { name, files: [...new Set(through)] };
    });
    const wrong = doors.filter(({ files }) => files.length !== 1);
    expect(wrong.map(({ name, files }) => `${name} → ${files.join(", ") || "no file"}`)).toEqual([]);
  });

  test("only src/host/env.ts reads the environment", () => {
    const others = sources.filter(({ path }) => path !== "src/host/env.ts");
    expect(uses(others, /\b(?:process|Bun|import\.meta)\.env\b/g)).toEqual([]);
  });

  test("files are mapped in one place: looking at a page that a full or shrunken file does not have kills the process", () => {
    const others = sources.filter(({ path }) => path !== "src/host/bytes.ts");
    expect(uses(others, /\bBun\.mmap\b/g)).toEqual([]);
  });

  test("ONNX Runtime and what it needs are behind its thread: nothing but the bundle of that thread evaluates them", () => {
    const thread = "src/embed/worker.ts";
    const inside = ["src/embed/onnx.ts", "src/embed/json-tokenizer.ts", thread];
    const through = imports.filter(({ from, to, form }) => inside.includes(to) && form !== "type" && from !== thread);
    expect(through.map(arrow)).toEqual([]);
    const starters = imports.filter(({ to }) => to === "src/embed/thread.ts");
    expect(starters.map(({ from, form }) => `${from} (${form})`)).toEqual(["src/embed/embedder.ts (dynamic)"]);
  });

  test("an ignored event evaluates no module of the machine and no package", () => {
    const evaluated = staticClosure(["src/main.ts", "src/commands/hook.ts"]);
    expect(evaluated.filter(({ to }) => !isIn(to, ["src/"])).map(arrow)).toEqual([]);
  });

  test("what each kind of event evaluates is written down: a hook pays for every module", () => {
    const lists = Object.entries(EVALUATED).map(([kind, { after, through }]) => [
      kind,
      { after, through, adds: addedBy(after, through) },
    ]);
    expect(Object.fromEntries(lists)).toEqual(EVALUATED);
    const packages = Object.keys(packageJson.dependencies);
    const all = Object.values(EVALUATED).flatMap(({ adds }): readonly string[] => adds);
    expect(all.filter((name) => packages.some((own) => name === own || name.startsWith(`${own}/`)))).toEqual([]);
  });
});

describe("files", () => {
  const lines = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));

  test("no file of src is over 300 lines", () => {
    expect(lines.filter((file) => file.lines > 300)).toEqual([]);
  });

  test("the median file of src is at most 90 lines", () => {
    const sorted = lines.map((file) => file.lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(90);
  });

  test("every file of src opens with what it owns", () => {
    const silent = sources.filter(({ text }) => !/^(?:\/\/|\/\*\*) ?\S/.test(text));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test("names are topics, never kinds", () => {
    const parts = (path: string) =>
      path
        .replace(/\.\w+$/, "")
        .split("/")
        .slice(1);
    const named = filesOf("{src,test}/**/*.ts").filter((path) => parts(path).some((part) => BANNED_NAMES.test(part)));
    expect(named).toEqual([]);
  });

  test("modules of src keep no mutable state and have no default export", () => {
    const own = sources.filter(({ path }) => !isAssembly(path));
    expect(uses(own, /^(?:export )?(?:let|var) \w+|^export default .*/gm)).toEqual([]);
  });

  test("every test lies in a folder of src or in a known one", () => {
    const folders = new Set(sources.map(({ path }) => dirname(path).replace(/^src\/?/, "")));
    const lost = filesOf("test/**/*.test.ts").filter((path) => {
      const folder = dirname(path).replace(/^test\/?/, "");
      return !folders.has(folder) && !TEST_FOLDERS.includes(folder.split("/")[0] ?? "");
    });
    expect(lost).toEqual([]);
  });
});

describe("packages", () => {
  test.each(["package.json", "test/live/client/package.json"])("%s names exact versions", async (path) => {
    const { dependencies, devDependencies } = await Bun.file(join(ROOT, path)).json();
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test.each(["bun.lock", "test/live/client/bun.lock"])("%s names no host", async (path) => {
    const lock = await Bun.file(join(ROOT, path)).text();
    expect(lock.match(/^.*https?:\/\/.*$/gm) ?? []).toEqual([]);
  });

  test("scripts of package.json are targets of make", async () => {
    const makefile = await Bun.file(join(ROOT, "Makefile")).text();
    const unknown = Object.keys(packageJson.scripts).filter((name) => !makefile.includes(`\n${name}:`));
    expect(unknown).toEqual([]);
  });
});

test("no file names a place on the machine it was written on", () => {
  const above = ["..", "shared", ""].join("/");
  const here = new RegExp(`${RegExp.escape(ROOT)}[/\\\\](?:src|test|hooks|models|ways|node_modules)\\b`);
  const places = ["/home/", "/Users/", above, join(ROOT, above), ROOT];
  const { stdout, exitCode } = Bun.spawnSync(
    ["git", "grep", "--untracked", "-nIF", ...places.flatMap((place) => ["-e", place])],
    { cwd: ROOT },
  );
  // Example homes in texts and tests belong to these people.
  const home = /\/(?:home|Users)\/(?!(?:ada|me|user|you|First Last)\b)\w/;
  const lines = stdout.toString().split("\n");
  expect(
    lines.filter(
      (line) => home.test(line) || line.includes(above) || line.includes(join(ROOT, above)) || here.test(line),
    ),
  ).toEqual([]);
  expect(exitCode).toBeLessThanOrEqual(1); // 1: nothing found; more: it could not look
});

function filesOf(pattern: string): readonly string[] {
  return [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].map((path) => path.replaceAll("\\", "/")).sort();
}

async function readSource(path: string): Promise<Source> {
  const text = await Bun.file(join(ROOT, path)).text();
  const code = transpiler.transformSync(text);
  // AssemblyScript is a program of its own; its imports are not resolved as ours are.
  return { path, text, code, imports: isAssembly(path) ? [] : importsOf(path, text) };
}

function importsOf(from: string, text: string): readonly Import[] {
  const build = (specifier: string, form: Import["form"]): Import => {
    const local = specifier.startsWith(".");
    return { from, to: local ? join(dirname(from), specifier).replaceAll("\\", "/") : specifier, local, form };
  };
  const values = transpiler
    .scanImports(text)
    .map(({ path, kind }) => build(path, kind === "import-statement" ? "static" : "dynamic"));
  // The transpiler drops types; the formatter puts each such statement at the start of a line.
  const types = [...text.matchAll(/^(?:import|export) type [^;]*? from "([^"]+)"/gm)];
  return [...values, ...types.map(([, specifier = ""]) => build(specifier, "type"))];
}

/** Imports evaluated when `entries` are, `import()` not followed. */
function staticClosure(entries: readonly string[]): readonly Import[] {
  const seen = new Set<string>(entries);
  const found: Import[] = [];
  for (const file of seen) {
    const own = imports.filter(({ from, form }) => from === file && form === "static");
    found.push(...own);
    for (const { to } of own) seen.add(to);
  }
  return found;
}

/** Modules that are evaluated with these beyond those of the kinds of event `after` which they are. */
function addedBy(after: readonly string[], through: readonly string[]): readonly string[] {
  const evaluated = (entries: readonly string[]) =>
    new Set([...entries, ...staticClosure(entries).map(({ to }) => to)]);
  const before = evaluated(
    Object.entries(EVALUATED).flatMap(([kind, own]) => (after.includes(kind) ? own.through : [])),
  );
  return [...evaluated(through)].filter((module) => !before.has(module)).sort();
}

function layerOf(path: string): string {
  const [, folder = "", rest] = path.split("/");
  return rest === undefined ? path : `src/${folder}/`;
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}

function isAssembly(path: string): boolean {
  return /^src\/embed\/\w+\/assembly\//.test(path);
}

function arrow({ from, to, form }: Import): string {
  return `${from} → ${to} (${form})`;
}

function uses(files: readonly Source[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, code }) => (code.match(pattern) ?? []).map((found) => `${path} → ${found}`));
}
