/** The bytes of all texts of a user count: for the day on which they are written, and while kept. */
import { expect } from "vitest";
import { must } from "../../shared/database/results.ts";
import { countedBytes } from "../support/counted-texts.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { makeSomebody } from "../user/somebody.ts";

/** Tables of people whose texts do not count by themselves, and why. */
const elsewhere: Record<string, string> = {
  "private.changes": "names of kinds",
  "private.emails": "20 a day, and purged",
  "private.entry_import_errors": "purged, 10 imports an hour",
  "private.entry_imports": "10 an hour",
  "private.entry_summaries": "made of counted entries",
  "private.former_zones": "names of time zones",
  "private.grants": "20 of a user",
  "private.idempotency_keys": "`bytes of kept answers`",
  "private.import_rows": "until the import ends",
  "private.goal_schedules": "a schedule for a goal and a date, which the goal counts",
  "private.journal_addresses": "one row of a user, made by the service",
  "private.journal_entry_contents": "counted with the entry",
  "private.journal_entry_documents": "counted with the entry",
  "private.journal_entry_versions": "counted as former texts",
  "private.organization_invitations": "addresses, 50 a day",
  "private.payment_customers": "the provider's",
  "private.payment_events": "the provider's",
  "private.oauth_requests": "purged after a day",
  "private.personal_tokens": "20 of a user, and those of 20 grants",
  "private.push_subscriptions": "ten devices of a user",
  "private.pushes": "the service's",
  "private.quota_days": "names of kinds",
  "private.rate_limit_hits": "the service's",
  "private.reports": "20 a day, and purged",
  "private.sealed_accounts": "keys, five times a day",
  "private.sealed_enrolments": "20 a day, and purged",
  "private.sealed_log": "500 statements a day",
  "private.sealed_members": "made of the log",
  "private.sealed_notebooks": "made of the log",
  "private.sealed_previous": "20,000 a day, of 48 bytes",
  "private.sealed_slots": "20 of a user",
  "private.sealed_wraps": "20,000 a day, of 80 bytes",
  "private.search_rebuilds": "names of languages",
  "private.spotify_connections": "one row of a user",
  "private.spotify_grants": "purged after a day",
  "private.storage_deletions": "the service's",
  "private.suppressed_addresses": "the service's",
  "private.tone_image_claims": "names of tones",
  "private.user_directory": "one row of a user",
  "private.user_search_terms": "made of the profile",
  "private.webhook_deliveries": "names of events",
  "private.webhooks": "ten of a user",
  "private.weekly_reviews": "made by the service",
  "private.workout_battle_notices": "the service's",
  "private.workout_battle_standings": "the service's",
  "private.workout_checkin_photos": "digests",
  "private.workout_former_windows": "names of time zones",
  "public.admin_impersonations": "super admins write it",
  "public.audit_log": "the service's",
  "public.competition_scores": "the service's",
  "public.currency_conversion_rates": "super admins write it",
  "public.dream_replications": "numbers, one for each spec of a template",
  "public.drops_ledger": "the service's",
  "public.drops_sent": "within the day's allowance",
  "public.drop_recordings": "paths of files, 20 a day",
  "public.feature_flag_users": "super admins write it",
  "public.inbound_emails": "50 a day, and purged",
  "public.journal_entries": "counted with the entry",
  "public.kit_waitlist": "5 an hour of an address, of nobody's account",
  "public.note_analyses": "the service's, one a day",
  "public.notifications": "the service's",
  "public.profile_cards": "one row of a user",
  "public.profiles": "one row of a user",
  "public.push_devices": "ten of a user",
  "public.reminders": "20 of a user, times",
  "public.sponsor_contacts": "super admins write it",
  "public.spotify_accounts": "one row of a user",
  "public.spotify_plays": "the provider's",
  "public.subscriptions": "the provider's",
  "public.token_usage": "the service's",
  "public.tone_pack_images": "paths, five of a pack",
  "public.tone_pack_shares": "addresses, 200 a day",
  "public.workout_window_ai_users": "super admins write it",
  "public.workout_window_chains": "the service's",
  "public.workout_window_checkins": "one a day, made by the service",
  "public.workout_window_locations": "one row of a user",
  "public.workout_window_mosaics": "the service's",
  "public.workout_windows": "one row of a user",
};

/** The texts that the triggers count: table, column of the owner, columns of texts. */
const counted = await sql<{ relation: string; owner: string; columns: string[]; verbs: string }[]>`
  select t.tgrelid::regclass::text as relation, args[1] as owner, args[2:array_length(args, 1) - 1] as columns,
    string_agg(split_part(t.tgname, '_count_', 2), ' ' order by t.tgname) as verbs
  from pg_trigger as t
  cross join string_to_array(encode(t.tgargs, 'escape'), '\\000') as args
  where t.tgfoid = 'private.count_texts'::regproc
  group by 1, 2, 3 order by 1`;

it("counts by inserts, updates and deletions, in tables with an id", () => {
  expect(counted.length).toBeGreaterThan(15);
  for (const { relation, verbs } of counted) {
    expect([relation, verbs]).toEqual([relation, "delete_texts insert_texts update_texts"]);
  }
});

