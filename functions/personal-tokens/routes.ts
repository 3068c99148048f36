import { signingKey } from "../../shared/database/token-header.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { type Scope, scope } from "../../shared/fields/scope.ts";
import { created, done, f, json, must, part, z } from "../../shared/http/declare.ts";

/** The routes of personal tokens, with which programs act as their user. */
export const routes = part();

const fields = {
  name: f.name.openapi({ description: "The purpose of the token.", example: "Backup script" }),
  scopes: z.array(scope).min(1).openapi({ example: ["journal:read", "goals:write"] }),
};

const PersonalToken = z.object({
  id: f.uuid,
  ...fields,
  prefix: z.string().openapi({ description: "How the token begins.", example: "jt_9f2c4e1a" }),
  secret: z.string().nullable().openapi({
    description: "The token itself, which a program sends. Only in the answer to the creation; " +
      "otherwise null. Nobody can read it again.",
    example: null,
  }),
  created_at: f.timestamp,
  expires_at: f.timestamp.openapi({ example: "2027-02-19T08:30:00+00:00" }),
  last_used_at: f.timestamp.nullable().openapi({
    description: "Right to five minutes; null before the first use.",
    example: null,
  }),
  revoked_at: f.timestamp.nullable().openapi({ example: null }),
}).openapi("PersonalToken");

routes.list(
  "/user/tokens",
  {
    auth: "account_holder",
    operationId: "listPersonalTokens",
    summary: "List the caller's personal tokens, newest first",
    description: "Contains ended tokens too, for 30 days after their end.",
    items: { tokens: PersonalToken },
    order: newestFirst,
  },
  ({ db, start }) => db.rpc("list_personal_tokens", start),
  (row) => ({ ...row, scopes: row.scopes as Scope[], secret: null }),
);

routes.add("POST /user/tokens", {
  auth: "account_holder",
  operationId: "createPersonalToken",
  summary: "Make a personal token",
  description: "A program that sends the token as `Authorization: Bearer` acts as the caller, in " +
    "the operations whose `x-scopes` the token has. 20 tokens may be active at a time. A " +
    "notification tells the caller of each new token.",
  body: json(z.object({
    ...fields,
    expires_in_days: f.absentIfNull(z.int().min(1).max(366)).openapi({
      description: "1 to 366, by default 90.",
      example: 90,
    }),
  })),
  shownOnce: ["secret"],
  answer: created("The token, with its secret", z.object({ token: PersonalToken }), {
    token: { secret: "jt_9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa" },
  }),
  refusals: {
    403: {
      description: "The caller has a classroom account, or a super admin acts as the user.",
      codes: ["forbidden", "impersonated"],
      example: "Classroom accounts may not make personal tokens",
    },
    409: {
      description: "20 tokens are active.",
      codes: ["quota_reached"],
      example: "At most 20 active personal tokens, revoke some first",
    },
    429: "More than 200 tokens on one day.",
  },
}, async ({ c, db, body: { name, scopes, expires_in_days } }) => {
  // Fails without the key, because no request could use the token.
  signingKey();
  const token = await db.rpc("create_personal_token", {
    p_name: name,
    p_scopes: scopes,
    p_expires_in_days: expires_in_days,
  });
  c.header("Cache-Control", "no-store");
  return { token: must(token) };
});

routes.add("DELETE /user/tokens/{id}", {
  auth: "account_holder",
  operationId: "revokePersonalToken",
  summary: "Revoke a personal token",
  description: "Its next request is refused. A token that has ended stays as it is.",
  notFound: "Token",
  answer: done("Token revoked"),
}, async ({ db, params }) => {
  must(await db.rpc("revoke_personal_token", { p_id: params.id }));
});
