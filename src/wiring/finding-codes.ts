// Meaning of every code a finding about ways can have: the rules, and what the walk over a folder meets.
import { WALK_RULES } from "../store/layers.ts";
import { COLLISION_RULES } from "../ways/collisions.ts";
import { RULES } from "../ways/rules.ts";

export const FINDING_CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(RULES).map(([code, rule]) => [code, rule.meaning] as const),
  ...Object.entries(COLLISION_RULES),
  ...Object.entries(WALK_RULES),
]);
