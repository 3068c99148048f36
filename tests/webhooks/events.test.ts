/** The events that webhooks are told of. */
import process from "node:process";
import { describe, expect } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform({
  WEBHOOK_KEY: process.env.WEBHOOK_KEY!,
  WEBHOOK_ORIGINS: process.env.WEBHOOK_ORIGINS!,
});
const { it } = await import("../support/it.ts");
const { ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { useProject } = await import("../http/project.ts");
const { deliverWebhooks } = await import("../../functions/webhooks/delivery.ts");
const { addGoals, deliveriesOf, hook, PATH, run } = await import("./support.ts");
type Person = Awaited<ReturnType<typeof import("../support/people.ts").person>>;

const notify = (who: Person) =>
  sql`select private.notify(${who.id}, 'mention', '{}',
    ${sql.json({ entry_id: who.id, user_id: who.id })})`;

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
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Late" });
    await run();
    await sql.begin(async (tx) => {
      // No more text: another write of the user would wait for the count of it.
      await tx`update public.goals set status = 'paused' where id = ${goal.id}`;
      await addGoals(ana, 1);
      await run();
    });
    await run();
    const ids = (await events()).map(({ data }) => data.id);
    expect(ids).toHaveLength(3);
    expect([ids[0], ids[2]]).toEqual([goal.id, goal.id]);
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

describe("changes since the position of a webhook", () => {
  const addChanges = (who: Person, count: number) =>
    sql`
      insert into private.changes (type, id, user_id) select 'goal', gen_random_uuid(), ${who.id}
      from generate_series(1, ${count})`;
  const sinceOf = async (id: string) =>
    (await sql`select since::text from private.webhooks where id = ${id}`)[0]!.since;

  it("are read up to 5,000, and an overflow tells of more", async ({ ana }) => {
    const rare = await hook(ana, ["profile.changed"]);
    await addChanges(ana, 5001);
    await ok(ana, "PUT", "/api/user/profile", { full_name: "Ana R." });
    await run();
    await ok(ana, "PUT", "/api/user/profile", { full_name: "Ana S." });
    await run();
    expect((await rare.events()).map(({ type, data }) => [type, data.id]))
      .toEqual([["overflow", rare.id], ["profile.changed", ana.id]]);
  });

  it("are not read again where many make no event", async ({ ana }) => {
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

  it("are read up to about 20,000 in a call, and the next call goes on", async ({ ana }) => {
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
