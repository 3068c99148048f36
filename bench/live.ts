/**
 * The cost of live updates, the change log and streaks for writes, with their triggers and without.
 */
import { claim } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";
import type { Database } from "./superuser.ts";

const users = 1000;

export async function benchLive({ sql }: Database): Promise<Row[]> {
  const [{ id: owner }, ...others] = await sql<{ id: string }[]>`
    insert into auth.users (id, email)
    select gen_random_uuid(), 'live' || n || '@bench.test' from generate_series(1, ${users}::int) as n
    returning id` as unknown as [{ id: string }, ...{ id: string }[]];
  const authors = others.map(({ id }) => id);
  await sql`
    insert into private.streaks (user_id, days, longest, first_day, last_day, began_at,
      seen_day)
    select id, 5, 5, day - 4, day, day::timestamp at time zone 'utc', day
    from public.profiles, lateral (select private.utc_today() - 1 as day) as yesterday
    where id = any (${authors})`;
  let next = 0;
  await sql`vacuum (analyze) public.profiles`;
  const connection = await sql.reserve();
  const become = (sub: string) => claim(connection, sub);
  const measure = async (
    what: string,
    bar: number,
    rounds: number,
    triggers: string[],
    write: (round: number) => Promise<unknown>,
  ): Promise<Row> => {
    const turn = async (state: "enable" | "disable") => {
      for (const trigger of triggers) {
        const table = trigger.replace(/_\d.*/, "");
        await connection.unsafe(`alter table public.${table} ${state} trigger ${trigger}`);
      }
    };
    const { whole, bare } = await compare(rounds, {
      off: () => turn("disable"),
      bare: write,
      on: () => turn("enable"),
      whole: write,
    });
    const measured = `${ms(whole.p50, 2)}, without ${ms(bare.p50, 2)}`;
    return atMost(what, measured, whole.p50 / bare.p50, bar);
  };
  const writeEntry = () =>
    connection`select private.create_journal_entry(${
      connection.json({ title: "Morning", content: "Cold water, warm bread.", tags: ["day"] })
    })`;
  // Twenty in a round: a trigger that was switched makes Postgres plan anew.
  const twentyEntries = async () => {
    for (let n = 0; n < 20; n++) await writeEntry();
  };
  const twenty = (what: string, bar: number, triggers: string[]) =>
    measure(what, bar, 60, triggers, twentyEntries);
  const told = "journal_entries_950_tell_insert";
  const logged = "journal_entries_900_record";
  const counted = "journal_entries_700_count_day";
  try {
    await become(owner);
    return [
      await measure("notifications for 1,000 users at once, told", 1.3, 20, [
        "notifications_950_tell_insert",
      ], () =>
        connection`
          insert into public.notifications (user_id, type, title, body)
          select id, 'battle_result', 'Your team has won', 'The battle of the week has ended.'
          from public.profiles order by id limit ${users}`),
      await twenty("20 entries one by one, told to their author", 1.2, [told]),
      await twenty("20 entries one by one, in the change log and told", 1.25, [logged, told]),
      await twenty("20 entries one by one, counted for a streak", 1.1, [counted]),
      // The streak enters the change log too, and has the bar of the change log.
      await measure(
        "20 entries, each the first one of its author's day in a streak",
        1.25,
        60,
        [counted],
        async () => {
          for (let n = 0; n < 20; n++) {
            await become(authors[next++ % authors.length]!);
            await writeEntry();
          }
        },
      ),
    ];
  } finally {
    connection.release();
  }
}
