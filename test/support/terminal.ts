// The compiled binary on a terminal: each answer is typed as soon as its question stands there.
import { BINARY } from "./binary.ts";

export type TerminalRun = { readonly status: number | null; readonly screen: string };

/** What the screen shows, and what is then typed; null: the input ends. */
export type Answer = readonly [question: string, answer: string | null];

export async function runOnTerminal(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Record<string, string> },
  answers: readonly Answer[],
): Promise<TerminalRun> {
  const left = [...answers];
  let screen = "";
  let seen = 0;
  const child = Bun.spawn([BINARY, ...args], {
    ...place,
    terminal: {
      cols: 200,
      rows: 50,
      data: (terminal, data) => {
        screen += new TextDecoder().decode(data);
        const [question, answer] = left[0] ?? ["", ""];
        const at = screen.indexOf(question, seen);
        if (left.length === 0 || at < 0) return;
        left.shift();
        seen = at + question.length;
        terminal.write(answer === null ? "\u0004" : `${answer}\r`);
      },
    },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const code = await child.exited;
  clearTimeout(timer);
  return { status: child.signalCode === null ? code : null, screen };
}
