/** The ready-made lines of a cheer, chosen by what the user may see of a person. */
import type { Answer } from "@journal/client";
import { dateAt, plusDays, today } from "../days.ts";
import { keepDraft, readDraft } from "../drafts.ts";
import { deliver } from "../outbox.ts";
import { api } from "../service.ts";
import { languages } from "../words/languages.ts";
import { words } from "../words/cheers.ts";
import { toneOf } from "./editor/moods.ts";

export type Line = keyof typeof words.lines;

type Entry = Pick<
  Answer<"/api/journal", "get">["entries"][number],
  "written_at" | "mood" | "content"
>;

const moments = {
  hardDay: ["imHere", "notAlone", "callMe", "heavyDay"],
  firstPage: ["firstPage", "courage"],
  seventhDay: ["sevenDays", "wholeWeek"],
  done: ["didIt", "proudOfYou"],
  any: [],
} satisfies Record<string, Line[]>;

/** The moment of a person that a cheer may be about. */
export type Moment = keyof typeof moments;

/** Lines that fit every moment, the gentlest first: they follow those of the moment. */
const general: Line[] = ["iRead", "thinkingOfYou", "gladYouAreHere", "keepGoing"];

/** How many lines are offered. */
const FOUR = 4;

/** Where the line is kept that the user sent last, on this device. */
const LAST = "cheer-line";

/** A person as the user may see them. */
export interface Seen {
  moment: Moment;
  /** Whether a recent entry speaks of danger: then no ready-made line fits. */
  needsCare: boolean;
}

/** The moment of entries that are newest first; `isDone` where the person has done their day. */
export function momentOf(entries: Entry[], isDone = false, isAll = true): Moment {
  const [latest] = entries;
  const days = new Set(entries.map(({ written_at }) => dateAt(written_at)));
  const isFresh = latest !== undefined && dateAt(latest.written_at) >= plusDays(today(), -1);
  if (isFresh && latest.mood && toneOf(latest.mood) === "negative") return "hardDay";
  if (isFresh && isAll && entries.length === 1) return "firstPage";
  let length = 0;
  for (let day = latest && dateAt(latest.written_at); day && days.has(day); length++) {
    day = plusDays(day, -1);
  }
  if (isFresh && length > 0 && length % 7 === 0) return "seventhDay";
  return isDone || days.has(today()) ? "done" : "any";
}

/** Reads the moment of a person; without a network there is none. */
export async function seenOf(person: { id: string }, isDone = false): Promise<Seen> {
  const query = { user_id: person.id, limit: 50 };
  // Loaded for every cheer, whatever it finds.
  const [page, { needsCare }] = await Promise.all([
    api.get("/api/journal", { params: { query } }).catch(() => undefined),
    import("@journal/client/care"),
  ]);
  const entries = page?.entries ?? [];
  const recent = entries.filter(({ written_at }) => dateAt(written_at) >= plusDays(today(), -3));
  return {
    moment: momentOf(entries, isDone, page?.next_cursor === null),
    // The language of the author is not known.
    needsCare: recent.some(({ title, content }) =>
      Object.keys(languages).some((code) => needsCare(`${title}\n${content ?? ""}`, code))
    ),
  };
}

/** Four lines for a moment; the user's last line comes first, where it fits. */
export function linesFor(moment: Moment): Line[] {
  const fitting: Line[] = moment === "hardDay"
    ? [...moments.hardDay, "iRead", "thinkingOfYou"]
    : [...moments[moment], ...general];
  const last = readDraft<Line>(LAST);
  const first = last && fitting.includes(last) ? [last] : [];
  return [...new Set([...first, ...fitting])].slice(0, FOUR);
}

/**
 * Sends a line, and keeps it as the last one.
 *
 * @throws {JournalError} when it is refused, such as where no cheer is left for today
 */
export async function sendLine(to: { id: string }, line: Line): Promise<void> {
  const content = words.lines[line];
  await deliver("drops", { recipient_id: to.id, drop_type: "encouragement", content });
  keepDraft(LAST, line);
}
