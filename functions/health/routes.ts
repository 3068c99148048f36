import { z } from "@hono/zod-openapi";
import { timestamp } from "../../shared/fields/basic.ts";
import { ok } from "../../shared/http/answers.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

export const routes = group("health", "Liveness of the service");

routes.openapi(
  route({
    method: "get",
    path: "/health",
    auth: "none",
    operationId: "getHealth",
    summary: "Check that the service answers",
    description: "For load balancers and monitors. Uses neither the database nor a provider.",
    answer: ok(
      "The service answers",
      z.object({ status: z.string().openapi({ example: "ok" }), timestamp }),
    ),
  }),
  (c) => c.json({ status: "ok", timestamp: new Date().toISOString() }, 200),
);
