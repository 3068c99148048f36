/** A registration is an upsert: a migration repeats the call that the schemas have. */
import { expect, it } from "vitest";
import { sql } from "../support/sql.ts";

const registrations: [string, string, string, string][] = [
  [
    "watch_job",
    "select private.watch_job('purge', 'rows', 'select now()')",
    "select due_times as value from private.job_queues where job = 'purge' and what = 'rows'",
    "select now()",
  ],
  [
    "schedule_statement",
    "select private.schedule_statement('purge', '*/1 * * * *', 'select null::jsonb')",
    "select statement as value from private.jobs where name = 'purge'",
    "select null::jsonb",
  ],
  [
    "purge_when",
    "select private.purge_when('private.job_runs', 'ended_at', '30 days')",
    "select since as value from private.retention where relation = 'private.job_runs'",
    "ended_at",
  ],
  [
    "register_person_column",
    "select private.register_person_column('public.goals', 'user_id', 'A reason.')",
    `select reason as value from private.person_columns
     where relation = 'public.goals' and name = 'user_id'`,
    "A reason.",
  ],
  [
    "register_export_section",
    "select private.register_export_section('goals', 'public.goals', 'false')",
    "select condition as value from private.export_sections where name = 'goals'",
    "false",
  ],
  [
    "set_quota",
    "select private.set_quota('public.goals', 'goals', p_daily => 7)",
    "select max_daily::text as value from private.quotas where kind = 'goals'",
    "7",
  ],
  [
    "register_synced_table",
    "select private.register_synced_table('goal', 'goals', p_list => 'aims')",
    "select list as value from private.synced_types where type = 'goal'",
    "aims",
  ],
];

it.each(registrations)("%s again changes its row", async (_, call, query, expected) => {
  const undone = new Error("undone");
  await sql.begin(async (transaction) => {
    await transaction.unsafe(call);
    const rows = await transaction.unsafe(query);
    expect(rows.map(({ value }) => value)).toEqual([expected]);
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
});
