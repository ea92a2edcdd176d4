// A way by what a person types: its id, or its last part where only one way has it.
import { nearest } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import { stemOf } from "../ways/graph.ts";
import type { Way } from "../ways/way.ts";

/** Throws a WaysError with the nearest id. */
export function wayNamed(ways: readonly Way[], name: string): Way {
  const exact = ways.find(({ id }) => id === name);
  const [only, ...more] = ways.filter(({ id }) => stemOf(id) === name);
  if (exact) return exact;
  if (only && more.length === 0) return only;
  const near =
    only?.id ??
    nearest(
      name,
      ways.map(({ id }) => id),
    );
  throw new WaysError(`there is no way \`${name}\` here`, {
    hint: near ? `did you mean \`${near}\`?` : "`ways list` lists them",
  });
}
