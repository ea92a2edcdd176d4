import { expect, test } from "bun:test";
import { forgetMigration, keepMigration, lastMigration } from "../../src/store/migrations.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const change = (path: string) => ({ path, before: "\ufeffa\r\n", after: "b" });

test("the newest migration is the one to take back, and after it the one before", () => {
  const state = temporaryFolder();
  keepMigration(state, new Date("2026-01-02T03:04:05Z"), [change("/x")]);
  keepMigration(state, new Date("2026-01-03T03:04:05Z"), [change("/y")]);
  const last = lastMigration(state);
  expect(last).toMatchObject({ at: "2026-01-03T03:04:05.000Z", changes: [change("/y")] });
  if (last) forgetMigration(last);
  expect(lastMigration(state)?.changes).toEqual([change("/x")]);
});

test("none, or one that cannot be read, is nothing to take back", () => {
  expect(lastMigration(temporaryFolder())).toBeNull();
  expect(lastMigration(temporaryFolder({ "migrations/x.json": "{" }))).toBeNull();
});
