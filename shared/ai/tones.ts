import type { Checks } from "../database/schema.ts";

/** The tones of an entry, by sentiment. `private.is_tone` lists them too. */
const tonesBySentiment = {
  positive: ["joyful", "grateful", "excited", "hopeful", "content", "peaceful", "optimistic"],
  negative: [
    "sad",
    "anxious",
    "frustrated",
    "angry",
    "worried",
    "disappointed",
    "melancholic",
    "pessimistic",
  ],
  neutral: ["calm", "contemplative", "neutral", "tired", "energetic"],
} as const satisfies Record<string, readonly Checks["tone_pack_images"]["tone"][]>;

export type Sentiment = keyof typeof tonesBySentiment;
export type Tone = (typeof tonesBySentiment)[Sentiment][number];

export const sentiments = Object.keys(tonesBySentiment) as Sentiment[];

/** All tones: first positive, then negative, then neutral tones. */
export const tones: readonly Tone[] = sentiments.flatMap((each) => [...tonesBySentiment[each]]);

/**
 * The tone that a text names, whatever its case and the white space around it, or null. A word that
 * only means much the same names none.
 *
 * @example
 * ```ts
 * toTone(" Joyful ") // "joyful"
 * toTone("delighted") // null
 * ```
 */
export function toTone(name: string): Tone | null {
  const word = name.trim().toLowerCase();
  return tones.find((tone) => tone === word) ?? null;
}

export function sentimentOf(tone: Tone): Sentiment {
  return sentiments.find((each) => tonesBySentiment[each].some((name) => name === tone))!;
}
