// Definition files of sub-agent types: markdown below `agents/` of the project, the user or a plugin (`plugin:agent`).
// A type that has one carries its own rules; ways would only repeat or contradict them (ADR-130).
import { join } from "node:path";
import { readHead } from "../host/stamps.ts";
import { walk } from "../host/walk.ts";

/** Bytes of a definition in which its name stands. */
const HEAD = 2_000;
/** People sort definitions into folders, but not deeply. */
const MAX_DEPTH = 4;
const SKIPPED = new Set([".git", "node_modules"]);

/** The name in the frontmatter counts; a file without one is called as its file is. */
export function hasDefinitionFile(type: string, folders: readonly string[]): boolean {
  if (type.includes(":")) return true; // only plugins name their agents so
  return folders.some((folder) => definitions(folder).some(({ name, path }) => (nameIn(path) ?? name) === type));
}

function definitions(folder: string): readonly { readonly name: string; readonly path: string }[] {
  const { files } = walk(folder, {
    skip: (name) => SKIPPED.has(name),
    wants: (name) => name.endsWith(".md"),
    maxDepth: MAX_DEPTH,
    within: null,
  });
  return files.map(({ relative, path }) => ({ name: relative.replace(/^.*\/|\.md$/g, ""), path }));
}

function nameIn(file: string): string | null {
  try {
    const head = new TextDecoder().decode(readHead(file, HEAD)).replaceAll("\r", "\n");
    return /^---[ \t]*\n[\s\S]*?^name:[ \t]*["']?([^"'\n]+?)["']?[ \t]*$/m.exec(head)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Where Claude Code looks: the project, the folder the event happened in, the user's. */
export function definitionFolders(project: string, cwd: string, claude: string | null): readonly string[] {
  const roots = [join(project, ".claude"), join(cwd, ".claude"), ...(claude === null ? [] : [claude])];
  return [...new Set(roots.map((root) => join(root, "agents")))];
}
