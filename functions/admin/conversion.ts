import { keyset } from "../../shared/fields/pages.ts";
import { beside, created, f, json, must, part, z } from "../../shared/http/declare.ts";

/** The routes below `/admin/conversion`. */
export const routes = part();

const ConversionRate = z.object({
  id: f.uuid,
  tokens_per_drop: z.number().openapi({ example: 1000 }),
  effective_from: f.timestamp,
  set_by: f.uuid.nullable(),
  note: z.string().nullable().openapi({ example: "After the change of prices" }),
  created_at: f.timestamp,
}).openapi("ConversionRate");

const newestFirst = keyset({ effective_from: "timestamp", id: "uuid" });

routes.list("/admin/conversion/rates", {
  auth: "super_admin",
  operationId: "listConversionRates",
  summary: "List the tokens-to-drops rates, newest first",
  items: { rates: ConversionRate },
  beside: beside({
    current: ConversionRate.nullable().openapi({ description: "Null until a first one is set." }),
  }, async ({ db }) => ({
    current: must(await db.rpc("current_conversion_rate"))[0] ?? null,
  })),
  order: newestFirst,
}, ({ db, seek }) => seek(db.from("currency_conversion_rates").select()));

routes.add("POST /admin/conversion/rates", {
  auth: "super_admin",
  operationId: "setConversionRate",
  summary: "Set the tokens-to-drops rate",
  description: "The rate applies immediately. Earlier rates stay in the list.",
  body: json(z.object({
    tokens_per_drop: z.number().positive().max(1_000_000_000)
      .refine((rate) => Number(rate.toFixed(4)) === rate, "expected at most 4 decimal places")
      .openapi({ example: 1000 }),
    note: f.text(1, 500).nullish().openapi({ example: "After the change of prices" }),
  })),
  answer: created("The new rate", z.object({ rate: ConversionRate })),
}, async ({ db, body: { tokens_per_drop, note } }) => {
  const rate = must(
    await db.rpc("set_conversion_rate", {
      p_tokens_per_drop: tokens_per_drop,
      p_note: note ?? undefined,
    }),
  );
  return { rate };
});
