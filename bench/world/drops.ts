/** Encouragement drops, the days of their senders, and badges. */
import { fill, type Loader, slicesOf, withoutIndexes } from "./loading.ts";
import { every, famous } from "./size.ts";

/** Templates and drops. Everybody, or one in ten, has sent one to the famous user. */
export const loadDrops: Loader = async (loading) => {
  const { sql, users, share } = loading;
  const templates = 200;
  const sendFamous = `j = 0 and n <> ${famous} and n % ${every(loading, 1)} = ${
    every(loading, 1) - 1
  }`;
  await withoutIndexes(sql, [
    "public.drops_sent",
    "public.drop_entries",
    "public.user_drops",
  ], async () => {
    await fill(loading, "public.drops_sent", ({ from, to }) => `
      insert into public.drops_sent (id, sender_id, recipient_id, drop_type, template_id, title, content,
        date_sent, read_at, bonus_drops, engagement_window_ends_at, engagement_increased, settled_at,
        bonus_drops_awarded)
      select world.id_at('drop ' || n || ' ', j, at), world.user_id(n),
        world.user_id(case when ${sendFamous} then ${famous}
          else (n + 1 + floor(world.dice(i, 1) * world.dice(i, 2) * (${users} - 1))::integer) % ${users} end),
        'encouragement', case when j % 4 > 0 then world.id('template', i % ${templates}) end,
        case when j % 4 > 0 then 'Template ' || i % ${templates} end, 'You are doing great', at,
        case when world.dice(i, 3) < 0.8 then at + interval '2 hours' end, 2, at + interval '24 hours',
        settled and engaged, case when settled then at + interval '25 hours' end,
        case when settled and engaged then 2 else 0 end
      from world.spread(${10 * share}, ${from}, ${to}, 20), world.at(t) as at,
        lateral (select n::bigint * 31 + j::bigint * 7919 as i) as i,
        lateral (
          select at < world.now() - interval '25 hours' as settled,
            world.dice(i, 4) < 0.4 as engaged) as outcome`, slicesOf(10 * users * share));
    await fill(
      loading,
      "public.drop_entries",
      `
      insert into public.drop_entries (drop_id, entry_id)
      select id, world.id('entry ' || world.number(sender_id) || ' ', 0) from public.drops_sent
      where template_id is null and sender_id <> '00000000-0000-4000-a000-000000000001'
        and world.number(sender_id) % ${
        every(loading, 1)
      } = 0 and right(id::text, 1) in ('0', '1', '2', '3')`,
    );
    // Bonuses go to the day on which the job has settled the drop.
    await fill(
      loading,
      "public.user_drops",
      `
      insert into public.user_drops (user_id, date, began_at, daily_allowance, custom_max, drops_used,
        custom_used, bonus_drops_earned)
      select sender_id, date, date::timestamp at time zone timezone, 5, 3, sum(used), sum(custom),
        sum(bonus)
      from (
        select sender_id, (date_sent at time zone timezone)::date as date, timezone, 1 as used,
          (template_id is null)::integer as custom, 0 as bonus
        from public.drops_sent, world.timezone(world.number(sender_id)) as timezone
        union all
        select sender_id, (settled_at at time zone timezone)::date, timezone, 0, 0, bonus_drops_awarded
        from public.drops_sent, world.timezone(world.number(sender_id)) as timezone
        where bonus_drops_awarded > 0
      ) as d group by sender_id, date, timezone`,
    );
    await fill(
      loading,
      "public.drop_templates",
      `
      insert into public.drop_templates (id, drop_type, title, content, is_approved, usage_count)
      select world.id('template', t), 'encouragement', 'Template ' || t, 'You are doing great', true,
        coalesce(used.times, 0)
      from generate_series(0, ${templates - 1}) as t
      left join (
        select template_id, count(*) as times from public.drops_sent group by 1
      ) as used on used.template_id = world.id('template', t)`,
    );
  });
};

/** Badges of the senders, calculated by the service from their counts and streaks. */
export const loadBadges: Loader = async (loading) => {
  const { sql, users } = loading;
  await fill(
    loading,
    "public.encouragement_badges",
    `
    insert into public.encouragement_badges (user_id, consecutive_days, longest_streak, last_sent_on)
    select user_id, (array_agg(days order by last desc))[1], max(days), max(last)
    from (
      select user_id, count(*) as days, max(date) as last
      from (
        select user_id, date, date - row_number() over (partition by user_id order by date)::integer
          as streak
        from public.user_drops where drops_used > 0
      ) as d group by user_id, streak
    ) as streaks group by user_id`,
  );
  await sql`analyze public.encouragement_badges`;
  await sql.unsafe(`
    create table world.sent as
    select sender_id, count(*) as sent, count(settled_at) as settled,
      count(*) filter (where engagement_increased) as increases, sum(bonus_drops_awarded) as bonus,
      row_number() over () as number
    from public.drops_sent group by sender_id`);
  for (let first = 1; first <= users; first += 20_000) {
    await sql`
      select private.change_badges(array_agg(
        row(sender_id, sent, settled, increases, bonus, null)::private.badge_change))
      from world.sent where number >= ${first} and number < ${first + 20_000} having count(*) > 0`;
  }
  await fill(
    loading,
    "private.drop_marks",
    `
    drop table world.sent;
    insert into private.drop_marks (drop_id)
    select d.id from public.drops_sent as d where d.settled_at is null and exists (
      select from public.journal_entries as e
      where e.user_id = d.recipient_id and e.created_at > d.date_sent)`,
  );
};
