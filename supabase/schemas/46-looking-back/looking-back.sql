-- Looking back: the user's own entries of the same day in former years, and the former texts of an
-- entry, which its author alone reads.

-- In `private`, because a client can name a column several times, and each text may be long.
create table private.journal_entry_versions (
  id uuid primary key default private.uuid_v7(),
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  -- The author of the entry, without a foreign key of its own: that would cost each change more.
  user_id uuid not null,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  -- Of a sealed entry: the former record, its version, and the time that it was written for.
  record bytea,
  signature bytea,
  version integer,
  written_at timestamptz,
  constraint journal_entry_versions_record_check
    check (num_nulls(record, signature, version, written_at) in (0, 4))
);

select private.hide_table('private.journal_entry_versions',
  'Former texts of entries: what a change of title or content has replaced.');
comment on column private.journal_entry_versions.created_at is 'When the text was replaced.';

create index journal_entry_versions_page_idx
  on private.journal_entry_versions (entry_id, created_at desc, id desc);
create index journal_entry_versions_user_id_idx
  on private.journal_entry_versions (user_id, created_at, id);
create index journal_entry_versions_created_at_idx on private.journal_entry_versions (created_at);

select private.purge_when('private.journal_entry_versions', 'created_at', '90 days');

create view private.entry_versions as
  select id, entry_id, user_id, title, content, created_at, written_at,
    case when record is not null then jsonb_build_object(
      'record', private.to_base64url(record), 'signature', private.to_base64url(signature),
      'version', version) end as sealed
  from private.journal_entry_versions;

comment on view private.entry_versions is 'Former texts, as answers and exports show them.';

