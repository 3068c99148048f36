/** Which operations a personal token may call. */
import { HttpError } from "../base/errors.ts";
import type { Scope } from "../fields/scope.ts";
import type { Caller } from "./caller.ts";

/** An area, whose scope is `read` for a GET and else `write`; or the scopes themselves, all needed. */
export type DeclaredScope =
  | (Scope extends infer S ? S extends `${infer Area}:write` ? Area : never : never)
  | readonly Scope[];

/** The scopes that a token needs for a route; none when the route refuses tokens. */
export function scopesOf(
  { method, scope = [] }: { method: string; scope?: DeclaredScope },
): readonly Scope[] {
  if (typeof scope !== "string") return scope;
  return [`${scope}:${method === "get" ? "read" : "write"}`];
}

/**
 * Refuses a personal token where the route needs other scopes, or takes none.
 *
 * @throws {HttpError} 403 `token_refused` or `scope_missing`.
 */
export function requireScopes(caller: Caller | null, needed: readonly Scope[]): void {
  const held = caller?.personalToken?.scopes;
  if (!held) return;
  if (needed.length === 0) {
    throw new HttpError(403, "No personal token may do this, sign in instead", {
      code: "token_refused",
    });
  }
  const missing = needed.filter((each) =>
    !held.includes(each) && !held.includes(each.replace(/:read$/, ":write") as Scope)
  );
  if (missing.length > 0) {
    throw new HttpError(403, `The personal token lacks the scope ${missing.join(", ")}`, {
      code: "scope_missing",
    });
  }
}
