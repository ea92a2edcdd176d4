// Definition files of sub-agent types: `agents/<name>.md` of the project and the user, or of a plugin (`plugin:agent`).
// A type that has one carries its own rules; ways would only repeat or contradict them (ADR-130).
import { join } from "node:path";
import { namesIn } from "../host/atomic.ts";
import { readHead } from "../host/stamps.ts";

/** Bytes of a definition in which its name stands. */
const HEAD = 2_000;

export function hasDefinitionFile(type: string, folders: readonly string[]): boolean {
  if (type.includes(":")) return true; // only plugins name their agents so
  return folders.some((folder) => {
    const files = namesIn(folder).filter((name) => name.endsWith(".md"));
    return files.includes(`${type}.md`) || files.some((name) => nameIn(join(folder, name)) === type);
  });
}

function nameIn(file: string): string | null {
  try {
    return (
      /^name:[ \t]*["']?([^"'\r\n]+?)["']?[ \t]*$/m.exec(new TextDecoder().decode(readHead(file, HEAD)))?.[1] ?? null
    );
  } catch {
    return null;
  }
}
