import { f, ok, part, z } from "../../shared/http/declare.ts";

export const routes = part();

routes.add("GET /health", {
  auth: "none",
  operationId: "getHealth",
  summary: "Check that the service answers",
  description: "For load balancers and monitors. Uses neither the database nor a provider.",
  answer: ok(
    "The service answers",
    z.object({ status: z.string().openapi({ example: "ok" }), timestamp: f.timestamp }),
  ),
}, () => ({ status: "ok", timestamp: new Date().toISOString() }));
