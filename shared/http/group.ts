import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./context.ts";
import { refuseInvalid } from "./validation.ts";

/** The routes of one endpoint group. */
export class Group extends OpenAPIHono<AppEnv> {
  /** @param tag the group's name and what it is for, as the OpenAPI document shows them. */
  constructor(readonly tag: { name: string; description: string }) {
    super({ defaultHook: refuseInvalid });
  }
}

/**
 * Begins an endpoint group. Its paths begin with `/<name>`.
 *
 * @example
 * ```ts
 * export const routes = group("goals", "Accountability goals and their check-ins");
 * routes.openapi(route({ method: "get", path: "/goals", ... }), async (c) => { ... });
 * ```
 */
export function group(name: string, description: string): Group {
  return new Group({ name, description });
}
