import { z } from "@hono/zod-openapi";
import { specVersion } from "./dream-fields.ts";

/** How far the replications of a template agree with its prediction. */
export const Convergence = z.object({
  spec_version: specVersion.nullable().openapi({
    description: "The version of the golden spec that these replications replicate.",
  }),
  status: z.enum(["collecting", "robust"]).openapi("ConvergenceStatus", {
    description: "`robust` from the 50th confirmation on.",
  }),
  confirmations: z.int().openapi({
    description: "Users who measured every value within 5 %.",
    example: 7,
  }),
  refutations: z.int().openapi({ example: 1 }),
  anomalies: z.int().openapi({
    description: "Values more than 2 standard deviations from the mean of all before them.",
    example: 0,
  }),
  values: z.array(z.object({
    label: z.string().openapi({ example: "Inductance" }),
    unit: z.string().openapi({ example: "H" }),
    predicted: z.number().openapi({ example: 0.00012919481955806335 }),
    mean: z.number().nullable().openapi({ example: 0.00013 }),
    stddev: z.number().nullable().openapi({
      description: "Of the sample; null below 2 values.",
      example: 0.000002,
    }),
    n: z.int().openapi({ example: 8 }),
  })),
}).openapi("Convergence");
