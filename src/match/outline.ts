// A text as its sentences with what their place says about them: at an end, after a blank line, under which heading.
// Dispatch prompts and issue reports are forms; the labels of their fields tell request from scaffold (ADR-130).
import { lineContent, splitLine, splitLines } from "./sentences.ts";
import { isDense } from "./words.ts";

export type Unit = {
  readonly text: string;
  readonly tokens: number;
  /** How much the place speaks for the sentence; 1 is neutral. */
  readonly place: number;
  /** Share of the characters that belong to plain words: little in code, logs and tables. */
  readonly prose: number;
};

export type Outline = {
  readonly units: readonly Unit[];
  /** Headings, labels or lists tell its parts apart. */
  readonly isLaidOut: boolean;
  /** Longer than a message: an agent's definition, a page of documentation. */
  readonly isDocument: boolean;
};

/** A sentence with less is no prose; it only counts where there is nothing else. */
export const PROSE = 0.45;
/** Sentences of prose in a long message. */
const MESSAGE = 60;

/** Measured, docs/adr/0004. Each is added to 1, except `scaffold`, a factor. */
const PLACE = {
  first: 0.7,
  last: 0.6,
  /** What the bonus of an end is multiplied with per sentence further in. */
  fading: 0.5,
  /** Share of the ends' bonus where a label says what the request is. */
  endsBesideRequest: 0.2,
  /** The same where there are labels, but none of them is known: a role opens such a text, and what to return ends it. */
  endsBesideLabels: 0,
  /** The same in a document, which is about one thing from end to end; around it stands what mail and chat put there. */
  endsOfDocument: 0.5,
  opensParagraph: 0.25,
  opensSection: 0.5,
  request: 2,
  details: 0.5,
  question: 0.5,
  scaffold: 0.3,
} as const;

const LABELS = {
  request:
    /^(?:(?:your|the|my) )?(?:task|job|goal|objective|request|question|problem|instructions?|assignment|what (?:to do|(?:i|you|we) (?:want|need))|todo|to do|describe)\b/i,
  details: /^(?:requirements?|acceptance|criteria|details?|scope)\b/i,
  scaffold:
    /^(?:return|report(?: back)?|output|response|deliverables?|files?|house rules|conventions?|constraints?|guidelines|smoke tests?|how to (?:check|verify|test|run)|verification|environment|working (?:dir|copy)|tools?|logs?|additional (?:context|info)|checklist|background|context|version|steps to reproduce)\b/i,
} as const;

type Section = keyof typeof LABELS | "other";

const HEADING = /^[ \t>]*(?:#{1,6}[ \t]|\*\*[^*]{1,60}\*\*:?[ \t]*$)/;
const LIST_ITEM = /^[ \t>]*(?:[-*•+]|\d{1,3}[.)])[ \t]/;
const QUESTION = /[?？؟\u037e]["'”’»)\]]*$/;

export function readOutline(text: string, longest: number): Outline {
  const found: (Omit<Unit, "place"> & {
    readonly bonus: number;
    readonly factor: number;
    readonly section: Section;
  })[] = [];
  let section: Section = "other";
  let isLaidOut = false;
  let hasLabels = false;
  let isUnderHeading = false;
  let follows: "heading" | "blank" | "text" = "blank";
  for (const line of splitLines(text)) {
    const content = lineContent(line);
    if (content === "") {
      if (line.trim() !== "") continue;
      if (follows === "text") {
        follows = "blank";
        if (!isUnderHeading) section = "other";
      }
      continue;
    }
    const isHeading = HEADING.test(line);
    const isLabel = isHeading || (content.length < 60 && /[:：]\**$/.test(content));
    if (isLabel || LIST_ITEM.test(line)) isLaidOut = true;
    if (isLabel) {
      hasLabels = true;
      section = sectionOf(content);
      isUnderHeading = isHeading;
    }
    const own = isLabel ? section : inlineSection(content, section);
    splitLine(line, longest).forEach((sentence, i) => {
      const opens = i === 0 && !isLabel;
      found.push({
        text: sentence.text,
        tokens: sentence.tokens,
        prose: proseShare(sentence.text),
        section: isLabel ? "other" : own,
        factor: own === "scaffold" ? PLACE.scaffold : 1,
        bonus:
          (own === "request" && !isLabel ? PLACE.request : own === "details" && !isLabel ? PLACE.details : 0) +
          (opens && follows === "heading" && !LIST_ITEM.test(line) && own !== "scaffold" ? PLACE.opensSection : 0) +
          (opens && follows === "blank" ? PLACE.opensParagraph : 0) +
          (QUESTION.test(sentence.text) ? PLACE.question : 0),
      });
    });
    follows = isLabel ? "heading" : "text";
  }
  const isDocument = found.filter(({ prose }) => prose >= PROSE).length > MESSAGE;
  const hasRequest = found.some((u) => u.section === "request");
  const endsOfTalk = isDocument ? PLACE.endsOfDocument : 1;
  const ends = hasRequest ? PLACE.endsBesideRequest : hasLabels ? PLACE.endsBesideLabels : endsOfTalk;
  const units = found.map(({ text: own, tokens, prose, bonus, factor }, i) => {
    const fromEnd = found.length - 1 - i;
    const end = PLACE.first * PLACE.fading ** i + PLACE.last * PLACE.fading ** fromEnd;
    return { text: own, tokens, prose, place: factor * (1 + bonus + ends * end) };
  });
  return { units, isLaidOut, isDocument };
}

function sectionOf(label: string): Section {
  if (LABELS.scaffold.test(label)) return "scaffold";
  if (LABELS.request.test(label)) return "request";
  return LABELS.details.test(label) ? "details" : "other";
}

/** `Return: a summary of …` on one line. */
function inlineSection(content: string, around: Section): Section {
  const label = /^([\p{L} '’]{2,30})[:：]\**\s/u.exec(content)?.[1];
  const own = label === undefined ? "other" : sectionOf(label);
  return own === "other" ? around : own;
}

/** In a function: see sentences.ts. */
const plainWords = () => /(?<![^\s("'“«„¿¡])\p{L}[\p{L}\p{M}'’-]*(?=[\s.,;:!?)"'”»]|$)/gu;
/** Code between backticks stands in a sentence like a name. */
const INLINE_CODE = /`[^`]*`/g;

function proseShare(sentence: string): number {
  const text = sentence.replace(INLINE_CODE, "").trim();
  const plain = text.length - text.replace(plainWords(), "").length;
  if (plain * 2 >= text.length) return plain / Math.max(1, text.length);
  let dense = 0;
  for (let i = 0; i < text.length; i++) if (isDense(text.charCodeAt(i))) dense++;
  return Math.max(plain, dense) / Math.max(1, text.length);
}
