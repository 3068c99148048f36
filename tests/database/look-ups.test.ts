/** Statements that look up rows by a key, whatever plan the planner would take for cheaper. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { indexesOf, mostRows, plansOf } from "../support/plans.ts";

it("sync looks up a page of notifications by their ids, however many its user has", async ({ ana }) => {
  const plans = await plansOf(ana.id, "select public.sync()", [], async (transaction) => {
    await transaction`
      with added as (
        insert into public.notifications (id, user_id, type, title, body)
        select gen_random_uuid(), case when n <= 1000 then ${ana.id} else gen_random_uuid() end,
          'mention', 'Title', 'Body'
        from generate_series(1, 5000) as n
        returning id, user_id
      )
      insert into private.changes (type, id, user_id, position)
      select 'notification', id, user_id, 1 from added`;
    await transaction`analyze public.notifications`;
    // As in a session that has called it for other users.
    await transaction`set local plan_cache_mode = force_generic_plan`;
  });
  const { plan } = plans.find(({ query }) => query.includes("notification_copies"))!;
  expect([indexesOf(plan), mostRows(plan)]).toEqual([["notifications_pkey"], 50]);
});

it("a notification looks up the devices of its user, also where its caller forbids nested loops", async ({ ana }) => {
  const query = "select private.notify($1::uuid, 'chain_updated')";
  const plans = await plansOf(null, query, [ana.id], async (transaction) => {
    await transaction`
      insert into public.push_devices (user_id, token, platform)
      select gen_random_uuid(), 'ExponentPushToken[plans' || n || ']', 'ios'
      from generate_series(1, 20000) as n`;
    await transaction`analyze public.push_devices`;
    await transaction`set local enable_nestloop = off`;
  });
  const { plan } = plans.find(({ query }) => query.includes("insert into private.pushes"))!;
  expect(mostRows(plan)).toBe(1);
});

it("a deletion looks up the acts of a streak by their days, however many the streak has", async ({ ana }) => {
  const query = "delete from public.journal_entries where user_id = $1";
  const plans = await plansOf(null, query, [ana.id], async (transaction) => {
    await transaction`
      with entry as (
        insert into public.journal_entries (user_id, title, effective_metadata_visibility,
          effective_content_visibility)
        values (${ana.id}, 'Entry', 'public', 'public') returning id
      ), streak as (
        insert into private.streaks (user_id) values (${ana.id}) returning id
      )
      insert into private.streak_acts (streak_id, day, id, began_at)
      select streak.id, private.utc_today() - n / 20,
        case n when 1 then entry.id else gen_random_uuid() end, now()
      from streak, entry, generate_series(1, 20000) as n`;
    // Most streaks have few acts.
    await transaction`
      insert into private.streak_acts (streak_id, day, id, began_at)
      select gen_random_uuid(), private.utc_today(), gen_random_uuid(), now()
      from generate_series(1, 20000)`;
    await transaction`analyze private.streak_acts`;
    await transaction`set local plan_cache_mode = force_generic_plan`;
  });
  for (const statement of ["delete from private.streak_acts", "from unnest(v_days)"]) {
    const { plan } = plans.find(({ query }) => query.includes(statement))!;
    expect([indexesOf(plan), mostRows(plan)]).toEqual([["streak_acts_pkey"], 1]);
  }
});
