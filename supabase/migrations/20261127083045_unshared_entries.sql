SET local check_function_bodies = off;

DROP FUNCTION "private"."create_journal_entry"(jsonb, boolean);

DROP FUNCTION "private"."update_journal_entry"(uuid, jsonb, integer[], boolean);

DROP FUNCTION "public"."create_journal_entry"(jsonb, boolean);

DROP FUNCTION "public"."update_journal_entry"(uuid, jsonb, integer[], boolean);

CREATE OR REPLACE FUNCTION private.create_journal_entry (
  p_entry    jsonb,
  p_analyze  boolean DEFAULT false,
  p_unshared boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_id constant uuid := private.insert_journal_entry(v_caller, p_entry, now());
begin
  if p_unshared then
    perform private.require_unshared(v_id);
  end if;
  perform private.count_made('entries', v_caller, 1);
  return private.written_entry(v_id, p_analyze);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_unshared (
  p_entry_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_if(effective_metadata_visibility <> 'user',
    409, 'Others see this entry, by its own visibility or that of its notebook', 'shared')
  from public.journal_entries where id = p_entry_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_journal_entry (
  p_entry_id uuid,
  p_changes  jsonb,
  p_versions integer[] DEFAULT NULL::integer[],
  p_analyze  boolean   DEFAULT false,
  p_unshared boolean   DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller uuid := private.require_caller();
  v_entry public.journal_entries;
  v_content private.journal_entry_contents;
  v_rewritten boolean;
begin
  if coalesce(p_changes ->> 'team_id', p_changes ->> 'org_id') is not null then
    perform private.lock_memberships(v_caller);
  end if;
  -- Locks the new notebook before the entry.
  perform from public.notebooks
  where id = private.short(p_changes, 'notebook_id')::uuid and user_id = v_caller for share;
  v_entry := private.require_own_entry(p_entry_id, p_versions);
  if p_unshared then
    perform private.require_unshared(p_entry_id);
  end if;
  select * into v_content from private.journal_entry_contents where entry_id = p_entry_id;
  v_rewritten := p_changes ->> 'content' <> v_content.content;
  if p_changes ?| array['title', 'content', 'tags'] then
    perform private.count_text(v_caller,
      coalesce(p_changes ->> 'title', v_entry.title),
      coalesce(p_changes ->> 'content', v_content.content),
      case when p_changes ? 'tags' then private.json_to_tags(p_changes -> 'tags')
        else v_entry.tags end,
      (select bytes from private.journal_entry_documents where entry_id = p_entry_id));
  end if;
  perform private.count_made('edits of entries', v_caller, 1);

  if v_rewritten and v_entry.mood_source = 'analysis' and not p_changes ? 'mood' then
    v_entry.mood := null;
    v_entry.mood_source := null;
  elsif p_changes ? 'mood' then
    v_entry.mood := p_changes ->> 'mood';
    v_entry.mood_source := case when v_entry.mood is not null then 'author' end;
  end if;

  update public.journal_entries set
    title = coalesce(p_changes ->> 'title', title),
    mood = v_entry.mood,
    mood_source = v_entry.mood_source,
    mood_due_at = case
      when p_changes ? 'mood' then null
      when v_rewritten and import_id is null then now()
      else mood_due_at end,
    version = case
      when v_rewritten or (mood, mood_source) is distinct from (v_entry.mood, v_entry.mood_source)
      then version + 1 else version end,
    tags = case when p_changes ? 'tags' then private.json_to_tags(p_changes -> 'tags') else tags end,
    notebook_id = case when p_changes ? 'notebook_id'
      then private.short(p_changes, 'notebook_id')::uuid else notebook_id end,
    metadata_visibility = case when p_changes ? 'metadata_visibility'
      then coalesce(p_changes ->> 'metadata_visibility', 'user') else metadata_visibility end,
    content_visibility = case when p_changes ? 'content_visibility'
      then coalesce(p_changes ->> 'content_visibility', 'user') else content_visibility end,
    team_id = case when p_changes ? 'team_id'
      then private.short(p_changes, 'team_id')::uuid else team_id end,
    org_id = case when p_changes ? 'org_id'
      then private.short(p_changes, 'org_id')::uuid else org_id end,
    updated_at = now()
  where id = p_entry_id
  returning * into v_entry;
  if p_unshared then
    perform private.require_unshared(p_entry_id);
  end if;

  update private.journal_entry_contents set
    content = coalesce(p_changes ->> 'content', content),
    mentions = case when p_changes ->> 'content' is not null and v_entry.import_id is null
      then private.parse_mentions(p_changes ->> 'content') else mentions end
  where entry_id = p_entry_id
  returning * into v_content;

  if p_changes ?| array['title', 'content', 'tags'] then
    perform private.index_entry(v_entry, v_content.content);
  end if;
  -- Users who were mentioned before may be able to read the entry now.
  perform private.notify_mentioned(v_entry, coalesce(v_content.mentions, '[]'));
  return private.written_entry(p_entry_id, p_analyze);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_journal_entry (
  p_entry    jsonb,
  p_analyze  boolean DEFAULT false,
  p_unshared boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.create_journal_entry($1, $2, $3)$function$;

REVOKE ALL ON FUNCTION "public"."create_journal_entry"(jsonb, boolean, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.update_journal_entry (
  p_entry_id uuid,
  p_changes  jsonb,
  p_versions integer[] DEFAULT NULL::integer[],
  p_analyze  boolean   DEFAULT false,
  p_unshared boolean   DEFAULT false
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$select private.update_journal_entry($1, $2, $3, $4, $5)$function$;

REVOKE ALL ON FUNCTION "public"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."create_journal_entry"(jsonb, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_journal_entry"(jsonb, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."create_journal_entry"(jsonb, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_journal_entry"(jsonb, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_unshared"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_unshared"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_unshared"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_journal_entry"(jsonb, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_journal_entry"(jsonb, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_journal_entry"(jsonb, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_journal_entry"(uuid, jsonb, integer[], boolean, boolean) TO "postgres";
