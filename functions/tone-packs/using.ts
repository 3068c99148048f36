import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import { idParam, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

/** Routes that get a caller a pack, and make it the active one; part of the group. */
export const using = group("tone-packs", "Purchase and choice");

const Purchase = z.object({
  id: uuid,
  user_id: uuid,
  tone_pack_id: uuid,
  price_drops: z.int().openapi({ description: "What it cost." }),
  ledger_id: z.int().openapi({ description: "The transaction that paid for it." }),
  created_at: timestamp,
}).openapi("TonePackPurchase");

using.openapi(
  route({
    method: "post",
    path: "/tone-packs/{id}/purchase",
    auth: "user",
    operationId: "purchaseTonePack",
    summary: "Purchases a public pack with drops",
    description: "At the price of this moment. The pack is then the caller's to use for good, " +
      "also when its owner deletes it. Its creator earns no drops.",
    idempotent: true,
    params: idParam,
    answer: {
      status: 201,
      description: "The purchase, and the caller's drops after it",
      schema: z.object({ purchase: Purchase, balance: z.int() }),
      example: {
        purchase: {
          id: "c0a4e8d1-5f72-4b39-a6c8-1d9e7b3f2054",
          user_id: "b3a1c7d2-94e5-4f60-8a17-5d2e9c0f7b46",
          tone_pack_id: "5b8e2f7a-1c94-4d60-b3a7-9e0f6d2c8a41",
          price_drops: 20,
          ledger_id: 4711,
          created_at: "2026-11-21T08:30:00.123456+00:00",
        },
        balance: 30,
      },
    },
    refusals: {
      402: "The caller has too few drops.",
      409: "The pack is the caller's own, free, purchased already, or not for sale.",
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { balance, ...purchase } = must(
      await c.var.db.rpc("purchase_tone_pack", { p_tone_pack_id: id }).single(),
    );
    return c.json({ purchase, balance }, 201);
  },
);

using.openapi(
  route({
    method: "post",
    path: "/tone-packs/{id}/activate",
    auth: "user",
    operationId: "activateTonePack",
    summary: "Makes a pack the caller's active one",
    description:
      "Its images then stand with the entries that the caller reads, as the preference " +
      "`active_tone_pack_id`. With `active` false the pack is active no longer, and none is. A " +
      "pack that the caller may not use any more shows no images, without being asked.",
    params: idParam,
    bodyOptional: true,
    body: z.object({ active: z.boolean().nullish() }).openapi({ example: { active: true } }),
    answer: {
      description: "Which pack is active now",
      schema: z.object({ message: z.string(), active_tone_pack_id: uuid.nullable() }),
      example: {
        message: "Tone pack activated",
        active_tone_pack_id: "5b8e2f7a-1c94-4d60-b3a7-9e0f6d2c8a41",
      },
    },
    refusals: { 403: "The account is blocked, or the caller may not use the pack." },
  }),
  async (c) => {
    const { active = true } = c.req.valid("json");
    const active_tone_pack_id: string | null = must(
      await c.var.db.rpc("activate_tone_pack", {
        p_tone_pack_id: c.req.valid("param").id,
        p_active: active ?? false,
      }),
    ) ?? null;
    const message = active ? "Tone pack activated" : "Tone pack deactivated";
    return c.json({ message, active_tone_pack_id }, 200);
  },
);
