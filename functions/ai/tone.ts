import { analyzeTone } from "../../shared/ai/tone-analysis.ts";
import { aiRefusals, sentiment, tone as toneField } from "../../shared/ai/fields.ts";
import { f, json, ok, part, z } from "../../shared/http/declare.ts";
import { requireAi } from "../../shared/providers/openai-call.ts";

/** The route that analyses the tone of a text. */
export const routes = part();

const share = z.number().min(0).max(1).openapi({ example: 0.9 });

const ToneAnalysis = z.object({
  primaryTone: toneField.openapi({ description: "The dominant tone." }),
  tones: z.array(z.object({ tone: toneField, score: share })).openapi({
    description: "The tones of the text, strongest first.",
  }),
  sentiment,
  confidence: share.openapi({ description: "The model's confidence in the primary tone." }),
}).openapi("ToneAnalysis");

routes.add("POST /ai/analyze-tone", {
  limit: "ai",
  operationId: "analyzeTone",
  summary: "Analyze the tone of a text",
  description: "Instructions within the text are not followed. Of a text of more than 24,000 " +
    "characters only the beginning and the end are analyzed. Counts as one of 60 AI calls per " +
    "hour.",
  body: json(z.object({
    content: f.text(1, 100_000).openapi({ example: "The whole team cheered when the build ran." }),
    title: f.entryTitle.optional().openapi({ example: "It works" }),
  })),
  answer: ok("The tone of the text", ToneAnalysis),
  refusals: aiRefusals,
}, async ({ c, caller, body }) => {
  requireAi();
  return await analyzeTone(body, {
    spending: { userId: caller.id, type: "tone_analysis" },
    signal: c.req.raw.signal,
  });
});
