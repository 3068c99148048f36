/** The share of questions to which the search finds the entries. */
import type { Sql } from "postgres";
import { type Journal, kinds, parts, type Question } from "./set.ts";

/** So many results count. */
export const RESULTS = 5;

/** The bars: the share of questions that are answered, for each half. */
export const bars = { found: 0.9, absent: 0.95 } as const;

/** Writes a journal of a user; returns the keys of the entries by their ids. */
export async function writeJournal(
  sql: Sql,
  userId: string,
  { entries, language }: Journal,
): Promise<Map<string, string>> {
  await sql`update public.profiles set language = ${language} where id = ${userId}`;
  const withIds = entries.map((entry) => ({ ...entry, id: crypto.randomUUID() }));
  await sql`
    select private.insert_journal_entry(${userId}, entry, now())
    from jsonb_array_elements(${sql.json(withIds as never)}) as entry`;
  return new Map(withIds.map(({ id, key }) => [id, key]));
}

/** A question with the keys of the entries that were found, best first. */
export interface Answered extends Question {
  got: string[];
}

/** Whether all entries of the answer were found, or nothing where there is nothing. */
export const isRight = ({ found, got }: Answered) =>
  found.length ? found.every((key) => got.includes(key)) : got.length === 0;

/** Asks all questions about a journal; `search` answers with ids, the best ones first. */
export async function ask(
  { questions }: Journal,
  keys: Map<string, string>,
  search: (
    given: { query: string; limit: number; from?: string; to?: string },
  ) => Promise<string[]>,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const question of questions) {
    const ids = await search({ query: question.text, limit: RESULTS, ...question.days });
    answered.push({ ...question, got: ids.slice(0, RESULTS).map((id) => keys.get(id)!) });
  }
  return answered;
}

interface Score {
  part: Question["part"];
  /** A kind or a language; both bars are about all languages. */
  of: string;
  right: number;
  all: number;
}

/** The scores by part: questions with an entry, absent ones, each kind and each language. */
export function scoresOf(answered: Answered[]): Score[] {
  const languages = [...new Set(answered.map(({ language }) => language))];
  return parts.flatMap((part) => {
    const score = (of: string, belongs: (each: Answered) => boolean): Score => {
      const group = answered.filter((each) => each.part === part && belongs(each));
      return { part, of, right: group.filter(isRight).length, all: group.length };
    };
    return [
      score("found", ({ kind }) => kind !== "absent"),
      ...kinds.map((kind) => score(kind, (each) => each.kind === kind)),
      ...languages.map((language) => score(language, (each) => each.language === language)),
    ].filter(({ all }) => all > 0);
  });
}
