-- Reports of people and of what they write, for super admins. Reported people do not learn of a
-- report.

create table private.reports (
  id uuid primary key default private.uuid_v7(),
  -- Null after the deletion of the reporter's account.
  reporter_id uuid references public.profile_cards (id) on delete set null,
  about text not null
    check (about in ('user', 'journal_entry', 'comment', 'team_message', 'drop')),
  object_id uuid not null,
  author_id uuid references public.profile_cards (id) on delete set null,
  reason text not null check (reason in ('spam', 'abuse', 'self_harm', 'other')),
  note text check (char_length(note) <= 1000),
  text text not null check (char_length(text) <= 2000),
  action text check (action in ('none', 'removed', 'blocked')),
  resolution_note text check (char_length(resolution_note) <= 1000),
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  recording_path text check (char_length(recording_path) <= 200),
  constraint reports_object_key unique (reporter_id, about, object_id),
  constraint reports_resolved_check check ((action is null) = (resolved_at is null))
);

select private.hide_table('private.reports', 'Reports that users have made.');
comment on column private.reports.author_id is 'The reported user, or the author of the object.';
comment on column private.reports.text is 'The text of the object as it was, its beginning.';
comment on column private.reports.recording_path is
  'The file of a spoken cheer in the bucket cheers, which stays until the report is resolved.';

create index reports_page_idx on private.reports (created_at desc, id desc);
create index reports_open_idx on private.reports (created_at desc, id desc)
  where resolved_at is null;
create index reports_reporter_id_idx on private.reports (reporter_id, created_at, id);
create index reports_object_id_idx on private.reports (object_id);
create index reports_author_id_idx on private.reports (author_id);
create index reports_recording_path_idx on private.reports (recording_path)
  where recording_path is not null;
create index reports_resolved_at_idx on private.reports (resolved_at)
  where resolved_at is not null;

insert into private.quotas (kind, max_daily) values ('reports', 20);
select private.purge_when('private.reports', 'resolved_at', '90 days');

-- The file of a recording goes when its drop is gone and no report keeps it.
create function private.discard_reported_recording() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_files('cheers', array[old.recording_path])
  where not private.is_reported_recording(old.recording_path)
    and not exists (select from public.drop_recordings where path = old.recording_path);
  return null;
end
$$;

create trigger reports_500_discard_recording_of_resolved
  after update of recording_path on private.reports
  for each row when (old.recording_path is not null)
  execute function private.discard_reported_recording();
create trigger reports_510_discard_recording_of_deleted after delete on private.reports
  for each row when (old.recording_path is not null)
  execute function private.discard_reported_recording();

