/** What webhooks are told, and how it is delivered. */
import process from "node:process";
import { describe, expect } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform({
  WEBHOOK_KEY: process.env.WEBHOOK_KEY!,
  WEBHOOK_ORIGINS: process.env.WEBHOOK_ORIGINS!,
});
const { it } = await import("../support/it.ts");
const { NOWHERE, ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { useProject } = await import("../http/project.ts");
const { deliverWebhooks } = await import("../../functions/webhooks/delivery.ts");
const { addGoals, deliveriesOf, makeWebhook, newReceiver, passTime, PATH, run } = await import(
  "./support.ts"
);
type Person = Awaited<ReturnType<typeof import("../support/people.ts").person>>;

/** Adds events that wait for delivery. */
const addDeliveries = async (id: string, count = 1) => {
  await sql`
    insert into private.webhook_deliveries (webhook_id, type, object_id)
    select ${id}, 'goal.changed', ${NOWHERE} from generate_series(1, ${count})`;
  await sql`select private.make_due(${id})`;
};

/** A webhook with a receiver of its own. */
async function hook(who: Person, events?: string[]) {
  const receiver = newReceiver();
  const { id, secret } = await makeWebhook(who, receiver.url, events);
  return { ...receiver, id, secret };
}

const webhookOf = async (id: string) =>
  (await sql`
    select is_active, disabled_reason, disabled_at, failures from private.webhooks
    where id = ${id}`)[0];

const notify = (who: Person) => sql`select private.notify(${who.id}, 'mention')`;

describe("a webhook is told", () => {
  it("of each object that changes, once, by its id", async ({ ana, ben }) => {
    await addGoals(ana, 1);
    const [mine, his] = [await hook(ana), await hook(ben)];
    const [kept, changed, deleted] = await addGoals(ana, 3);
    for (const title of ["Run", "Swim"]) await ok(ana, "PUT", `/api/goals/${changed}`, { title });
    await ok(ana, "DELETE", `/api/goals/${deleted}`);
    await ok(ana, "POST", "/api/notebooks", { name: "No event" });
    expect(await run()).toMatchObject({ total: 3, delivered: 3, failed: 0, remaining: 0 });
    const events = await mine.events(mine.secret);
    expect(events.map(({ type, data }) => `${type} ${data.id}`).toSorted()).toEqual(
      [`goal.changed ${changed}`, `goal.changed ${kept}`, `goal.deleted ${deleted}`].toSorted(),
    );
    for (const event of events) {
      expect(Object.keys(event.data)).toEqual(["id"]);
      expect(Object.keys(event).toSorted()).toEqual(["created_at", "data", "id", "type"]);
      expect(Date.now() - Date.parse(event.created_at)).toBeLessThan(60_000);
    }
    const { headers, body } = (await mine.received())[0]!;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": JSON.parse(body).id,
    });
    expect(await his.received()).toEqual([]);
    expect(await run()).toMatchObject({ total: 0 });
  });

  it("of the creation of notifications alone, and of the profile", async ({ ana }) => {
    const { secret, events } = await hook(ana, ["notification.created", "profile.changed"]);
    await notify(ana);
    await run();
    await ok(ana, "POST", "/api/notifications/read", { all: true });
    await run();
    await notify(ana);
    await ok(ana, "POST", "/api/notifications/read", { all: true });
    await ok(ana, "PUT", "/api/user/profile", { full_name: "Ana R." });
    await run();
    const { notifications } = await ok(ana, "GET", "/api/notifications");
    const seen = await events(secret);
    expect(seen.map(({ type }) => type).toSorted())
      .toEqual(["notification.created", "notification.created", "profile.changed"]);
    expect(seen.filter(({ type }) => type === "notification.created").map(({ data }) => data))
      .toEqual(
        notifications.toReversed().map(({ id }: { id: string }) => ({ id, type: "mention" })),
      );
    expect(seen.find(({ type }) => type === "profile.changed")!.data).toEqual({ id: ana.id });
  });

  it("nothing of the time in which it was turned off", async ({ ana }) => {
    const { id, events } = await hook(ana);
    await ok(ana, "PUT", `${PATH}/${id}`, { is_active: false });
    await addGoals(ana, 1);
    await run();
    await addGoals(ana, 1);
    await ok(ana, "PUT", `${PATH}/${id}`, { is_active: true });
    const [told] = await addGoals(ana, 1);
    await run();
    expect((await events()).map(({ data }) => data.id)).toEqual([told]);
  });

  it("of a change that is committed late", async ({ ana }) => {
    const { events } = await hook(ana);
    const id = crypto.randomUUID();
    await sql.begin(async (tx) => {
      await tx`insert into public.goals (id, user_id, title) values (${id}, ${ana.id}, 'Late')`;
      await addGoals(ana, 1);
      await run();
    });
    await run();
    const ids = (await events()).map(({ data }) => data.id);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(id);
  });
});

