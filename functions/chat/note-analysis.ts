import { z } from "@hono/zod-openapi";
import { withCare } from "../../shared/ai/care.ts";
import {
  type CallOptions,
  languageName,
  uselessAnswer,
} from "../../shared/providers/openai-call.ts";
import { ask } from "../../shared/providers/openai.ts";
import { tone as toneField } from "../../shared/ai/fields.ts";
import { modelText } from "../../shared/ai/texts.ts";
import { toTone } from "../../shared/ai/tones.ts";

/** An entry as the assistant reads it. */
const ReadEntry = z.object({
  date: z.string(),
  title: z.string(),
  mood: z.string().nullable(),
  tags: z.array(z.string()),
  content: z.string(),
});
type ReadEntry = z.infer<typeof ReadEntry>;

/** The entries of a user that an analysis is about, and the day and the language of it. */
export const ToAnalyze = z.object({
  analysis_date: z.string(),
  entries: z.array(ReadEntry),
  language: z.string(),
});

const directions = ["improving", "steady", "declining", "mixed"] as const;

const list = (description: string, example: string[]) =>
  z.array(z.string()).openapi({ description, example });

/** An analysis of notes, as the columns of `note_analyses` hold it. */
export const noteAnalysis = z.object({
  summary: z.string().openapi({
    example: "A calm week with early mornings by the river and one tense meeting.",
  }),
  mood_trends: z.object({
    direction: z.enum(directions).openapi("MoodDirection"),
    tones: z.array(toneField).openapi({ description: "The tones of the week, strongest first." }),
  }).openapi("MoodTrends"),
  topics: list("The topics of the entries.", ["work", "sleep"]),
  patterns: list("The patterns that recur in the entries.", ["Writes more after a walk"]),
  recommendations: z.string().openapi({
    example: "Keep the walk before work on days with meetings.",
  }),
  insights: z.object({
    gratitude: list("The things that the writer is grateful for.", ["the heron"]),
    challenges: list("The difficulties of the writer.", ["early meetings"]),
    goals: list("The wishes and plans of the writer.", ["to write every morning"]),
    achievements: list("The achievements of the writer.", ["thirty days in a row"]),
  }).openapi("NoteInsights"),
});
export type NoteAnalysis = z.infer<typeof noteAnalysis>;

const INSTRUCTIONS = `You analyze the recent entries of one journal, newest first, in whatever \
language they are written, for their writer. Say: a summary of two to four \
sentences; how the mood develops from the oldest entry to the newest, and up to five tones, the \
strongest first; up to ten topics of one to three words; up to five patterns that recur in several \
entries, one sentence each; one or two kind, concrete recommendations; and up to five short points \
each of gratitude, challenges, goals and achievements that the entries name. Leave a list empty \
where the entries say nothing. Make no diagnosis.`;

const spoken = (language: string) =>
  `Write the texts and the points in ${
    languageName(language)
  }. Tones and direction keep their names.`;

/** The longest text and the longest list that are kept; a model is asked for less. */
const MAX_TEXT = 4000;
const MAX_POINT = 300;
const MAX_POINTS = 10;

const points = z.array(modelText(MAX_POINT)).transform((all) =>
  all.filter(Boolean).slice(0, MAX_POINTS)
);

/** How long (ms) an analysis may take; the job's lease of a user is two minutes at least. */
export const TIMEOUT_MS = 30_000;

/** Reads the answer of the model: shortens texts and lists, and leaves out unknown tones. */
const Answer = z.object({
  summary: modelText(MAX_TEXT).refine((words) => words !== ""),
  mood_trends: z.object({
    direction: z.enum(directions),
    tones: z.array(z.string()).transform((names) =>
      [...new Set(names.map(toTone))].filter((tone) => tone !== null).slice(0, 5)
    ),
  }),
  topics: points,
  patterns: points,
  recommendations: modelText(MAX_TEXT),
  insights: z.object({
    gratitude: points,
    challenges: points,
    goals: points,
    achievements: points,
  }),
});

/**
 * Asks the text model to analyze the entries of a week, in a language.
 *
 * @throws {HttpError} 503 when there is no valid answer, 400 when the model declines; see `ask`.
 */
export async function analyze(
  entries: ReadEntry[],
  language: string,
  options: CallOptions,
): Promise<NoteAnalysis> {
  if (entries.length === 0) throw uselessAnswer("no entries");
  return await ask({
    ...options,
    name: "note_analysis",
    instructions: withCare(`${INSTRUCTIONS} ${spoken(language)}`),
    data: { entries },
    form: noteAnalysis,
    answer: Answer,
    maxTokens: 2000,
    timeout: TIMEOUT_MS,
  });
}
