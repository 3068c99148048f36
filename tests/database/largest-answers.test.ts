/** The answers of embeds and of writes: the database refuses what may exceed 40 MB. */
import { describe, expect, it } from "vitest";
import { must } from "../../shared/database/results.ts";
import { person } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";

const ana = await person("Ana");
const refusal = "select: the answer may exceed 40 MB; " +
  "name long columns once, and none in embedded lists";

/** Reads through the Data API: the refusal, or null. */
async function refused(path: string): Promise<string | null> {
  // Cards are read by ids alone.
  const one = path.startsWith("profile_cards?") ? `&id=eq.${ana.id}` : "";
  const response = await fetch(`${platform.api_url}/rest/v1/${path}${one}`, {
    headers: { apikey: platform.publishable_key, authorization: `Bearer ${ana.token}` },
  });
  const { message = null } = await response.json();
  return message;
}

// The library names no tables in its statements; the gateway bounds it.
describe.skipIf(platform.data_api === "library")("an embedded table", async () => {
  /** Each foreign key between tables that users read, with the readable columns of both. */
  const keys = await sql<{
    name: string;
    child: string;
    parent: string;
    single: boolean;
    columns: { name: string; length: number }[];
    parents: string[];
  }[]>`
    with columns as (
      select c.oid, c.relname, json_agg(json_build_object('name', a.attname, 'length', case
        when a.attlen > 0 or a.atttypid = 'numeric'::regtype then 1
        else coalesce((
          select min(coalesce(substring(d.def,
            'char_length\\(\\(?' || a.attname || '(?:\\)::text)?\\) <= (\\d+)')::integer,
            case when d.def like 'CHECK ((' || a.attname || ' = ANY (%' then 50 end))
          from pg_constraint as k cross join pg_get_constraintdef(k.oid) as d (def)
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        ), 100000) end) order by a.attname) as columns
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
      group by c.oid
    )
    select k.conname as name, child.relname as child, parent.relname as parent, child.columns,
      (select json_agg(p ->> 'name') from json_array_elements(parent.columns) as p) as parents,
      exists (
        select from pg_index as i where i.indrelid = k.conrelid and i.indisunique
          and i.indpred is null and i.indkey::smallint[] <@ k.conkey
      ) as single
    from pg_constraint as k
    join columns as child on child.oid = k.conrelid join columns as parent on parent.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid order by 1`;

  it("gives lists of short columns, and refuses long ones", async () => {
    expect(keys.length).toBeGreaterThan(50);
    await Promise.all(
      keys.filter(({ single }) => !single).map(async (key) => {
        for (const { name, length } of key.columns) {
          const list = `list:${key.child}!${key.name}(${name})`;
          const path = `${key.parent}?select=${key.parents[0]},${list}&limit=1`;
          expect([path, await refused(path)]).toEqual([path, length > 650 ? refusal : null]);
        }
      }),
    );
  });

  it("gives one row with all its columns", async () => {
    await Promise.all(keys.map(async ({ name, child, parent, parents, columns }) => {
      const path = `${child}?select=${columns[0]!.name},one:${parent}!${name}(${parents})&limit=1`;
      expect([path, await refused(path)]).toEqual([path, null]);
    }));
  });

  it.each([
    ["profile_cards?select=id,notebooks!notebooks_user_id_fkey(id,journal_entries(id))", refusal],
    ["organizations?select=id,profile_cards!organization_members(handle)", null],
    ["organizations?select=id,profile_cards!organization_members(avatar_url)", refusal],
    ["goals?select=id,...goal_check_ins!inner(notes)", expect.any(String)],
    ["rpc/list_notebooks?select=id,journal_entries(title)", null],
    ["rpc/list_notebooks?select=id,journal_entries(tags)", refusal],
    ["rpc/list_received_drops?select=*,profile_cards!drops_sent_sender_id_fkey(*)", null],
  ])("of any kind counts: %s", async (path, message) => {
    expect(await refused(path)).toEqual(message);
  });
});

