SET local check_function_bodies = off;

DROP FUNCTION "private"."search_query"(text);

DROP FUNCTION "private"."search_words"(text);

CREATE TABLE "private"."search_rebuilds" (
  "user_id"    uuid                     NOT NULL,
  "languages"  text[]                   NOT NULL,
  "after_id"   uuid                     NOT NULL DEFAULT private.first_id(),
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "taken_at"   timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "search_rebuilds_pkey" PRIMARY KEY (user_id)
);

ALTER TABLE "private"."search_rebuilds"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."journal_entry_documents"
  ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

CREATE OR REPLACE FUNCTION private.asked_term (
  p_term      text,
  p_languages text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_each tsquery;
  v_any tsquery;
begin
  if numnode(phraseto_tsquery(private.search_configuration(p_languages[1]), p_term)) = 0 then
    return null;
  end if;
  for v_each in
    select phraseto_tsquery(private.search_configuration(l.language), p_term)
    from unnest(p_languages) as l (language)
    union
    select phraseto_tsquery('pg_catalog.simple', p_term)
  loop
    v_any := coalesce(v_any || v_each, v_each);
  end loop;
  return v_any;
end
$function$;

CREATE OR REPLACE FUNCTION private.continue_search_rebuilds()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  v_limit constant integer := 200;
  v_work private.search_rebuilds;
  v_language text;
  v_ids uuid[];
  v_locked uuid[];
begin
  loop
    select * into v_work from private.search_rebuilds
    order by taken_at limit 1 for no key update skip locked;
    exit when not found;
    v_language := (select language from public.profiles where id = v_work.user_id);
    v_ids := array(
      select id from public.journal_entries
      where user_id = v_work.user_id and id > v_work.after_id order by id limit v_limit);
    v_locked := array(
      select entry_id from private.journal_entry_documents
      where entry_id = any (v_ids) for no key update skip locked);
    update private.journal_entry_documents as d
    set words = private.search_words(e.title || ' ' || c.content, v_language), language = v_language
    from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    where d.entry_id = any (v_locked) and e.id = d.entry_id;
    if cardinality(v_ids) < v_limit then
      delete from private.search_rebuilds where user_id = v_work.user_id;
    else
      update private.search_rebuilds
      set after_id = v_ids[v_limit], taken_at = clock_timestamp()
      where user_id = v_work.user_id;
    end if;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('remaining', (
    select remaining from private.job_backlog('search-languages')));
end
$function$;

CREATE OR REPLACE FUNCTION private.filtered_page (
  p_scope       text,
  p_notebook_id uuid,
  p_tag         text,
  p_mood        text,
  p_query       text,
  p_team_id     uuid,
  p_org_id      uuid,
  p_user_id     uuid,
  p_from        timestamp with time zone,
  p_to          timestamp with time zone,
  p_before_at   timestamp with time zone,
  p_before_id   uuid,
  p_limit       integer
)
  RETURNS TABLE (
    id         uuid,
    written_at timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_is_admin boolean := private.is_super_admin();
  v_groups uuid[] := private.my_group_ids();
  v_hidden uuid[] := array(select private.notebooks_in_change());
  v_query tsquery := private.search_query(p_query, private.search_languages(v_caller));
  -- What an index can find of it.
  v_words tsquery := nullif(querytree(v_query), 'T')::tsquery;
  v_ways text[] := case
    when p_scope <> 'all' then array[p_scope]
    -- What is shared with one team or organization is found through it alone, the caller's own
    -- entries included.
    when coalesce(p_team_id, p_org_id) is not null then array['team', 'org']
    else array['own', 'public', 'team', 'org']
  end;
  v_way text;
  -- One author, team or organization has an index of its own, as the scopes own and public have.
  v_is_one boolean := coalesce(p_team_id, p_org_id, p_user_id) is not null
    or p_scope in ('own', 'public') or p_scope = 'all' and v_is_admin;
  -- Few entries are found by the filters.
  v_few boolean := not v_is_one
    and private.few_fit(p_notebook_id, p_tag, p_mood, v_words, p_from, p_to, p_limit);
begin
  if numnode(v_query) = 0 then
    return;
  end if;
  foreach v_way in array case when v_is_one or v_few then array['any'] else v_ways end loop
    return query
      select x.id, x.written_at
      -- Each team and organization has its own range in the index.
      from unnest(case when v_way in ('team', 'org') then v_groups else array[v_caller] end)
        as t (id)
      cross join lateral (
        select e.id, e.written_at
        from public.journal_entries as e
        left join private.journal_entry_documents as d on d.entry_id = e.id
        where case v_way
            when 'own' then e.user_id = v_caller
            when 'public' then e.effective_metadata_visibility = 'public'
            when 'team' then e.effective_metadata_team_id = t.id
            when 'org' then e.effective_metadata_org_id = t.id
            else p_scope = 'all' and v_is_admin
              or 'own' = any (v_ways) and e.user_id = v_caller
              or 'public' = any (v_ways) and e.effective_metadata_visibility = 'public'
              or 'team' = any (v_ways) and e.effective_metadata_team_id = any (v_groups)
              or 'org' = any (v_ways) and e.effective_metadata_org_id = any (v_groups)
          end
          -- The ways of others lead to the caller's own entries as well, which count once.
          and (v_way in ('any', 'own') or p_scope <> 'all' or e.user_id <> v_caller)
          and (v_is_admin or e.user_id = v_caller or e.notebook_id is null
            or e.notebook_id <> all (v_hidden))
          and (p_notebook_id is null or e.notebook_id = p_notebook_id)
          and (p_tag is null or private.tag_keys(e.tags) @> array[p_tag])
          and (p_mood is null or private.mood_key(e.mood) = private.mood_key(p_mood))
          and (p_team_id is null or e.effective_metadata_team_id = p_team_id)
          and (p_org_id is null or e.effective_metadata_org_id = p_org_id)
          and (p_user_id is null or e.user_id = p_user_id)
          and (p_from is null or e.written_at >= p_from)
          and (p_to is null or e.written_at < p_to)
          and (p_before_at is null or (e.written_at, e.id) < (p_before_at, p_before_id))
          and (v_words is null or d.words @@ v_words)
          -- A reader without access to the content searches the title alone. The words of the title
          -- are among the words of the whole, so one index finds candidates for both, and this
          -- condition decides. It uses both tables, so that the planner evaluates it after the
          -- index.
          and (v_query is null or case
            when v_is_admin or e.user_id = v_caller or e.effective_content_visibility = 'public'
              or e.effective_content_team_id = any (v_groups)
              or e.effective_content_org_id = any (v_groups)
            then d.words @@ v_query
            else private.search_words(e.title, d.language) @@ v_query
          end)
        order by e.written_at desc, e.id desc
        -- A limit would let the planner look for the few among all entries.
        limit case when not v_few then p_limit end
      ) as x;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_entry (
  p_entry   public.journal_entries,
  p_content text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_language constant text := (select language from public.profiles where id = p_entry.user_id);
begin
  insert into private.journal_entry_documents (
    entry_id, user_id, bytes, words, word_count, language
  )
  values (p_entry.id, p_entry.user_id,
    private.text_bytes(p_entry.title, p_content, p_entry.tags),
    private.search_words(p_entry.title || ' ' || p_content, v_language),
    regexp_count(p_entry.title || ' ' || p_content, '\S+'), v_language)
  on conflict (entry_id) do update set
    bytes = excluded.bytes, words = excluded.words, word_count = excluded.word_count,
    language = excluded.language;
end
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.search_rebuilds as r (user_id, languages)
  values (new.id, array[old.language])
  on conflict (user_id) do update set after_id = private.first_id(),
    languages = array_remove(r.languages, old.language) || old.language;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_configuration (
  p_language text
)
  RETURNS regconfig
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case p_language
    when 'de' then 'pg_catalog.german'::regconfig
    when 'es' then 'pg_catalog.spanish'::regconfig
    when 'fr' then 'pg_catalog.french'::regconfig
    when 'pt' then 'pg_catalog.portuguese'::regconfig
    when 'it' then 'pg_catalog.italian'::regconfig
    when 'nl' then 'pg_catalog.dutch'::regconfig
    else 'pg_catalog.english'::regconfig end;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_languages (
  p_user_id uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select p.language || array_remove(coalesce(r.languages, '{}'), p.language)
    from public.profiles as p left join private.search_rebuilds as r on r.user_id = p.id
    where p.id = p_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.search_query (
  p_query     text,
  p_languages text[] DEFAULT '{en}'::text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_term record;
  v_asked tsquery;
  v_not boolean := false;
  v_all tsquery;
  v_any tsquery;
begin
  for v_term in
    with parts as (
      select part, n, n % 2 = 0 as quoted
      from string_to_table(p_query, '"') with ordinality as p (part, n)
    )
    select quoted, '' as sign, part as term, n, 1 as m from parts where quoted
    union all
    select false, t.term[1], t.term[2], p.n, t.m
    from parts as p, regexp_matches(p.part, '(?<!\S)(-?)(\S*)', 'g') with ordinality as t (term, m)
    where not p.quoted
    order by n, m
  loop
    if not v_term.quoted and v_term.sign = '' and lower(v_term.term) = 'or' then
      v_any := coalesce(v_any || v_all, v_any, v_all);
      v_all := null;
      continue;
    end if;
    v_not := v_not <> (v_term.sign = '-');
    continue when v_term.term = '' and not v_term.quoted;
    v_asked := private.asked_term(private.normalize_search_text(v_term.term), p_languages);
    if v_asked is not null then
      v_asked := case when v_not then !! v_asked else v_asked end;
      v_all := coalesce(v_all && v_asked, v_asked);
    end if;
    v_not := false;
  end loop;
  -- Without a word it is a query that finds nothing.
  return coalesce(v_any || v_all, v_any, v_all,
    websearch_to_tsquery('pg_catalog.simple', left(p_query, 0)));
end
$function$;

CREATE OR REPLACE FUNCTION private.search_words (
  p_text     text,
  p_language text DEFAULT 'en'::text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_text text := private.normalize_search_text(p_text);
  v_words text[];
  v_end bigint;
begin
  -- A shorter text has no 2,001 words.
  if char_length(v_text) > 4000 then
    v_words := string_to_array(v_text, ' ');
    select min(n) into v_end
    from unnest(v_words) with ordinality as w (word, n) where word <> ''
    group by word order by min(n) offset 2000 limit 1;
    if v_end is not null then
      v_text := array_to_string(v_words[:v_end - 1], ' ');
    end if;
  end if;
  return concat_ws(' ', to_tsvector(private.search_configuration(p_language), v_text),
    to_tsvector('pg_catalog.simple', v_text))::tsvector;
end
$function$;

ALTER TABLE "private"."search_rebuilds"
  ADD CONSTRAINT "search_rebuilds_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX search_rebuilds_created_at_idx ON private.search_rebuilds USING btree (created_at);

CREATE INDEX search_rebuilds_taken_at_idx ON private.search_rebuilds USING btree (taken_at);

CREATE TRIGGER profiles_730_rebuild_search
  AFTER UPDATE OF LANGUAGE ON public.profiles
  FOR EACH ROW
  WHEN ((old.language <> new.language))
  EXECUTE FUNCTION private.rebuild_search();

CREATE POLICY "search_rebuilds_all_nobody" ON "private"."search_rebuilds"
  FOR ALL
  TO PUBLIC
  USING (false);

COMMENT ON COLUMN "private"."journal_entry_documents"."language" IS 'The language of the author when the words were indexed.';

COMMENT ON TABLE "private"."search_rebuilds" IS 'Users whose entries a job indexes in another language.';

REVOKE ALL ON FUNCTION "private"."asked_term"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_term"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_term"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."continue_search_rebuilds"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."continue_search_rebuilds"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."continue_search_rebuilds"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rebuild_search"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_search"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rebuild_search"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_configuration"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_configuration"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_configuration"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_languages"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_languages"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_languages"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_query"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_query"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_query"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_words"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_words"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_words"(text, text) TO "postgres";

select cron.schedule('search-languages', '*/1 * * * *', 'select private.run_job(''search-languages'')');

insert into private.jobs (name, schedule, path, secret_names, secret_optional, statement)
values ('search-languages', '*/1 * * * *', null, '{}', 'false', 'select private.continue_search_rebuilds()')
on conflict (name) do update set schedule = excluded.schedule, path = excluded.path, secret_names = excluded.secret_names, secret_optional = excluded.secret_optional, statement = excluded.statement;
insert into private.job_queues (job, what, due_times)
values ('search-languages', 'users', 'select created_at from private.search_rebuilds order by created_at')
on conflict (job, what) do update set due_times = excluded.due_times;
insert into private.person_columns (relation, name, section, deletion, condition, change, erase_function, "position", reason)
values ('private.search_rebuilds', 'user_id', null, 'cascade', 'user_id = $1', null, null, '100', 'Work in progress on entries, which the export contains.')
on conflict (relation, name) do update set section = excluded.section, deletion = excluded.deletion, condition = excluded.condition, change = excluded.change, erase_function = excluded.erase_function, "position" = excluded."position", reason = excluded.reason;
insert into private.person_columns (relation, name, section, deletion, condition, change, erase_function, "position", reason)
values ('private.search_rebuilds', 'after_id', null, 'keep', 'after_id = $1', null, null, '100', 'A position in the list of entries.')
on conflict (relation, name) do update set section = excluded.section, deletion = excluded.deletion, condition = excluded.condition, change = excluded.change, erase_function = excluded.erase_function, "position" = excluded."position", reason = excluded.reason;

-- The job indexes all entries anew: the index has no words as they are written.
insert into private.search_rebuilds (user_id, languages)
select p.id, '{en}' from public.profiles as p
where exists (select from public.journal_entries as e where e.user_id = p.id);
