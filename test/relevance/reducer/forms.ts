// Labels of the fields of dispatch prompts and issue reports. The held-out ones were written after the reducer's own list
// of labels and share no word with it.
import type { Half } from "./logs.ts";

export type Form = {
  readonly context: string;
  readonly task: string;
  readonly requirements: string;
  readonly files: string;
  readonly conventions: string;
  readonly check: string;
  readonly back: string;
  readonly report: string;
  readonly section: (title: string, body: string) => string;
};

const heading = (title: string, body: string) => `## ${title}\n${body}`;
const label = (title: string, body: string) => `${title}:\n${body}`;
const bold = (title: string, body: string) => `**${title}**\n\n${body}`;

export const FORMS: Readonly<Record<Half, readonly Form[]>> = {
  tune: [
    {
      context: "Context",
      task: "Your task",
      requirements: "Requirements",
      files: "Files you'll touch",
      conventions: "Conventions",
      check: "Smoke test",
      back: "Return",
      report: "Describe what you want",
      section: label,
    },
    {
      context: "Background",
      task: "Work package three",
      requirements: "Requirements",
      files: "Files in scope",
      conventions: "House rules",
      check: "How to check",
      back: "Report back with",
      report: "What happened",
      section: heading,
    },
  ],
  held: [
    {
      context: "Where things stand",
      task: "Slice four",
      requirements: "Points to watch",
      files: "Paths",
      conventions: "Style",
      check: "Before you finish",
      back: "Answer with",
      report: "In your own words",
      section: heading,
    },
    {
      context: "Situation",
      task: "For this run",
      requirements: "In particular",
      files: "Places",
      conventions: "Manners",
      check: "Try it",
      back: "Hand in",
      report: "Observed",
      section: bold,
    },
  ],
};
