/** The scopes that operations ask of a personal token. */
import { HttpError } from "../base/errors.ts";
import type { Scope } from "../fields/scope.ts";
import type { Caller } from "./caller.ts";

/**
 * An area, whose scope is `read` for a GET and `write` otherwise; or the scopes themselves, all of
 * them needed. An empty list admits any personal token.
 */
export type DeclaredScope =
  | (Scope extends infer S ? S extends `${infer Area}:write` ? Area : never : never)
  | readonly Scope[];

/** The scopes that a token needs for a route; undefined when the route refuses tokens. */
export function scopesOf(
  { method, scope }: { method: string; scope?: DeclaredScope },
): readonly Scope[] | undefined {
  if (typeof scope !== "string") return scope;
  return [`${scope}:${method === "get" ? "read" : "write"}`];
}

const missingOf = (held: readonly Scope[], needed: readonly Scope[]) =>
  needed.filter((each) =>
    !held.includes(each) && !held.includes(each.replace(/:read$/, ":write") as Scope)
  );

/** Whether the caller's personal token lacks some of these scopes. */
export const lacks = ({ personalToken }: Caller, needed: readonly Scope[]): boolean =>
  personalToken !== undefined && missingOf(personalToken.scopes, needed).length > 0;

/**
 * Refuses a personal token where the route needs other scopes, or takes none.
 *
 * @throws {HttpError} 403 `token_refused` or `scope_missing`.
 */
export function requireScopes(
  caller: Caller | null,
  needed: readonly Scope[] | undefined,
): void {
  const held = caller?.personalToken?.scopes;
  if (!held) return;
  if (!needed) {
    throw new HttpError(403, "No personal token may do this, sign in instead", {
      code: "token_refused",
    });
  }
  const missing = missingOf(held, needed);
  if (missing.length > 0) {
    throw new HttpError(403, `The personal token lacks the scope ${missing.join(", ")}`, {
      code: "scope_missing",
    });
  }
}
