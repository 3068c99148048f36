import { ok, part, z } from "../../shared/http/declare.ts";
import { Insights, period, readInsights } from "./insights.ts";

export const routes = part();

routes.add("GET /insights", {
  auth: "account_holder",
  scope: "journal",
  operationId: "getInsights",
  summary: "Get a summary of the caller's entries of some days",
  description:
    "Covers the caller's own entries, check-ins, satisfaction and sleep. Days begin and end in " +
    "the time zone of the profile; sleep has its own `date`.",
  query: period,
  answer: ok("The insights", z.object({ insights: Insights })),
}, async ({ db, query }) => ({ insights: await readInsights(db, query) }));
