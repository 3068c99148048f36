/** Goals with check-ins, reminders, satisfaction, sleep and action notes. */
import { fill, type Loader, slicesOf, withoutIndexes } from "./loading.ts";

export const loadHabits: Loader = (loading) =>
  withoutIndexes(loading.sql, [
    "public.goals",
    "public.goal_check_ins",
    "public.reminders",
    "private.reminder_times",
    "public.satisfaction_entries",
    "public.action_notes",
    "public.sleep_entries",
  ], async () => {
    const { users, share } = loading;
    await fill(
      loading,
      "public.goals",
      ({ from, to }) => `
      insert into public.goals (id, user_id, title, status, completed_at, target_date, written_at,
        created_at, updated_at)
      select world.id('goal ' || n || ' ', j), world.user_id(n), 'Goal ' || j,
        case when j % 4 = 3 then 'completed' else 'active' end,
        case when j % 4 = 3 then at + interval '1 hour' end, (at + interval '90 days')::date, at, at, at
      from world.spread(${2 * share}, ${from}, ${to}, 2), world.at(t) as at`,
      slicesOf(2 * users * share),
    );
    await fill(loading, "public.goal_check_ins", ({ from, to }) => `
      insert into public.goal_check_ins (id, goal_id, user_id, status, notes, written_at, created_at)
      select world.id('goal check-in ' || n || ' ', j), world.id('goal ' || n || ' ', j % goals),
        world.user_id(n), (array['completed', 'partial', 'missed'])[1 + j % 3], 'As planned', at, at
      from world.spread(${4 * Math.max(1, 2 * share)}, ${from}, ${to}, 8), world.at(t) as at,
        world.times(n, ${2 * share}) as goals where goals > 0`, slicesOf(8 * users * share));
    // Of one user in three.
    await fill(
      loading,
      "public.reminders",
      `
      insert into public.reminders (id, user_id, kind, local_time, days, written_at, created_at)
      select world.id('reminder', n), world.user_id(n), 'journal',
        to_char(time '00:00' + floor(world.dice(n, 45) * 1440)::integer * interval '1 minute', 'HH24:MI'),
        '{1,2,3,4,5,6,7}', at, at
      from generate_series(0, ${users - 1}, 3) as n, world.at(n / ${users}.0) as at;
      insert into private.reminder_times (reminder_id, next_on, next_at)
      select r.id, t.* from public.reminders as r cross join lateral private.next_reminder(
        r.local_time, r.days, world.timezone(world.number(r.user_id)), null, world.now()) as t`,
    );
    const notes = { satisfaction_entries: 4, action_notes: 4, sleep_entries: 3 };
    for (const [place, [table, mean]] of Object.entries(notes).entries()) {
      const [columns, values] = [
        ["score, note", "1 + j % 10, 'A good day'"],
        ["content", "'Walked around the lake'"],
        ["date, hours, quality", "(at at time zone 'utc')::date, 7.5, 1 + j % 5"],
      ][place]!;
      await fill(
        loading,
        `public.${table}`,
        ({ from, to }) => `
        insert into public.${table} (id, user_id, ${columns}, written_at, created_at)
        select world.id('${table} ' || n || ' ', j), world.user_id(n), ${values}, at, at
        from world.spread(${mean * share}, ${from}, ${to}, ${40 + place}), world.at(t) as at`,
        slicesOf(mean * users * share),
      );
    }
  });
