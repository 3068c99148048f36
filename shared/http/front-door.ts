import { getPath } from "hono/utils/url";
import { reportInvalidVariables } from "../base/variables.ts";
import { createApp } from "./app.ts";
import { generalLimit } from "./general-limit.ts";
import { type Group, partsOf } from "./group.ts";

/**
 * The handler of an edge function that serves groups below `basePath`. The first request of a group
 * (`<basePath>/<name>/...`) loads it: a cold start evaluates the routes of one group and not of
 * all. The general rate limit counts the requests of all groups together.
 *
 * @example
 * ```ts
 * Deno.serve(serve([goals]));
 * ```
 */
export function serve(
  groups: readonly Group[],
  basePath = "",
): (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
  reportInvalidVariables();
  const limit = generalLimit();
  const known = new Map(groups.map((group) => [group.name, group]));
  const start = async (group?: Group) =>
    createApp(group ? await partsOf(group) : [], { basePath, limit });
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
    const segment = getPath(request).slice(basePath.length).split("/")[1] ?? "";
    const group = known.get(segment);
    // One app for all unknown names.
    const name = group?.name ?? "";
    if (!apps.has(name)) apps.set(name, start(group));
    const app = await apps.get(name)!.catch((error) => failing(name, error));
    return app.fetch(request, info);
  };
}