describe("1,000 events a day", () => {
  const addMany = (who: Person, count: number) =>
    sql`
      insert into public.goals (user_id, title) select ${who.id}, 'Many'
      from generate_series(1, ${count})`;
  const typesOf = async (id: string) =>
    Map.groupBy(await deliveriesOf(id), ({ type }) => type as string);
  const sizes = async (id: string) =>
    Object.fromEntries([...await typesOf(id)].map(([type, all]) => [type, all.length]));

  it("are followed by one overflow, and go on the next day", async ({ ana }) => {
    const { id } = await hook(ana);
    await addMany(ana, 999);
    await run();
    await ok(ana, "POST", `${PATH}/${id}/ping`);
    await run();
    expect(await sizes(id)).toEqual({ "goal.changed": 999, ping: 1 });
    await addMany(ana, 3);
    await run();
    await addMany(ana, 2);
    await run();
    expect(await sizes(id)).toEqual({ "goal.changed": 1000, ping: 1, overflow: 1 });
    await sql`update private.webhooks set day = day - 1 where id = ${id}`;
    await run();
    expect(await sizes(id)).toEqual({ "goal.changed": 1002, ping: 1, overflow: 1 });
    await sql`delete from private.webhooks where id = ${id}`;
  });

  it("are not the end of what a restore or a long pause leaves unknown", async ({ ana }) => {
    for (
      const change of [
        sql`era = era + 1`,
        sql`since_at = now() - interval '91 days'`,
        sql`since = '9000000000000:9000000000000:'`,
      ]
    ) {
      const { id, events } = await hook(ana);
      await addGoals(ana, 2);
      await sql`update private.webhooks set ${change} where id = ${id}`;
      await run();
      const [goal] = await addGoals(ana, 1);
      await run();
      expect((await events()).map(({ type, data }) => [type, data.id]))
        .toEqual([["overflow", id], ["goal.changed", goal]]);
      await ok(ana, "DELETE", `${PATH}/${id}`);
    }
  });
});

