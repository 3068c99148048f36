import { serviceClient } from "../../shared/database/clients.ts";
import { must, part, shaped, z } from "../../shared/http/declare.ts";
import { Metrics, metricsPage } from "./metrics-page.ts";

/** The figures of the service, for Prometheus. */
export const routes = part();

/** https://prometheus.io/docs/instrumenting/exposition_formats */
const TYPE = "text/plain; version=0.0.4; charset=utf-8";

routes.add("GET /metrics", {
  auth: "monitor",
  operationId: "getMetrics",
  summary: "Get the figures of the service for Prometheus",
  description: "Requests by route, status and latency since the beginning; the lag of jobs; what " +
    "waits; the cost of AI. `docs/observing.md` explains each figure.",
  answer: {
    status: 200,
    description: "A page in the text format of Prometheus",
    content: {
      "text/plain": {
        schema: z.string().openapi({ example: "journal_mails_waiting 3" }),
      },
    },
  },
}, async () => {
  // Not as a reading request, which may take three seconds at most: a database under load is slow.
  const metrics = await serviceClient().rpc("read_metrics", {}, { get: false });
  return new Response(metricsPage(must(shaped(Metrics, metrics))), {
    headers: { "content-type": TYPE, "cache-control": "no-store" },
  });
});
