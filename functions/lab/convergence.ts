import { z } from "@hono/zod-openapi";
import { specVersion } from "./dream.ts";

/** How far the replications of a template agree with its prediction. */
export const Convergence = z.object({
  spec_version: specVersion.nullable().openapi({
    description: "The version of the golden spec that these replications replicate.",
  }),
  status: z.enum(["collecting", "robust"]).openapi("ConvergenceStatus", {
    description: "`robust` from the 50th confirmation on.",
  }),
  confirmations: z.int().openapi({ description: "Users who measured every value within 5 %." }),
  refutations: z.int(),
  anomalies: z.int().openapi({
    description: "Values more than 2 standard deviations from the mean of all before them.",
  }),
  values: z.array(z.object({
    label: z.string(),
    unit: z.string(),
    predicted: z.number(),
    mean: z.number().nullable(),
    stddev: z.number().nullable().openapi({ description: "Of the sample; null below 2 values." }),
    n: z.int(),
  })),
}).openapi("Convergence");

export const convergenceExample: z.infer<typeof Convergence> = {
  spec_version: 1,
  status: "collecting",
  confirmations: 7,
  refutations: 1,
  anomalies: 0,
  values: [{
    label: "Inductance",
    unit: "H",
    predicted: 0.00012919481955806335,
    mean: 0.00013,
    stddev: 0.000002,
    n: 8,
  }],
};
