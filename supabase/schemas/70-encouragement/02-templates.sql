-- Encouragement drops: the library of templates, and the configuration.

-- A link to media: music or a video on YouTube, Vimeo, Spotify or SoundCloud.
create function private.is_media_url(p_url text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select private.is_web_address(p_url) and p_url ~* (
    '^https://(?:(?:www\.|m\.|music\.)?(?:youtube\.com|youtu\.be|vimeo\.com|soundcloud\.com)'
      '|open\.spotify\.com)/.')
$$;

-- Templates ---------------------------------------------------------------------------------------

create table public.drop_templates (
  id uuid primary key default private.uuid_v7(),
  drop_type text not null check (drop_type in ('encouragement', 'media', 'science_tidbit')),
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  content text not null default '' check (char_length(content) <= 500),
  media_url text,
  media_type text check (media_type in ('music', 'video')),
  thumbnail_url text,
  is_approved boolean not null default false,
  usage_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Media have an address and may have a text; the other types are texts.
  constraint drop_templates_media_check check (
    case when drop_type = 'media' then media_url is not null
    else content ~ '\S' and num_nonnulls(media_url, media_type, thumbnail_url) = 0 end)
);

select private.guard_table('public.drop_templates', 'The library of drops that users may send.',
  p_stamp => false);

-- The counts of a template change at every send, these columns seldom.
select
  private.check_written('public.drop_templates', 'drop_templates_media_url_check',
    'private.is_media_url(new.media_url)', 'media_url'),
  private.check_written('public.drop_templates', 'drop_templates_thumbnail_url_check',
    'private.is_web_address(new.thumbnail_url)', 'thumbnail_url');
comment on column public.drop_templates.is_approved is
  'Only approved templates are visible to users and can be sent.';

create index drop_templates_page_idx on public.drop_templates (created_at desc, id desc);

-- Not for the count of uses.
create trigger drop_templates_100_set_updated_at
  before update of drop_type, title, content, media_url, media_type, thumbnail_url, is_approved
  on public.drop_templates for each row execute function private.set_updated_at();

create policy drop_templates_select_approved on public.drop_templates for select to authenticated
  using (is_approved or (select private.is_super_admin()));

grant select on public.drop_templates to authenticated;
grant all on public.drop_templates to service_role;

-- Creates a template (p_id null) or changes the given fields of one.
create function private.save_drop_template(p_id uuid, p_fields jsonb)
returns public.drop_templates
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.drop_templates;
  v_new public.drop_templates;
  v_after public.drop_templates;
begin
  perform private.require_super_admin();
  select * into v_before from public.drop_templates where id = p_id for no key update;
  perform private.refuse_if(p_id is not null and not found, 404, 'Template not found');
  v_new := private.changed(v_before, p_fields);
  insert into public.drop_templates (
    id, drop_type, title, content, media_url, media_type, thumbnail_url, is_approved
  )
  values (
    coalesce(p_id, private.uuid_v7()), v_new.drop_type, v_new.title, coalesce(v_new.content, ''),
    v_new.media_url, v_new.media_type, v_new.thumbnail_url,
    coalesce(v_new.is_approved, v_before.is_approved, false)
  )
  on conflict (id) do update set
    drop_type = excluded.drop_type, title = excluded.title, content = excluded.content,
    media_url = excluded.media_url, media_type = excluded.media_type,
    thumbnail_url = excluded.thumbnail_url, is_approved = excluded.is_approved
  returning * into v_after;
  perform private.audit(
    case when p_id is null then 'drop_template.create' else 'drop_template.update' end,
    'drop_template', v_after.id::text,
    case when p_id is not null then to_jsonb(v_before) end, to_jsonb(v_after));
  return v_after;
end
$$;

create function private.delete_drop_template(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.drop_templates;
begin
  perform private.require_super_admin();
  delete from public.drop_templates where id = p_id returning * into v_before;
  perform private.refuse_if(v_before.id is null, 404, 'Template not found');
  perform private.audit(
    'drop_template.delete', 'drop_template', p_id::text, to_jsonb(v_before), null);
end
$$;

-- Configuration -----------------------------------------------------------------------------------

create table public.drop_config (
  -- One row.
  id boolean primary key default true check (id),
  daily_allowance integer not null default 5 check (daily_allowance between 0 and 100),
  bonus_drops_per_engagement integer not null default 2
    check (bonus_drops_per_engagement between 0 and 100),
  engagement_window_hours integer not null default 24
    check (engagement_window_hours between 1 and 168),
  max_custom_drops_per_day integer not null default 3
    check (max_custom_drops_per_day between 0 and 100),
  updated_at timestamptz not null default now()
);

select private.guard_table('public.drop_config',
  'The configuration of encouragement drops, one row. The audit log keeps every change.');

insert into public.drop_config default values;

-- Records changes, those by SQL included.
create function private.audit_drop_config() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('drop_config.set', 'drop_config', null, to_jsonb(old), to_jsonb(new));
  return null;
end
$$;

create trigger drop_config_500_audit after update on public.drop_config
  for each row execute function private.audit_drop_config();

select private.let_read('everyone', 'public.drop_config');

-- Changes the given fields.
create function private.set_drop_config(p_changes jsonb) returns setof public.drop_config
language sql volatile security definer rows 1 set search_path = ''
as $$
  select private.require_super_admin();
  update public.drop_config as c set (
    daily_allowance, bonus_drops_per_engagement, engagement_window_hours, max_custom_drops_per_day
  ) = (
    select daily_allowance, bonus_drops_per_engagement, engagement_window_hours,
      max_custom_drops_per_day
    from private.changed(c, p_changes)
  )
  returning *
$$;

select private.expose_save('drop_template', 'authenticated');
select private.expose('authenticated', 'delete_drop_template', 'set_drop_config');