it("all texts of people count, or a reason stands here", async () => {
  const texts = await sql<{ relation: string; name: string }[]>`
    select format('%s.%s', c.relnamespace::regnamespace, c.relname) as relation, a.attname as name
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace <> 'auth'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype)
      and format('%s.%s', c.relnamespace::regnamespace, c.relname) in (
        select relation from private.person_register)
      and not exists (
        select from pg_constraint as k where k.conrelid = c.oid and k.contype = 'c'
          and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (%')
    order by 1, 2`;
  const names = (relation: string) => relation.replace(/^public\./, "");
  const known = new Map(counted.map(({ relation, columns }) => [names(relation), columns]));
  // Columns of counted tables that the service writes.
  const others = new Set([
    "chat_messages.idempotency_key",
    "dream_videos.decline_reason",
    "entry_attachments.path",
    "entry_attachments.thumbnail_path",
    "entry_attachments.type",
    "journal_entry_backgrounds.path",
    "journal_entry_backgrounds.tone",
    "opportunities.decline_reason",
    "organizations.owner_role",
    "teams.admin_role",
    "tone_packs.tones",
  ]);
  const missing = texts.filter(({ relation, name }) =>
    !elsewhere[relation] && !known.get(names(relation))?.includes(name) &&
    !others.has(`${names(relation)}.${name}`)
  );
  expect(missing).toEqual([]);
  const relations = new Set(texts.map(({ relation }) => relation));
  expect(Object.keys(elsewhere).filter((relation) => !relations.has(relation))).toEqual([]);
});

/** The bytes that the database has counted for a user, and the bytes of the texts that exist. */
async function kept({ id }: Pick<Person, "id">): Promise<[number, number]> {
  const parts = counted.map(({ relation, owner, columns }) =>
    `select coalesce(sum(${
      columns.map((name) => `coalesce(octet_length("${name}"::text), 0)`).join(" + ")
    }), 0) as bytes from ${relation} where "${owner}" = '${id}'`
  );
  const [row] = await sql.unsafe(`
    select (sum(bytes) + (
      select coalesce(sum(bytes), 0) from private.journal_entry_documents where user_id = '${id}'
    ) + (
      select coalesce(sum(octet_length(title) + octet_length(content)), 0)
      from private.journal_entry_versions where user_id = '${id}'))::int as there
    from (${parts.join(" union all ")}) as texts`);
  return [await countedBytes(id), row!.there];
}

it("the count of a user's bytes is the sum of the user's texts", async () => {
  const { ana, ben } = await makeSomebody();
  for (const who of [ana, ben]) {
    const [counted, there] = await kept(who);
    expect(counted).toBe(there);
    expect(there).toBeGreaterThan(50);
  }
});

it("bytes count, and a deleted or shortened text gives them back", async ({ ana }) => {
  const rows = ana.client.from("goals");
  const goal = must(
    await rows.insert({ title: "x", description: "🙂".repeat(100) }).select("id").single(),
  );
  expect(await kept(ana)).toEqual([401, 401]);
  must(
    await ana.client.from("goal_check_ins")
      .insert(Array(3).fill({ goal_id: goal.id, status: "missed", notes: "ü".repeat(50) })),
  );
  expect(await kept(ana)).toEqual([701, 701]);
  must(await ana.client.from("goal_check_ins").update({ notes: "" }).eq("goal_id", goal.id));
  must(await rows.update({ status: "paused" }).eq("id", goal.id));
  expect(await kept(ana)).toEqual([401, 401]);
  const [day] = await sql`
    select made from private.quota_days where user_id = ${ana.id} and kind = 'bytes of text'`;
  // A change of the status writes no text.
  expect(day!.made).toBe(701);
  must(await rows.delete().eq("id", goal.id));
  expect(await kept(ana)).toEqual([0, 0]);
});

it("an owner without room is refused, and has room after a deletion", async ({ ana }) => {
  const goal = () => ana.api("POST", "/api/goals", { title: "x", description: "x".repeat(999) });
  const first = await ok(ana, "POST", "/api/goals", { title: "x", description: "x".repeat(999) });
  await sql`update private.text_storage set bytes = 2048::bigint * 1048576 where user_id = ${ana.id}`;
  expect((await goal()).body).toMatchObject({ code: "storage_full" });
  expect((await ana.client.from("action_notes").insert({ content: "x" })).error?.details)
    .toBe("storage_full");
  await ok(ana, "DELETE", `/api/goals/${first.goal.id}`);
  expect((await goal()).status).toBe(201);
});

it("the bytes of a day are those of all texts", async ({ ana }) => {
  await sql`
    insert into private.quota_days (user_id, kind, day, made)
    select ${ana.id}, kind, 'infinity', max_daily - 10
    from private.quotas where kind = 'bytes of text'`;
  const { error } = await ana.client.from("notebooks").insert({ name: "x".repeat(11) });
  expect(error).toMatchObject({ code: "PT429", details: "daily_quota_reached" });
  must(await ana.client.from("notebooks").insert({ name: "x".repeat(10) }));
});
