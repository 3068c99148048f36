/** Personal tokens as bearers: `jt_`, eight characters that lists show, and 128 random bits. */
import QuickLRU from "quick-lru";
import { z } from "@hono/zod-openapi";
import { sha256 } from "hono/utils/crypto";
import { unauthorized } from "../base/errors.ts";
import { serviceClient } from "../database/clients.ts";
import { addressesOf, resourceAt } from "../base/resources.ts";
import { must, shaped } from "../database/results.ts";
import { signingKey } from "../database/token-header.ts";
import { scope } from "../fields/scope.ts";

/** The answer of the database to a token. */
const Used = z.object({
  id: z.string(),
  user_id: z.string(),
  scopes: z.array(scope),
  resource: z.string().nullable(),
});

const FORM = /^jt_[0-9a-f]{40}$/;

export const isPersonalToken = (token: string): boolean => token.startsWith("jt_");

/** The ids of tokens of the latest requests, which were valid when they came. They prove nothing. */
const latest = new QuickLRU<string, string>({ maxSize: 1000 });

/** The id of a token that this isolate has last seen valid. */
export const knownId = (token: string): string | undefined => latest.get(token);

/**
 * The caller of a request that bears a personal token, or the access token of a grant, which is taken
 * at the addresses of its resource alone. The database looks the token up at every request, so that
 * a revocation holds at once.
 *
 * @throws {HttpError} 401 when the token is unknown, has ended or is for another resource, 403 when its user is blocked, 503
 * without the key that names it to the database.
 */
export async function callerByToken(token: string, path: string) {
  if (!FORM.test(token)) throw unauthorized();
  signingKey();
  const p_hash = (await sha256(token))!;
  const found = await serviceClient().rpc("use_personal_token", { p_hash });
  if (found.error) latest.delete(token);
  const { id, user_id, scopes, resource } = must(shaped(Used, found));
  if (resource !== null && !addressesOf(resourceAt(path)).includes(resource)) {
    throw unauthorized("This token is for another address");
  }
  latest.set(token, id);
  return {
    id: user_id,
    email: null,
    role: "user" as const,
    sessionId: null,
    token: null,
    personalToken: { id, scopes, isOfGrant: resource !== null },
  };
}
