/** How events are delivered to webhooks. */
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
const { addGoals, deliveriesOf, hook, newReceiver, passTime, PATH, run } = await import(
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

const webhookOf = async (id: string) =>
  (await sql`
    select is_active, disabled_reason, disabled_at, failures from private.webhooks
    where id = ${id}`)[0];

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
  });

  it("to a receiver that fails half of the time arrives", async ({ ana }) => {
    const { id, secret, answer, received } = await hook(ana);
    // The statuses come from a generator with a seed.
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
  });

  it("is not taken from a skipped webhook, or from a webhook of a skipped user", async ({ ana, ben }) => {
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

  it("waits while the secret cannot be decrypted, and does not count as a try", async ({ ana, ben }) => {
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

describe("the webhooks of a blocked user wait", () => {
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
