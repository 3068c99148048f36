/**
 * Made-up journals of a year in the languages of the service, and questions about them: a file for
 * each language. The first half of the questions was written by somebody who knew the entries and
 * not how the search ranks, the second half afterwards. The third part shares no stem with its entries.
 */
import { readFileSync } from "node:fs";

const languages = ["en", "de", "es", "fr", "it", "nl", "pt"] as const;
export const parts = ["first half", "second half", "without a stem"] as const;
/** One fact, several entries, one of several times, and nothing in the journal. */
export const kinds = ["atomic", "aggregate", "temporal", "absent"] as const;

/** Days between the entries of the questions, on which other things happen. */
const DAYS = 150;
const SENTENCES = 3;

interface Entry {
  /** Empty for a day of which nothing is asked. */
  key: string;
  written_at: string;
  title: string;
  content: string;
}

export interface Question {
  language: string;
  part: typeof parts[number];
  kind: typeof kinds[number];
  text: string;
  /** The keys of the entries that answer it. */
  found: string[];
  /** The days that the question names, as a model turns them into dates. */
  days: { from?: string; to?: string };
}

export interface Journal {
  language: string;
  entries: Entry[];
  questions: Question[];
}

const at = (day: string) => `2025-${day}T20:00:00Z`;

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
}

/** Days of three sentences, which a seed chooses. */
function daysOf(sentences: string[], seed: number): Entry[] {
  const next = numbers(seed);
  return Array.from({ length: DAYS }, () => {
    const moment = new Date(Date.UTC(2025, 0, 1 + Math.floor(next() * 365), 19));
    const said = Array.from(
      { length: SENTENCES },
      () => sentences[Math.floor(next() * sentences.length)]!,
    );
    const content = [...new Set(said)].join(" ");
    return { key: "", written_at: moment.toISOString(), title: "", content };
  });
}

function journalOf(language: string, seed: number): Journal {
  const text = readFileSync(new URL(`${language}.txt`, import.meta.url), "utf8");
  const sections = new Map(
    text.split(/^# /m).slice(1).map((section) => {
      const [name, ...lines] = section.trim().split("\n");
      return [name!, lines.filter(Boolean)];
    }),
  );
  const fields = (name: string) => (sections.get(name) ?? []).map((line) => line.split("|"));
  const entries = fields("entries").map(([key, day, title, content]) => ({
    key: key!,
    written_at: at(day!),
    title: title!,
    content: content!,
  }));
  const questions = parts.flatMap((part) =>
    fields(part).map(([kind, text, found, days]): Question => {
      const [from, to] = (days ?? "").split("..");
      return {
        language,
        part,
        kind: kind as Question["kind"],
        text: text!,
        found: found ? found.split(" ") : [],
        days: to ? { from: `2025-${from}`, to: `2025-${to}` } : {},
      };
    })
  );
  return {
    language,
    entries: [...entries, ...daysOf(sections.get("days")!, seed)],
    questions,
  };
}

/** The journals with their questions. */
export const readJournals = (): Journal[] =>
  languages.map((language, index) => journalOf(language, 59 + index));
