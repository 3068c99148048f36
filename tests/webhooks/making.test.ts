/** Webhooks: their makers, their changes, their fields, their number, and their end. */
import { describe, expect } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { webhookEvent } from "../../functions/webhooks/fields.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { person, withToken } from "../support/people.ts";
import { codeOf, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { makeWebhook, newReceiver, PATH } from "./support.ts";

const somebody = await person();
const { url } = newReceiver();
const body = { url: "https://hooks.example.net/journal", events: ["goal.changed"] };

describe("a webhook", () => {
  it("shows its secret once, and is listed without it", async ({ ana, ben }) => {
    const { status, headers, body: { webhook: { secret, ...webhook } } } = await ana.api(
      "POST",
      PATH,
      { ...body, events: ["goal.deleted", "goal.changed", "goal.deleted"], description: "Mine" },
    );
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(webhook).toMatchObject({
      url: body.url,
      events: ["goal.changed", "goal.deleted"],
      description: "Mine",
      is_active: true,
      disabled_at: null,
      disabled_reason: null,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const other = await makeWebhook(ana, "https://hooks.example.net./");
    expect(await walk(ana, PATH, "webhooks", 1))
      .toEqual([{ ...other, url: "https://hooks.example.net/", secret: null }, {
        ...webhook,
        secret: null,
      }]);
    expect(await walk(ben, PATH, "webhooks")).toEqual([]);
  });

  it("does not show its secrets in a repeated answer, nor in the database", async ({ ana }) => {
    const post = async (path: string, sent?: object) => {
      const key = { "idempotency-key": crypto.randomUUID() };
      const first = (await ana.api("POST", path, sent, key)).body.webhook;
      expect((await ana.api("POST", path, sent, key)).body.webhook)
        .toEqual({ ...first, secret: null });
      return first;
    };
    const { id, secret } = await post(PATH, body);
    const rotated = await post(`${PATH}/${id}/rotate-secret`);
    expect(rotated).toMatchObject({ id, url: body.url });
    expect(rotated.secret).not.toBe(secret);
    const kept = await sql`
      select to_jsonb(w)::text as text from private.webhooks as w where user_id = ${ana.id}
      union all
      select to_jsonb(k)::text from private.idempotency_keys as k where k.user_id = ${ana.id}`;
    expect(kept).toHaveLength(3);
    for (const { text } of kept) {
      expect(text).not.toContain(secret.slice(6));
      expect(text).not.toContain(rotated.secret.slice(6));
    }
  });

  it.each([
    ["url", { url: "http://hooks.example.net/" }],
    ["url", { url: "https://127.0.0.1/" }],
    ["url", { url: "https://app.example.com/" }],
    ["url", { url: `https://hooks.example.net/${"x".repeat(2048)}` }],
    ["url", { url: 1 }],
    ["events", { events: [] }],
    ["events.1", { events: ["goal.changed", "goal.created"] }],
    ["events.0", { events: ["ping"] }],
    ["events.0", { events: ["notification.deleted"] }],
    ["description", { description: "x".repeat(2001) }],
  ])("is refused with a wrong %s: %j", async (path, wrong) => {
    const { id } = (await walk(somebody, PATH, "webhooks"))[0] ?? await makeWebhook(somebody, url);
    for (const [method, at] of [["POST", PATH], ["PUT", `${PATH}/${id}`]] as const) {
      const { status, body: { fields } } = await somebody.api(method, at, { ...body, ...wrong });
      expect([status, fields[0].path]).toEqual([400, path]);
    }
  });

  it("can ask for every event that the database knows, and for no other", async () => {
    const [{ known }] = await sql<[{ known: string[] }]>`select private.webhook_events() as known`;
    expect(known.toSorted()).toEqual(webhookEvent.options.toSorted());
    for (const wrong of [["everything"], ["goal.changed", null], [], null]) {
      await expect(sql`select private.chosen_events(${wrong}::text[])`).rejects
        .toMatchObject({ code: "PT400" });
    }
  });

  it("is changed field by field", async ({ ana, ben }) => {
    const { id } = await makeWebhook(ana, body.url);
    const at = `${PATH}/${id}`;
    const { webhook } = await ok(ana, "PUT", at, { description: "Ours" });
    expect(webhook).toMatchObject({ id, url: body.url, description: "Ours", is_active: true });
    expect(
      (await ok(ana, "PUT", at, { url, is_active: false, events: ["profile.changed"] })).webhook,
    )
      .toEqual({ ...webhook, url, is_active: false, events: ["profile.changed"] });
    expect(await outcome(ana, "PUT", at, {})).toBe("400 no known field to update");
    expect(await outcome(ben, "PUT", at, { description: "His" })).toBe("404 Webhook not found");
    expect(await outcome(ben, "DELETE", at)).toBe("404 Webhook not found");
    expect(await outcome(ben, "GET", `${at}/deliveries`)).toBe("404 Webhook not found");
    expect(await outcome(ben, "POST", `${at}/ping`)).toBe("404 Webhook not found");
    expect(await outcome(ben, "POST", `${at}/rotate-secret`)).toBe("404 Webhook not found");
    await ok(ana, "DELETE", at);
    expect(await walk(ana, PATH, "webhooks")).toEqual([]);
  });
});

it("a user has at most 10 webhooks, even with requests at once", async ({ ana }) => {
  const post = () => codeOf(ana.api("POST", PATH, body));
  const outcomes = await Promise.all(Array.from({ length: 12 }, post));
  expect(outcomes.toSorted())
    .toEqual([...Array(10).fill("201"), ...Array(2).fill("409 quota_reached")]);
  const [{ id }] = await walk(ana, PATH, "webhooks");
  await ok(ana, "DELETE", `${PATH}/${id}`);
  expect([await post(), await post()]).toEqual(["201", "409 quota_reached"]);
});

describe("only the user makes webhooks", () => {
  it("and a super admin who acts as the user reads and deletes them", async ({ ana, admin }) => {
    const { id } = await makeWebhook(ana, url);
    const at = `${PATH}/${id}`;
    const acting = await impersonate(admin, ana);
    const api = withToken(acting.token);
    for (
      const [method, path, sent] of [
        ["POST", PATH, body],
        ["PUT", at, { is_active: false }],
        ["POST", `${at}/rotate-secret`],
        ["POST", `${at}/ping`],
        ["POST", `${at}/deliveries/${NOWHERE}/resend`],
      ] as const
    ) expect(await codeOf(api(method, path, sent)), path).toBe("403 impersonated");
    for (
      const [name, given] of [
        ["ping_webhook", { p_id: id }],
        ["resend_webhook_delivery", { p_id: id, p_delivery_id: NOWHERE }],
      ] as const
    ) {
      expect((await acting.client.rpc(name, given)).error?.details, name).toBe("impersonated");
    }
    expect(await walk({ api }, PATH, "webhooks")).toMatchObject([{ id }]);
    expect(await walk({ api }, `${at}/deliveries`, "deliveries")).toEqual([]);
    expect(await codeOf(api("DELETE", at))).toBe("200");
  });

  it("with no personal token", async ({ ana }) => {
    const { api } = await makeToken(ana);
    expect(await codeOf(api("GET", PATH))).toBe("403 token_refused");
    expect(await codeOf(api("POST", PATH, body))).toBe("403 token_refused");
  });

  it("in a session that has not ended, by a sign-out or another password", async () => {
    const somebody = await person();
    const send = () => codeOf(somebody.api("POST", PATH, body));
    expect(await send()).toBe("201");
    expect((await somebody.client.auth.signOut({ scope: "global" })).error).toBeNull();
    // The access token is good for what an hour may still show, and for no program of a year.
    expect(await send()).toBe("401 session_ended");
  });

  it("outside classroom accounts, which make none", async ({ ana }) => {
    const { id } = await makeWebhook(ana, url);
    await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
    expect(await outcome(ana, "POST", PATH, body))
      .toBe("403 Classroom accounts may not make webhooks");
    expect(await walk(ana, PATH, "webhooks")).toMatchObject([{ id, is_active: false }]);
    expect(await outcome(ana, "DELETE", `${PATH}/${id}`)).toBe("200");
  });
});

describe("a test event", () => {
  it("waits for the job, 10 an hour", async ({ ana }) => {
    const { id } = await makeWebhook(ana, url);
    const ping = () => ana.api("POST", `${PATH}/${id}/ping`);
    const { status, body: { delivery } } = await ping();
    expect([status, delivery]).toMatchObject([201, {
      type: "ping",
      status: "pending",
      attempts: 0,
      response_status: null,
    }]);
    expect(await walk(ana, `${PATH}/${id}/deliveries`, "deliveries"))
      .toMatchObject([{ id: delivery.id, event_id: delivery.event_id }]);
    for (let n = 1; n < 10; n++) expect(await codeOf(ping())).toBe("201");
    expect(await codeOf(ping())).toBe("429 rate_limited");
    const pages = await walk(ana, `${PATH}/${id}/deliveries`, "deliveries", 3);
    expect(pages.map((each) => each.id)).toEqual(
      (await walk(ana, `${PATH}/${id}/deliveries`, "deliveries")).map((each) => each.id),
    );
    expect(new Set(pages.map((each) => each.id)).size).toBe(10);
  });

  it("goes to no webhook that is turned off", async ({ ana }) => {
    const { id } = await makeWebhook(ana, url);
    await ok(ana, "PUT", `${PATH}/${id}`, { is_active: false });
    expect(await codeOf(ana.api("POST", `${PATH}/${id}/ping`))).toBe("409 webhook_disabled");
  });
});

describe("an event", () => {
  /** A webhook with a delivery of this status. */
  async function delivery(who: typeof somebody, status: string) {
    const { id } = await makeWebhook(who, url);
    const [row] = await sql`
      insert into private.webhook_deliveries (webhook_id, type, object_id, status, attempts,
        next_attempt_at, response_status)
      values (${id}, 'goal.changed', ${NOWHERE}, ${status}, 8,
        case when ${status} = 'pending' then now() + interval '1 day' end, 500)
      returning id, event_id`;
    return { id, row: row!, path: `${PATH}/${id}/deliveries/${row!.id}/resend` };
  }

  it("that has ended is sent again, 10 times an hour", async ({ ana }) => {
    const { row, path } = await delivery(ana, "failed");
    for (let n = 0; n < 10; n++) {
      expect((await ok(ana, "POST", path)).delivery)
        .toMatchObject({ ...row, status: "pending", attempts: 0 });
      await sql`
        update private.webhook_deliveries set status = 'delivered', next_attempt_at = null
        where id = ${row.id}`;
    }
    expect(await codeOf(ana.api("POST", path))).toBe("429 rate_limited");
  });

  it("that is pending is sent at once, and keeps its tries", async ({ ana }) => {
    const { path } = await delivery(ana, "pending");
    const { delivery: sent } = await ok(ana, "POST", path);
    expect(sent).toMatchObject({ status: "pending", attempts: 8 });
    expect(Date.parse(sent.next_attempt_at)).toBeLessThan(Date.now() + 60_000);
  });

  it("is not while its webhook is off, or it is another's", async ({ ana, ben }) => {
    const { id, path } = await delivery(ana, "pending");
    expect(await outcome(ben, "POST", path)).toBe("404 Webhook not found");
    const other = await delivery(ana, "failed");
    expect(await outcome(ana, "POST", path.replace(id, other.id))).toBe("404 Delivery not found");
    await ok(ana, "PUT", `${PATH}/${other.id}`, { is_active: false });
    expect(await codeOf(ana.api("POST", other.path))).toBe("409 webhook_disabled");
  });

  it("that is pending fails with another address, and with the turning off", async ({ ana }) => {
    for (const change of [{ url: "https://hooks.example.net/other" }, { is_active: false }]) {
      const { id, row } = await delivery(ana, "pending");
      await ok(ana, "PUT", `${PATH}/${id}`, { description: "Same", url, is_active: true });
      expect(await walk(ana, `${PATH}/${id}/deliveries`, "deliveries"))
        .toMatchObject([{ ...row, status: "pending" }]);
      await ok(ana, "PUT", `${PATH}/${id}`, change);
      expect(await walk(ana, `${PATH}/${id}/deliveries`, "deliveries"))
        .toMatchObject([{ ...row, status: "failed", next_attempt_at: null }]);
    }
  });

  it("that has ended is listed for 7 days", async ({ ana }) => {
    const old = [await delivery(ana, "delivered"), await delivery(ana, "failed")];
    const kept = [await delivery(ana, "failed"), await delivery(ana, "pending")];
    const age = (ids: string[], days: number) =>
      sql`
        update private.webhook_deliveries set created_at = now() - ${days} * interval '1 day'
        where id = any (${ids})`;
    await age([...old, kept[1]!].map(({ row }) => row.id), 8);
    await age([kept[0]!.row.id], 6);
    await sql`select private.purge()`;
    const left = await sql`
      select id from private.webhook_deliveries
      where id = any (${[...old, ...kept].map(({ row }) => row.id)})`;
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ row }) => row.id).toSorted());
  });
});

it("the export lists webhooks without their secrets, the deletion ends them", async ({ ana }) => {
  const { id, secret } = await makeWebhook(ana, url);
  await ok(ana, "POST", `${PATH}/${id}/ping`);
  const { export: document } = await ok(ana, "GET", "/api/user/export");
  expect(Object.keys(document.webhooks[0]).toSorted()).toEqual([
    "created_at",
    "description",
    "disabled_at",
    "disabled_reason",
    "events",
    "id",
    "is_active",
    "url",
    "user_id",
  ]);
  const [kept] = await sql`select secret from private.webhooks where id = ${id}`;
  const text = JSON.stringify(document);
  expect(text.includes(kept!.secret) || text.includes(secret)).toBe(false);
  await ok(ana, "DELETE", "/api/user/account", { confirm: ana.email });
  expect(await sql`select from private.webhooks where id = ${id}`).toEqual([]);
  expect(await sql`select from private.webhook_deliveries where webhook_id = ${id}`).toEqual([]);
});
