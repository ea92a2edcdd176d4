// Names of folders below `~/.claude/projects` → the path they were made from. Every character but ASCII letters and digits has become
// `-` there, so the way back is a search: at each folder the children whose own names look like the next piece, the longest first.
// The last resort of ADR-109, and bounded: a name that leads into a large or slow tree must not hold anything up.

/** Folders that are listed for one name. */
const LOOK_UPS = 200;

/** What Claude Code makes of a path; names over 200 characters it cuts and goes on with a hash. */
export function flattenPath(path: string): string {
  return path.replace(/[^a-zA-Z0-9]/g, "-");
}

const CUT = 200;

/** True when a folder of that name is where Claude Code keeps the sessions of this path. */
export function isNameOf(name: string, path: string): boolean {
  const [flat, written] = [flattenPath(path), flattenPath(name)];
  return flat === written || (flat.length > CUT && written.startsWith(flat.slice(0, CUT)));
}

/** `foldersIn` lists the folders in a folder; empty for what should not be looked at. null: nothing found within the bound. */
export function decodePath(name: string, foldersIn: (folder: string) => readonly string[]): string | null {
  let left = LOOK_UPS;
  const search = (folder: string, separator: string, rest: string): string | null => {
    if (left-- <= 0) return null;
    const fitting = foldersIn(folder).filter((child) => rest === flattenPath(child) || beginsWith(rest, child));
    for (const child of fitting.toSorted((a, b) => b.length - a.length)) {
      const path = folder.endsWith(separator) ? folder + child : folder + separator + child;
      if (rest === flattenPath(child)) return path;
      const found = search(path, separator, rest.slice(child.length + 1));
      if (found !== null) return found;
    }
    return null;
  };
  const flat = flattenPath(name);
  const drive = /^([a-z])--/i.exec(flat)?.[1];
  if (drive !== undefined) return search(`${drive}:\\`, "\\", flat.slice(3));
  return flat.startsWith("-") && flat.length > 1 ? search("/", "/", flat.slice(1)) : null;
}

function beginsWith(rest: string, child: string): boolean {
  return child !== "" && rest.startsWith(`${flattenPath(child)}-`);
}
