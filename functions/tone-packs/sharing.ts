import { z } from "@hono/zod-openapi";
import { type Exactly, must } from "../../shared/database/results.ts";
import { idParam, message, text, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { Share } from "./pack.ts";

/** Routes about whom a pack is shared with; part of the group. */
export const sharing = group("tone-packs", "Sharing");

const recipient = z.object({
  user_id: uuid.optional(),
  email: text(3, 320).pipe(z.email({ error: "expected an e-mail address" })).optional().openapi({
    format: "email",
    example: "ben@example.com",
  }),
}).refine(({ user_id, email }) => (user_id === undefined) !== (email === undefined), {
  error: "expected one of user_id and email",
});

sharing.openapi(
  route({
    method: "post",
    path: "/tone-packs/{id}/share",
    auth: "user",
    operationId: "shareTonePack",
    summary: "Shares a pack with a person",
    description: "Who has the address may use the pack, also when they sign up with it later. " +
      "The answer is the same whether anybody has it or not, and sharing with it again changes " +
      "nothing.",
    params: idParam,
    body: recipient.openapi({ example: { email: "ben@example.com" } }),
    answer: {
      description: "It is shared",
      schema: z.object({ message: z.string(), share: Share }),
      example: {
        message: "Tone pack shared",
        share: {
          id: "2f6d9c1b-8a34-4e75-90b2-c7d5e1f3a864",
          user_id: null,
          email: "ben@example.com",
          created_at: "2026-11-21T08:30:00.123456+00:00",
        },
      },
    },
    refusals: { 409: "It is shared with this person already, or is the caller's own." },
  }),
  async (c) => {
    const { user_id, email } = c.req.valid("json");
    const share = must(
      await c.var.db.rpc("share_tone_pack", {
        p_tone_pack_id: c.req.valid("param").id,
        p_user_id: user_id,
        p_email: email,
      }).single().overrideTypes<Share, Exactly>(),
    );
    return c.json({ message: "Tone pack shared", share }, 200);
  },
);

sharing.openapi(
  route({
    method: "delete",
    path: "/tone-packs/{id}/share/{userId}",
    auth: "user",
    operationId: "unshareTonePack",
    summary: "Ends the sharing with a person",
    description: "By the owner, or by the person. `userId` is the person's id, or the id of a " +
      "share. Taken from a person by their id, a share by e-mail stays in the owner's list as it " +
      "is, because it does not tell whose address it is; the person loses the pack all the same.",
    params: z.object({ id: uuid, userId: uuid }),
    answer: {
      description: "It is not shared with them any more",
      schema: message,
      example: { message: "Tone pack no longer shared" },
    },
  }),
  async (c) => {
    const { id, userId } = c.req.valid("param");
    must(await c.var.db.rpc("unshare_tone_pack", { p_tone_pack_id: id, p_user_id: userId }));
    return c.json({ message: "Tone pack no longer shared" }, 200);
  },
);
