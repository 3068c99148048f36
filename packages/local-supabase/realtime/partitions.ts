/** The partitions of `realtime.messages`: one for each day (UTC), kept for three. */
import type { Sql } from "postgres";

const KEPT_DAYS = 3;
const DAYS_AHEAD = 3;
const DAY = 86_400_000;

/** Makes the partitions of today and of coming days, and drops past ones. */
export async function keepPartitions(sql: Sql, now = Date.now()): Promise<void> {
  const date = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10);
  const nameOf = (day: string) => `messages_${day.replaceAll("-", "_")}`;
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    await sql.unsafe(`
      create table if not exists realtime.${nameOf(date(day))} partition of realtime.messages
      for values from ('${date(day)}') to ('${date(day + 1)}')`);
  }
  const partitions = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass`;
  for (const { name } of partitions) {
    if (name < nameOf(date(-KEPT_DAYS))) await sql.unsafe(`drop table realtime.${name}`);
  }
}
