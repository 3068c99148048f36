import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { created, f, json, must, ok, part, z } from "../../shared/http/declare.ts";

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

routes.add("GET /admin/conversion/rates", {
  auth: "super_admin",
  operationId: "listConversionRates",
  summary: "List the tokens-to-drops rates, newest first",
  query: pageQuery,
  answer: ok(
    "The current rate, null until a first one is set, and a page of all rates",
    pageOf("rates", ConversionRate).extend({ current: ConversionRate.nullable() }),
  ),
}, async ({ db, query: { limit, cursor } }) => {
  const query = db.from("currency_conversion_rates").select();
  const [current, page] = await Promise.all([
    db.rpc("current_conversion_rate"),
    newestFirst.seek(query, { limit, cursor }),
  ]);
  return {
    current: must(current)[0] ?? null,
    ...newestFirst.page("rates", must(page), limit),
  };
});

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
