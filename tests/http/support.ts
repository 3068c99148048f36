/** A service with a few small routes, its environment, and tokens signed with the project's key. */
import { z } from "@hono/zod-openapi";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { clientGone } from "../../shared/base/errors.ts";
import { createApp } from "../../shared/http/app.ts";
import { json as jsonBody } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/declare.ts";
import { cron, superAdminOr } from "../../shared/http/guard.ts";
import { created, ok } from "../../shared/http/route.ts";
import { date, partial, title } from "../../shared/fields/basic.ts";
import { pageOf, pageQuery } from "../../shared/fields/pages.ts";

export const KID = "test-key";
export const keys = await generateKeyPair("ES256", { extractable: true });
export const publicJwk = { ...await exportJWK(keys.publicKey), kid: KID, alg: "ES256", use: "sig" };
export const userId = "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a";

/** Sets the environment of a function; call it again to undo a test's changes. */
export function resetEnvironment(): void {
  for (const name of ["JWT_SECRET", "ALLOWED_ORIGINS", "RATE_LIMIT_PER_MINUTE"]) {
    Deno.env.delete(name);
  }
  Deno.env.set("SUPABASE_URL", "http://127.0.0.1:9");
  Deno.env.set("SUPABASE_PUBLISHABLE_KEYS", '{"default":"sb_publishable_test"}');
  Deno.env.set("SUPABASE_SECRET_KEYS", '{"default":"sb_secret_test"}');
  Deno.env.set("SUPABASE_JWKS", JSON.stringify({ keys: [publicJwk] }));
  Deno.env.set("LOG_LEVEL", "silent");
}

/** The claims of a valid access token, with changes; undefined removes a claim. */
export const claims = (changes: JWTPayload = {}): JWTPayload => ({
  sub: userId,
  role: "authenticated",
  email: "ana@example.com",
  session_id: "0d3f7d2c-8f3f-4d58-8a35-7d6a53c6e0c1",
  user_role: "user",
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 3600,
  ...changes,
});

/** A token signed by the project's key. */
export const sign = (payload: JWTPayload = claims(), header = { alg: "ES256", kid: KID }) =>
  new SignJWT(payload).setProtectedHeader(header).sign(keys.privateKey);

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const routes = part();
const thing = z.object({ title: z.string() }).openapi("Thing");

routes.add("GET /things", {
  operationId: "listThings",
  summary: "The caller's things",
  query: pageQuery.extend({ color: z.enum(["red", "blue"]).optional() }),
  answer: ok("A page", pageOf("things", thing)),
}, ({ query: { limit, color } }) => {
  return { things: [{ title: `${limit} ${color ?? "any"}` }], next_cursor: null };
});

routes.add("POST /things", {
  auth: "none",
  operationId: "createThing",
  summary: "Makes a thing",
  body: jsonBody(
    z.object({ title, target_date: date.optional(), tags: z.array(title).max(2).optional() }),
  ),
  answer: created("The thing", z.object({ thing })),
}, ({ body }) => ({ thing: { title: body.title } }));

routes.add("PUT /things/{id}", {
  operationId: "updateThing",
  summary: "Changes a thing",
  body: jsonBody(partial(z.object({ title, target_date: date.nullable() }))),
  answer: ok("The parsed body", z.object({}).loose()),
}, ({ body }) => ({ ...body }));

routes.add("GET /things/mine", {
  operationId: "getMine",
  summary: "Who is calling",
  answer: ok("The caller", z.object({}).loose()),
}, ({ caller: { token: _, ...caller } }) => ({ caller }));

routes.add("POST /things/admin", {
  auth: "super_admin",
  operationId: "administer",
  summary: "Administers",
  answer: ok("Done", z.object({ message: z.string() })),
}, ({ caller }) => ({ message: caller.role }));

routes.add("POST /things/either", {
  auth: superAdminOr(cron("CHAT_CRON_SECRET")),
  operationId: "administerOrRun",
  summary: "Administers, or runs as a job",
  body: jsonBody(z.object({ date: date.optional() }), { optional: true }),
  answer: ok("Done", z.object({ message: z.string() })),
}, ({ caller, body }) => ({ message: caller?.id ?? `job ${body.date ?? "-"}` }));

routes.add("GET /things/broken", {
  auth: "none",
  operationId: "getBroken",
  summary: "A fault",
  answer: ok("Never", thing),
}, () => {
  throw new Error("secret detail");
});

routes.add("GET /things/left", {
  auth: "none",
  operationId: "getLeft",
  summary: "A thing whose reader leaves",
  answer: ok("Never", thing),
}, () => {
  throw clientGone();
});

// After the literal paths: the first declared of two matching routes answers.
routes.add("GET /things/{id}", {
  auth: "none",
  operationId: "getThing",
  summary: "A thing",
  answer: ok("The thing", z.object({ thing })),
}, ({ params }) => ({ thing: { title: params.id } }));

export { routes };

/** A service with fresh counters. */
export const newApp = (options?: Parameters<typeof createApp>[1]) => createApp([routes], options);

/** A JSON request. */
export const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Status and parsed body of an answer. */
// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
export const read = async (answer: Response): Promise<[number, any]> => [
  answer.status,
  await answer.json(),
];
