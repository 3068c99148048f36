import { sitePage } from "../../shared/base/env.ts";
import { keyOf, newSalt } from "../../shared/base/passphrase.ts";
import { created, f, json, must, part, shaped, z } from "../../shared/http/declare.ts";
import { ShareLink } from "./fields.ts";

/** The route that makes share links, below `/journal/{id}`. */
export const routes = part();

/** A link as the database makes it. */
const Made = ShareLink.omit({ url: true });

routes.add("POST /journal/{id}/share-links", {
  auth: "account_holder",
  operationId: "createShareLink",
  summary: "Make a link that shows an entry to anybody who has it",
  description: "Allowed for the author, whatever the visibility of the entry. 20 links may be " +
    "active at a time. `GET /shared/{code}` shows the title, the content, the mood, the " +
    "attachments and the author.",
  body: json(z.object({
    expires_in_days: f.absentIfNull(z.int().min(1).max(90)).openapi({
      description: "1 to 90, by default 7.",
      example: 7,
    }),
    passphrase: f.absentIfNull(f.text(6, 200)).openapi({
      description: "Readers of the link have to know it.",
      example: "heron at dawn",
    }),
  })),
  shownOnce: ["code", "url"],
  notFound: "Entry",
  answer: created(
    "The link, with its code",
    z.object({ share_link: ShareLink }),
    {
      share_link: {
        code: "9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061",
        url: "https://app.example.com/shared/9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061",
      },
    },
  ),
  refusals: {
    403: {
      description: "The caller is not the author or has a classroom account, the account is " +
        "blocked, or a super admin acts as the user.",
      codes: ["forbidden", "impersonated", "account_blocked"],
      example: "Classroom accounts may not make share links",
    },
    409: {
      description: "20 links are active, or the entry is sealed.",
      codes: ["quota_reached", "sealed"],
      example: "At most 20 active share links, revoke some first",
    },
    429: "More than 200 links on one day.",
  },
}, async ({ c, db, params, body }) => {
  const salt = body.passphrase === undefined ? undefined : newSalt();
  if (salt) must(await db.rpc("prepare_share_link", { p_entry_id: params.id }));
  const made = await db.rpc("create_share_link", {
    p_entry_id: params.id,
    p_expires_in_days: body.expires_in_days,
    p_salt: salt,
    p_key: salt && await keyOf(body.passphrase!, salt),
  });
  const { code, ...link } = must(shaped(Made, made));
  c.header("Cache-Control", "no-store");
  const url = sitePage(`/shared/${code}`)?.href ?? null;
  return { share_link: { ...link, url, code } };
});
