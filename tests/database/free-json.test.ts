/** Limits of client-written JSON: depth, number of keys and size, also over the Data API. */
import { describe, expect, it } from "vitest";
import { outcome } from "../support/requests.ts";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const ana = await person("Ana");

const nested = (levels: number) =>
  JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`);
const lists = (levels: number) => ({
  a: JSON.parse(`${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`),
});
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
/** Keys at three levels, in objects and in arrays. */
const spread = (count: number) => ({ a: [keys(count - 3), { b: { c: 1 } }] });
const sized = (bytes: number) => ({ a: "x".repeat(bytes - JSON.stringify({ a: "" }).length - 1) });

const refused: [string, object][] = [
  ["3,000 levels of objects", nested(3000)],
  ["1,000 levels of lists", lists(1000)],
  ["33 levels of objects", nested(33)],
  ["33 levels of lists", lists(33)],
  ["201 keys", keys(201)],
  ["201 keys over all levels", spread(201)],
  ["17 KB", sized(17 * 1024)],
];
const accepted: [string, object][] = [
  ["32 levels of objects", nested(32)],
  ["32 levels of lists", lists(32)],
  ["200 keys", keys(200)],
  ["200 keys over all levels", spread(200)],
  ["16 KB", sized(16 * 1024)],
  ["a value of each kind", { a: null, b: true, c: 1.5, d: "x", e: [], f: {} }],
];

describe("free JSON", () => {
  const write = (preferences: object) =>
    ana.client.from("profiles").update({ preferences }).eq("id", ana.id);

  it.each(refused)("refuses %s", async (_limit, value) => {
    expect((await write(value)).error).toMatchObject({ code: "23514" });
  });

  it.each(accepted)("accepts %s", async (_limit, value) => {
    expect((await write(value)).error).toBeNull();
  });
});

it("merged preferences do not exceed the number of keys", async () => {
  const ben = await person("Ben");
  const merge = (preferences: object) =>
    ben.client.rpc("update_profile", { p_changes: { preferences } });
  expect((await merge(keys(200))).error).toBeNull();
  expect((await merge({ another: 1 })).error).toMatchObject({ code: "23514" });
});

it("a refusal names the field, and the list of organizations still answers", async () => {
  const orgId = (await ana.client.rpc("create_organization", { p_name: "Free" })).data.id;
  expect(await outcome(ana, "POST", "/api/organizations", { name: "Deep", settings: nested(33) }))
    .toBe("400 settings: expected at most 32 levels");
  expect(await outcome(ana, "PUT", `/api/organizations/${orgId}`, { settings: keys(201) })).toBe(
    "400 settings: expected at most 200 keys",
  );
  expect((await ana.api("GET", "/api/organizations?limit=100")).status).toBe(200);
});

/** JSON columns that no client writes freely, with their writers. */
const written: Record<string, string> = {
  "private.entry_imports.place": "the service, where a step of an import has ended",
  "private.entry_imports.pictures": "the service, the pictures of rows of a file",
  "private.entry_summaries.counts": "triggers, from counts",
  "private.entry_summaries.picture": "triggers, from an attachment",
  "private.goal_schedules.schedule": "triggers, from the schedules of goals",
  "private.idempotency_keys.answer": "the service, its own answers",
  "private.import_rows.entry": "the service, from the validated rows of a file",
  "private.job_runs.result": "jobs",
  "private.workout_battle_notices.standing": "a function, from counts",
  "private.workout_battle_standings.standing": "a function, from counts",
  "public.audit_log.after": "functions, from stored rows and validated changes",
  "public.audit_log.before": "functions, from stored rows",
  "public.competition_scores.breakdown": "a job, from counts",
  "public.competitions.scoring_config": "super admins, with a constraint of its own",
  "public.dream_replications.delta_values": "a function, from the measured values",
  "public.dream_replications.measured_values": "a function, a number for each predicted label",
  "public.dreams.predicted_values": "super admins, checked by the function",
  "public.dreams.steps": "users, with a constraint of its own: 50 titles of 200 characters",
  "private.journal_entry_contents.mentions": "a function, from the content",
  "public.goals.measure": "users, with a constraint of its own: a unit, a target and a direction",
  "public.goals.schedule": "users, with a constraint of its own: days of the week, or their number",
  "public.note_analyses.insights": "the service, from validated answers of the provider",
  "public.note_analyses.mood_trends": "the service, from validated answers of the provider",
  "public.note_analyses.patterns": "the service, from validated answers of the provider",
  "public.note_analyses.topics": "the service, from validated answers of the provider",
  "public.notifications.data": "functions",
  "public.site_settings.value": "super admins, each key with a constraint of its own",
  "public.spotify_tracks.raw": "the service, from the provider",
  "public.workout_window_battles.battle_result": "a function, from its stored inputs",
  "public.workout_window_mosaics.mosaic_data": "a job, from the participants of a date",
};

it("every JSON column that clients write has the limits", async () => {
  const columns = await sql<{ name: string }[]>`
    select format('%s.%s.%s', c.relnamespace::regnamespace, c.relname, a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('json'::regtype, 'jsonb'::regtype)
      and not exists (
        select from pg_constraint k where k.conrelid = c.oid and k.conkey @> array[a.attnum]
          and pg_get_constraintdef(k.oid) like format('%%private.is_settings(%s)%%', a.attname)
        union all
        select from pg_trigger t where t.tgrelid = c.oid and t.tgattr::int2[] @> array[a.attnum]
          and pg_get_triggerdef(t.oid) like format('%%private.is_settings(new.%s)%%', a.attname)
      )
    order by 1`;
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(written).sort());
});
