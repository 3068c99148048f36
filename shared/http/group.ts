import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./context.ts";
import { refuseInvalid } from "./validation.ts";

/** Routes of one endpoint group that have a file of their own. */
export type Part = OpenAPIHono<AppEnv>;

/** The routes of one endpoint group. */
export class Group extends OpenAPIHono<AppEnv> {
  /** @param tag the group's name and purpose, as the OpenAPI document shows them. */
  constructor(readonly tag: { name: string; description: string }) {
    super({ defaultHook: refuseInvalid });
  }

  /** Adds the routes of the group's other files. */
  include(...parts: Part[]): void {
    for (const part of parts) this.route("/", part);
  }
}

/**
 * Begins an endpoint group. Its paths begin with `/<name>`. A large group has several files: each
 * declares its routes on a `part()`, and the group includes them.
 *
 * @example
 * ```ts
 * // functions/teams/members.ts
 * export const members = part();
 * members.openapi(route({ method: "get", path: "/teams/{id}/members", ... }), async (c) => { ... });
 *
 * // functions/teams/routes.ts
 * export const routes = group("teams", "Teams of organizations, their members and chat");
 * routes.openapi(route({ method: "get", path: "/teams", ... }), async (c) => { ... });
 * routes.include(members);
 * ```
 */
export function group(name: string, description: string): Group {
  return new Group({ name, description });
}

/** Begins a file of routes that a group includes. */
export function part(): Part {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
}
