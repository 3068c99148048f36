SET local check_function_bodies = off;

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_type_check";

DROP FUNCTION "private"."idempotency_claim"(uuid, uuid, text, text, text);

DROP FUNCTION "private"."require_session"(uuid, uuid);

DROP FUNCTION "private"."take_rate_limit"(uuid, uuid, text, integer);

DROP FUNCTION "public"."idempotency_claim"(uuid, uuid, text, text, text);

DROP FUNCTION "public"."take_rate_limit"(uuid, uuid, text, integer);

CREATE TABLE "private"."personal_tokens" (
  "id"           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  "user_id"      uuid                     NOT NULL,
  "name"         text                     NOT NULL,
  "scopes"       text[]                   NOT NULL,
  "prefix"       text                     NOT NULL,
  "secret_hash"  bytea                    NOT NULL,
  "expires_at"   timestamp with time zone NOT NULL,
  "last_used_at" timestamp with time zone,
  "revoked_at"   timestamp with time zone,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "personal_tokens_name_check" CHECK (((char_length(name) <= 100) AND (name ~ '\S'::text))),
  CONSTRAINT "personal_tokens_prefix_check" CHECK ((prefix ~ '^jt_[0-9a-f]{8}$'::text)),
  CONSTRAINT "personal_tokens_scopes_check"
    CHECK
    (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['journal:read'::text, 'journal:write'::text, 'goals:read'::text, 'goals:write'::text, 'people:read'::text,
    'people:write'::text, 'window:read'::text, 'window:write'::text, 'account:read'::text]))),
  CONSTRAINT "personal_tokens_secret_hash_check" CHECK ((octet_length(secret_hash) = 32)),
  CONSTRAINT "personal_tokens_secret_hash_key" UNIQUE (secret_hash),
  CONSTRAINT "personal_tokens_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."personal_tokens"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.admit_caller (
  p_required_role text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_session(auth.uid(), private.caller_session_id());
  if p_required_role = 'super_admin' and not private.is_super_admin() then
    perform private.refuse(403, 'Only super admins may do this');
  elsif p_required_role = 'account_holder' then
    perform private.require_account_holder();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.caller_is_account_holder()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_session_id constant uuid := private.caller_session_id();
begin
  return v_session_id is not null and not private.is_impersonated(v_session_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.create_personal_token (
  p_name            text,
  p_scopes          text[],
  p_expires_in_days integer DEFAULT 90
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_max constant integer := (select max_total from private.quotas where kind = 'personal tokens');
  v_prefix constant text := 'jt_' || encode(extensions.gen_random_bytes(4), 'hex');
  v_secret constant text := v_prefix || encode(extensions.gen_random_bytes(16), 'hex');
  v_token private.personal_tokens;
begin
  perform private.require_account_holder();
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller),
    403, 'Classroom accounts may not make personal tokens');
  perform private.refuse_if(coalesce(p_expires_in_days not between 1 and 366, true),
    400, 'expires_in_days: expected 1 to 366');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('personal tokens', v_caller, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from private.personal_tokens
    where user_id = v_caller and revoked_at is null and expires_at > now()
  ), 409, format('At most %s active personal tokens, revoke some first', v_max), 'quota_reached');
  insert into private.personal_tokens (user_id, name, scopes, prefix, secret_hash, expires_at)
  values (v_caller, p_name, array(select distinct unnest(p_scopes) order by 1), v_prefix,
    sha256(convert_to(v_secret, 'UTF8')), now() + make_interval(days => p_expires_in_days))
  returning * into v_token;
  perform private.notify(v_caller, 'token_created', 'A program may use your account', p_name,
    jsonb_build_object('token_id', v_token.id));
  return to_jsonb(v_token) - 'user_id' - 'secret_hash' || jsonb_build_object('secret', v_secret);
end
$function$;

