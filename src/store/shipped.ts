// The library in the binary, in three files by who needs them: every hook reads nodes and bodies, a prompt the rows,
// people's commands the texts.
import { readEmbedded, readEmbeddedLarge } from "../host/embedded.ts";
import type { Way } from "../ways/way.ts";
import { type LibraryFile, readLibrary } from "./library.ts";
import { readSections, type Sections } from "./sections.ts";

export type Shipped = LibraryFile & {
  /** Every shipped way with its texts. */
  ways(): readonly Way[];
  /** Coordinates of scope "core". */
  rows(): Promise<Sections>;
};

export type ShippedFiles = { readonly library: string; readonly rows: string; readonly texts: string };

export function openShipped(files: ShippedFiles): Shipped {
  const sections = readSections(readEmbedded(files.library));
  const library = sections && readLibrary(sections);
  if (library === null) throw new Error("the library in the binary cannot be read");
  return {
    ...library,
    ways: () => JSON.parse(new TextDecoder().decode(readEmbedded(files.texts))),
    rows: async () => {
      const rows = readSections(await readEmbeddedLarge(files.rows));
      if (rows === null) throw new Error("the coordinates in the binary cannot be read");
      return rows;
    },
  };
}
