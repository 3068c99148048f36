-- Entries follow the visibility and the deletion of their notebook: at once, or by a job where
-- there are many.

-- Gives entries the visibility of their notebooks, and notifies mentioned users who may now read
-- them. Takes them out of a notebook that is deleted.
create function private.apply_notebooks(p_entries uuid[], p_is_deletion boolean default false)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The assignment runs `set_effective_visibility` for every entry, also for those with a
  -- visibility of their own, which a concurrent transaction may remove.
  update public.journal_entries set notebook_id = case when not p_is_deletion then notebook_id end
  where id = any (p_entries);
  perform private.notify_mentioned(e, c.mentions)
  from public.journal_entries as e
  join private.journal_entry_contents as c on c.entry_id = e.id
  where e.id = any (p_entries)
    and e.effective_content_visibility <> 'user'
    and c.mentions @> '[{"kind": "user"}]';
end
$$;

-- How many entries of a notebook change with it; a job changes those of a larger one.
create function private.max_entries_at_once() returns integer
language sql immutable set search_path = ''
as $$ select 2000 $$;

create function private.apply_notebook_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Other members have entries in a sealed notebook.
  v_entries constant uuid[] := array(
    select id from public.journal_entries
    where notebook_id = old.id and (old.is_sealed or user_id = old.user_id)
    limit private.max_entries_at_once() + 1);
begin
  if cardinality(v_entries) > private.max_entries_at_once() then
    insert into private.notebook_changes as c (notebook_id, is_deletion)
    values (old.id, tg_op = 'DELETE')
    on conflict (notebook_id) do update
      set is_deletion = c.is_deletion or excluded.is_deletion, turn_at = default,
        before_at = default, before_id = default;
    -- No deletion yet.
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.apply_notebooks(v_entries);
  end if;
  return old;
end
$$;

-- Not with the account, whose deletion takes the entries first.
create trigger notebooks_400_delete_later before delete on public.notebooks
  for each row when (pg_trigger_depth() = 0)
  execute function private.apply_notebook_visibility();

create trigger notebooks_500_apply_visibility
  after update of metadata_visibility, content_visibility, team_id, org_id on public.notebooks
  for each row when (
    (old.metadata_visibility, old.content_visibility, old.team_id, old.org_id)
      is distinct from
        (new.metadata_visibility, new.content_visibility, new.team_id, new.org_id)
  )
  execute function private.apply_notebook_visibility();

-- Changes the entries of large notebooks for a few seconds. Two jobs do different notebooks.
create function private.continue_notebook_changes() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_change record;
  v_entries uuid[];
  v_failed uuid[] := '{}';
  v_errors text[] := '{}';
begin
  loop
    select c.*, n.user_id, n.is_sealed into v_change
    from private.notebook_changes as c join public.notebooks as n on n.id = c.notebook_id
    where c.notebook_id <> all (v_failed)
    order by c.turn_at limit 1 for no key update of c skip locked;
    exit when not found;
    begin
      v_entries := array(
        select e.id from public.journal_entries as e
        where e.notebook_id = v_change.notebook_id
          and (v_change.is_sealed or e.user_id = v_change.user_id)
          and (e.written_at, e.id) < (v_change.before_at, v_change.before_id)
        order by e.written_at desc, e.id desc limit private.max_entries_at_once());
      perform private.apply_notebooks(v_entries, v_change.is_deletion);
      if cardinality(v_entries) < private.max_entries_at_once() then
        delete from private.notebook_changes where notebook_id = v_change.notebook_id;
        delete from public.notebooks where id = v_change.notebook_id and v_change.is_deletion;
      else
        update private.notebook_changes as c
        set turn_at = default, before_at = e.written_at, before_id = e.id
        from public.journal_entries as e
        where c.notebook_id = v_change.notebook_id and e.id = v_entries[cardinality(v_entries)];
      end if;
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      v_failed := v_failed || v_change.notebook_id;
      v_errors := v_errors || format('%s: %s', v_change.notebook_id, sqlerrm);
      update private.notebook_changes set turn_at = default
      where notebook_id = v_change.notebook_id;
    end;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('failed', cardinality(v_failed), 'errors', v_errors,
    'remaining', (select count(*) from private.notebook_changes));
end
$$;

select private.schedule_statement('notebook-changes', '*/1 * * * *',
  'select private.continue_notebook_changes()');
