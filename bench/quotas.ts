/** Quotas: a write of a user against the same write without the trigger that counts it. */
import type { Sql } from "postgres";
import { compare, type Row } from "./measure.ts";

const user = "9d000000-0000-4000-8000-000000000001";
const rounds = 400;

/** Needs the superuser's `sql`. */
export async function benchQuotas(sql: Sql): Promise<Row[]> {
  await sql`insert into auth.users (id, email) values (${user}, 'quotas@bench.test')`;
  // As many as the quota of goals leaves room for.
  const [goal] = await sql<[{ id: string }]>`
    insert into public.goals (user_id, title)
    select ${user}, 'Goal ' || n from generate_series(1, 998) as n returning id`;
  await sql`vacuum (analyze) public.goals`;
  const claims = JSON.stringify({ sub: user, role: "authenticated" });
  const connection = await sql.reserve();
  try {
    await connection`select set_config('request.jwt.claims', ${claims}, false)`;
    const measure = async (
      what: string,
      table: string,
      bar: number,
      write: () => Promise<void>,
    ) => {
      const turn = (state: "enable" | "disable") =>
        connection.unsafe(`alter table public.${table} ${state} trigger ${table}_800_keep_quota`);
      const { bounded, free } = await compare(rounds, {
        off: () => turn("disable"),
        free: write,
        on: () => turn("enable"),
        bounded: write,
      });
      // A day's quota is larger than what is written here.
      const ratio = bounded.p50 / free.p50;
      const measured = `${bounded.p50.toFixed(2)} ms, without ${free.p50.toFixed(2)} ms`;
      return { what, measured, ratio, bar: `<= ${bar}`, ok: ratio <= bar };
    };
    return [
      await measure("check-in of a goal, with its quota", "goal_check_ins", 2, async () => {
        await connection`
          insert into public.goal_check_ins (goal_id, user_id, status)
          values (${goal.id}, ${user}, 'completed')`;
      }),
      await measure("goal beside 998 others, with its quota", "goals", 2, async () => {
        const [made] = await connection`
          insert into public.goals (user_id, title) values (${user}, 'One more') returning id`;
        await connection`delete from public.goals where id = ${made!.id}`;
      }),
    ];
  } finally {
    connection.release();
  }
}
