// JavaScriptCore compiles a function once it has been called often, in threads of its own. A hook is over before that pays, and shares its
// cores with those threads.

/** Times as many calls as usual; more is no quicker, and slower for long texts (docs/adr/0010). */
export const LATE = 8;

/** An executable begins this way (build/compile.ts), a thread when it says so. */
export function compileLate(): void {
  Bun.unsafe.setJITPolicy(LATE);
}

export function compileAsUsual(): void {
  Bun.unsafe.setJITPolicy(1);
}
