import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import { idParam, timestamp, uuid } from "../../shared/fields/basic.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { Convergence, convergenceExample } from "./convergence.ts";
import { measured, specVersion } from "./dream.ts";

/** Replications: measurements of what a template predicts. */
export const replications = part();

const Replication = z.object({
  id: uuid,
  dream_id: uuid.nullable().openapi({
    description: "The template, or the clone that was measured; null when it is deleted.",
  }),
  template_id: uuid,
  spec_version: specVersion,
  user_id: uuid,
  status: z.enum(["confirmed", "refuted"]).openapi("ReplicationStatus"),
  measured_values: z.record(z.string(), z.number()),
  delta_values: z.record(z.string(), z.number()).openapi({
    description: "Measured minus predicted, by label.",
  }),
  anomalies: z.array(z.string()).openapi({ description: "Labels of values that are anomalies." }),
  is_counted: z.boolean().openapi({
    description: "False for the template's own author, whose replication does not count.",
  }),
  created_at: timestamp,
}).openapi("Replication");

const measuredValues = { Inductance: 0.00013 };

const missing = {
  404: {
    description: "The dream does not exist, or the caller may not see it.",
    example: "Dream not found",
  },
};

replications.openapi(
  route({
    method: "post",
    path: "/lab/dreams/{id}/replications",
    auth: "user",
    operationId: "createReplication",
    summary: "Record what the caller measured",
    description: "For a template, or for a clone of one, whose template it then counts for; once " +
      "for each user and version of the golden spec. Every predicted label is measured, and no other. Values " +
      "that all lie within 5 % of the prediction confirm it, others refute it. A value more than 2 " +
      "standard deviations from the mean of at least five earlier ones is an anomaly.",
    params: idParam,
    body: json(z.object({
      measured_values: z.record(z.string(), measured).openapi({ example: measuredValues }),
    })),
    answer: created("The new replication", z.object({ replication: Replication }), {
      replication: {
        id: "7d20f6b8-51ce-4a93-9e07-b8c4d1a3f265",
        dream_id: "5b1c7e0a-93d4-4f8e-b2a6-07d1e4c95f38",
        template_id: "5b1c7e0a-93d4-4f8e-b2a6-07d1e4c95f38",
        spec_version: 1,
        user_id: "0e9a4c57-2b6d-4d1f-8c3e-a7f5b0d26e91",
        status: "confirmed",
        measured_values: measuredValues,
        delta_values: { Inductance: 8.0518044193665e-7 },
        anomalies: [],
        is_counted: true,
        created_at: "2026-11-21T08:30:00.123456+00:00",
      },
    }),
    refusals: {
      ...missing,
      409: {
        description: "The caller has replicated this version, or the template predicts nothing.",
        codes: ["already_replicated", "nothing_predicted"],
      },
    },
  }),
  async (c) => {
    const replication = await c.var.db.rpc("replicate_dream", {
      p_dream_id: c.req.valid("param").id,
      p_measured: c.req.valid("json").measured_values,
    });
    return c.json({ replication: must(replication) }, 201);
  },
);

replications.openapi(
  route({
    method: "get",
    path: "/lab/dreams/{id}/convergence",
    auth: "user",
    operationId: "getConvergence",
    summary: "Get how far replications agree with the prediction",
    description: "Of a template, or of the template of a clone, for the present golden spec.",
    params: idParam,
    answer: ok("The convergence", z.object({ convergence: Convergence }), {
      convergence: convergenceExample,
    }),
    refusals: missing,
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const convergence = await c.var.db.rpc("dream_convergence_of", { p_dream_id: id });
    return c.json({ convergence: must(convergence) }, 200);
  },
);
