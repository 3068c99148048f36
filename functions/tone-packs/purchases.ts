import { created, f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes that purchase a pack and make it the active one. */
export const routes = part();

const Purchase = z.object({
  id: f.uuid,
  user_id: f.uuid,
  tone_pack_id: f.uuid,
  price_drops: z.int().openapi({ description: "The price paid.", example: 20 }),
  ledger_id: z.int().openapi({ description: "The id of the drop transaction.", example: 4711 }),
  created_at: f.timestamp,
}).openapi("TonePackPurchase");

routes.add("POST /tone-packs/{id}/purchase", {
  operationId: "purchaseTonePack",
  summary: "Purchase a public tone pack with drops",
  description: "Charges the current price. With `expected_price`, refuses when the owner has " +
    "changed the price meanwhile; the message contains the price now. The caller may then use " +
    "the pack permanently, even after its owner deletes it. The owner earns no drops.",
  body: json(
    z.object({
      expected_price: z.int().min(1).max(2_147_483_647).nullish().openapi({
        description: "The price that the caller has seen.",
        example: 20,
      }),
    }).openapi({ example: { expected_price: 20 } }),
    { optional: true },
  ),
  notFound: "Tone pack",
  answer: created(
    "The purchase, and the caller's new balance",
    z.object({ purchase: Purchase, balance: z.int().openapi({ example: 30 }) }),
  ),
  refusals: {
    402: { description: "The caller has too few drops.", codes: ["not_enough_drops"] },
    409: {
      description: "The pack is the caller's own, free, already purchased, not for sale, or has " +
        "another price than expected.",
      codes: [
        "own_tone_pack",
        "tone_pack_free",
        "already_purchased",
        "not_for_sale",
        "price_changed",
      ],
    },
  },
}, async ({ db, params, body: { expected_price } }) => {
  const { balance, ...purchase } = must(
    await db.rpc("purchase_tone_pack", {
      p_tone_pack_id: params.id,
      p_expected_price: expected_price ?? undefined,
    }).single(),
  );
  return { purchase, balance };
});

routes.add("POST /tone-packs/{id}/activate", {
  operationId: "activateTonePack",
  summary: "Activate or deactivate a tone pack",
  description: "The entries that the caller reads show images of the active pack, which is " +
    "stored as the preference `active_tone_pack_id`. With `active` false, no pack is active. A " +
    "pack that the caller may no longer use shows no images.",
  body: json(z.object({ active: z.boolean().nullish() }).openapi({ example: { active: true } }), {
    optional: true,
  }),
  notFound: "Tone pack",
  answer: ok(
    "The active pack",
    f.message.extend({ active_tone_pack_id: f.uuid.nullable() }),
    { message: "Tone pack activated" },
  ),
  refusals: { 403: "The account is blocked, or the caller may not use the pack." },
}, async ({ db, params, body: { active = true } }) => {
  const active_tone_pack_id = must(
    await db.rpc("activate_tone_pack", {
      p_tone_pack_id: params.id,
      p_active: active ?? false,
    }),
  );
  const message = active ? "Tone pack activated" : "Tone pack deactivated";
  return { message, active_tone_pack_id };
});