describe("of the changes since the position of a webhook", () => {
  const addChanges = (who: Person, count: number) =>
    sql`
      insert into private.changes (type, id, user_id) select 'goal', gen_random_uuid(), ${who.id}
      from generate_series(1, ${count})`;
  const sinceOf = async (id: string) =>
    (await sql`select since::text from private.webhooks where id = ${id}`)[0]!.since;

  it("5,000 are read, of more an overflow tells", async ({ ana }) => {
    const rare = await hook(ana, ["profile.changed"]);
    await addChanges(ana, 5001);
    await ok(ana, "PUT", "/api/user/profile", { full_name: "Ana R." });
    await run();
    await ok(ana, "PUT", "/api/user/profile", { full_name: "Ana S." });
    await run();
    expect((await rare.events()).map(({ type, data }) => [type, data.id]))
      .toEqual([["overflow", rare.id], ["profile.changed", ana.id]]);
  });

  it("none is read again where many are no events", async ({ ana }) => {
    const { id } = await hook(ana, ["profile.changed"]);
    const since = await sinceOf(id);
    await addChanges(ana, 10);
    await run();
    expect(await sinceOf(id)).toBe(since);
    await addChanges(ana, 500);
    await run();
    expect(await sinceOf(id)).not.toBe(since);
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it("one call reads about 20,000, the next call goes on", async ({ ana }) => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await hook(ana, ["profile.changed"])).id);
    await addChanges(ana, 5001);
    const make = async (after: string) =>
      (await sql`select private.make_webhook_events(${after}) as last`)[0]!.last;
    expect(await make(ids[0]!)).toBe(ids[4]);
    expect(await make(ids[4]!)).toBeNull();
    const made = await Promise.all(ids.map(async (id) => (await deliveriesOf(id)).length));
    expect(made).toEqual([0, 1, 1, 1, 1, 1]);
    await run();
  });

  it("are read behind the last webhook when a run had no time for the others", async ({ ana }) => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await hook(ana, ["profile.changed"])).id);
    await addChanges(ana, 5001);
    const counts = () => Promise.all(ids.map(async (id) => (await deliveriesOf(id)).length));
    await useProject();
    await deliverWebhooks({ makingS: 0 });
    const first = await counts();
    expect(first).not.toEqual([1, 1, 1, 1, 1, 1]);
    expect(await sql`select from private.webhook_stops`).toHaveLength(1);
    await addChanges(ana, 5001);
    await deliverWebhooks({ makingS: 0 });
    // Each had its turn before the first one had a second.
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 1]);
    expect([...await sql`select from private.webhook_stops`]).toEqual([]);
    await run();
  });
});