CREATE OR REPLACE FUNCTION private.idempotency_claim (
  p_user_id      uuid,
  p_session_id   uuid,
  p_route        text,
  p_key          text,
  p_request_hash text,
  p_token_id     uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_route constant text := concat_ws(' ', p_route, p_token_id);
  v_row private.idempotency_keys;
begin
  perform private.require_session(p_user_id, p_session_id, p_token_id);
  perform private.require_signed_in(p_session_id);
  loop
    insert into private.idempotency_keys (user_id, route, key, request_hash)
    values (p_user_id, v_route, p_key, p_request_hash)
    on conflict on constraint idempotency_keys_pkey do nothing
    returning * into v_row;
    if found then
      perform private.count_made('idempotency keys', p_user_id, 1);
      perform private.count_made('bytes of kept answers', p_user_id, 0);
      return jsonb_build_object('state', 'new', 'claim', v_row.claim);
    end if;

    select * into v_row from private.idempotency_keys
    where user_id = p_user_id and route = v_route and key = p_key
    for update;
    -- Released or purged meanwhile: the next round inserts it.
    exit when found;
  end loop;

  if v_row.created_at > clock_timestamp() - interval '24 hours' then
    if v_row.request_hash <> p_request_hash then
      return jsonb_build_object('state', 'mismatch');
    elsif v_row.status is not null then
      perform private.refuse_if(exists (
        select from unnest(v_row.standing, private.standing(p_user_id, p_session_id, v_row.ids))
          as s (before, now)
        where s.now < s.before
      ), 403, 'Insufficient permissions');
      return jsonb_build_object('state', 'done', 'status', v_row.status, 'answer', v_row.answer);
    elsif v_row.heartbeat_at > clock_timestamp() - interval '8 seconds' then
      return jsonb_build_object('state', 'running');
    end if;
  end if;

  update private.idempotency_keys
  set request_hash = p_request_hash, claim = gen_random_uuid(), heartbeat_at = clock_timestamp(),
      status = null, answer = null, ids = null, standing = null,
      created_at = case when v_row.request_hash = p_request_hash and v_row.status is null
                        then created_at else clock_timestamp() end
  where user_id = p_user_id and route = v_route and key = p_key
  returning claim into v_row.claim;
  return jsonb_build_object('state', 'new', 'claim', v_row.claim);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_assistant_settings()
  RETURNS trigger
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An operator, who is no user, has no session either.
  if auth.uid() is not null then
    perform private.require_account_holder();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_personal_tokens (
  p_before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_limit     integer                  DEFAULT 50
)
  RETURNS TABLE (
    id           uuid,
    name         text,
    scopes       text[],
    prefix       text,
    expires_at   timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at   timestamp with time zone,
    created_at   timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  return query
    select t.id, t.name, t.scopes, t.prefix, t.expires_at, t.last_used_at, t.revoked_at, t.created_at
    from private.personal_tokens as t
    where t.user_id = v_caller
      and (p_before_at is null or (t.created_at, t.id) < (p_before_at, p_before_id))
    order by t.created_at desc, t.id desc
    limit private.page_limit(p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION private.my_insights (
  p_from date DEFAULT NULL::date,
  p_to   date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_zone constant text := (select timezone from public.profiles where id = v_caller);
  v_to constant date := coalesce(p_to, (now() at time zone v_zone)::date);
  v_from constant date := coalesce(p_from, v_to - 29);
  -- A day wider than the dates: a clock that is put back at midnight repeats the end of a date.
  v_begins constant timestamptz := (v_from - 1)::timestamp at time zone v_zone;
  v_ends constant timestamptz := (v_to + 2)::timestamp at time zone v_zone;
  v_insights jsonb;
begin
  perform private.refuse_impersonated();
  perform private.refuse_if(v_from > v_to, 400, 'from: after to', 'invalid_value');
  perform private.refuse_if(v_to - v_from >= 366, 400, 'from: at most 366 days', 'too_many');
  with entries as materialized (
    select e.id, e.written_at, l.at::date as day, extract(isodow from l.at)::integer as weekday,
      extract(hour from l.at)::integer as hour,
      lower(btrim(e.mood) collate pg_catalog.pg_c_utf8) as mood, e.tags,
      (select word_count from private.journal_entry_documents where entry_id = e.id) as words
    from public.journal_entries as e
    cross join lateral (select e.written_at at time zone v_zone as at) as l
    where e.user_id = v_caller and e.written_at >= v_begins and e.written_at < v_ends
      and l.at::date between v_from and v_to
  ),
  check_ins as materialized (
    select c.goal_id, c.status, (c.written_at at time zone v_zone)::date as day
    from public.goal_check_ins as c
    where c.user_id = v_caller and c.written_at >= v_begins and c.written_at < v_ends
      and (c.written_at at time zone v_zone)::date between v_from and v_to
  ),
  entry_days as (
    select day, count(*) as entries, sum(words) as words from entries group by day
  ),
  mood_counts as materialized (
    select mood, private.sentiment(mood) as tone, count(*) as count
    from entries where mood is not null group by mood
  ),
  day_moods as materialized (
    select d.day, d.mood, m.tone
    from (
      select distinct on (day) day, mood
      from (
        select day, mood, count(*) as n, max(written_at) as last_at
        from entries where mood is not null group by day, mood
      ) as of_day
      order by day, n desc, last_at desc, mood collate "C"
    ) as d
    join mood_counts as m using (mood)
  ),
  satisfactions as (
    select (s.written_at at time zone v_zone)::date as day, avg(s.score)::float8 as score
    from public.satisfaction_entries as s
    where s.user_id = v_caller and s.written_at >= v_begins and s.written_at < v_ends
      and (s.written_at at time zone v_zone)::date between v_from and v_to
    group by 1
  ),
  sleeps as materialized (
    select date as day, avg(hours)::float8 as hours from public.sleep_entries
    where user_id = v_caller and date between v_from and v_to group by date
  ),
  goal_days as (
    select day, count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'partial') as partial,
      count(*) filter (where status = 'missed') as missed
    from check_ins group by day
  ),
  days as (
    select jsonb_agg(jsonb_build_object('date', day, 'entries', coalesce(e.entries, 0),
        'words', coalesce(e.words, 0), 'mood', m.mood, 'tone', m.tone, 'satisfaction', s.score,
        'sleep_hours', n.hours, 'goals', jsonb_build_object('completed', coalesce(g.completed, 0),
        'partial', coalesce(g.partial, 0), 'missed', coalesce(g.missed, 0))) order by day) as list
    from entry_days as e
    full join goal_days as g using (day)
    full join satisfactions as s using (day)
    full join sleeps as n using (day)
    left join day_moods as m using (day)
  ),
  moods as (
    select jsonb_agg(to_jsonb(m) order by count desc, mood collate "C") as list from (
      select mood, tone, count from mood_counts
      order by count desc, mood collate "C" limit 20
    ) as m
  ),
  entry_tags as materialized (
    select distinct id, day, lower(tag collate pg_catalog.pg_c_utf8) as tag
    from entries cross join lateral unnest(tags) as tag
  ),
  tags as (
    select jsonb_agg(to_jsonb(t) order by count desc, tag collate "C") as list from (
      select tag, count(*) from entry_tags
      group by tag order by count(*) desc, tag collate "C" limit 20
    ) as t
  ),
  -- The days that are compared, and those with each of the things.
  toned as materialized (
    select m.day, (m.tone = 'positive')::integer as is_positive, s.hours
    from day_moods as m left join sleeps as s using (day) where m.tone is not null
  ),
  things as (
    select distinct 'tag' as kind, tag as value, day from entry_tags
    union all
    select distinct 'goal', goal_id::text, day from check_ins
    where status in ('completed', 'partial')
    union all
    select 'sleep', '7', day from sleeps where hours >= 7
    union all
    select 'weekday', extract(isodow from day)::text, day from toned
  ),
  compared as (
    select t.kind, t.value, count(*) as days, sum(d.is_positive) as positive
    from things as t join toned as d using (day) group by t.kind, t.value
  ),
  together as (
    select jsonb_agg(jsonb_build_object('with', jsonb_build_object('kind', kind, 'value',
          case when kind in ('sleep', 'weekday') then to_jsonb(value::integer)
            else to_jsonb(value) end),
        'days', days, 'positive_share', positive_share, 'otherwise', otherwise)
      order by difference desc, kind, value collate "C") as list
    from (
      select c.kind, c.value, c.days, s.*, abs(s.positive_share - s.otherwise) as difference
      from compared as c
      -- Sleep is compared among the days that have it.
      join (
        select s.is_sleep, count(*) as days, sum(is_positive) as positive
        from toned as d cross join (values (true), (false)) as s (is_sleep)
        where not s.is_sleep or d.hours is not null
        group by s.is_sleep
      ) as o on o.is_sleep = (c.kind = 'sleep')
      cross join lateral (
        select c.positive::float8 / c.days as positive_share,
          (o.positive - c.positive)::float8 / nullif(o.days - c.days, 0) as otherwise
      ) as s
      where c.days >= 5 and o.days - c.days >= 5
      order by difference desc, kind, value collate "C" limit 10
    ) as t
  )
  select jsonb_build_object('from', v_from, 'to', v_to, 'timezone', v_zone,
    'days', coalesce(days.list, '[]'), 'moods', coalesce(moods.list, '[]'),
    'tags', coalesce(tags.list, '[]'), 'together', coalesce(together.list, '[]'),
    'totals', jsonb_build_object(
      'entries', (select count(*) from entries),
      'words', (select coalesce(sum(words), 0) from entries),
      'days', (select count(*) from entry_days),
      'goals_completed', (select count(*) from check_ins where status = 'completed')),
    'weekdays', (
      select jsonb_agg(coalesce(n.count, 0) order by d) from generate_series(1, 7) as d
      left join (select weekday, count(*) from entries group by weekday) as n on n.weekday = d),
    'hours', (
      select jsonb_agg(coalesce(n.count, 0) order by h) from generate_series(0, 23) as h
      left join (select hour, count(*) from entries group by hour) as n on n.hour = h))
  into v_insights
  from days, moods, tags, together;
  return v_insights;
end
$function$;

CREATE OR REPLACE FUNCTION private.personal_token_claims (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_token constant private.personal_tokens := private.require_personal_token(p_id);
begin
  return jsonb_build_object('sub', v_token.user_id, 'role', 'authenticated', 'user_role', 'user',
    'token_id', v_token.id, 'scopes', v_token.scopes);
end
$function$;

CREATE OR REPLACE FUNCTION private.pre_request()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '');
begin
  if v_headers ? 'x-personal-token' then
    if current_user <> 'service_role' then
      raise exception using errcode = 'PT403', message = 'Only the service sends x-personal-token';
    end if;
    perform
      set_config('request.jwt.claims',
        private.personal_token_claims((v_headers ->> 'x-personal-token')::uuid)::text, true),
      set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claim.role', '', true);
    perform set_config(name, split_part(setting, '=', 2), true)
    from pg_catalog.pg_roles cross join unnest(rolconfig) as setting
    cross join split_part(setting, '=', 1) as name
    where rolname = 'authenticated' and name in ('statement_timeout', 'work_mem');
    perform set_config('role', 'authenticated', true);
  end if;
  -- The planner estimates from statistics over all rows, so estimated counts would reveal hidden
  -- rows.
  if v_headers ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)'
    and auth.role() is distinct from 'service_role' then
    raise exception using errcode = 'PT400', message = 'Prefer: count=exact is the only count';
  end if;
  if auth.uid() is null or auth.role() is distinct from 'authenticated' then
    return;
  end if;
  perform private.admit_caller(v_headers ->> 'x-required-role');
  -- A read with nested embeds multiplies rows; the role's own limit holds for everything else.
  if current_setting('request.method', true) in ('GET', 'HEAD') or exists (
    select from pg_catalog.pg_proc
    where proname = substr(current_setting('request.path', true), 6)
      and pronamespace = 'public'::regnamespace and provolatile <> 'v'
      and current_setting('request.path', true) like '/rpc/%'
  ) then
    perform set_config('statement_timeout', '3s', true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_impersonated (
  p_session_id uuid DEFAULT private.caller_session_id()
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.refuse_if(private.is_impersonated(p_session_id),
    403, 'Only the user may do this, not a super admin acting as the user', 'impersonated')
$function$;

CREATE OR REPLACE FUNCTION private.require_account_holder (
  p_session_id uuid DEFAULT private.caller_session_id()
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.refuse_if(p_session_id is null,
    403, 'Only the user may do this, not a personal token', 'token_refused');
  select private.refuse_impersonated(p_session_id)
$function$;

CREATE OR REPLACE FUNCTION private.require_personal_token (
  p_id uuid
)
  RETURNS private.personal_tokens
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_token private.personal_tokens;
begin
  select * into v_token from private.personal_tokens where id = p_id;
  perform private.refuse_if(
    coalesce(v_token.revoked_at is not null or v_token.expires_at <= clock_timestamp(), true),
    401, 'This personal token is unknown, has expired or was revoked');
  perform private.require_session(v_token.user_id, null);
  perform private.refuse_if(not private.is_admitted(v_token.user_id),
    403, 'This account is blocked', 'account_blocked');
  return v_token;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_session (
  p_user_id    uuid,
  p_session_id uuid,
  p_token_id   uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_active boolean;
begin
  select is_active into v_active from public.profiles where id = p_user_id;
  if v_active is null then
    perform private.refuse(401, 'This account no longer exists', 'account_deleted');
  elsif not v_active and private.is_leaving(p_user_id) then
    perform private.refuse(403, 'This account is being deleted', 'account_leaving');
  elsif not v_active then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  elsif exists (select from private.ended_sessions where session_id = p_session_id) then
    perform private.refuse(401, 'This session has ended', 'session_ended');
  elsif p_token_id is not null then
    perform private.require_personal_token(p_token_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke_personal_token (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  perform private.refuse_if(not exists (
    select from private.personal_tokens where id = p_id and user_id = v_caller
  ), 404, 'Token not found');
  update private.personal_tokens set revoked_at = now()
  where id = p_id and revoked_at is null and expires_at > now();
end
$function$;

CREATE OR REPLACE FUNCTION private.standing (
  p_user_id    uuid,
  p_session_id uuid,
  p_ids        uuid[]
)
  RETURNS integer[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array[
    (select (role = 'super_admin' and p_session_id is not null)::integer
     from public.profiles where id = p_user_id),
    (not private.is_impersonated(p_session_id))::integer
  ] || array(
    select greatest(
      array_position('{member,admin,owner}', private.org_role(named.id, p_user_id)),
      array_position('{member,admin}', private.team_role(named.id, p_user_id)),
      -- The owners of its organization have all rights in a team.
      (select 3 from public.teams as t
       where t.id = named.id and private.org_role(t.org_id, p_user_id) = 'owner'),
      (select case when p.owner_id = p_user_id then 2 else 1 end from public.tone_packs as p
       where p.id = named.id and private.may_see_tone_pack(p, p_user_id)),
      (select 1 from public.journal_entries as e
       where e.id = named.id and e.user_id <> p_user_id and private.may_read_entry(e, p_user_id)),
      0)
    from unnest(p_ids) with ordinality as named (id, place)
    order by named.place
  )
$function$;

CREATE OR REPLACE FUNCTION private.take_rate_limit (
  p_user_id    uuid,
  p_session_id uuid,
  p_bucket     text,
  p_cost       integer DEFAULT 1,
  p_token_id   uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.require_session(p_user_id, p_session_id, p_token_id);
  select private.take_user_rate_limit(p_bucket, p_user_id, p_cost)
$function$;

CREATE OR REPLACE FUNCTION private.use_personal_token (
  p_hash text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_token constant private.personal_tokens := private.require_personal_token((
    select id from private.personal_tokens where secret_hash = decode(p_hash, 'hex')));
begin
  update private.personal_tokens set last_used_at = now()
  where id = v_token.id and coalesce(last_used_at < now() - interval '5 minutes', true);
  return jsonb_build_object(
    'id', v_token.id, 'user_id', v_token.user_id, 'scopes', v_token.scopes);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_personal_token (
  p_name            text,
  p_scopes          text[],
  p_expires_in_days integer DEFAULT 90
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.create_personal_token($1, $2, $3)$function$;

REVOKE ALL ON FUNCTION "public"."create_personal_token"(text, text[], integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.idempotency_claim (
  p_user_id      uuid,
  p_session_id   uuid,
  p_route        text,
  p_key          text,
  p_request_hash text,
  p_token_id     uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.idempotency_claim($1, $2, $3, $4, $5, $6)$function$;

REVOKE ALL ON FUNCTION "public"."idempotency_claim"(uuid, uuid, text, text, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_personal_tokens (
  p_before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_limit     integer                  DEFAULT 50
)
  RETURNS TABLE (
    id           uuid,
    name         text,
    scopes       text[],
    prefix       text,
    expires_at   timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at   timestamp with time zone,
    created_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$select * from private.list_personal_tokens($1, $2, $3)$function$;

REVOKE ALL ON FUNCTION "public"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.revoke_personal_token (
  p_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.revoke_personal_token($1)$function$;

REVOKE ALL ON FUNCTION "public"."revoke_personal_token"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_rate_limit (
  p_user_id    uuid,
  p_session_id uuid,
  p_bucket     text,
  p_cost       integer DEFAULT 1,
  p_token_id   uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.take_rate_limit($1, $2, $3, $4, $5)$function$;

REVOKE ALL ON FUNCTION "public"."take_rate_limit"(uuid, uuid, text, integer, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.use_personal_token (
  p_hash text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.use_personal_token($1)$function$;

REVOKE ALL ON FUNCTION "public"."use_personal_token"(text) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "private"."personal_tokens"
  ADD CONSTRAINT "personal_tokens_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."notifications"
  ADD CONSTRAINT "notifications_type_check"
    CHECK
    ((type = ANY (ARRAY['baton_pass'::text, 'window_reminder'::text, 'chain_broken'::text, 'chain_updated'::text, 'battle_update'::text, 'battle_result'::text,
    'team_message'::text,
    'drop_received'::text,
    'badge_reached'::text,
    'mention'::text,
    'step_prompt'::text,
    'assistant_note'::text,
    'organization_joined'::text,
    'organization_invitation'::text,
    'relay_message'::text, 'organization_handed_over'::text, 'comment'::text, 'reaction'::text, 'reminder'::text, 'streak_milestone'::text, 'token_created'::text]))) NOT VALID;

CREATE INDEX personal_tokens_ended_idx ON private.personal_tokens USING btree (LEAST(revoked_at, expires_at));

CREATE POLICY "personal_tokens_all_nobody" ON "private"."personal_tokens"
  FOR ALL
  TO PUBLIC
  USING (false);

COMMENT ON COLUMN "private"."idempotency_keys"."route" IS 'The operation; of a personal token followed by its id, because the keys of a token are its own.';

COMMENT ON COLUMN "private"."personal_tokens"."last_used_at" IS 'Right to five minutes. Null before the first use.';

COMMENT ON COLUMN "private"."personal_tokens"."prefix" IS 'How the token begins, by which its owner recognizes it; 128 random bits follow.';

COMMENT ON TABLE "private"."personal_tokens" IS 'Personal tokens and the SHA-256 of each. Only functions read and write them.';

REVOKE ALL ON FUNCTION "private"."admit_caller"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admit_caller"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."admit_caller"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."admit_caller"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_personal_token"(text, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_personal_token"(text, text[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."create_personal_token"(text, text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_personal_token"(text, text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."idempotency_claim"(uuid, uuid, text, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."idempotency_claim"(uuid, uuid, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."idempotency_claim"(uuid, uuid, text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."idempotency_claim"(uuid, uuid, text, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."personal_token_claims"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_token_claims"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_token_claims"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_token_claims"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_impersonated"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_impersonated"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_impersonated"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_personal_token"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_personal_token"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_personal_token"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_session"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_session"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_session"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."revoke_personal_token"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_personal_token"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."revoke_personal_token"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."revoke_personal_token"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_rate_limit"(uuid, uuid, text, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_rate_limit"(uuid, uuid, text, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_rate_limit"(uuid, uuid, text, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_rate_limit"(uuid, uuid, text, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."use_personal_token"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_personal_token"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_personal_token"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_personal_token"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."create_personal_token"(text, text[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_personal_token"(text, text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_personal_token"(text, text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."idempotency_claim"(uuid, uuid, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."idempotency_claim"(uuid, uuid, text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."idempotency_claim"(uuid, uuid, text, text, text, uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_personal_tokens"(timestamp WITH time zone, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_personal_token"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_personal_token"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_personal_token"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."take_rate_limit"(uuid, uuid, text, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_rate_limit"(uuid, uuid, text, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_rate_limit"(uuid, uuid, text, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."use_personal_token"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."use_personal_token"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."use_personal_token"(text) TO "service_role";

CREATE INDEX personal_tokens_page_idx ON private.personal_tokens USING btree (user_id, created_at DESC, id DESC);

insert into private.retention (relation, rule, since, keep, condition)
values ('private.personal_tokens', 'true', 'least(revoked_at, expires_at)', '30 days', 'true')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
insert into private.export_sections (name, source, condition, page_key, omitted)
values ('personal_tokens', 'private.personal_tokens', 's.user_id = $1', '{created_at,id}', '{secret_hash}')
on conflict (name) do update set source = excluded.source, condition = excluded.condition, page_key = excluded.page_key, omitted = excluded.omitted;
insert into private.person_columns (relation, name, section, deletion, condition, change, erase_function, "position", reason)
values ('private.personal_tokens', 'user_id', 'personal_tokens', 'cascade', 'user_id = $1', null, null, '100', null)
on conflict (relation, name) do update set section = excluded.section, deletion = excluded.deletion, condition = excluded.condition, change = excluded.change, erase_function = excluded.erase_function, "position" = excluded."position", reason = excluded.reason;
insert into private.quotas (kind, max_daily, max_total)
values ('personal tokens', '200', '20')
on conflict (kind) do update set max_daily = excluded.max_daily, max_total = excluded.max_total;

-- Roles are given in a session.
create function private.refuse_role_by_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(new.user_id <> auth.uid() and auth.jwt() ? 'token_id',
    403, 'role: no personal token gives somebody a role', 'token_refused');
  return new;
end
$$;

create trigger organization_members_060_refuse_role_by_token
  before insert or update of role on public.organization_members
  for each row when (new.role <> 'member' and pg_trigger_depth() = 0)
  execute function private.refuse_role_by_token();
create trigger team_members_060_refuse_role_by_token
  before insert or update of role on public.team_members
  for each row when (new.role <> 'member' and pg_trigger_depth() = 0)
  execute function private.refuse_role_by_token();

create or replace function private.check_invitation(
  p_email text, p_is_link boolean, p_role text, p_expires_at timestamptz, p_max_uses integer
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(char_length(p_email) > 320 or trim(p_email) !~ '^[^\s@]+@[^\s@]+$',
    400, 'email: expected an e-mail address');
  perform private.refuse_if(p_max_uses is not null and not p_is_link,
    400, 'max_uses: only a link has it');
  perform private.refuse_if(p_max_uses not between 1 and 10000,
    400, 'max_uses: expected 1 to 10000');
  perform private.refuse_if(p_role is null or p_role not in ('owner', 'admin', 'member'),
    400, 'role: expected owner, admin or member', 'unknown_value');
  perform private.refuse_if(p_role <> 'member' and auth.jwt() ? 'token_id',
    403, 'role: no personal token gives somebody a role', 'token_refused');
  perform private.refuse_if(p_is_link and p_role = 'owner',
    400, 'role: a link makes no owners', 'unknown_value');
  perform private.refuse_if(p_expires_at not between now() and now() + interval '90 days',
    400, 'expires_at: expected a time within the next 90 days');
end
$$;
