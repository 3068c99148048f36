import { created, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { measured, specVersion } from "./dream-fields.ts";

/** Replications: measurements of the values that a template predicts. */
export const routes = part();

export const Replication = z.object({
  id: f.uuid,
  dream_id: f.uuid.nullable().openapi({
    description: "The template, or the clone that was measured; null when it is deleted.",
  }),
  template_id: f.uuid,
  spec_version: specVersion,
  user_id: f.uuid,
  status: z.enum(["confirmed", "refuted"]).openapi("ReplicationStatus"),
  measured_values: z.record(z.string(), z.number()).openapi({ example: { Inductance: 0.00013 } }),
  delta_values: z.record(z.string(), z.number()).openapi({
    description: "Measured minus predicted, by label.",
    example: { Inductance: 8.0518044193665e-7 },
  }),
  anomalies: z.array(z.string()).openapi({
    description: "Labels of values that are anomalies.",
    example: [],
  }),
  is_counted: z.boolean().openapi({
    description: "False for the template's own author, whose replication does not count.",
  }),
  created_at: f.timestamp,
}).openapi("Replication");

/** The agreement of the replications of a template with its prediction. */
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
      description: "The standard deviation of the sample; null below 2 values.",
      example: 0.000002,
    }),
    n: z.int().openapi({ example: 8 }),
  })),
}).openapi("Convergence");

routes.add("POST /lab/dreams/{id}/replications", {
  operationId: "createReplication",
  summary: "Record measured values of the caller",
  description: "Of a template, or of a clone, which counts for its template; once for each user " +
    "and version of the golden spec. Measure every predicted label and no other. The replication " +
    "confirms when all values lie within 5 % of the prediction, otherwise it refutes. A value is " +
    "an anomaly when it lies more than 2 standard deviations from the mean of at least five " +
    "earlier values.",
  body: json(z.object({
    measured_values: z.record(z.string(), measured).openapi({ example: { Inductance: 0.00013 } }),
  })),
  notFound: "Dream",
  answer: created("The new replication", z.object({ replication: Replication })),
  refusals: {
    409: {
      description: "The caller has replicated this version, or the template predicts nothing.",
      codes: ["already_replicated", "nothing_predicted"],
    },
  },
}, async ({ db, params, body }) => {
  const replication = await db.rpc("replicate_dream", {
    p_dream_id: params.id,
    p_measured: body.measured_values,
  });
  return { replication: must(replication) };
});

routes.add("GET /lab/dreams/{id}/convergence", {
  operationId: "getConvergence",
  summary: "Get how far replications agree with the prediction",
  description: "Of a template, or of the template of a clone, for the present golden spec.",
  notFound: "Dream",
  answer: ok("The convergence", z.object({ convergence: Convergence })),
}, async ({ db, params: { id } }) => {
  const convergence = await db.rpc("dream_convergence_of", { p_dream_id: id });
  return { convergence: must(convergence) };
});
