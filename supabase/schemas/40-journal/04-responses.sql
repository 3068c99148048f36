-- Comments on entries and reactions to them, by users who see the content. Two users do not see
-- each other's where one blocks the other. A card shows counts; triggers keep them in a narrow
-- table, with the counts of attachments.

create table public.journal_comments (
  id uuid primary key default private.uuid_v7(),
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  content text not null check (char_length(content) <= 2000),
  created_at timestamptz not null default now(),
  -- Of a comment on a sealed entry: {record, signature, version}.
  sealed jsonb check (private.is_settings(sealed)),
  constraint journal_comments_content_check1 check (
    sealed is null and content ~ '\S' or sealed is not null and content = '')
);

select private.guard_table('public.journal_comments', 'Comments on entries.');
select private.count_texts_of('public.journal_comments', '{content,sealed}');

create index journal_comments_page_idx on public.journal_comments (entry_id, created_at, id);
create index journal_comments_user_id_idx on public.journal_comments (user_id, entry_id);

-- A repeated request does not bring a deleted comment back.
create table private.deleted_comments (
  id uuid primary key,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  deleted_at timestamptz not null default now()
);

select private.hide_table('private.deleted_comments',
  'Id, author and time of comments that were deleted alone, for 91 days.');

create index deleted_comments_user_id_idx on private.deleted_comments (user_id);
create index deleted_comments_deleted_at_idx on private.deleted_comments (deleted_at);

select private.purge_when('private.deleted_comments', 'deleted_at', '91 days');

create function private.record_deleted_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_comments (id, user_id) select id, user_id from gone;
  return null;
end
$$;

create trigger journal_comments_900_record after delete on public.journal_comments
  referencing old table as gone for each statement when (pg_trigger_depth() = 0)
  execute function private.record_deleted_comments();

create table public.journal_reactions (
  entry_id uuid not null references public.journal_entries (id) on delete cascade,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  reaction text not null
    check (reaction in ('heart', 'clap', 'hug', 'laugh', 'fire', 'think')),
  created_at timestamptz not null default now(),
  primary key (entry_id, user_id)
);

select private.guard_table('public.journal_reactions',
  'The reaction of a user to an entry. Others see how many there are of each kind.');

create index journal_reactions_user_id_idx on public.journal_reactions (user_id, created_at);

select private.set_quota('public.journal_reactions', 'reactions', p_daily => 2000);

-- The policy of the contents decides whether the caller sees the content.
create policy journal_comments_select_audience on public.journal_comments
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      user_id not in (select private.my_blocks())
      and exists (
        select from private.journal_entry_contents as c
        where c.entry_id = journal_comments.entry_id
          and c.user_id not in (select private.my_blocks())
      )
    )
  );

grant select on public.journal_comments to authenticated;
grant all on public.journal_comments, public.journal_reactions to service_role;
select private.let_read('owner', 'public.journal_reactions');
select private.let_owner_change('public.journal_reactions', p_delete => true);

-- Counts ------------------------------------------------------------------------------------------

create table private.entry_summaries (
  entry_id uuid primary key references public.journal_entries (id) on delete cascade,
  counts jsonb not null default '{}',
  attachment_count smallint not null default 0,
  picture jsonb
);

select private.hide_table('private.entry_summaries',
  'The counts and the picture that a card shows of an entry. Absent before the first of them.');
comment on column private.entry_summaries.counts is
  'How many comments (`comment`) and reactions of each kind there are.';
comment on column private.entry_summaries.picture is
  'The first picture among the attachments: {id, width, height, thumbnail_path}.';

-- The summaries, for views that show the summary of an entry whose content their reader sees.
create view private.summary_cards as
  select entry_id, counts, attachment_count, picture from private.entry_summaries;

comment on view private.summary_cards is 'The summaries of all entries.';

grant select on private.summary_cards to authenticated, service_role;

-- Adds to the count of a kind. An entry that is being deleted has no counts any more.
create function private.count_response(p_entry_id uuid, p_kind text, p_number integer)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_number > 0 then
    insert into private.entry_summaries as r (entry_id, counts)
    values (p_entry_id, jsonb_build_object(p_kind, p_number))
    on conflict (entry_id) do update set counts = r.counts
      || jsonb_build_object(p_kind, coalesce((r.counts ->> p_kind)::integer, 0) + p_number);
  else
    update private.entry_summaries as r set counts = case
      when (r.counts ->> p_kind)::integer + p_number > 0
      then r.counts || jsonb_build_object(p_kind, (r.counts ->> p_kind)::integer + p_number)
      else r.counts - p_kind end
    where r.entry_id = p_entry_id;
  end if;
end
$$;

-- In the order of the entries, so that two deletions of accounts do not wait for each other in a
-- circle.
create function private.count_responses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_response(g.entry_id, g.kind, -g.number) from (
      select entry_id, coalesce(to_jsonb(t) ->> 'reaction', 'comment') as kind,
        count(*)::integer as number
      from gone as t group by 1, 2 order by 1, 2
    ) as g;
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_response(m.entry_id, m.kind, m.number) from (
      select entry_id, coalesce(to_jsonb(t) ->> 'reaction', 'comment') as kind,
        count(*)::integer as number
      from made as t group by 1, 2 order by 1, 2
    ) as m;
  end if;
  return null;
end
$$;

create trigger journal_comments_500_count after insert on public.journal_comments
  referencing new table as made for each statement execute function private.count_responses();
create trigger journal_comments_510_count after delete on public.journal_comments
  referencing old table as gone for each statement execute function private.count_responses();
create trigger journal_reactions_500_count after insert on public.journal_reactions
  referencing new table as made for each statement execute function private.count_responses();
create trigger journal_reactions_510_count after delete on public.journal_reactions
  referencing old table as gone for each statement execute function private.count_responses();
create trigger journal_reactions_520_count after update on public.journal_reactions
  referencing old table as gone new table as made
  for each statement execute function private.count_responses();

-- The counts without those of these people; null when the author is one of them.
create function private.heard_counts(
  p_entry_id uuid, p_author_id uuid, p_counts jsonb, p_blocks uuid[]
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_blocks = '{}' then
    return p_counts;
  elsif p_author_id = any (p_blocks) then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(kind, number), '{}') from (
      select kind, sum(number) as number from (
        select key as kind, value::integer as number from jsonb_each_text(p_counts)
        union all
        select 'comment', -1 from public.journal_comments
        where entry_id = p_entry_id and user_id = any (p_blocks)
        union all
        select reaction, -1 from public.journal_reactions
        where entry_id = p_entry_id and user_id = any (p_blocks)
      ) as each
      group by kind having sum(number) > 0
    ) as heard
  );
end
$$;

grant execute on function private.heard_counts to authenticated;
