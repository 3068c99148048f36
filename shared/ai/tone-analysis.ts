import { z } from "zod";
import { excerpt } from "./texts.ts";
import { ask } from "../providers/openai.ts";
import { type CallOptions, uselessAnswer } from "../providers/openai-call.ts";
import { type Sentiment, sentimentOf, sentiments, type Tone, tones, toTone } from "./tones.ts";

/** The analysis of a text by the model. */
export interface ToneAnalysis {
  /** The tone that stands out. */
  primaryTone: Tone;
  /** The tones of the text, the strongest first, each with its strength from 0 to 1. */
  tones: { tone: Tone; score: number }[];
  sentiment: Sentiment;
  /** How sure the model is of the primary tone, from 0 to 1. */
  confidence: number;
}

const INSTRUCTIONS = `You judge the emotional tone of journal entries, in whatever language they \
are written. The user message holds the title (possibly null) and the content of one entry. Say how \
its writer feels: the one tone that stands out, up to five tones with a score from 0 to 1 each, the \
overall sentiment, and how confident you are in the primary tone, from 0 to 1. Be confident only \
where the words show it: a text that is very short, says nothing of how its writer feels, or makes \
no sense deserves a confidence below 0.5.`;

const tone = z.enum(tones);

const Form = z.object({
  primaryTone: tone,
  tones: z.array(z.object({ tone, score: z.number() })),
  sentiment: z.enum(sentiments),
  confidence: z.number(),
});

/** A number from 0 to 1, whatever the model said. */
const share = z.number().catch(0).transform((value) => Math.min(1, Math.max(0, value)));

/** An unknown tone becomes null. */
const named = z.string().transform(toTone);

const Answer = z.object({
  primaryTone: named,
  tones: z.array(z.object({ tone: named, score: share }).catch({ tone: null, score: 0 })),
  sentiment: z.string().transform((word) => word.trim().toLowerCase())
    .pipe(z.enum(sentiments)).nullable().catch(null),
  confidence: share,
});

/**
 * Asks the text model for the tone of a text. Numbers are brought into their ranges, and unknown
 * tones are dropped. The strongest known tone replaces an unknown primary tone, and its score
 * becomes the confidence.
 *
 * @throws {HttpError} 503 when there is no answer of use, 400 when the model declines; see `ask`.
 */
export async function analyzeTone(
  { title, content }: { title?: string | null; content: string },
  options: CallOptions,
): Promise<ToneAnalysis> {
  const said = await ask({
    ...options,
    name: "tone",
    instructions: INSTRUCTIONS,
    data: { title: title ?? null, content: excerpt(content) },
    form: Form,
    answer: Answer,
  });

  const scores = new Map<Tone, number>();
  for (const { tone, score } of said.tones) {
    if (tone) scores.set(tone, Math.max(score, scores.get(tone) ?? 0));
  }
  const byStrength = () =>
    [...scores].map(([tone, score]) => ({ tone, score })).sort((a, b) => b.score - a.score);
  const strongest = byStrength()[0];
  const primaryTone = said.primaryTone ?? strongest?.tone;
  if (!primaryTone) throw uselessAnswer("no known tone");
  const confidence = said.primaryTone
    ? said.confidence
    : Math.min(said.confidence, strongest!.score);
  if (!scores.has(primaryTone)) scores.set(primaryTone, confidence);
  return {
    primaryTone,
    tones: byStrength(),
    sentiment: said.primaryTone && said.sentiment || sentimentOf(primaryTone),
    confidence,
  };
}
