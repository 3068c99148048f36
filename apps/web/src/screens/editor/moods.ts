/** The moods to tap, as faces, by tone. */
import type { Answer } from "@journal/client";

/** The words that the service finds in texts. */
export type MoodWord = Answer<"/api/ai/analyze-tone", "post">["primaryTone"];

interface Drawn {
  tone: "positive" | "neutral" | "negative";
  /** How the mouth bends: 1 laughs, -1 cries. */
  mouth: number;
  eyes?: "open" | "shut" | "smiling" | "wide";
  /** How the brows slant: 1 worries, -1 is angry. */
  brows?: number;
  /** Whether the mouth is open. */
  isOpen?: boolean;
}

export const faces: Record<MoodWord, Drawn> = {
  joyful: { tone: "positive", mouth: 1, eyes: "smiling", isOpen: true },
  grateful: { tone: "positive", mouth: 0.8, eyes: "smiling" },
  excited: { tone: "positive", mouth: 1, eyes: "wide", isOpen: true },
  hopeful: { tone: "positive", mouth: 0.6, brows: 0.5 },
  content: { tone: "positive", mouth: 0.6 },
  peaceful: { tone: "positive", mouth: 0.6, eyes: "shut" },
  optimistic: { tone: "positive", mouth: 0.9 },
  calm: { tone: "neutral", mouth: 0.3, eyes: "shut" },
  energetic: { tone: "neutral", mouth: 0.8, eyes: "wide" },
  contemplative: { tone: "neutral", mouth: 0, brows: 0.5 },
  neutral: { tone: "neutral", mouth: 0 },
  tired: { tone: "neutral", mouth: -0.2, eyes: "shut", brows: 0.6 },
  melancholic: { tone: "negative", mouth: -0.5, eyes: "shut", brows: 0.8 },
  sad: { tone: "negative", mouth: -0.9, brows: 1 },
  anxious: { tone: "negative", mouth: -0.4, eyes: "wide", brows: 1 },
  worried: { tone: "negative", mouth: -0.6, brows: 0.8 },
  frustrated: { tone: "negative", mouth: -0.7, brows: -0.7 },
  disappointed: { tone: "negative", mouth: -0.6, eyes: "shut" },
  pessimistic: { tone: "negative", mouth: -0.4 },
  angry: { tone: "negative", mouth: -0.8, brows: -1 },
};

export type Tone = Drawn["tone"];

/** The tone of a mood; null for a word of the user's own. */
export function toneOf(mood: string): Tone | null {
  const word = mood.trim().toLowerCase();
  return Object.hasOwn(faces, word) ? faces[word as MoodWord].tone : null;
}

/** The most frequent mood of entries that are newest first; the latest of equals. */
export function moodOf(entries: { mood?: string | null }[]): string | null {
  const counts = new Map<string, number>();
  for (const { mood } of entries) {
    const word = mood?.trim().toLowerCase();
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
