import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowsInMemory } from "../../src/match/block.ts";
import { buildCalibration } from "../../src/match/calibrate.ts";
import type { Calibration } from "../../src/match/space.ts";
import { calibrationBytes, readCalibration, readOwnRows, readPhrasings } from "../../src/store/calibration.ts";
import { isCurrent, readScope } from "../../src/store/corpus.ts";
import { wayId } from "../../src/ways/way.ts";
import { plainBlock, withPlainRows } from "../support/blocks.ts";
import { bagOfStems } from "../support/fake-embedder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const vectors = (...texts: readonly string[]) => texts.map(bagOfStems);
const side = vectors;
const calibration = buildCalibration(
  {
    generic: vectors("fix this", "write a function"),
    nodes: [vectors("unit tests", "test a function"), vectors("rollback")],
    parallel: [side("the house", "das Haus"), side("the tree", "der Baum")],
    nothing: vectors("hello", "thank you"),
    errands: vectors("rename it"),
  },
  { pull: 0.5, nullWeight: 0.7, floor: 0.1, bar: 0.33 },
  "print",
);

function stored(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), "calibration.bin");
  writeFileSync(path, bytes);
  return path;
}

test("a calibration comes back as it was", () => {
  const read = readCalibration(stored(calibrationBytes(calibration, "model-1")), "model-1");
  expect(withPlainRows(read)).toEqual(withPlainRows(calibration));
});

test("one of another model than the shipped holds its scale and the shipped ways' coordinates, which belong to it alone", () => {
  const own = { ...calibration, gain: 3, offset: -0.2 };
  const core = {
    ...calibration.nothing,
    nodes: [{ id: wayId("a/b"), index: 0, start: 0, count: 3, isShipped: true }],
    labels: ["canonical", "de", "de"],
  };
  const path = stored(calibrationBytes(own, "model-1", { core, shipped: "library" }));
  expect(withPlainRows(readCalibration(path, "model-1"))).toEqual(withPlainRows(own));
  const rows = readOwnRows(path, "model-1");
  const meta = { model: "model-1", calibration: "print", dimensions: calibration.dimensions };
  const found = rows && isCurrent(rows, meta) && readScope(rows, "core", meta.dimensions, true);
  expect(found && plainBlock(found)).toEqual(plainBlock(core));
  expect(rows?.meta["shipped"]).toBe("library");
  expect(readOwnRows(path, "model-2")).toBeNull();
  expect(readOwnRows(stored(calibrationBytes(calibration, "model-1")), "model-1")).toBeNull();
});

test("one for another model, a missing, an empty and a foreign file are none", () => {
  const folder = temporaryFolder({ empty: "", html: "<!DOCTYPE html>" });
  expect(readCalibration(stored(calibrationBytes(calibration, "model-1")), "model-2")).toBeNull();
  for (const name of ["missing", "empty", "html", "."])
    expect(readCalibration(join(folder, name), "model-1")).toBeNull();
});

test("it holds the null node's phrasings for authors, and hooks do not read them", () => {
  const labels = ["hello", "thank you", "rename it"];
  const path = stored(calibrationBytes({ ...calibration, nothing: { ...calibration.nothing, labels } }, "model-1"));
  expect(readPhrasings(path)).toEqual(["hello", "thank you"]);
  expect(withPlainRows(readCalibration(path, "model-1"))).toEqual(withPlainRows(calibration));
  expect(readPhrasings(stored(calibrationBytes(calibration, "model-1")))).toEqual([]);
  expect(readPhrasings("/no/such/file")).toEqual([]);
});

test("cut anywhere it is none", () => {
  const bytes = calibrationBytes(calibration, "model-1");
  for (let end = 0; end < bytes.length; end += 17)
    expect(readCalibration(stored(bytes.slice(0, end)), "model-1")).toBeNull();
});

test.each([
  ["a setting that is no number", { bar: Number.NaN }],
  ["means of other dimensions", { queryMean: new Float32Array(3) }],
  ["directions without their damping", { damping: new Float32Array(9) }],
  ["null rows of other dimensions", { nothing: { ...calibration.nothing, rows: rowsInMemory(new Int8Array(5)) } }],
] satisfies readonly (readonly [string, Partial<Calibration>])[])("with %s it is none", (_, change) => {
  expect(readCalibration(stored(calibrationBytes({ ...calibration, ...change }, "m")), "m")).toBeNull();
});