describe("a delivery", () => {
  it("is tried 8 times, ever more rarely", async ({ ana }) => {
    const { id, answer, received } = await hook(ana);
    await answer({ statuses: Array(8).fill(500) });
    await addDeliveries(id);
    for (const [n, due_in_min] of [1, 5, 30, 120, 300, 600, 1440].entries()) {
      expect(await run()).toMatchObject({ total: 1, delivered: 0, failed: 1, disabled: 0 });
      expect(await deliveriesOf(id)).toMatchObject([
        { status: "pending", attempts: n + 1, response_status: 500, due_in_min },
      ]);
      expect(await run()).toMatchObject({ total: 0 });
      await passTime(id, `${due_in_min} minutes`);
    }
    await run();
    expect(await deliveriesOf(id)).toMatchObject([
      { status: "failed", attempts: 8, due_in_min: null },
    ]);
    const tries = await received();
    expect(tries).toHaveLength(8);
    expect(new Set(tries.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
  });

  it.for(
    [
      ["3600", 60],
      ["30", 1],
      ["1000000", 1440],
      [new Date(Date.now() + 10 * 3_600_000).toUTCString(), 600],
      ["soon", 1],
    ] as const,
  )("waits as long as Retry-After says: %s", async ([value, due_in_min], { ana }) => {
    const { id, answer } = await hook(ana);
    await answer({ statuses: [503], headers: { "retry-after": value } });
    await addDeliveries(id);
    await run();
    const [delivery] = await deliveriesOf(id);
    expect(Math.abs(delivery!.due_in_min - due_in_min)).toBeLessThanOrEqual(1);
  });

  it("follows no redirect", async ({ ana }) => {
    const [{ id, answer }, other] = [await hook(ana), newReceiver()];
    await answer({ statuses: [302, 307], headers: { location: other.url } });
    await addDeliveries(id, 2);
    expect(await run()).toMatchObject({ total: 2, failed: 2 });
    expect(await deliveriesOf(id)).toMatchObject([
      { status: "pending", response_status: 302 },
      { status: "pending", response_status: 307 },
    ]);
    expect(await other.received()).toEqual([]);
  });

  it("that times out lets the others of its webhook wait with it", async ({ ana, ben }) => {
    const [slow, quick] = [await hook(ana), await hook(ben)];
    await slow.answer({ delay_ms: 15_000 });
    await addDeliveries(slow.id, 3);
    await addDeliveries(quick.id, 1);
    expect(await run()).toMatchObject({ total: 2, delivered: 1, failed: 1, remaining: 0 });
    expect((await deliveriesOf(slow.id)).map(({ attempts }) => attempts).toSorted())
      .toEqual([0, 0, 1]);
    await addGoals(ana, 1);
    expect(await run()).toMatchObject({ total: 0 });
    await slow.answer({});
    await passTime(slow.id, "1 minute");
    expect(await run()).toMatchObject({ total: 4, delivered: 4 });
  }, 30_000);

  it("to a receiver that fails half of the time arrives", async ({ ana }) => {
    const { id, secret, answer, received } = await hook(ana);
    // Of a generator with a seed.
    let seed = 7;
    const statuses = Array.from({ length: 200 }, () => {
      seed = (seed * 16807) % 2147483647;
      return seed % 2 ? 500 : 200;
    });
    await answer({ statuses });
    const goals = await addGoals(ana, 30);
    for (let n = 0; n < 9; n++) {
      await run();
      await passTime(id, "1 day");
    }
    expect(new Set((await deliveriesOf(id)).map(({ status }) => status)))
      .toEqual(new Set(["delivered"]));
    const { Webhook } = await import("standardwebhooks");
    const taken = (await received()).filter(({ status }) => status === 200);
    const ids = taken.map(({ body, headers }) => {
      new Webhook(secret).verify(body, headers);
      return JSON.parse(body).data.id;
    });
    expect(ids.toSorted()).toEqual(goals.toSorted());
    expect((await received()).length).toBeGreaterThan(40);
  });

  it("is made once by two runs at once", async ({ ana, ben }) => {
    const hooks = [await hook(ana), await hook(ben), await hook(ana)];
    await Promise.all([addGoals(ana, 8), addGoals(ben, 8)]);
    await Promise.all([run(), run()]);
    await run();
    for (const { received } of hooks) expect(await received()).toHaveLength(8);
  });

  it("that was cut off is tried again a minute later", async ({ ana }) => {
    const { id, received } = await hook(ana);
    await addDeliveries(id);
    await sql`select private.take_webhook_delivery()`;
    expect(await run()).toMatchObject({ total: 0 });
    await sql`update private.webhooks set leased_until = leased_until - interval '1 minute'`;
    expect(await run()).toMatchObject({ total: 1, delivered: 1 });
    expect(await received()).toHaveLength(1);
  });

  it("takes turns with those of other webhooks, 50 in a run", async ({ ana, ben }) => {
    const [many, few] = [await hook(ana), await hook(ben)];
    await addDeliveries(many.id, 60);
    await addDeliveries(few.id, 3);
    expect(await run()).toMatchObject({ total: 53, delivered: 53, remaining: 1 });
    expect(await few.received()).toHaveLength(3);
    expect(await run()).toMatchObject({ total: 10, delivered: 10, remaining: 0 });
    await addDeliveries(many.id, 3);
    await addDeliveries(few.id, 2);
    const turns = [];
    for (let n = 0; n < 5; n++) {
      const [taken] = await sql`select id, webhook_id from private.take_webhook_delivery()`;
      await sql`select private.settle_webhook_delivery(${taken!.id}, 200)`;
      turns.push(taken!.webhook_id);
    }
    expect(turns).toEqual([many.id, few.id, many.id, few.id, many.id]);
  });

  it("of another user comes before a second one to a slow receiver", async ({ ana, ben }) => {
    const slow = [await hook(ana), await hook(ana), await hook(ana), await hook(ana)];
    for (const { id, answer } of slow) {
      await answer({ delay_ms: 5000 });
      await addDeliveries(id);
    }
    const quick = await hook(ben);
    await addDeliveries(quick.id);
    expect(await run()).toMatchObject({ total: 5, delivered: 5 });
    const sentAt = async ({ received }: typeof quick) =>
      Number((await received())[0]!.headers["webhook-timestamp"]);
    expect(await sentAt(quick) - await sentAt(slow[0]!)).toBeLessThan(5);
  }, 30_000);

  it("is taken of no webhook and no user who is to be skipped", async ({ ana, ben }) => {
    const [mine, his] = [await hook(ana), await hook(ben)];
    for (const { id } of [mine, his]) await addDeliveries(id);
    const take = async (skip: string[]) =>
      (await sql`select webhook_id from private.take_webhook_delivery(${skip})`)[0]?.webhook_id;
    expect(await take([ana.id, his.id])).toBeUndefined();
    expect(await take([ana.id])).toBe(his.id);
    expect(await take([])).toBe(mine.id);
    await sql`delete from private.webhooks where id in (${mine.id}, ${his.id})`;
  });

  it.for(
    [
      ["made", "insert on private.webhook_deliveries", { total: 2, delivered: 2, failed: 0 }],
      ["taken", "update on private.webhooks", { total: 3, delivered: 2, failed: 1 }],
      ["settled", "update on private.webhook_deliveries", { total: 2, delivered: 1, failed: 1 }],
    ] as const,
  )("that cannot be %s holds up no other", async ([what, event, results], { ana, ben }) => {
    for (const who of [ana, ben]) await addDeliveries((await hook(who)).id);
    await addGoals(ana, what === "made" ? 1 : 0);
    // Fails once: a sequence does not go back.
    await sql.unsafe(`
      create sequence private.failures;
      create function private.fail_once() returns trigger
      language plpgsql security definer as $$
      begin
        if nextval('private.failures') = 1 then
          raise 'deadlock' using errcode = '40P01';
        end if;
        return new;
      end $$;
      create trigger fail_once before ${event} for each row execute function private.fail_once()`);
    try {
      expect(await run()).toMatchObject({
        ...results,
        errors: ["Another request changed this at the same moment, try again"],
      });
    } finally {
      await sql`drop function private.fail_once cascade`;
      await sql`drop sequence private.failures`;
      await sql`delete from private.webhooks where user_id in (${ana.id}, ${ben.id})`;
    }
  });

  it("can be made again by hand, with the same id", async ({ ana }) => {
    const { id, received } = await hook(ana);
    await addDeliveries(id);
    await run();
    const at = `${PATH}/${id}/deliveries`;
    const [delivery] = (await ok(ana, "GET", at)).deliveries;
    expect(delivery).toMatchObject({ status: "delivered", response_status: 200, attempts: 1 });
    await ok(ana, "POST", `${at}/${delivery.id}/resend`);
    await run();
    expect((await received()).map(({ headers }) => headers["webhook-id"]))
      .toEqual([delivery.event_id, delivery.event_id]);
  });

  it("is signed with both secrets for a day after a rotation", async ({ ana }) => {
    const { id, secret, events, received } = await hook(ana);
    const { webhook } = await ok(ana, "POST", `${PATH}/${id}/rotate-secret`);
    await addDeliveries(id);
    await run();
    expect(await events(secret, webhook.secret)).toHaveLength(1);
    await passTime(id, "1 day");
    await addDeliveries(id);
    await run();
    const { headers, body } = (await received())[1]!;
    expect(headers["webhook-signature"]).not.toContain(" ");
    const { Webhook } = await import("standardwebhooks");
    new Webhook(webhook.secret).verify(body, headers);
    expect(() => new Webhook(secret).verify(body, headers)).toThrow();
  });

  it("waits while the secret cannot be decrypted, and is no try", async ({ ana, ben }) => {
    const [broken, other] = [await hook(ana), await hook(ben)];
    await sql`
      update private.webhooks set secret = (select secret from private.webhooks
        where id = ${other.id}) where id = ${broken.id}`;
    await addDeliveries(broken.id, 2);
    await addDeliveries(other.id);
    expect(await run()).toMatchObject({
      delivered: 1,
      errors: ["Webhooks are not configured: WEBHOOK_KEY does not fit what is stored"],
    });
    expect(await deliveriesOf(broken.id)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    await sql`delete from private.webhooks where id = ${broken.id}`;
  });
});

describe("a webhook is turned off", () => {
  const disabled = async (who: Person) =>
    (await ok(who, "GET", "/api/notifications")).notifications
      .filter(({ type }: { type: string }) => type === "webhook_disabled");

  it("by the answer 410, at once", async ({ ana }) => {
    const { id, url, answer } = await hook(ana);
    await answer({ statuses: [410] });
    await addDeliveries(id, 3);
    expect(await run()).toMatchObject({ total: 1, failed: 1, disabled: 1, remaining: 0 });
    const { webhooks: [webhook] } = await ok(ana, "GET", PATH);
    expect(webhook).toMatchObject({ is_active: false, disabled_reason: "gone" });
    expect(Date.now() - Date.parse(webhook.disabled_at)).toBeLessThan(60_000);
    expect(new Set((await deliveriesOf(id)).map(({ status }) => status)))
      .toEqual(new Set(["failed"]));
    expect(await disabled(ana)).toMatchObject([{
      title: "A webhook was turned off",
      body: new URL(url).host,
      data: { webhook_id: id, reason: "gone" },
    }]);
    const { webhook: on } = await ok(ana, "PUT", `${PATH}/${id}`, { is_active: true });
    expect(on).toMatchObject({ is_active: true, disabled_reason: null, disabled_at: null });
  });

  /** Fails this often, the first time so long ago. */
  async function failing(who: Person, failures: number, since: string) {
    const made = await hook(who);
    await sql`
      update private.webhooks
      set failures = ${failures}, failing_since = now() - ${since}::interval
      where id = ${made.id}`;
    await made.answer({ statuses: [500] });
    await addDeliveries(made.id);
    return made;
  }

  it("after five days without a success, and ten tries", async ({ ana, ben, cleo }) => {
    const gone = await failing(ana, 9, "5 days");
    const few = await failing(ben, 8, "6 days");
    const recent = await failing(cleo, 50, "4 days 23 hours");
    expect(await run()).toMatchObject({ total: 3, failed: 3, disabled: 1 });
    expect(await webhookOf(gone.id)).toMatchObject({
      is_active: false,
      disabled_reason: "failing",
    });
    expect(await disabled(ana)).toMatchObject([{ data: { reason: "failing" } }]);
    expect(await webhookOf(few.id)).toMatchObject({ is_active: true, failures: 9 });
    expect(await webhookOf(recent.id)).toMatchObject({ is_active: true, failures: 51 });
    // A success begins anew.
    await passTime(recent.id, "1 minute");
    await run();
    expect(await webhookOf(recent.id)).toMatchObject({ is_active: true, failures: 0 });
  });

  it("not by the time in which its owner is blocked", async ({ ana }) => {
    const block = (is_active: boolean) =>
      sql`update public.profiles set is_active = ${is_active} where id = ${ana.id}`;
    const { id } = await failing(ana, 20, "1 day");
    await block(false);
    await passTime(id, "10 days");
    await block(true);
    expect(await run()).toMatchObject({ total: 1, failed: 1, disabled: 0 });
    expect(await webhookOf(id)).toMatchObject({ is_active: true, failures: 21 });
  });
});

describe("what a blocked user owns waits", () => {
  it.for<[string, string]>([
    ["by the service", "update public.profiles set is_active = not is_active where id = $1"],
    [
      "by the identity provider",
      `update auth.users set banned_until = case when banned_until is null
        then now() + interval '1 day' end where id = $1`,
    ],
  ])("%s", async ([_by, flip], { ana }) => {
    const { id, received } = await hook(ana);
    await addDeliveries(id);
    await addGoals(ana, 1);
    await sql.unsafe(flip, [ana.id]);
    expect(await run()).toMatchObject({ total: 0, remaining: 0 });
    await sql.unsafe(flip, [ana.id]);
    await passTime(id, "1 hour");
    expect(await run()).toMatchObject({ total: 2, delivered: 2 });
    expect(await received()).toHaveLength(2);
  });
});
