-- AI results for entries: the mood, when the author gave none, and backgrounds. A background is a
-- file in a private bucket and a row with its owner and its entry.

-- Moods -------------------------------------------------------------------------------------------

-- Stores the mood that was found for the write at `p_due_at`, which is the entry's `updated_at`
-- after that write, and records the call of the AI where there is one. Returns the path of the
-- image of the mood, or null and changes no mood when the content has changed since, somebody has
-- set or cleared the mood, or the author allows no analysis any more.
create function private.set_found_mood(
  p_user_id uuid, p_entry_id uuid, p_due_at timestamptz, p_mood text, p_model text default null,
  p_input_tokens integer default 0, p_output_tokens integer default 0
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_if(p_mood is null or not private.is_tone(p_mood),
    400, 'mood: expected a tone', 'unknown_value');
  if p_model is not null then
    perform private.record_token_usage(p_user_id, 'tone_analysis', p_model, p_input_tokens,
      p_output_tokens, p_entry_id => p_entry_id);
  end if;
  update public.journal_entries set mood = p_mood, mood_source = 'analysis', mood_due_at = null
  where id = p_entry_id and user_id = p_user_id and mood_due_at = p_due_at
    and exists (select from public.profiles where id = p_user_id and mood_analysis_enabled);
  return case when found then jsonb_build_object(
    'mood', p_mood,
    'mood_source', 'analysis',
    'tone_image_path', private.active_tone_images(p_user_id) ->> p_mood
  ) end;
end
$$;

-- Backgrounds -------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('entry-backgrounds', 'entry-backgrounds', false, 10485760, array['image/png']);

create table public.journal_entry_backgrounds (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  entry_id uuid references public.journal_entries (id) on delete cascade,
  path text not null
    unique
    constraint journal_entry_backgrounds_path_check
      check (starts_with(path, user_id || '/') and char_length(path) <= 200),
  prompt text not null check (char_length(prompt) between 1 and 4000),
  tone text not null check (private.is_tone(tone)),
  quality text not null check (quality in ('standard', 'hd')),
  created_at timestamptz not null default now(),
  -- An entry has one background; a new one replaces it.
  unique (entry_id)
);

select private.guard_table('public.journal_entry_backgrounds',
  'Images made for entries. Visible to users who see the content of the entry.');
select private.count_texts_of('public.journal_entry_backgrounds', '{prompt}');
comment on column public.journal_entry_backgrounds.entry_id is
  'Null for a text that is not an entry; only the owner sees that background.';
comment on column public.journal_entry_backgrounds.path is
  'In the bucket entry-backgrounds, in the owner''s folder.';

create index journal_entry_backgrounds_user_id_idx
  on public.journal_entry_backgrounds (user_id, created_at desc, id desc);

-- The policy of the contents decides whether the caller sees the content.
create policy journal_entry_backgrounds_select_audience on public.journal_entry_backgrounds
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select private.is_super_admin())
    or exists (
      select from private.journal_entry_contents as c
      where c.entry_id = journal_entry_backgrounds.entry_id
    )
  );

select private.let_owner_change('public.journal_entry_backgrounds', p_delete => true);

grant select, delete on public.journal_entry_backgrounds to authenticated;
grant select on public.journal_entry_backgrounds to service_role;

-- Only the service writes files. Owners may read theirs and sign URLs for them; the edge functions
-- sign for other readers, because a client may sign a URL that outlives the right to read.
create policy entry_backgrounds_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'entry-backgrounds' and starts_with(name, (select auth.uid()) || '/'));

-- Deletes the file with its row: the entry is deleted, or has a new background.
create trigger journal_entry_backgrounds_500_discard_file
  after delete on public.journal_entry_backgrounds
  for each row execute function private.discard_old_file('entry-backgrounds');

-- Content versions --------------------------------------------------------------------------------

-- A hash of the content: it changes with the content alone and does not reveal it.
create function private.entry_content_version(p_entry_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(content, 'UTF8')), 'hex')
  from private.journal_entry_contents where entry_id = p_entry_id
$$;

-- The version of the content of the caller's own entry; refuses others.
create function private.own_entry_content_version(p_entry_id uuid) returns text
language sql volatile security definer set search_path = ''
as $$
  select private.refuse_if((private.require_own_entry(p_entry_id)).is_sealed,
    409, 'A sealed entry has no background: the service cannot read it', 'sealed');
  select private.entry_content_version(p_entry_id)
$$;

-- Recording ---------------------------------------------------------------------------------------

-- Records a background whose reserved file is stored, optionally for an entry of the user. Refuses
-- when the entry is deleted or its content has changed since the request.
create function private.record_entry_background(
  p_user_id uuid, p_path text, p_prompt text, p_tone text, p_quality text,
  p_entry_id uuid default null, p_content_version text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_active(p_user_id);
  if p_entry_id is not null then
    -- Serializes backgrounds of one entry.
    perform from public.journal_entries
    where id = p_entry_id and user_id = p_user_id for no key update;
    perform private.refuse_if(not found, 404, 'Entry not found');
    perform private.refuse_if(
      p_content_version is distinct from private.entry_content_version(p_entry_id),
      409, 'The entry has changed meanwhile: ask for a background of what it says now',
      'content_changed');
    delete from public.journal_entry_backgrounds where entry_id = p_entry_id;
  end if;
  perform private.keep_reserved_file('entry-backgrounds', p_path);
  insert into public.journal_entry_backgrounds (user_id, entry_id, path, prompt, tone, quality)
  values (p_user_id, p_entry_id, p_path, p_prompt, p_tone, p_quality);
end
$$;

select private.expose('authenticated', 'own_entry_content_version');
select private.expose('service_role', 'set_found_mood', 'record_entry_background');

select private.register_personal_data('public.journal_entry_backgrounds', 'delete', 15,
  p_section => 'entry_backgrounds');
