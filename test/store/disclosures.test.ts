import { expect, test } from "bun:test";
import { readDisclosures } from "../../src/store/disclosures.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const LINE = { way: "a", parent: null, epoch: 1, epoch_distance: null, trigger: "pattern" };

test("one list per session in which something was shown; cut and foreign lines are left out", () => {
  const state = temporaryFolder({
    "sessions/s1/metrics.jsonl": `${JSON.stringify(LINE)}\n{"way":"b"}\n"x"\n{"way":`,
    "sessions/s2/main/epoch": "..",
    "sessions/s3/metrics.jsonl": `${JSON.stringify({ ...LINE, parent: "p", epoch_distance: 0 })}\n`,
  });
  expect(readDisclosures(state).map((session) => session.map((d) => `${d.way} ${d.epoch_distance}`))).toEqual([
    ["a null"],
    ["a 0"],
  ]);
});

test("no state, no sessions", () => {
  expect(readDisclosures(`${temporaryFolder()}/none`)).toEqual([]);
});
