import { z } from "@hono/zod-openapi";
import { type Exactly, must } from "../../shared/database/results.ts";
import { env } from "../../shared/base/env.ts";
import { unavailable } from "../../shared/base/errors.ts";
import { idParam, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

/** Routes of impersonation; part of the group. Links are redeemed in the group `auth`. */
export const impersonation = group("admin", "Acting as a user, for a recorded reason");

const reason = text(1, 500).openapi({
  description: "Why it has to be; kept for ever.",
  example: "Ticket 4711: no entries",
});

const Impersonation = z.object({
  id: uuid,
  admin_id: uuid,
  target_id: uuid,
  reason: z.string(),
  created_at: timestamp,
  expires_at: timestamp.openapi({ description: "Until when the link can be opened." }),
  used_at: timestamp.nullable().openapi({ description: "When it was." }),
  session_id: uuid.nullable().openapi({ description: "The target's session that came of it." }),
  ended_at: timestamp.nullable().openapi({
    description: "When the session was stopped, or ended because it was no longer allowed.",
  }),
}).openapi("Impersonation");
type Impersonation = z.infer<typeof Impersonation>;

/** What everyone may see of a person; null where the account is gone. */
const card = z.object({
  id: uuid,
  handle: z.string().openapi({ example: "ana_maria" }),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
}).nullable();

const Listed = Impersonation.extend({ admin: card, target: card }).openapi("ListedImpersonation");
type Listed = z.infer<typeof Listed>;

impersonation.openapi(
  route({
    method: "post",
    path: "/admin/users/{id}/impersonate",
    auth: "super_admin",
    operationId: "impersonateUser",
    summary: "Issues a link with which to act as a user",
    description: "The link leads to the web application at `SITE_URL`, whose page redeems the " +
      "code in it: once, within 10 minutes. No e-mail goes out, and the user's password stays. " +
      "Super admins, blocked users and oneself cannot be impersonated. Issue, redemption and end " +
      "are in the audit log.",
    params: idParam,
    body: z.object({ reason }),
    answer: {
      status: 201,
      description: "The link, told this once, and its record",
      schema: z.object({
        action_link: z.string().openapi({
          format: "uri",
          example: "https://app.example.com/auth/impersonate-callback?code=9f2c",
        }),
        impersonation: Impersonation,
      }),
    },
    refusals: {
      403: "Insufficient permissions, or the user is a super admin.",
      409: "It is the caller, or a user who is blocked or cannot sign in.",
      503: "SITE_URL is not set.",
    },
  }),
  async (c) => {
    const page = callbackPage();
    const issued = must(
      await c.var.db.rpc("issue_impersonation", {
        p_target_id: c.req.valid("param").id,
        p_reason: c.req.valid("json").reason,
      }),
    ) as unknown as { code: string; impersonation: Impersonation };
    page.searchParams.set("code", issued.code);
    c.header("Cache-Control", "no-store");
    return c.json({ action_link: page.href, impersonation: issued.impersonation }, 201);
  },
);

/** The page of the web application that redeems codes; 503 while nobody has said where that is. */
function callbackPage(): URL {
  const site = z.url({ protocol: /^https?$/ }).safeParse(env("SITE_URL")).data;
  if (!site) throw unavailable("Impersonation is not configured: set SITE_URL");
  return new URL(`${site.replace(/\/+$/, "")}/auth/impersonate-callback`);
}

impersonation.openapi(
  route({
    method: "get",
    path: "/admin/impersonations",
    auth: "super_admin",
    operationId: "listImpersonations",
    summary: "Who acted as whom, when and why, newest first",
    query: pageQuery,
    answer: {
      description: "One page of impersonations",
      schema: pageOf("impersonations", Listed),
    },
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const rows = must(
      await c.var.db.rpc("admin_list_impersonations", newestFirst.args({ limit, cursor }))
        .overrideTypes<Listed[], Exactly>(),
    );
    return c.json(newestFirst.page("impersonations", rows, limit), 200);
  },
);
