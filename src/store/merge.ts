// Reads packages, the user's and the project's roots and configuration from disk and merges them over the shipped library.
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { realPathOr } from "../host/files.ts";
import type { ConfigLayer } from "../ways/config.ts";
import { parseConfig } from "../ways/config-file.ts";
import { buildGate } from "../ways/gate.ts";
import type { Golden } from "../ways/golden.ts";
import type { ParsedWay } from "../ways/parse-way.ts";
import { atTop } from "../ways/text.ts";
import { buildLibrary, type Layer } from "../ways/tree.ts";
import type { Way, WayId } from "../ways/way.ts";
import type { EffectiveInput } from "./effective.ts";
import { type ReadLayer, readLayer } from "./layers.ts";
import { libraryBytes } from "./library.ts";
import { overlayParts, type Stamps } from "./overlay.ts";
import { type ReadPackages, readPackages } from "./packages.ts";
import { projectWays } from "./projects.ts";
import { stampFile } from "./stamps.ts";
import { contentHash, readTrust, type Trust, trustFile } from "./trust.ts";
import { readWrittenText } from "./written.ts";

export type Merged = {
  readonly ways: readonly Way[];
  /** The shipped one first. */
  readonly layers: readonly Layer[];
  readonly packages: ReadPackages;
  /** Empty unless read for authors. */
  readonly golden: ReadonlyMap<WayId, Golden>;
  readonly core: string;
  readonly config: readonly ConfigLayer[];
  /** About what people write here: the user's and the project's ways and configuration. */
  readonly diagnostics: readonly Diagnostic[];
  readonly stamps: Stamps;
  readonly isMerged: boolean;
  readonly trust: Trust;
};

/** All texts and all diagnostics: what people's commands work on. */
export function readMerged({ shipped, places, project }: EffectiveInput, forAuthors = false): Merged {
  const packages = readPackages(places, shipped.nodes.keys());
  const trust = readTrust(places?.data ?? null);
  const roots: ReadLayer[] = [
    ...(places === null ? [] : [readLayer("user", places.userWays, null, (path) => path, forAuthors)]),
    readLayer("project", projectWays(project), project, (path) => path, forAuthors),
  ];
  const configs = [
    ...(places === null ? [] : [readConfig(join(places.config, "config.yaml"), null)]),
    readConfig(join(project, ".claude", "ways.yaml"), trust),
  ];
  const all = [packages.read, ...roots];
  const isMerged = all.some((r) => r.layer.ways.length > 0 || r.layer.locales.size > 0 || r.core !== null);
  const layers = [shippedLayer(shipped.ways()), ...all.map((r) => r.layer)];
  return {
    ways: [...buildLibrary(layers).values()],
    layers,
    packages,
    golden: new Map(roots.flatMap((r) => [...r.golden])),
    core: roots.reduce((core, r) => r.core ?? core, shipped.core),
    config: configs.map((c) => c.layer),
    diagnostics: [...roots, ...configs].flatMap((r) => r.diagnostics),
    stamps: {
      configuration: [
        ...configs.flatMap((r) => r.stamps),
        ...(places === null ? [] : [stampFile(trustFile(places.data))]), // an approval counts from the next event on
      ],
      ways: all.flatMap((r) => r.stamps),
    },
    isMerged,
    trust,
  };
}

/** The library as it is cached. */
export function buildOverlay(input: EffectiveInput): Uint8Array {
  const { ways, core, config, stamps, isMerged, trust, packages } = readMerged(input);
  if (trust.fault !== null) input.failure?.("trust", trust.fault);
  if (packages.fault !== null) input.failure?.("packages", packages.fault);
  const about = { shipped: String(input.shipped.meta["hash"]), config, isMerged };
  const { meta, sections } = overlayParts(about, stamps, buildGate(ways));
  return libraryBytes(isMerged ? ways : [], isMerged ? core : "", meta, sections);
}

/** Shipped ways were parsed and merged with their locale rows when the binary was built. */
export function shippedLayer(ways: readonly Way[]): Layer {
  const parsed = ways.map(
    (way): ParsedWay => ({
      id: way.id,
      origin: way.origin,
      file: way.file,
      way,
      isExtension: false,
      diagnostics: [],
      places: new Map(),
      bodyLine: 1,
      lines: 0,
      sections: [],
    }),
  );
  return { origin: "core", ways: parsed, locales: new Map() };
}

/** Project files arrive with a clone: what redirects or executes there waits for `ways trust`. Null: the person's own file. */
export function readConfig(path: string, trust: Trust | null) {
  const stamps = [stampFile(path)];
  const { bytes, text, problem } = readWrittenText(path);
  const { entries, diagnostics } =
    problem === null ? parseConfig(text, path) : { entries: [], diagnostics: [atTop(path, problem)] };
  const isTrusted = trust === null || (bytes !== null && trust.isApproved(realPathOr(path), contentHash(bytes)));
  return { layer: { origin: path, entries, isTrusted }, diagnostics, stamps };
}