describe.skipIf(platform.data_api === "library")("a write that returns its rows", () => {
  it("is refused from 40 MB of answer on, before it has made it", async () => {
    const goal = must(await ana.client.from("goals").insert({ title: "Run" }).select().single());
    const row = { goal_id: goal.id, status: "missed", notes: "Rain" };
    const write = () => ana.client.from("goal_check_ins").insert(Array(3400).fill(row));
    expect((await write().select("id, notes")).error?.message)
      .toBe("The answer may exceed 40 MB: write fewer rows at once, or return fewer columns");
    expect(must(await write().select("id"))).toHaveLength(3400);
    expect((await write()).status).toBe(201);
  });

  it("is bounded on each table that users write, and counts what it changes", async () => {
    const open = await sql`
      select c.relname || ' ' || v.verb as name
      from pg_class as c cross join unnest('{insert,update,delete}'::text[]) as v (verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and (has_table_privilege('authenticated', c.oid, v.verb)
          or v.verb <> 'delete' and has_any_column_privilege('authenticated', c.oid, v.verb))
        and (not exists (
          select from pg_trigger as t where t.tgrelid = c.oid
            and t.tgname = format('%s_050_limit_%s', c.relname, v.verb))
        or v.verb <> 'insert' and not exists (
          select from pg_trigger as t where t.tgrelid = c.oid
            and t.tgname = format('%s_810_count_%s', c.relname, v.verb)))
      order by 1`;
    expect(open.map(({ name }) => name)).toEqual([]);
  });
});

it("the columns without a check of their length are these", async () => {
  const columns = await sql`
    select c.relname || ': ' || string_agg(a.attname, ' ' order by a.attname) as name
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0
      and not a.attisdropped and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
      and private.column_size(c.oid, a.attname) - octet_length(a.attname) in (20000, 60000)
    group by c.relname order by c.relname`;
  expect(columns.map(({ name }) => name)).toEqual([
    "audit_log: after before",
    "badge_definitions: color name",
    "chat_message_cards: sources",
    "chat_messages: source_ids",
    "competition_scores: breakdown",
    "competitions: scoring_config",
    "dream_convergence_values: label",
    "dream_replications: anomalies delta_values measured_values",
    "dream_videos: url",
    "dreams: predicted_values steps",
    "drop_recordings: path",
    "drop_templates: media_url thumbnail_url",
    "drop_transactions: description",
    "drops_ledger: reason source",
    "drops_sent: data media_url thumbnail_url title",
    "entry_attachments: path thumbnail_path type",
    "entry_template_cards: tags",
    "entry_templates: tags",
    "feature_flag_users: flag_key",
    "feature_flags: key",
    "goal_cards: last_check_in",
    "inbound_emails: event_id message_id provider_id recipients sender subject",
    "journal_comments: sealed",
    "journal_entries: effective_content_visibility effective_metadata_visibility spotify_track_id tags",
    "journal_entry_backgrounds: path tone",
    "kit_waitlist: country",
    "music_plays: source spotify_track_id track",
    "music_tracks: album_image_url album_name artist_names external_url id name",
    "note_analyses: insights mood_trends patterns topics",
    "notifications: body data dedupe_key title",
    "opportunities: url",
    "organization_cards: settings user_role",
    "organizations: owner_role settings",
    "profiles: avatar_path avatar_url blocked_user_ids full_name handle preferences timezone",
    "push_devices: token",
    "reminders: days local_time",
    "service_metrics: metric unit",
    "site_settings: key value",
    "spotify_accounts: provider_user_id scope",
    "spotify_plays: source spotify_track_id",
    "spotify_tracks: album_image_url album_name artist_names external_url id name raw",
    "subscriptions: payment_customer_id payment_subscription_id price_id",
    "team_cards: organizations settings user_role",
    "teams: admin_role settings",
    "tone_pack_cards: images preview shares tones",
    "tone_pack_images: path tone",
    "tone_packs: tones",
    "workout_window_ai_users: city region state",
    "workout_window_battles: battle_result",
    "workout_window_chains: location_group",
    "workout_window_checkins: photo_url review_reason",
    "workout_window_locations: country ip_address",
    "workout_window_team_battles: battle_result",
    "workout_windows: location_group timezone",
  ]);
});

it("a column of a view takes as much as each column that it shows", async () => {
  const columns = await sql`
    with used as materialized (
      select distinct u.view_name, u.table_schema, u.table_name, u.column_name
      from information_schema.view_column_usage as u where u.view_schema = 'public'
    ), named as materialized (
      select u.view_name || '.' || u.column_name as name, v.attrelid as view, t.attrelid as table,
        v.attname as column
      from used as u
      join pg_attribute as v on v.attrelid = format('public.%I', u.view_name)::regclass
        and v.attname = u.column_name
      join pg_attribute as t on t.attrelid = format('%I.%I', u.table_schema, u.table_name)::regclass
        and t.attname = v.attname and t.atttypid = v.atttypid
    )
    select name, private.column_size(n.view, n.column)::integer as of_view,
      private.column_size(n.table, n.column)::integer as of_table
    from named as n order by name`;
  expect(columns.length).toBeGreaterThan(50);
  expect(columns.filter(({ of_view, of_table }) => of_view < of_table)).toEqual([]);
  expect(columns).toContainEqual({
    name: "chat_message_cards.content",
    of_view: 120_007,
    of_table: 120_007,
  });
});
