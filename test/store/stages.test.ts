import { expect, test } from "bun:test";
import { join } from "node:path";
import { agentName, openLedger, sessionFolder } from "../../src/store/session.ts";
import { openStages } from "../../src/store/stages.ts";
import { wayId } from "../../src/ways/way.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

const [think, plan] = [wayId("meta/think"), wayId("meta/plan")];
const noFailure = (step: string) => {
  throw new Error(step);
};

test("each strategy advances by itself, and begins anew alone", () => {
  const own = temporaryFolder();
  expect([openStages(own).reached(think), openStages(own).advance(think), openStages(own).advance(think)]).toEqual([
    0, 1, 2,
  ]);
  expect([openStages(own).reached(think), openStages(own).reached(plan)]).toEqual([2, 0]);
  openStages(own).advance(plan);
  openStages(own).reset(think);
  expect([openStages(own).reached(think), openStages(own).reached(plan)]).toEqual([0, 1]);
});

test("the stage reached survives a compaction of the ledger it lies beside", () => {
  const state = temporaryFolder();
  const own = join(sessionFolder(state, "s"), agentName(null));
  const ledger = openLedger(state, placeOf({ session: "s" }), noFailure);
  openStages(own).advance(think);
  ledger.begin("compact", [], null);
  expect(openStages(own).reached(think)).toBe(1);
});

test("without a place nothing is kept: every strategy stands at its first stage", () => {
  const stages = openStages(null);
  expect([stages.advance(think), stages.reached(think)]).toEqual([0, 0]);
  stages.reset(think);
});
