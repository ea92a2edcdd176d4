// The shipped library as the bake-off sees it: aliases to rank against, and short prompts whose right way is known.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Half } from "./logs.ts";

export type Entry = {
  readonly id: string;
  readonly aliases: readonly string[];
  /** Lines of the body that are rules: no headings, tables or code. */
  readonly rules: readonly string[];
};

export type Topic = {
  readonly text: string;
  readonly lang: string;
  readonly right: readonly string[];
  readonly half: Half;
};

export type Library = { readonly entries: readonly Entry[]; readonly topics: readonly Topic[] };

export function readLibrary(root: string): Library {
  const entries: Entry[] = [];
  const topics: Topic[] = [];
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  for (const file of files) {
    const at = file.replaceAll("\\", "/").match(/^(.*\/)?([^/]+)\/\2(\.md|\.golden\.jsonl)$/);
    if (!at) continue;
    const id = `${at[1] ?? ""}${at[2]}`;
    const text = readFileSync(join(root, file), "utf8");
    if (at[3] === ".md") entries.push(parseEntry(id, text));
    else for (const row of parseRows(text)) topics.push(...topicOf(id, row));
  }
  return { entries, topics };
}

function parseEntry(id: string, text: string): Entry {
  const [, head = "", body = ""] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? [];
  const meta = Bun.YAML.parse(head) as { description?: string; vocabulary?: string | string[]; aliases?: string[] };
  const vocabulary = [meta.vocabulary ?? ""].flat().join(" ");
  return {
    id,
    aliases: [`${meta.description ?? ""} ${vocabulary}`.trim(), ...(meta.aliases ?? [])],
    rules: body.split("\n").flatMap((line) => line.match(/^(?:[-*]|\d+\.) +(.{20,})$/)?.[1] ?? []),
  };
}

export function parseRows(text: string): readonly Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]));
}

function topicOf(id: string, row: Record<string, unknown>): readonly Topic[] {
  if (row["kind"] === "negative" || typeof row["prompt"] !== "string") return [];
  if (row["event"] !== undefined && row["event"] !== "prompt") return [];
  const also = Array.isArray(row["also"]) ? (row["also"] as string[]) : [];
  const half = row["holdout"] === true ? "held" : "tune";
  return [{ text: row["prompt"], lang: String(row["lang"] ?? "en"), right: [id, ...also], half }];
}
