/** Personal tokens for tests. */
import type { Scope } from "../../shared/fields/scope.ts";
import { scope } from "../../shared/fields/scope.ts";
import { type Api, type Person, withToken } from "../support/people.ts";
import { ok } from "../support/requests.ts";

export const allScopes: readonly Scope[] = scope.options;

export interface Token {
  id: string;
  secret: string;
  /** Sends requests with the token. */
  api: Api;
}

/** A new token of a person; by default with all scopes. */
export async function makeToken(
  who: Pick<Person, "api">,
  scopes: readonly Scope[] = allScopes,
): Promise<Token> {
  const { token } = await ok(who, "POST", "/api/user/tokens", { name: "Backup", scopes });
  return { id: token.id, secret: token.secret, api: withToken(token.secret) };
}
