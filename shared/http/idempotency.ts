import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

export function idempotent(_route: string) {
  return createMiddleware<AppEnv>(async (_c, next) => await next());
}
