// What people read about the verb that agents call.
import type { Help } from "./args.ts";

export const hookHelp: Help = {
  summary: "answer one event of an agent: JSON on stdin, one JSON object or nothing on stdout, exit 0 whatever happens",
  examples: [
    ["ways setup claude", "registers it: from then on the agent calls it"],
    [
      `echo '{"hook_event_name": "UserPromptSubmit", "session_id": "by hand", "prompt": "write a commit message"}' | ways hook`,
      "what an agent would get for it, once in a session; hooks/README.md names the events",
    ],
    ["ways doctor", "what failed, as a hook itself stays silent"],
  ],
  words: [],
  flags: { agent: { kind: "text", meaning: "whose events these are; told from the event otherwise" } },
};
