/** Drops that a user has received, and drops that a user has sent. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { persons } from "../support/people.ts";
import { mostRows, nodesOf, plansOf } from "../support/plans.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { openDrops, path, sent } from "./support.ts";

const received = `${path}/received`;

interface Received {
  id: string;
  date_sent: string;
  read_at: string | null;
}

it("shows a drop with the public card of its sender, and nothing else of the sender", async () => {
  const [ana, ben] = await persons("Ana Ruiz", "Ben");
  const drop = await sent(ana, ben);
  const { handle } = (await ok(ana, "GET", "/api/user/profile")).profile;
  expect(await ok(ben, "GET", received)).toEqual({
    drops: [expect.objectContaining({
      id: drop.id,
      content: "Go on",
      read_at: null,
      sender: { id: ana.id, handle, full_name: "Ana Ruiz", avatar_url: null, is_synthetic: false },
      entry: null,
    })],
    next_cursor: null,
  });
  expect((await ok(ana, "GET", received)).drops).toEqual([]);
});

it("lists in pages, newest first or unread first", async ({ ana, ben }) => {
  for (const hours of [1, 2, 3, 4]) await openDrops(ana, ben, { count: 3, hours });
  // Ben has read the drops of two hours ago, and one of the oldest.
  await sql`
    update public.drops_sent set read_at = now()
    where recipient_id = ${ben.id} and (
      date_sent between now() - interval '130 minutes' and now() - interval '110 minutes'
      or id = (select id from public.drops_sent where recipient_id = ${ben.id}
        order by date_sent, id limit 1))`;
  const key = ({ date_sent, id }: Received) => `${date_sent} ${id}`;
  const newest: Received[] = await walk(ben, received, "drops", 5);
  expect(newest).toHaveLength(12);
  expect(newest.map(key)).toEqual(newest.map(key).sort().reverse());
  expect(await walk(ben, `${received}?order=newest`, "drops", 100)).toEqual(newest);

  const unread: Received[] = await walk(ben, `${received}?order=unread`, "drops", 3);
  const expected = [
    ...newest.filter(({ read_at }) => read_at === null),
    ...newest.filter(({ read_at }) => read_at !== null),
  ];
  expect(unread.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(unread.findIndex(({ read_at }) => read_at !== null)).toBe(8);
});

it("refuses a cursor of the other order, and an unknown order", async ({ ana, ben }) => {
  await openDrops(ana, ben, { count: 2 });
  const { next_cursor } = await ok(ben, "GET", `${received}?limit=1`);
  expect(await outcome(ben, "GET", `${received}?limit=1&order=unread&cursor=${next_cursor}`)).toBe(
    "400 cursor: not one this list has given out",
  );
  expect((await ben.api("GET", `${received}?order=oldest`)).status).toBe(400);
});

it("marks a drop as read once, for its recipient alone", async ({ ana, ben, cleo }) => {
  const { id } = await sent(ana, ben);
  for (const other of [ana, cleo]) {
    expect((await other.api("POST", `${received}/${id}/read`)).status).toBe(404);
  }
  const { drop } = await ok(ben, "POST", `${received}/${id}/read`);
  expect(drop).toMatchObject({ id, sender: { id: ana.id }, read_at: expect.any(String) });
  const again = await ok(ben, "POST", `${received}/${id}/read`);
  expect(again.drop).toEqual(drop);
  expect((await ok(ben, "GET", received)).drops).toEqual([drop]);
  expect((await ben.api("POST", `${received}/${NOWHERE}/read`)).status).toBe(404);
});

it("lists the drops that a user has sent in pages, newest first, with recipient and outcome", async () => {
  const [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
  const drop = await sent(ana, ben);
  await sent(cleo, ben);
  await openDrops(ana, cleo, { count: 3, hours: 2 });
  await sql`delete from auth.users where id = ${cleo.id}`;
  const { handle } = (await ok(ben, "GET", "/api/user/profile")).profile;
  const drops = await walk(ana, `${path}/sent`, "drops", 3);
  expect(drops).toHaveLength(4);
  const { sender_id: _, recipient_id: __, template_id: ___, entry_id: ____, ...rest } = drop;
  expect(drops[0]).toEqual({
    ...rest,
    recipient: { id: ben.id, handle, full_name: "Ben", avatar_url: null, is_synthetic: false },
    entry: null,
  });
  expect(drops[1].recipient).toBeNull();
  expect((await ok(ben, "GET", `${path}/sent`)).drops).toEqual([]);
});

it("removes drops with their sender, and keeps the counts when the recipient leaves", async ({ ana, ben, cleo }) => {
  await sent(ana, ben);
  await sent(cleo, ana);
  await sql`delete from auth.users where id = ${ben.id}`;
  const [row] = await sql`
    select recipient_id from public.drops_sent where sender_id = ${ana.id}`;
  expect(row).toEqual({ recipient_id: null });
  const { badge } = await ok(ana, "POST", `${path}/badge/update`);
  expect(badge.total_drops_sent).toBe(1);
  await sql`delete from auth.users where id = ${cleo.id}`;
  expect((await ok(ana, "GET", received)).drops).toEqual([]);
});

it.for<[which: string, list: string]>([
  ["received, newest first", "list_received_drops(false, p_limit => 21)"],
  ["received, unread first", "list_received_drops(true, p_limit => 21)"],
  ["sent", "list_sent_drops(p_limit => 21)"],
])("reads the rows of one page of many drops: %s", async ([_which, list], { ana }) => {
  const plans = await plansOf(ana.id, `select * from public.${list}`, [], async (tx) => {
    await tx`
      insert into public.drops_sent (sender_id, recipient_id, drop_type, content, date_sent,
        read_at, bonus_drops, engagement_window_ends_at)
      select case n % 3 when 0 then ${ana.id}::uuid else gen_random_uuid() end,
        case n % 3 when 1 then ${ana.id}::uuid else gen_random_uuid() end,
        'encouragement', 'Go on', at, case when n % 2 = 0 then now() end, 2, now()
      from generate_series(1, 15_000) as n, lateral (select now() - n * interval '1 hour') as t (at)`;
    await tx`analyze public.drops_sent`;
  });
  const [page] = plans.filter(({ query }) => query.includes("limit v_limit"));
  expect(mostRows(page!.plan)).toBe(21);
  if (list.includes("received")) {
    expect(nodesOf(page!.plan).map((node) => node["Node Type"])).toEqual(["Limit", "Index Scan"]);
  }
});
