// What a person does, and what the model must have been told by then.
import type { Plans, ToolCall } from "./messages-server.ts";

export type Step =
  /** `tells`: thread → the ways that stand in its last request, in order; a thread that is not named holds none. */
  | { readonly say: string; readonly tells: Readonly<Record<string, readonly string[]>>; readonly requests: number }
  /** A command of the client itself: what it asks the model is its own business. */
  | { readonly command: string }
  /** An event fed to `ways hook`; `prints`: a part of the answer, "" for silence. */
  | { readonly feed: Readonly<Record<string, unknown>>; readonly prints: string };

export type Scenario = {
  readonly name: string;
  readonly plans: Plans;
  readonly ways?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
};

const COMMITS = "softwaredev/delivery/commits";
const DINNER = "what should we have for dinner";
/** The heading of the core block, which a session starts with. */
export const CORE = "# Working with ways";

const NOTHING: Plans = { main: [] };

const AQUARIUM = {
  aquarium: "---\ndescription: The aquarium\npattern: 'fish'\n---\nFeed twice a day.\n",
  "aquarium/breeding": "---\ndescription: Breeding\npattern: 'fry'\nrequires_parent: true\n---\nRaise them apart.\n",
};
const CREW = {
  submarine: "---\ndescription: Submarines\npattern: 'submarine'\nscope: subagent\n---\nDive slowly.\n",
  balloon: "---\ndescription: Balloons\npattern: 'balloon'\nscope: agent, subagent\n---\nRise slowly.\n",
};

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "a prompt in English",
    plans: NOTHING,
    steps: [{ say: "write a commit message for these changes", tells: { main: [COMMITS] }, requests: 1 }],
  },
  {
    name: "a prompt in Japanese",
    plans: NOTHING,
    steps: [{ say: "この変更のコミットメッセージを書いて", tells: { main: [COMMITS] }, requests: 1 }],
  },
  {
    name: "a Bash call, then the same once more",
    plans: { main: [[bash("git commit -m one")], [bash("git commit --allow-empty -m two")]] },
    steps: [{ say: DINNER, tells: { main: [COMMITS] }, requests: 3 }],
  },
  {
    name: "a prompt and a Bash call about nothing in particular",
    plans: { main: [[bash("echo soup")]] },
    steps: [{ say: DINNER, tells: {}, requests: 2 }],
  },
  {
    name: "a parent before its child, over two prompts",
    plans: NOTHING,
    ways: AQUARIUM,
    steps: [
      { say: "how many fry are there", tells: {}, requests: 1 },
      { say: "what do the fish eat", tells: { main: ["aquarium"] }, requests: 1 },
      { say: "and the fry", tells: { main: ["aquarium", "aquarium/breeding"] }, requests: 1 },
    ],
  },
  {
    name: "inside a sub-agent, and not in its parent",
    plans: { main: [[dispatch("look for the submarine")]], "look for the submarine": [[bash("echo ping")]] },
    ways: CREW,
    steps: [{ say: DINNER, tells: { "look for the submarine": ["submarine"] }, requests: 4 }],
  },
  {
    name: "inside two parallel sub-agents of one type: the union, in each",
    plans: {
      main: [[dispatch("look for the submarine"), dispatch("look for the balloon")]],
      "look for the submarine": [],
      "look for the balloon": [],
    },
    ways: CREW,
    steps: [
      {
        say: DINNER,
        tells: { "look for the submarine": ["balloon", "submarine"], "look for the balloon": ["balloon", "submarine"] },
        requests: 4,
      },
    ],
  },
  {
    name: "once more after a compaction; a Stop event prints nothing",
    plans: NOTHING,
    ways: AQUARIUM,
    steps: [
      { say: "what do the fish eat", tells: { main: ["aquarium"] }, requests: 1 },
      { say: "and how often do the fish eat", tells: { main: ["aquarium"] }, requests: 1 },
      { feed: { hook_event_name: "Stop", stop_hook_active: false }, prints: "" },
      { feed: { hook_event_name: "SessionStart", source: "compact" }, prints: CORE },
      { say: "what do the fish eat", tells: { main: ["aquarium", "aquarium"] }, requests: 1 },
    ],
  },
  {
    name: "once more after the client's own compaction, and gone in between",
    plans: NOTHING,
    ways: AQUARIUM,
    steps: [
      { say: "what do the fish eat", tells: { main: ["aquarium"] }, requests: 1 },
      // The client compacts no short conversation.
      ...["one", "two", "three", "four"].map((word) => ({ say: word, tells: { main: ["aquarium"] }, requests: 1 })),
      { command: "/compact" },
      { say: "five", tells: {}, requests: 1 },
      { say: "what do the fish eat", tells: { main: ["aquarium"] }, requests: 1 },
    ],
  },
];

function bash(command: string): ToolCall {
  return { name: "Bash", input: { command, description: "One step" } };
}

function dispatch(prompt: string): ToolCall {
  return { name: "Agent", input: { description: "A look", prompt, subagent_type: "general-purpose" } };
}
