import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { writtenAt } from "../../shared/fields/client-made.ts";
import { calculatorId } from "./calculators/calculator.ts";

/** A step of a dream. */
export const steps = z.array(z.object({
  title: f.text(1, 200).openapi({ example: "Wind the coil" }),
  done: z.boolean(),
})).max(50, "expected at most 50 steps");

export const safetyLevel = z.enum(["adult_only", "classroom_safe", "with_supervision"])
  .openapi("SafetyLevel");

const gradeBands = ["K-5", "6-8", "9-12"] as const;
export const gradeBand = z.enum(gradeBands).openapi("GradeBand");

/** The band and the lower ones. */
export const bandsUpTo = (band: z.infer<typeof gradeBand>) =>
  gradeBands.slice(0, gradeBands.indexOf(band) + 1);

/** A value beyond 1e100 has a square that a double cannot hold. */
export const measured = z.number().min(-1e100).max(1e100);

const Output = z.object({
  // No JSON object that a program reads has a key of this name, so nobody could measure it.
  label: f.text(1, 100).refine((label) => label !== "__proto__", "expected another label")
    .openapi({ example: "Inductance" }),
  value: measured.openapi({ example: 0.00012919481955806335 }),
  unit: f.text(0, 50).openapi({ example: "H" }),
});

/** The outputs of a golden spec. */
export const outputs = z.array(Output).min(1, "expected at least 1 output")
  .max(50, "expected at most 50 outputs");

/** The inputs of a golden spec, by name. */
export const optimalInputs = z.record(z.string(), z.number()).openapi({ example: { turns: 80 } });

const PredictedValues = z.object({
  calculator: calculatorId,
  optimal_inputs: optimalInputs,
  outputs,
}).openapi("PredictedValues");

/** The version of a golden spec. */
export const specVersion = z.int().openapi({
  description: "The version of the golden spec; a replaced spec is the next one.",
  example: 1,
});

export const Dream = z.object({
  id: f.uuid,
  user_id: f.uuid.nullable().openapi({
    description: "The author; null for a template whose author has deleted the account.",
  }),
  title: z.string().openapi({ example: "A coil for a crystal radio" }),
  description: z.string().openapi({ example: "Copper wire on a cardboard tube." }),
  calculator: calculatorId.nullable(),
  steps,
  is_template: z.boolean(),
  is_public: z.boolean().openapi({ description: "Whether everyone signed in sees it." }),
  safety_level: safetyLevel.openapi({ example: "classroom_safe" }),
  min_grade_band: z.enum(gradeBands).nullable().openapi({ example: "9-12" }),
  predicted_values: z.union([PredictedValues, z.null()]).openapi({
    description: "The golden spec of a template.",
  }),
  spec_version: specVersion.nullable(),
  cloned_from: f.uuid.nullable().openapi({ example: null }),
  clone_count: z.int().openapi({ example: 12 }),
  completion_count: z.int().openapi({
    description: "Users who completed it or a clone of it.",
    example: 3,
  }),
  build_count: z.int().openapi({ description: "Users who built it or a clone of it.", example: 1 }),
  completed_at: f.timestamp.nullable().openapi({ example: null }),
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("Dream");

export const DreamWithAuthor = Dream.extend({
  author: z.union([f.PersonCard, z.null()]).openapi({
    description: "Null for a template whose author has deleted the account, and when the author " +
      "blocks the caller.",
  }),
}).openapi("DreamWithAuthor");

/** The columns of `DreamWithAuthor`. */
export const withAuthor = `*, author:profile_cards(${f.cardColumns})` as const;

/** The fields of a dream in the document, except templates. */
export const noTemplate = {
  is_template: false,
  is_public: false,
  safety_level: "adult_only",
  min_grade_band: null,
  predicted_values: null,
  spec_version: null,
  clone_count: 0,
} as const;
