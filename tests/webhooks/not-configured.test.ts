/** Webhooks where the operator has set no WEBHOOK_KEY. */
import { expect } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform({ WEBHOOK_KEY: "" });
const { it } = await import("../support/it.ts");
const { send } = await import("../support/people.ts");
const { messageOf, NOWHERE, ok } = await import("../support/requests.ts");
const { testEnvironment } = await import("../support/environment.ts");
const { sql } = await import("../support/sql.ts");
const { PATH } = await import("./support.ts");

it("without a key no webhook is made or rotated, and the job has nothing to do", async ({ ana }) => {
  const message = "Webhooks are not configured: WEBHOOK_KEY is missing";
  const refusal = `503 ${message}`;
  const body = { url: "https://hooks.example.net/", events: ["goal.changed"] };
  expect(await messageOf(ana.api("POST", PATH, body))).toBe(refusal);
  expect(await messageOf(ana.api("POST", `${PATH}/${NOWHERE}/rotate-secret`))).toBe(refusal);
  const skipped = () =>
    sql`
    select sum(runs)::int as runs from private.job_totals
    where job = 'webhook-delivery' and outcome = 'skipped'`;
  const before = (await skipped())[0]!.runs ?? 0;
  const answer = await send("POST", "/api/user/cron/webhooks", undefined, {
    "x-cron-secret": testEnvironment.CHAT_CRON_SECRET,
  });
  expect([answer.status, answer.body]).toEqual([200, {
    success: true,
    message,
    skipped: "not_configured",
    results: { total: 0, delivered: 0, failed: 0, disabled: 0, remaining: 0, errors: [] },
  }]);
  expect((await skipped())[0]!.runs).toBe(before + 1);
  expect(
    await sql`
    select complete, overdue, outcome, failed_runs::int, result ->> 'message' as message from private.job_states()
    where job = 'webhook-delivery'`,
  )
    .toEqual([{ complete: true, overdue: false, outcome: "skipped", failed_runs: 0, message }]);
  expect((await ok(ana, "GET", PATH)).webhooks).toEqual([]);
});
