// Which agent is calling. Order: what the registration says (`--agent`), the environment, the shape of the payload; else Claude's
// dialect, which most agents copy. Specific agents come first: some set Claude's variables, too.
import { claude } from "./claude.ts";
import type { Dialect } from "./event.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Candidate = {
  readonly dialect: Dialect;
  /** True when environment or payload could only come from this agent. */
  readonly claims: (env: Env, json: unknown) => boolean;
};

const CANDIDATES: readonly Candidate[] = [{ dialect: claude, claims: () => true }];

/** An unknown or missing `argvAgent` is no error: a hook must answer whatever its registration says. */
export function detectDialect(argvAgent: string | null, env: Env, json: unknown): Dialect {
  // Loops: every event would have to compile `find` (docs/adr/0010).
  for (const { dialect } of CANDIDATES) if (dialect.name === argvAgent) return dialect;
  for (const { dialect, claims } of CANDIDATES) if (claims(env, json)) return dialect;
  return claude;
}
