import { done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { Share } from "./pack.ts";

/** The routes that share packs. */
export const routes = part();

const recipient = z.object({
  user_id: f.uuid.optional(),
  email: f.text(3, 320).pipe(z.email()).optional().openapi({
    format: "email",
    example: "ben@example.com",
  }),
}).refine(({ user_id, email }) => (user_id === undefined) !== (email === undefined), {
  error: "expected one of user_id and email",
});

routes.add("POST /tone-packs/{id}/share", {
  operationId: "shareTonePack",
  summary: "Share a tone pack with a user",
  description: "The user with the given e-mail address may use the pack, also after a later " +
    "sign-up. The answer does not reveal whether a user has the address, and a repeated share " +
    "has no effect.",
  body: json(recipient.openapi({ example: { email: "ben@example.com" } })),
  notFound: "Tone pack",
  answer: ok(
    "The share",
    f.message.extend({ share: Share }),
    { message: "Tone pack shared", share: { user_id: null } },
  ),
  refusals: {
    409: {
      description: "The pack is already shared with this user, or the user is its owner.",
      codes: ["already_shared", "own_tone_pack"],
    },
  },
}, async ({ db, params, body: { user_id, email } }) => {
  const share = must(
    await db.rpc("share_tone_pack", {
      p_tone_pack_id: params.id,
      p_user_id: user_id,
      p_email: email,
    }).single(),
  );
  return { message: "Tone pack shared", share };
});

routes.add("DELETE /tone-packs/{id}/share/{userId}", {
  operationId: "unshareTonePack",
  summary: "Stop sharing a tone pack with a user",
  description:
    "Allowed for the owner and for the user. `userId` is the user's id, or the id of a " +
    "share. When it is a user's id, a share by e-mail address remains in the owner's list, " +
    "because its removal would reveal whose address it is; the user loses access nevertheless.",
  answer: done("Tone pack no longer shared"),
  notFound: {
    description: "The tone pack does not exist, or the caller may not see it.",
    example: "Tone pack not found",
  },
}, async ({ db, params: { id, userId } }) => {
  must(await db.rpc("unshare_tone_pack", { p_tone_pack_id: id, p_user_id: userId }));
});