-- Keeps the present text of an entry, and the last 50 of its former texts.
create function private.keep_entry_text(p_entry_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.journal_entry_versions
    (entry_id, user_id, title, content, record, signature, version, written_at)
  select e.id, e.user_id, e.title, c.content, r.record, r.signature, r.version,
    case when r.entry_id is not null then e.written_at end
  from public.journal_entries as e
  join private.journal_entry_contents as c on c.entry_id = e.id
  left join private.sealed_records as r on e.is_sealed and r.entry_id = e.id
  where e.id = p_entry_id;
  delete from private.journal_entry_versions where id = any (array(
    select id from private.journal_entry_versions where entry_id = p_entry_id
    order by created_at desc, id desc offset 50));
end
$$;

-- Keeps the text of an entry before a change, once in ten minutes: of several changes, the text
-- before the first one. A statement that changes both title and content writes the entry first,
-- whose trigger still finds the former content.
create function private.keep_entry_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_old constant jsonb := to_jsonb(old);
  v_entry_id constant uuid := coalesce(v_old ->> 'entry_id', v_old ->> 'id');
begin
  if not exists (
    select from private.journal_entry_versions
    where entry_id = v_entry_id and created_at > now() - interval '10 minutes'
  ) then
    perform private.keep_entry_text(v_entry_id);
  end if;
  return new;
end
$$;

create trigger journal_entries_300_keep_version before update of title on public.journal_entries
  for each row when (old.title <> new.title) execute function private.keep_entry_version();
create trigger journal_entry_contents_300_keep_version
  before update of content on private.journal_entry_contents
  for each row when (old.content <> new.content) execute function private.keep_entry_version();

create trigger sealed_records_300_keep_version before update of record on private.sealed_records
  for each row when (old.record <> new.record) execute function private.keep_entry_version();

create function private.count_former_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_text(user_id, case tg_op when 'INSERT' then bytes else -bytes end)
  from (
    select user_id, sum(octet_length(title) + octet_length(content)
      + coalesce(octet_length(record), 0)) as bytes
    from changed group by user_id order by user_id
  ) as texts;
  return null;
end
$$;

create trigger journal_entry_versions_500_count_made after insert on private.journal_entry_versions
  referencing new table as changed
  for each statement execute function private.count_former_texts();
create trigger journal_entry_versions_510_count_deleted
  after delete on private.journal_entry_versions
  referencing old table as changed
  for each statement execute function private.count_former_texts();

-- The former texts of the caller's entry, latest first: up to p_limit replaced before
-- (p_before_at, p_before_id). A page ends with the text that fills 2 MB; it has `page_ends`.
create function private.list_entry_versions(
  p_entry_id uuid, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof jsonb
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_entry public.journal_entries;
  v_version record;
  v_bytes integer := 0;
begin
  perform private.require_account_holder();
  select * into v_entry from public.journal_entries where id = p_entry_id;
  perform private.require_author(v_entry, 'Only its author reads the former texts of an entry');
  for v_version in
    select v.id, v.entry_id, v.title, v.content, v.created_at, v.written_at, v.sealed
    from private.entry_versions as v
    where v.entry_id = p_entry_id
      and (v.created_at, v.id) < (coalesce(p_before_at, 'infinity'),
        coalesce(p_before_id, private.last_id()))
    order by v.created_at desc, v.id desc
    limit private.page_limit(p_limit)
  loop
    v_bytes := v_bytes + octet_length(to_json(v_version.content)::text)
      + coalesce(octet_length(v_version.sealed::text), 0);
    return next to_jsonb(v_version)
      || case when v_bytes >= 2000000 then '{"page_ends": true}' else '{}' end::jsonb;
    exit when v_bytes >= 2000000;
  end loop;
end
$$;

-- Gives an entry a former text again, with the `mood` that `p_changes` may have. A change like any
-- other, but it always keeps the text that it replaces.
create function private.restore_entry_version(
  p_entry_id uuid, p_version_id uuid, p_versions integer[] default null,
  p_analyze boolean default false, p_changes jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_text jsonb;
begin
  perform private.require_account_holder();
  perform private.refuse_if((private.require_own_entry(p_entry_id, p_versions)).is_sealed,
    409, 'The service cannot read a sealed text: write it anew', 'sealed');
  select jsonb_build_object('title', title, 'content', content) into v_text
  from private.journal_entry_versions where id = p_version_id and entry_id = p_entry_id;
  perform private.refuse_if(v_text is null, 404, 'Version not found');
  if exists (
    select from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    where e.id = p_entry_id
      and (e.title, c.content) <> (v_text ->> 'title', v_text ->> 'content')
  ) then
    perform private.keep_entry_text(p_entry_id);
  end if;
  if p_changes ? 'mood' then
    v_text := v_text || jsonb_build_object('mood', p_changes -> 'mood');
  end if;
  return private.update_journal_entry(
    p_entry_id, v_text, p_versions, p_analyze and v_text ->> 'content' ~ '\S');
end
$$;

create function private.forget_entry_versions(p_entry_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_account_holder();
  perform private.require_own_entry(p_entry_id);
  delete from private.journal_entry_versions where entry_id = p_entry_id;
end
$$;

select private.expose('authenticated', 'list_entry_versions', 'restore_entry_version',
  'forget_entry_versions');

-- Before the entries, so that a batch of those takes few versions with it.
select private.register_personal_data('private.journal_entry_versions', 'delete', 5,
  p_source => 'private.entry_versions',
  p_condition => 's.user_id = $1 and (select private.caller_is_account_holder())');

-- On this day -------------------------------------------------------------------------------------

-- The caller's entries on the day of p_date (by default today) in former years, newest first: up to
-- p_limit older than (p_before_at, p_before_id). Reads one range of the index for each year, in the
-- caller's time zone. An entry of 29 February is found on that day, and on the 28th of a year
-- without it; entries of 28 February are found on that day alone.
create function private.same_day_page(
  p_date date, p_before_at timestamptz, p_before_id uuid, p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_zone constant text := (select p.timezone from public.profiles as p where p.id = v_caller);
  v_date constant date := coalesce(p_date, (now() at time zone v_zone)::date);
  v_before_at constant timestamptz := coalesce(p_before_at, 'infinity');
  v_before_id constant uuid := coalesce(p_before_id, private.last_id());
  -- How many years ago the caller's latest and first entries are.
  v_latest integer;
  v_first integer;
begin
  select extract(year from v_date) - extract(year from max(e.written_at) at time zone v_zone),
    extract(year from v_date) - extract(year from min(e.written_at) at time zone v_zone)
  into v_latest, v_first
  from public.journal_entries as e where e.user_id = v_caller;
  return query
    select e.id, e.written_at
    from generate_series(greatest(v_latest, 1), v_first) as ago (years)
    cross join lateral (
      select v_date - make_interval(years => ago.years) as day,
        v_date + 1 - make_interval(years => ago.years) as next
    ) as d
    cross join lateral (
      select e.id, e.written_at from public.journal_entries as e
      where e.user_id = v_caller
        -- In a year without the date the day would be that before it.
        and extract(day from d.day) = extract(day from v_date)
        and e.written_at >= private.local_instant(d.day, v_zone)
        and e.written_at
          < private.local_instant(greatest(d.day + interval '1 day', d.next), v_zone)
        -- No comparison of both at once: the index would be read from there on, not from the day.
        and e.written_at <= v_before_at
        and (e.written_at < v_before_at or e.id < v_before_id)
      order by e.written_at desc, e.id desc limit p_limit
    ) as e
    order by e.written_at desc, e.id desc limit p_limit;
end
$$;

grant execute on function private.same_day_page to authenticated;
