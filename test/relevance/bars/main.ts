// Own bars against one bar for all, on the tuning half of the shipped library: recall at equal precision, cross-validated,
// and what match/bars.ts has as constants, fitted anew. README figures: docs/adr/0007.
//   bun test/relevance/bars/main.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Observed, Trial } from "../../../src/engine/outcomes.ts";
import { compareBars } from "../../../src/engine/tuning.ts";
import { observeAll } from "../../../src/wiring/tuning.ts";

const PRECISIONS = [0.85, 0.88, 0.9, 0.92] as const;
