/** The rows that the generation of chains reads. */
import { expect, it } from "vitest";
import { mostRows, plansOf } from "../support/plans.ts";
import { datesFrom } from "./chains.ts";

const newDate = datesFrom(2037);

it("the generation of a date that no statistics know reads each row of the date a few times", async () => {
  const USERS = 400;
  const [former, date] = [newDate(), newDate()];
  const steps =
    "select private.generate_workout_chains($1::date, n) from generate_series(150, 153) n";
  let most = 0;
  const plans = await plansOf(null, steps, [date], async (tx) => {
    await tx`set local session_replication_role = origin`;
    await tx`
      with accounts as (
        insert into auth.users (id, email)
        select gen_random_uuid(), gen_random_uuid() || '@example.com'
        from generate_series(1, ${USERS})
        returning id
      ), places as (
        insert into public.workout_window_locations (user_id, city)
        select id, 'planned ' || row_number() over () % 4 from accounts returning user_id
      )
      select count(*) from places`;
    await tx`
      insert into public.workout_windows (user_id, activity_type, window_start_time,
        window_end_time, timezone)
      select user_id, 'walk', '06:00', '08:00', 'UTC' from public.workout_window_locations
      where city like 'planned %'`;
    await tx`select private.request_workout_chains(${former}::date)`;
    await tx`select private.generate_workout_chains(${former}::date)`;
    await tx`analyze public.workout_window_chains`;
    await tx`select private.request_workout_chains(${date}::date)`;
    // Other tests add and remove windows meanwhile. Of few users the planner may read all once.
    [{ most }] = await tx<[{ most: number }]>`
      select (12 * count(*) + (select count(*) from public.profiles))::int as most
      from public.workout_windows`;
  });
  expect(plans.length).toBeGreaterThan(10);
  const [worst] = plans.map(({ query, plan }) => ({ query, rows: mostRows(plan) }))
    .sort((a, b) => b.rows - a.rows);
  expect(worst!.rows, worst!.query).toBeLessThan(most);
});
