/** The five faces of a day. Each writes its satisfaction, and names a mood. */
import type { Kinds } from "@journal/client";
import { dateAt, today } from "../days.ts";
import { fromCopies, offline } from "../service.ts";
import { type MoodWord, type Tone, toneOf } from "./editor/moods.ts";

/** From the hardest day to the best one: satisfactions of 2, 4, 6, 8 and 10. */
export const dayFaces: MoodWord[] = ["sad", "disappointed", "neutral", "content", "joyful"];

/** The place of the face of a satisfaction from 1 to 10, which other programs write too. */
export const faceAt = (score: number): number => Math.min(4, Math.max(0, Math.ceil(score / 2) - 1));

export const scoreOf = (face: number): number => 2 * face + 2;

const toneOfScore = (score: number): Tone => toneOf(dayFaces[faceAt(score)]!)!;

/** The satisfactions on the device by their dates, newest first. */
const byDate = fromCopies(() => {
  const found = new Map<string, Kinds["satisfaction_entries"][]>();
  const all = offline.list("satisfaction_entries");
  for (const each of all.sort((a, b) => a.written_at < b.written_at ? 1 : -1)) {
    const date = dateAt(each.written_at);
    found.set(date, [...found.get(date) ?? [], each]);
  }
  return found;
});

export const satisfactionOn = (date: string) => byDate.value.get(date)?.[0];

/** The tone of a date by its face, which shows where no entry has a mood. */
export function toneOn(date: string): Tone | null {
  const scores = byDate.value.get(date);
  // As the service does: several answers of a date count alike.
  return scores
    ? toneOfScore(scores.reduce((sum, { score }) => sum + score, 0) / scores.length)
    : null;
}

/** A day of the insights; where no entry has a mood, with the tone of its face. */
export const withFace = <
  Day extends { tone: Tone | null; mood: string | null; satisfaction: number | null },
>(
  day: Day,
): Day =>
  day.mood === null && day.satisfaction !== null
    ? { ...day, tone: toneOfScore(day.satisfaction) }
    : day;

/** The mood of the face that the user has chosen today. */
export function moodOfToday(): MoodWord | undefined {
  const chosen = satisfactionOn(today());
  return chosen && dayFaces[faceAt(chosen.score)];
}
