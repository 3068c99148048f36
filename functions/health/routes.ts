import { z } from "@hono/zod-openapi";
import { timestamp } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

export const routes = group("health", "Whether the service answers");

routes.openapi(
  route({
    method: "get",
    path: "/health",
    auth: "none",
    operationId: "getHealth",
    summary: "Whether the service answers",
    description: "For load balancers and monitors: touches neither database nor providers.",
    answer: {
      description: "It does",
      schema: z.object({ status: z.string(), timestamp }),
      example: { status: "ok", timestamp: "2026-11-21T08:30:00.000Z" },
    },
  }),
  (c) => c.json({ status: "ok", timestamp: new Date().toISOString() }, 200),
);
