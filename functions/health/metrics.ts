import { describeError, log } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { fromDatabase } from "../../shared/database/errors.ts";
import { must, part, shaped, z } from "../../shared/http/declare.ts";
import { Metrics, metricsPage } from "./metrics-page.ts";

/** The figures of the service, for Prometheus. */
export const routes = part();

/** How long (ms) to wait for the database, which answers with what it has after 2.5 seconds. */
const TIMEOUT_MS = 2800;

/** https://prometheus.io/docs/instrumenting/exposition_formats */
const TYPE = "text/plain; version=0.0.4; charset=utf-8";

routes.add("GET /metrics", {
  auth: "monitor",
  operationId: "getMetrics",
  summary: "Get the figures of the service for Prometheus",
  description: "Requests by route, status and latency since the beginning; the lag of jobs; what " +
    "waits; the cost of AI. `docs/observing.md` explains each figure. Answers within three " +
    "seconds: `journal_metrics_missing` names each figure that a lock or a slow database hides, " +
    "and `database` where there is none.",
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
  const answer = await serviceClient().rpc("read_metrics", {}, { get: false })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (answer.error) {
    log("error", "no metrics", { error: describeError(fromDatabase(answer.error)) });
  }
  const metrics = answer.error ? null : must(shaped(Metrics, answer));
  return new Response(metricsPage(metrics), {
    headers: { "content-type": TYPE, "cache-control": "no-store" },
  });
});
