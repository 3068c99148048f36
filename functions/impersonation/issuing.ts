import { sitePage } from "../../shared/base/env.ts";
import { notConfigured } from "../../shared/base/errors.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { created, f, json, must, part, shaped, z } from "../../shared/http/declare.ts";

/** The routes that issue and list impersonations. */
export const routes = part();

const reason = f.text(1, 500).openapi({
  description: "The reason of the impersonation, kept permanently.",
  example: "Ticket 4711: no entries",
});

const Impersonation = z.object({
  id: f.uuid,
  admin_id: f.uuid,
  target_id: f.uuid,
  reason: z.string().openapi({ example: "Ticket 4711: no entries" }),
  created_at: f.timestamp,
  expires_at: f.timestamp.openapi({
    description: "The time until which the link can be redeemed.",
  }),
  used_at: f.timestamp.nullable().openapi({ description: "The time when the link was redeemed." }),
  session_id: f.uuid.nullable().openapi({
    description: "The session of the target that the link has started.",
  }),
  ended_at: f.timestamp.nullable().openapi({
    description:
      "The time when the session was stopped, or was ended because it was no longer allowed.",
  }),
}).openapi("Impersonation");

/** The answer of the database: an impersonation and its code. */
const Issued = z.object({ code: z.string(), impersonation: Impersonation });

/** Null when the account no longer exists. */
const card = f.PersonCard.nullable();

const Listed = Impersonation.extend({ admin: card, target: card }).openapi("ListedImpersonation");

routes.add("POST /admin/users/{id}/impersonate", {
  auth: "super_admin",
  operationId: "impersonateUser",
  summary: "Issue a link for acting as a user",
  description: "The link opens a page of the web application at `SITE_URL`, which redeems its " +
    "code: once, within 10 minutes. No e-mail is sent, and the user's password does not change. " +
    "Super admins, blocked users and the caller cannot be impersonated. The audit log records " +
    "issue, redemption and end.",
  body: json(z.object({ reason })),
  shownOnce: ["action_link"],
  notFound: "User",
  answer: created(
    "The link, which is shown only once, and its record",
    z.object({
      action_link: z.string().nullable().openapi({
        description: "Null in the answer to a repeated request.",
        format: "uri",
        example: "https://app.example.com/auth/impersonate-callback?code=9f2c",
      }),
      impersonation: Impersonation,
    }),
  ),
  refusals: {
    403: "Insufficient permissions, or the user is a super admin.",
    409: "The user is the caller, is blocked or cannot sign in.",
    503: { description: "SITE_URL is not set.", codes: ["not_configured"] },
  },
}, async ({ c, db, params, body }) => {
  const page = callbackPage();
  const issued = await db.rpc("issue_impersonation", {
    p_target_id: params.id,
    p_reason: body.reason,
  });
  const { code, impersonation } = must(shaped(Issued, issued));
  page.searchParams.set("code", code);
  c.header("Cache-Control", "no-store");
  return { action_link: page.href, impersonation };
});

/** The page of the web application that redeems codes; 503 when `SITE_URL` is not set. */
function callbackPage(): URL {
  const page = sitePage("/auth/impersonate-callback");
  if (!page) throw notConfigured("Impersonation is not configured: set SITE_URL");
  return page;
}

routes.list("/admin/impersonations", {
  auth: "super_admin",
  operationId: "listImpersonations",
  summary: "List impersonations, newest first",
  items: { impersonations: Listed },
  order: newestFirst,
}, ({ db, start }) => db.rpc("admin_list_impersonations", start));