-- Stores a report of something that the caller sees. The same again changes nothing.
create function private.store_report(
  p_about text, p_id uuid, p_author_id uuid, p_text text, p_reason text, p_note text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_report private.reports;
  v_is_new boolean;
begin
  insert into private.reports (
    reporter_id, about, object_id, author_id, reason, note, text, recording_path)
  values (v_caller, p_about, p_id, p_author_id, p_reason, p_note, left(p_text, 2000), (
    -- Locked, so that the file is not deleted meanwhile.
    select path from public.drop_recordings where p_about = 'drop' and drop_id = p_id
    for key share))
  on conflict (reporter_id, about, object_id) do nothing returning * into v_report;
  v_is_new := found;
  if v_is_new then
    perform private.count_made('reports', v_caller, 1);
  else
    select * into v_report from private.reports
    where reporter_id = v_caller and about = p_about and object_id = p_id;
  end if;
  return jsonb_build_object('is_new', v_is_new, 'report', jsonb_build_object(
    'id', v_report.id, 'about', v_report.about, 'reason', v_report.reason,
    'created_at', v_report.created_at));
end
$$;

grant execute on function private.store_report to authenticated;

-- The card of a person who is reported, whatever row security shows the caller of cards: a person
-- who blocks the caller may be reported all the same.
create function private.reported_card(p_id uuid) returns table (id uuid, words text)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select c.id, concat_ws(' ', '@' || c.handle, c.full_name)
    from public.profile_cards as c where c.id = p_id;
end
$$;

grant execute on function private.reported_card to authenticated;

-- Reports something to the super admins. Row security decides whether the caller sees it, except
-- people, whom everybody may report.
create function public.create_report(
  p_about text, p_id uuid, p_reason text, p_note text default null
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_author_id uuid;
  v_text text;
begin
  perform private.require_caller();
  if p_about = 'user' then
    select c.id, c.words into v_author_id, v_text from private.reported_card(p_id) as c;
  elsif p_about = 'journal_entry' then
    -- The service has no text of a sealed entry, and none of a sealed comment.
    select e.user_id, case when e.is_sealed then '' else concat_ws(E'\n\n', e.title, c.content) end
    into v_author_id, v_text
    from public.journal_entries as e
    left join private.journal_entry_contents as c on c.entry_id = e.id
    where e.id = p_id;
  elsif p_about = 'comment' then
    select user_id, content into v_author_id, v_text from public.journal_comments where id = p_id;
  elsif p_about = 'team_message' then
    select user_id, content into v_author_id, v_text from public.team_messages where id = p_id;
  elsif p_about = 'drop' then
    select sender_id, concat_ws(E'\n', title, content, media_url) into v_author_id, v_text
    from public.drops_sent where id = p_id;
  else
    perform private.refuse(400,
      'about: expected user, journal_entry, comment, team_message or drop', 'unknown_value');
  end if;
  perform private.refuse_if(v_text is null, 404, 'Reported object not found');
  perform private.refuse_if(v_author_id = auth.uid(), 400, 'id: you cannot report yourself');
  return private.store_report(p_about, p_id, v_author_id, v_text, p_reason, p_note);
-- As in `private.twin_of`.
exception when integrity_constraint_violation then
  raise exception using errcode = sqlstate, message = sqlerrm;
end
$$;

grant execute on function public.create_report to authenticated;

-- Administration ----------------------------------------------------------------------------------

create function private.report_json(p_report private.reports) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_jsonb(p_report) - '{reporter_id,author_id}'::text[] || jsonb_build_object(
    'status', case when p_report.resolved_at is null then 'open' else 'resolved' end,
    'reporter', (select to_jsonb(c) from public.profile_cards as c where c.id = p_report.reporter_id),
    'author', (select to_jsonb(c) from public.profile_cards as c where c.id = p_report.author_id));
end
$$;

-- Reports, newest first: up to p_limit older than (p_before_at, p_before_id).
create function private.admin_list_reports(
  p_status text default null, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof jsonb
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return query
    select private.report_json(r) from private.reports as r
    where (p_status is null or (p_status = 'resolved') = (r.resolved_at is not null))
      and (r.created_at, r.id)
        < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by r.created_at desc, r.id desc limit private.page_limit(p_limit);
end
$$;

-- Ends a report, once: `removed` deletes its object, `blocked` blocks the author.
create function private.resolve_report(p_id uuid, p_action text, p_note text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_report private.reports;
begin
  perform private.require_super_admin();
  select * into v_report from private.reports where id = p_id for no key update;
  perform private.refuse_if(not found, 404, 'Report not found');
  perform private.refuse_if(v_report.resolved_at is not null,
    409, 'The report is resolved already', 'already_decided');
  if p_action = 'removed' then
    perform private.refuse_if(v_report.about = 'user',
      400, 'action: a user is blocked, not removed', 'unknown_value');
    -- The entry before the streaks: in the order of `delete_journal_entry`.
    perform from public.journal_entries
    where v_report.about = 'journal_entry' and id = v_report.object_id for update;
    delete from public.journal_entries where v_report.about = 'journal_entry' and id = v_report.object_id;
    delete from public.journal_comments where v_report.about = 'comment' and id = v_report.object_id;
    delete from public.team_messages where v_report.about = 'team_message' and id = v_report.object_id;
    delete from public.drops_sent where v_report.about = 'drop' and id = v_report.object_id;
  elsif p_action = 'blocked' then
    perform private.refuse_if(v_report.author_id is null, 404, 'User not found');
    perform private.administer_user(v_report.author_id, '{"is_active": false}');
  end if;
  update private.reports
  set action = p_action, resolution_note = p_note, resolved_at = now(), recording_path = null
  where id = p_id returning * into v_report;
  perform private.audit('report.resolve', 'report', p_id::text, null,
    jsonb_build_object('about', v_report.about, 'object_id', v_report.object_id,
      'user_id', v_report.author_id, 'action', p_action), nullif(p_note, ''));
  return private.report_json(v_report);
end
$$;

select private.expose('authenticated', 'admin_list_reports', 'resolve_report');

select private.register_personal_data('private.reports', 'clear', 70, p_person => 'reporter_id',
  p_omitted => '{reporter_id,author_id,text,action,resolution_note,recording_path}',
  p_reason => 'Super admins still see what was reported.');
select private.register_person_column('private.reports', 'author_id',
  'Reports are seen by super admins alone.', 'clear', 70);
select private.register_person_column('private.reports', 'object_id',
  'Reports are seen by super admins alone; those of a user end with the account.', 'delete', 69);
