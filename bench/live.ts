/** Live updates: what telling costs the writes, with the triggers that tell and without them. */
import type { Sql } from "postgres";
import { compare, type Row } from "./measure.ts";

const users = 1000;

/** Needs the superuser's `sql`. */
export async function benchLive(sql: Sql): Promise<Row[]> {
  const [{ id: owner }] = await sql<[{ id: string }]>`
    insert into auth.users (id, email)
    select gen_random_uuid(), 'live' || n || '@bench.test' from generate_series(1, ${users}::int) as n
    returning id`;
  await sql`vacuum (analyze) public.profiles`;
  const claims = JSON.stringify({ sub: owner, role: "authenticated" });
  const connection = await sql.reserve();
  const turn = async (state: "enable" | "disable") => {
    for (const table of ["notifications", "journal_entries"]) {
      await connection.unsafe(
        `alter table public.${table} ${state} trigger ${table}_950_tell_insert`,
      );
    }
  };
  const measure = async (
    what: string,
    bar: number,
    rounds: number,
    write: (round: number) => Promise<unknown>,
  ): Promise<Row> => {
    const { telling, silent } = await compare(rounds, {
      off: () => turn("disable"),
      silent: write,
      on: () => turn("enable"),
      telling: write,
    });
    const ratio = telling.p50 / silent.p50;
    const measured = `${telling.p50.toFixed(2)} ms, without ${silent.p50.toFixed(2)} ms`;
    return { what, measured, ratio, bar: `<= ${bar}`, ok: ratio <= bar };
  };
  try {
    await connection`select set_config('request.jwt.claims', ${claims}, false)`;
    return [
      await measure("notifications for 1,000 users at once, told", 1.3, 20, () =>
        connection`
          insert into public.notifications (user_id, type, title, body)
          select id, 'battle_result', 'Your team has won', 'The battle of the week has ended.'
          from public.profiles order by id limit ${users}`),
      // Twenty in a round: a trigger that was switched makes Postgres plan anew.
      await measure("20 entries one by one, told to their author", 1.2, 20, async () => {
        for (let n = 0; n < 20; n++) {
          await connection`select private.create_journal_entry(${
            connection.json({ title: "Morning", content: "Cold water, warm bread.", tags: ["day"] })
          })`;
        }
      }),
    ];
  } finally {
    connection.release();
  }
}
