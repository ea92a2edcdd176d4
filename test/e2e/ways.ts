// Ways about things no shipped way is about, prompts that mean them, and what a hook shows.
import type { Box, RunOptions } from "../support/binary.ts";
import { prompt } from "./events.ts";

export const USER = "home/.claude/hooks/ways";
export const PROJECT = "work/.claude/ways";

/** By the id of their way: what it is about, and a prompt that means it. */
export const TOPICS = {
  fish: ["Feeding the aquarium fish in the lobby", "how often should I feed the aquarium fish"],
  brew: ["Brewing coffee with the office espresso machine", "I want to brew coffee with the espresso machine"],
  garden: ["Watering the tomatoes on the roof garden", "who waters the tomatoes in the roof garden this week"],
  piano: ["Tuning the grand piano in the concert hall", "the grand piano in the hall has to be tuned"],
  bees: ["Wintering the bee hives behind the barn", "are the bee hives behind the barn ready for winter"],
  sails: ["Mending torn sails before the regatta", "the mainsail is torn, mend it before the regatta"],
  bread: ["Baking sourdough bread in the stone oven", "the sourdough bread from the stone oven is flat"],
  horse: ["Shoeing the horses at the riding school", "the riding school's horses need new shoes"],
} as const;

export type Topic = keyof typeof TOPICS;

/** `more`: further lines of frontmatter. */
export function wayAbout(topic: Topic, more = ""): string {
  return `---\ndescription: ${TOPICS[topic][0]}\n${more}---\nAbout ${topic}.\n`;
}

export function wayFile(root: string, topic: Topic, more = ""): Readonly<Record<string, string>> {
  return { [`${root}/${topic}/${topic}.md`]: wayAbout(topic, more) };
}

/** A transcript from which the agent's folder tells where a project is; several may share a folder. */
export function knownProject(path: string): Readonly<Record<string, string>> {
  const name = path.replace(/[^a-zA-Z0-9]/g, "-");
  const folder = name.length > 200 ? `${name.slice(0, 200)}-1a2b3c` : name;
  return {
    [`home/.claude/projects/${folder}/${Bun.hash(path)}.jsonl`]: `${JSON.stringify({ type: "user", cwd: path })}\n`,
  };
}

export function writeAll(box: Box, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) box.write(path, text);
}

/** Ids that a prompt about a topic brings up, in a session of its own. */
export async function shownAbout(box: Box, topic: Topic, cwd = box.cwd, options: RunOptions = {}) {
  const session = { session_id: crypto.randomUUID(), cwd };
  const { context } = await box.hook(prompt(TOPICS[topic][1], session), { cwd, ...options });
  return [...(context ?? "").matchAll(/^\[way:([^\]]+)\]/gm)].map((match) => match[1]);
}

/** `ways corpus --json`, which must succeed. */
export async function corpus(box: Box, args: readonly string[] = [], options: RunOptions = {}) {
  const run = await box.run(["corpus", "--json", ...args], options);
  if (run.status !== 0) throw new Error(`ways corpus: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

export async function embedStatus(box: Box, options: RunOptions = {}) {
  return JSON.parse((await box.run(["embed-status", "--json"], options)).stdout);
}

/** State by path. */
export async function projectStates(box: Box): Promise<Readonly<Record<string, string>>> {
  const { projects }: { projects: readonly { path: string; state: string }[] } = await embedStatus(box);
  return Object.fromEntries(projects.map(({ path, state }) => [path, state]));
}
