import { z } from "@hono/zod-openapi";
import { text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { writtenAt } from "../../shared/fields/client-made.ts";
import { calculatorId } from "./calculating.ts";

/** A step of a dream. */
export const steps = z.array(z.object({
  title: text(1, 200).openapi({ example: "Wind the coil" }),
  done: z.boolean(),
})).max(50, "expected at most 50 steps");

export const safetyLevel = z.enum(["adult_only", "classroom_safe", "with_supervision"])
  .openapi("SafetyLevel");

const gradeBands = ["K-5", "6-8", "9-12"] as const;
export const gradeBand = z.enum(gradeBands).openapi("GradeBand");

/** The band and those below it. */
export const bandsUpTo = (band: z.infer<typeof gradeBand>) =>
  gradeBands.slice(0, gradeBands.indexOf(band) + 1);

/** A value beyond 1e100 has a square that a double cannot hold. */
export const measured = z.number().min(-1e100).max(1e100);

const Output = z.object({
  // No JSON object that a program reads has a key of this name, so nobody could measure it.
  label: text(1, 100).refine((label) => label !== "__proto__", "expected another label")
    .openapi({ example: "Q factor" }),
  value: measured.openapi({ example: 100 }),
  unit: text(0, 50).openapi({ example: "1" }),
});

/** The outputs of a golden spec. */
export const outputs = z.array(Output).min(1, "expected at least 1 output")
  .max(50, "expected at most 50 outputs");

const PredictedValues = z.object({
  calculator: calculatorId,
  optimal_inputs: z.record(z.string(), z.number()),
  outputs,
}).openapi("PredictedValues");

/** The version of a golden spec. */
export const specVersion = z.int().openapi({
  description: "The version of the golden spec; a replaced spec is the next one.",
});

export const Dream = z.object({
  id: uuid,
  user_id: uuid.nullable().openapi({
    description: "The author; null for a template whose author has deleted the account.",
  }),
  title: z.string(),
  description: z.string(),
  calculator: calculatorId.nullable(),
  steps,
  is_template: z.boolean(),
  is_public: z.boolean().openapi({ description: "Whether everyone signed in sees it." }),
  safety_level: safetyLevel,
  min_grade_band: z.enum(gradeBands).nullable(),
  predicted_values: z.union([PredictedValues, z.null()]).openapi({
    description: "The golden spec of a template.",
  }),
  spec_version: specVersion.nullable(),
  cloned_from: uuid.nullable(),
  clone_count: z.int(),
  completion_count: z.int().openapi({ description: "Users who completed it or a clone of it." }),
  build_count: z.int().openapi({ description: "Users who built it or a clone of it." }),
  completed_at: timestamp.nullable(),
  written_at: writtenAt,
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Dream");

export const dreamExample: z.infer<typeof Dream> = {
  id: "5b1c7e0a-93d4-4f8e-b2a6-07d1e4c95f38",
  user_id: "0e9a4c57-2b6d-4d1f-8c3e-a7f5b0d26e91",
  title: "A coil for a crystal radio",
  description: "Copper wire on a cardboard tube.",
  calculator: "coil",
  steps: [{ title: "Wind the coil", done: true }, { title: "Measure it", done: false }],
  is_template: false,
  is_public: false,
  safety_level: "adult_only",
  min_grade_band: null,
  predicted_values: null,
  spec_version: null,
  cloned_from: null,
  clone_count: 0,
  completion_count: 0,
  build_count: 0,
  completed_at: null,
  written_at: "2026-11-21T08:30:00.123456+00:00",
  created_at: "2026-11-21T08:30:00.123456+00:00",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};

export const templateExample: z.infer<typeof Dream> = {
  ...dreamExample,
  is_template: true,
  is_public: true,
  safety_level: "classroom_safe",
  min_grade_band: "9-12",
  predicted_values: {
    calculator: "coil",
    optimal_inputs: { turns: 80 },
    outputs: [{ label: "Inductance", value: 0.00012919481955806335, unit: "H" }],
  },
  spec_version: 1,
  clone_count: 12,
};
