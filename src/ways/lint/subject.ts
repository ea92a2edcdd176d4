// What a lint rule looks at: one way as it was read, and the library it lives in.
import type { Diagnostic } from "../../diagnostics.ts";
import type { Golden } from "../golden.ts";
import type { Family } from "../graph.ts";
import type { ParsedWay } from "../parse-way.ts";
import { buildDiagnostic, type RuleCode } from "../rules.ts";
import type { Way, WayId } from "../way.ts";

export type Subject = { readonly parsed: ParsedWay; readonly way: Way };

export type World = {
  readonly ways: ReadonlyMap<WayId, Way>;
  /** Here, or in an earlier root that is not compared with. */
  readonly isWay: (id: WayId) => boolean;
  readonly family: Family;
  /** Golden prompts by way; null: nobody read them. */
  readonly golden: ReadonlyMap<WayId, Golden> | null;
};

export type LintRule = (subject: Subject, world: World) => readonly Diagnostic[];

export type Remark = { readonly message: string; readonly hint?: string };

/** A finding at a key of the frontmatter: `description`, `aliases[2]`; at the top of the file where the key is not written. */
export function atKey({ parsed }: Subject, key: string, code: RuleCode, remark: Remark): Diagnostic {
  return buildDiagnostic(code, { file: parsed.file, ...parsed.places.get(key), ...remark });
}

/** A finding at a line of the body, counted from 0. */
export function atBody({ parsed }: Subject, line: number, code: RuleCode, remark: Remark): Diagnostic {
  return buildDiagnostic(code, { file: parsed.file, line: parsed.bodyLine + line, ...remark });
}
