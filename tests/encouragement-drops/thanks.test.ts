/** Thanks for drops. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import type { Person } from "../support/people.ts";
import { codeOf, NOWHERE, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { myDrops, path, sent } from "./support.ts";

const place = (id: string) => `${path}/received/${id}/thank`;
const thank = (who: Person, { id }: { id: string }) => ok(who, "POST", place(id));
const thanksOf = (who: Person) => noticesOf(who, "drop_thanked");

it("are said once: they cost nothing, mark the drop as read and tell its sender", async ({ ana, ben, cleo }) => {
  const drop = await sent(ana, ben);
  const before = [await myDrops(ana), await myDrops(ben)];
  const { handle } = (await ok(ben, "GET", "/api/user/profile")).profile;
  const thanked = await thank(ben, drop);
  expect(thanked.drop).toMatchObject({
    id: drop.id,
    thanked_at: expect.any(String),
    read_at: expect.any(String),
    sender: { id: ana.id },
  });
  expect(await thank(ben, drop)).toEqual(thanked);
  expect(await thanksOf(ana)).toMatchObject([{
    title: `@${handle} thanks you`,
    data: { drop_id: drop.id, user_id: ben.id },
  }]);
  expect([await myDrops(ana), await myDrops(ben)]).toEqual(before);
  expect((await ok(ana, "GET", `${path}/received`)).drops).toEqual([]);
  expect((await ok(ana, "GET", `${path}/sent`)).drops).toMatchObject([
    { id: drop.id, thanked_at: thanked.drop.thanked_at },
  ]);
  for (const [who, id] of [[ana, drop.id], [cleo, drop.id], [ben, NOWHERE]] as const) {
    expect(await codeOf(who.api("POST", place(id)))).toBe("404 not_found");
  }
});

it("are said once also at the same moment", async ({ ana, ben }) => {
  const drop = await sent(ana, ben);
  const answers = await Promise.all([1, 2, 3].map(() => thank(ben, drop)));
  expect(new Set(answers.map((answer) => answer.drop.thanked_at)).size).toBe(1);
  expect(await thanksOf(ana)).toHaveLength(1);
});

it("keep the time at which the drop was read", async ({ ana, ben }) => {
  const drop = await sent(ana, ben);
  const read = (await ok(ben, "POST", `${path}/received/${drop.id}/read`)).drop;
  expect((await thank(ben, drop)).drop.read_at).toBe(read.read_at);
});

it.for(["ana", "ben"] as const)(
  "are said and not told while %s blocks the other",
  async (who, { ana, ben }) => {
    const drop = await sent(ana, ben);
    const [by, other] = who === "ana" ? [ana, ben] : [ben, ana];
    await ok(by, "PUT", "/api/user/profile", { blocked_user_ids: [other.id] });
    const thanked = await thank(ben, drop);
    expect(thanked.drop.thanked_at).toEqual(expect.any(String));
    expect(await thank(ben, drop)).toEqual(thanked);
    expect(await thanksOf(ana)).toEqual([]);
    const stored = await ana.client.from("drops_sent").select("thanked_at").eq("id", drop.id);
    expect(stored.data).toEqual([{ thanked_at: null }]);
    await ok(by, "PUT", "/api/user/profile", { blocked_user_ids: [] });
    await thank(ben, drop);
    expect(await thanksOf(ana)).toHaveLength(1);
  },
);

it("are for people: not for the assistant, nor for somebody who is leaving", async ({ ana, ben }) => {
  const [assistant] = await sql<[{ id: string }]>`
    select private.record_assistant_drop(${ben.id}, 'Good morning') as id`;
  expect(await codeOf(ben.api("POST", place(assistant.id)))).toBe("409 no_sender");
  const drop = await sent(ana, ben);
  await sql`
    insert into private.account_deletions (user_id, attempted_at) values (${ana.id}, now())`;
  expect(await codeOf(ben.api("POST", place(drop.id)))).toBe("409 no_sender");
  const stored = await sql`
    select thanked_at, read_at from public.drops_sent where recipient_id = ${ben.id}`;
  expect(stored).toEqual(Array(2).fill({ thanked_at: null, read_at: null }));
});

it("are in the language of the sender, and stay off devices where the sender says so", async ({ ana, ben }) => {
  await ok(ana, "PUT", "/api/user/profile", {
    language: "de",
    preferences: { notification_types: { drop_thanked: false } },
  });
  await thank(ben, await sent(ana, ben));
  expect((await thanksOf(ana))[0]!.body).toBe("Dein Zuruf hat gutgetan.");
});

it("go with the account of the recipient who said them", async ({ ana, ben }) => {
  await thank(ben, await sent(ana, ben));
  await sql`select private.erase_notifications(${ben.id}, 10)`;
  expect(await thanksOf(ana)).toEqual([]);
});
