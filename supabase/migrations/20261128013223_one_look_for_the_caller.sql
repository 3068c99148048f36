SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.await_analysis()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.written_at > now() - interval '7 days' then
    insert into private.assistant_attempts as a (job, user_id, day, attempts, lease_until)
    select 'note_analysis', p.id, private.utc_today(), 0, now()
    from public.profiles as p
    where p.id = new.user_id and p.read_notes_enabled and p.is_active and not p.is_ai
      and not exists (
        select from private.assistant_attempts as t
        where t.user_id = p.id and t.job = 'note_analysis' and t.day = private.utc_today())
    on conflict (user_id, job) do update
      set day = excluded.day, attempts = 0, lease_until = excluded.lease_until, done = false
      where a.day < excluded.day;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_mood_analysis (
  p_entry_id uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_author constant uuid := (
    select e.user_id from public.journal_entries as e
    join public.profiles as p on p.id = e.user_id
    where e.id = p_entry_id and e.mood_due_at = now() and p.mood_analysis_enabled);
begin
  if v_author is null or not private.has_ai_budget() then
    return null;
  end if;
  return (private.take_user_rate_limit('automatic_mood', v_author) ->> 'hit')::bigint;
end
$function$;

CREATE OR REPLACE FUNCTION private.caller_claims()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return nullif(concat(current_setting('request.jwt.claim.sub', true),
    current_setting('request.jwt.claims', true)), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.caller_is_active()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.caller_claims() = current_setting('journal.active_caller', true) then
    perform private.refuse_costly_select();
    return true;
  elsif not private.look_for_caller() then
    return false;
  end if;
  perform set_config('journal.active_caller', private.caller_claims(), true);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.entries_in_full (
  p_ids uuid[]
)
  RETURNS SETOF json
  LANGUAGE plpgsql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_entry json;
  v_bytes integer := 0;
begin
  for v_entry in
    -- `offset 0` keeps the JSON out of the sort: it is made for the entries of the page alone.
    select to_json(e) from (
      select f.* from unnest(p_ids) with ordinality as ids (id, n)
      join private.journal_feed as f on f.id = ids.id
      order by ids.n offset 0
    ) as e
  loop
    v_bytes := v_bytes + octet_length(v_entry::text);
    if v_bytes >= 2000000 then
      return next (v_entry::jsonb || '{"page_ends": true}')::json;
      return;
    end if;
    return next v_entry;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_other_members (
  p_org_id  uuid,
  p_user_id uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.current_org_members as m
    where m.org_id = p_org_id and m.user_id <> p_user_id and private.can_join(m.user_id)
  )
$function$;

CREATE OR REPLACE FUNCTION private.insert_journal_entry (
  p_user_id    uuid,
  p_entry      jsonb,
  p_created_at timestamp with time zone,
  p_import_id  uuid                     DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_content text := p_entry ->> 'content';
  v_mentions jsonb := case when p_import_id is null then private.parse_mentions(v_content)
    else '[]' end;
  v_tags constant text[] := private.json_to_tags(coalesce(p_entry -> 'tags', '[]'));
  v_entry public.journal_entries;
begin
  if coalesce(p_entry ->> 'team_id', p_entry ->> 'org_id') is not null then
    perform private.lock_memberships(p_user_id);
  end if;
  -- Before the count of the text, in the order of an edit.
  if p_entry ->> 'notebook_id' is not null then
    perform from public.notebooks
    where id = private.short(p_entry, 'notebook_id')::uuid and user_id = p_user_id for share;
  end if;
  perform private.count_text(p_user_id, p_entry ->> 'title', v_content, v_tags);
  insert into public.journal_entries (
    id, user_id, title, mood, mood_source, mood_due_at, tags, notebook_id, metadata_visibility,
    content_visibility, team_id, org_id, import_id, written_at, created_at, updated_at
  )
  values (
    coalesce(private.short(p_entry, 'id')::uuid, private.uuid_v7()),
    p_user_id,
    p_entry ->> 'title',
    p_entry ->> 'mood',
    case when p_entry ->> 'mood' is not null then 'author' end,
    case when p_entry ->> 'mood' is null and p_import_id is null then p_created_at end,
    v_tags,
    private.short(p_entry, 'notebook_id')::uuid,
    coalesce(p_entry ->> 'metadata_visibility', 'user'),
    coalesce(p_entry ->> 'content_visibility', 'user'),
    private.short(p_entry, 'team_id')::uuid,
    private.short(p_entry, 'org_id')::uuid,
    p_import_id,
    coalesce(private.short(p_entry, 'written_at')::timestamptz, p_created_at),
    p_created_at,
    p_created_at
  )
  returning * into v_entry;
  insert into private.journal_entry_contents (
    entry_id, user_id, content, mentions,
    effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
    effective_content_visibility, effective_content_team_id, effective_content_org_id
  )
  values (
    v_entry.id, p_user_id, v_content, v_mentions,
    v_entry.effective_metadata_visibility, v_entry.effective_metadata_team_id,
    v_entry.effective_metadata_org_id, v_entry.effective_content_visibility,
    v_entry.effective_content_team_id, v_entry.effective_content_org_id
  );
  perform private.index_entry(v_entry, v_content);
  perform private.notify_mentioned(v_entry, v_mentions);
  return v_entry.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_super_admin()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Most callers return here, without a query, and before the claims are parsed.
  if position('super_admin' in current_setting('request.jwt.claims', true)) = 0
    or auth.jwt() ->> 'user_role' is distinct from 'super_admin' then
    return false;
  end if;
  return exists (
    select from public.profiles
    where id = (select auth.uid()) and role = 'super_admin' and is_active
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.look_for_caller()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_costly_select();
  return exists (select from public.profiles where id = auth.uid() and is_active)
    and not exists (
      select from private.ended_sessions where session_id = private.caller_session_id());
end
$function$;

CREATE OR REPLACE FUNCTION private.my_group_ids()
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- One query, because every policy of a page of the journal calls this function.
  return array(
    select m.team_id from private.current_team_members as m where m.user_id = auth.uid()
    union all
    select m.org_id from private.current_org_members as m where m.user_id = auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION private.my_org_ids()
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
begin
  return query
    select m.org_id from private.current_org_members as m where m.user_id = auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.my_team_ids()
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
begin
  return query
    select m.team_id from private.current_team_members as m where m.user_id = auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.org_role (
  p_org_id  uuid,
  p_user_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select role from private.current_org_members where org_id = p_org_id and user_id = p_user_id
$function$;

CREATE OR REPLACE FUNCTION private.pre_request()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '');
  v_path constant text := current_setting('request.path', true);
  v_is_read boolean := coalesce(current_setting('request.method', true) in ('GET', 'HEAD'), false);
  v_caller uuid;
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
  v_caller := auth.uid();
  if v_caller is null or auth.role() is distinct from 'authenticated' then
    return;
  end if;
  perform private.admit_caller(v_headers ->> 'x-required-role');
  if not v_is_read and v_path like '/rpc/%' then
    v_is_read := exists (
      select from pg_catalog.pg_proc
      where proname = substr(v_path, 6) and pronamespace = 'public'::regnamespace
        and provolatile <> 'v');
  end if;
  -- `auth.uid()` reads this setting first, and parses the claims where it is empty.
  perform set_config('request.jwt.claim.sub', v_caller::text, true);
  perform
    set_config('journal.active_caller', private.caller_claims(), true),
    -- A read with nested embeds multiplies rows; the role's own limit holds for everything else.
    case when v_is_read then set_config('statement_timeout', '3s', true) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_costly_select()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_query constant text := current_query();
  v_admitted constant text := coalesce(current_setting('journal.admitted_statements', true), '');
  v_digest text;
  v_function text;
begin
  if position('".' in v_query) = 0 then
    return;
  end if;
  v_digest := encode(sha256(convert_to(v_query, 'UTF8')), 'base64');
  if position(v_digest in v_admitted) > 0 then
    return;
  end if;
  -- A quote within a name would make the names unreadable.
  perform private.refuse_if(position('""' in v_query) > 0, 400, 'select: expected no quotes in names');
  -- `table.json_agg` is `json_agg(table)`, which no limit of rows bounds. A column is taken first.
  select c.name into v_function
  from private.named_columns() as c
  join pg_catalog.pg_proc as p
    on p.proname = c.name::name and p.pronamespace = 'pg_catalog'::regnamespace
  join pg_catalog.pg_type as t on t.oid = p.proargtypes[0] and t.typtype = 'p'
  where not exists (
    select from pg_catalog.pg_attribute as a join pg_catalog.pg_class as r on r.oid = a.attrelid
    where a.attname = c.name::name and r.relnamespace = 'public'::regnamespace)
  limit 1;
  perform private.refuse_if(v_function is not null, 400, format('%s: is no column', v_function));
  -- The result of a function of one value, which CSV repeats.
  perform private.refuse_if(v_query like '%"pgrst_scalar"%"pgrst_scalar"%' and (
      select count(*) > 1 from private.named_columns() as c
      where c.name = 'pgrst_scalar' and c.next ~ '^(,|\)|->| AS | as | FROM| from)'
    ), 400, 'select: expected the result of the function once');
  if v_query ~ 'LATERAL' or exists (
    select from private.named_columns() as c group by c.relation, c.name having count(*) > 2
  ) then
    perform private.refuse_if(private.largest_answer() > 40000000, 400,
      'select: the answer may exceed 40 MB; name long columns once, and none in embedded lists');
  end if;
  perform set_config('journal.admitted_statements',
    v_digest || left(v_admitted, 99 * length(v_digest)), false);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_caller()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then
    perform private.refuse(401, 'Sign in first');
  elsif not private.look_for_caller() then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  end if;
  return auth.uid();
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
  v_ended boolean;
begin
  select is_active, exists (select from private.ended_sessions where session_id = p_session_id)
  into v_active, v_ended from public.profiles where id = p_user_id;
  if v_active is null then
    perform private.refuse(401, 'This account no longer exists', 'account_deleted');
  elsif not v_active and private.is_leaving(p_user_id) then
    perform private.refuse(403, 'This account is being deleted', 'account_leaving');
  elsif not v_active then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  elsif v_ended then
    perform private.refuse(401, 'This session has ended', 'session_ended');
  elsif p_token_id is not null then
    perform private.require_personal_token(p_token_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_effective_visibility()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_notebook public.notebooks;
  v_is_wider boolean;
begin
  -- An entry that moves into a notebook locks it, so that a concurrent change of the notebook sees
  -- the entry. An entry that is already there is locked by that change.
  if new.notebook_id is not null then
    if tg_op = 'INSERT' or new.notebook_id is distinct from old.notebook_id then
      perform from public.notebooks where id = new.notebook_id and user_id = new.user_id for share;
    end if;
    select * into v_notebook from public.notebooks
    where id = new.notebook_id and user_id = new.user_id;
    -- A notebook that is deleted later clears the column.
    perform private.refuse_if(not found, 400, 'notebook_id: not found', 'unknown_value');
  end if;

  new.effective_metadata_visibility := new.metadata_visibility;
  new.effective_metadata_team_id := new.team_id;
  new.effective_metadata_org_id := new.org_id;
  if new.metadata_visibility = 'user' then
    new.effective_metadata_visibility := coalesce(v_notebook.metadata_visibility, 'user');
    new.effective_metadata_team_id := v_notebook.team_id;
    new.effective_metadata_org_id := v_notebook.org_id;
  end if;

  new.effective_content_visibility := new.content_visibility;
  new.effective_content_team_id := new.team_id;
  new.effective_content_org_id := new.org_id;
  if new.content_visibility = 'user' then
    new.effective_content_visibility := coalesce(v_notebook.content_visibility, 'user');
    new.effective_content_team_id := v_notebook.team_id;
    new.effective_content_org_id := v_notebook.org_id;
  end if;

  -- Wider: everyone who may see the metadata may see the content.
  v_is_wider := new.effective_metadata_visibility = 'user'
    or new.effective_content_visibility = 'public';
  if not v_is_wider and new.effective_metadata_visibility = 'team'
    and new.effective_content_visibility = 'org' then
    v_is_wider := exists (
      select from public.teams
      where id = new.effective_metadata_team_id and org_id = new.effective_content_org_id);
  end if;
  if v_is_wider then
    new.effective_content_visibility := new.effective_metadata_visibility;
    new.effective_content_team_id := new.effective_metadata_team_id;
    new.effective_content_org_id := new.effective_metadata_org_id;
  end if;

  -- Indexes and policies use the one id in effect.
  if new.effective_metadata_visibility <> 'team' then new.effective_metadata_team_id := null; end if;
  if new.effective_metadata_visibility <> 'org' then new.effective_metadata_org_id := null; end if;
  if new.effective_content_visibility <> 'team' then new.effective_content_team_id := null; end if;
  if new.effective_content_visibility <> 'org' then new.effective_content_org_id := null; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.team_role (
  p_team_id uuid,
  p_user_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select role from private.current_team_members where team_id = p_team_id and user_id = p_user_id
$function$;

CREATE OR REPLACE FUNCTION private.utf16_length (
  p_text text
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  -- Most texts are ASCII.
  if octet_length(p_text) = char_length(p_text) then
    return char_length(p_text);
  end if;
  return char_length(p_text)
    + char_length(regexp_replace(p_text, '[^\U00010000-\U0010FFFF]', '', 'g'));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_journal_entries (
  p_scope       text                     DEFAULT 'all'::text,
  p_notebook_id uuid                     DEFAULT NULL::uuid,
  p_tag         text                     DEFAULT NULL::text,
  p_mood        text                     DEFAULT NULL::text,
  p_query       text                     DEFAULT NULL::text,
  p_from        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_to          timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id   uuid                     DEFAULT NULL::uuid,
  p_limit       integer                  DEFAULT 50,
  p_team_id     uuid                     DEFAULT NULL::uuid,
  p_org_id      uuid                     DEFAULT NULL::uuid,
  p_user_id     uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF json
  LANGUAGE plpgsql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_limit integer := private.page_limit(p_limit);
  v_ids uuid[];
begin
  -- Every client opens with this page: a condition costs a tenth of a call of `refuse_if`.
  if p_scope is null or p_scope not in ('own', 'team', 'org', 'public', 'all') then
    perform private.refuse(
      400, 'scope: expected one of own, team, org, public, all', 'unknown_value');
  elsif char_length(p_query) > 200 then
    perform private.refuse(400, 'q: expected at most 200 characters', 'too_long');
  elsif char_length(p_tag) > 50 then
    perform private.refuse(400, 'tag: expected at most 50 characters', 'too_long');
  elsif char_length(p_mood) > 50 then
    perform private.refuse(400, 'mood: expected at most 50 characters', 'too_long');
  end if;
  if coalesce(p_tag, p_mood, p_query) is null
    and coalesce(p_notebook_id, p_team_id, p_org_id, p_user_id) is null then
    v_ids := array(
      select id from private.feed_page(p_scope, p_from, p_to, p_before_at, p_before_id, v_limit));
  else
    v_ids := array(
      select id from private.filtered_page(p_scope, p_notebook_id, p_tag, p_mood, p_query,
        p_team_id, p_org_id, p_user_id, p_from, p_to, p_before_at, p_before_id, v_limit)
      order by written_at desc, id desc limit v_limit);
  end if;
  return query select * from private.entries_in_full(v_ids);
  -- Row security shows nothing to a blocked caller. Only then the reason is asked for.
  if not found then
    perform private.require_caller();
  end if;
end
$function$;

CREATE VIEW "private"."current_org_members" AS  SELECT org_id,
    user_id,
    role,
    joined_at,
    accepted
   FROM public.organization_members m
  WHERE (NOT (org_id IN ( SELECT r.id
           FROM private.removals r)));

CREATE VIEW "private"."current_team_members" AS  SELECT team_id,
    org_id,
    user_id,
    role,
    joined_at,
    accepted
   FROM public.team_members m
  WHERE (NOT (EXISTS ( SELECT
           FROM private.removals r
          WHERE (r.id = ANY (ARRAY[m.team_id, m.org_id])))));

COMMENT ON VIEW "private"."current_org_members" IS 'Members of the organizations that are not being deleted.';

COMMENT ON VIEW "private"."current_team_members" IS 'Members of the teams that are not being deleted.';

REVOKE ALL ON FUNCTION "private"."caller_claims"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."caller_claims"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."caller_claims"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_claims"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."look_for_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."look_for_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."look_for_caller"() TO "postgres";

alter role authenticator set jit to 'off';
alter role postgres set jit to 'off';
-- The roles have this setting now.
alter function private.filtered_page reset jit;
alter function private.my_insights reset jit;
