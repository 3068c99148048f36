import { getPath } from "hono/utils/url";
import { reportInvalidVariables } from "../base/variables.ts";
import { createApp } from "./app.ts";
import { generalLimit } from "./general-limit.ts";
import type { Group } from "./group.ts";

/** Endpoint groups by name, each loaded when it is first asked for. */
export type Loaders = Record<string, () => Promise<Group>>;

/**
 * The handler of a function that serves many groups below `basePath`. The first request of a group
 * (`<basePath>/<name>/...`) loads it: a cold start evaluates the routes of one group and not of
 * all. The general rate limit counts the requests of all groups together.
 *
 * @example
 * ```ts
 * Deno.serve(frontDoor({ goals: async () => (await import("../goals/routes.ts")).routes }, "/api"));
 * ```
 */
export function frontDoor(
  loaders: Loaders,
  basePath: string,
): (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
  reportInvalidVariables();
  const limit = generalLimit();
  const start = async (name: string) => {
    const groups = Object.hasOwn(loaders, name) ? [await loaders[name]!()] : [];
    return createApp(groups, { basePath, limit });
  };
  const apps = new Map<string, ReturnType<typeof start>>();
  /** The app of a group that did not load: it answers 500. The next request loads the group again. */
  const failing = (name: string, error: unknown) => {
    apps.delete(name);
    const app = createApp([], { basePath, limit });
    app.all("*", () => {
      throw error;
    });
    return app;
  };
  return async (request, info) => {
    const path = getPath(request).slice(basePath.length);
    const segment = path.split("/")[1] ?? "";
    // One app for all unknown names.
    const name = Object.hasOwn(loaders, segment) ? segment : "";
    if (!apps.has(name)) apps.set(name, start(name));
    const app = await apps.get(name)!.catch((error) => failing(name, error));
    return app.fetch(request, info);
  };
}
