-- The archive of a user's entries, which an edge function writes as Markdown files: what to read, a
-- page at a time.

-- The caller's entries written from (p_from_at, p_from_id) until before p_until_at, oldest first,
-- as JSON, whose texts a client cannot name twice. A page ends with the entry that fills 2 MB; this
-- entry has `page_ends`.
create function private.archive_page(
  p_from_at timestamptz default null, p_from_id uuid default null,
  p_until_at timestamptz default null, p_limit integer default 25
) returns setof json
language plpgsql volatile security definer rows 25 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_zone constant text := (select p.timezone from public.profiles as p where p.id = v_caller);
  v_entry json;
  v_bytes integer := 0;
begin
  perform private.require_account_holder();
  perform private.count_made('pages of exports', v_caller, 1);
  for v_entry in
    select json_build_object('id', e.id, 'title', e.title, 'content', c.content, 'mood', e.mood,
      'tags', e.tags, 'visibility', e.effective_content_visibility, 'notebook', n.name,
      'is_sealed', e.is_sealed, 'notebook_id', e.notebook_id,
      'written_at', e.written_at, 'day', to_char(e.written_at at time zone v_zone, 'YYYY-MM-DD'),
      'attachments', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', a.id, 'kind', a.kind, 'path', a.path, 'type', a.type, 'bytes', a.bytes)
          order by a.created_at, a.id)
        from public.entry_attachments as a where a.entry_id = e.id), '[]'))
    from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    left join public.notebooks as n
      on n.id = e.notebook_id and n.id not in (select private.notebooks_in_change(true))
    where e.user_id = v_caller
      and (e.written_at, e.id) >= (coalesce(p_from_at, '-infinity'),
        coalesce(p_from_id, private.first_id()))
      and e.written_at < coalesce(p_until_at, 'infinity')
    order by e.written_at, e.id
    limit private.page_limit(p_limit, 25)
  loop
    v_bytes := v_bytes + octet_length(v_entry::text);
    if v_bytes >= 2000000 then
      return next (v_entry::jsonb || '{"page_ends": true}')::json;
      return;
    end if;
    return next v_entry;
  end loop;
end
$$;

select private.expose('authenticated', 'archive_page');
