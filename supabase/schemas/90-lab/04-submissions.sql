-- Sponsors, opportunities and videos: people submit them, super admins approve or decline them, and
-- the approved ones are shown.

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('sponsor_application', 5, '1 hour'), ('lab_submission', 20, '1 day');

create table public.sponsors (
  id uuid primary key default private.uuid_v7(),
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  tier text not null default 'supporter' check (tier in ('supporter', 'partner', 'patron')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decline_reason text check (char_length(decline_reason) between 1 and 2000),
  applied_at timestamptz not null default now(),
  constraint sponsors_declined_check check ((status = 'declined') = (decline_reason is not null))
);

select private.guard_table('public.sponsors',
  'Applications of sponsors; the approved ones form the wall.');

-- The contact of a sponsor, which only super admins see.
create table public.sponsor_contacts (
  sponsor_id uuid primary key references public.sponsors (id) on delete cascade,
  contact_email text not null
    check (
      contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 254),
  contact_name text not null check (char_length(contact_name) <= 100 and contact_name ~ '\S')
);

select private.guard_table('public.sponsor_contacts',
  'The people behind applications of sponsors.');

create table public.opportunities (
  id uuid primary key default private.uuid_v7(),
  kind text not null check (kind in ('internship', 'scholarship', 'fellowship', 'mentorship')),
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  organization_name text not null
    check (char_length(organization_name) <= 100 and organization_name ~ '\S'),
  description text not null default '' check (char_length(description) <= 2000),
  url text check (private.is_web_address(url)),
  deadline date check (deadline between '2000-01-01' and '9999-12-31'),
  submitted_by uuid references public.profiles (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decline_reason text check (char_length(decline_reason) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint opportunities_declined_check
    check ((status = 'declined') = (decline_reason is not null))
);

select private.guard_table('public.opportunities',
  'Internships, scholarships, fellowships and mentorships for users.');
select private.count_texts_of('public.opportunities',
  '{title,organization_name,description,url}', 'submitted_by');

-- Whether an address names one video.
create function private.is_video_url(p_url text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_url !~ '[?&]v=.*&v='
      and p_url ~ '^https://(www\.|m\.)?youtube\.com/watch\?([^#\s]*&)?v=[\w-]{11}([&#]\S*)?$'
    or p_url ~ '^https://((www\.|m\.)?youtube\.com/(shorts|embed)/|youtu\.be/)[\w-]{11}([?#]\S*)?$'
    or p_url ~ '^https://(www\.)?vimeo\.com/\d{1,12}([?#]\S*)?$'
$$;

create table public.dream_videos (
  id uuid primary key default private.uuid_v7(),
  dream_id uuid not null references public.dreams (id) on delete cascade,
  url text not null check (private.is_web_address(url) and private.is_video_url(url)),
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  submitted_by uuid references public.profiles (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  is_featured boolean not null default false,
  decline_reason text check (char_length(decline_reason) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint dream_videos_declined_check
    check ((status = 'declined') = (decline_reason is not null)),
  constraint dream_videos_featured_check check (not is_featured or status = 'approved')
);

select private.guard_table('public.dream_videos', 'Videos about templates, on a host of videos.');
select private.count_texts_of('public.dream_videos', '{url,title}', 'submitted_by');

create index sponsors_page_idx on public.sponsors (status, applied_at desc, id desc);
create index opportunities_page_idx on public.opportunities (status, created_at desc, id desc);
create index opportunities_kind_idx on public.opportunities (kind, created_at desc, id desc)
  where status = 'approved';
create index opportunities_submitted_by_idx on public.opportunities (submitted_by, created_at, id);
-- A declined video may be submitted again.
create unique index dream_videos_once_key on public.dream_videos (dream_id, url)
  where status <> 'declined';
create index dream_videos_page_idx on public.dream_videos (status, created_at desc, id desc);
create index dream_videos_dream_idx
  on public.dream_videos (dream_id, is_featured desc, created_at desc);
create index dream_videos_submitted_by_idx on public.dream_videos (submitted_by, created_at, id);

create policy sponsors_select_approved on public.sponsors for select to authenticated
  using (status = 'approved' or (select private.is_super_admin()));
select private.let_read('super_admin', 'public.sponsor_contacts');
create policy opportunities_select_approved on public.opportunities for select to authenticated
  using (status = 'approved' or submitted_by = (select auth.uid())
    or (select private.is_super_admin()));
-- Row security of dreams decides: an approved video is visible where its template is.
create policy dream_videos_select_approved on public.dream_videos for select to authenticated
  using (
    (status = 'approved' and exists (select from public.dreams as d where d.id = dream_id))
    or submitted_by = (select auth.uid()) or (select private.is_super_admin()));

-- The public pages of the lab list what is approved, without an account.
create policy sponsors_select_anyone on public.sponsors for select to anon
  using (status = 'approved');
create policy opportunities_select_anyone on public.opportunities for select to anon
  using (status = 'approved');

grant select on public.sponsors, public.opportunities, public.dream_videos
  to authenticated, service_role;
grant select (id, name, tier, applied_at) on public.sponsors to anon;
grant select (id, kind, title, organization_name, description, url, deadline, created_at)
  on public.opportunities to anon;

-- Submitting --------------------------------------------------------------------------------------

-- An applicant has no account; the service calls this after it has counted the address.
create function private.apply_as_sponsor(
  p_name text, p_tier text, p_contact_email text, p_contact_name text
) returns public.sponsors
language sql volatile security definer set search_path = ''
as $$
  with sponsor as (
    insert into public.sponsors (name, tier) values (p_name, p_tier) returning *
  ), contact as (
    insert into public.sponsor_contacts (sponsor_id, contact_email, contact_name)
    select id, p_contact_email, p_contact_name from sponsor
  )
  select * from sponsor
$$;

create function private.submit_opportunity(p_fields jsonb) returns public.opportunities
language sql volatile security definer set search_path = ''
as $$
  select private.require_rate_limit(
    'lab_submission', private.require_caller(), 'You have submitted too much today');
  insert into public.opportunities (
    kind, title, organization_name, description, url, deadline, submitted_by
  )
  values (
    p_fields ->> 'kind', p_fields ->> 'title', p_fields ->> 'organization_name',
    coalesce(p_fields ->> 'description', ''), p_fields ->> 'url',
    private.short(p_fields, 'deadline')::date, (select auth.uid()))
  returning *
$$;
comment on function private.submit_opportunity is
  'Submits an opportunity, at most 20 submissions a day; it waits for a decision.';

create function private.submit_video(p_template_id uuid, p_url text, p_title text)
returns public.dream_videos
language sql volatile security definer set search_path = ''
as $$
  select private.refuse_if(not (private.visible_dream(p_template_id)).is_template,
    404, 'Template not found');
  select private.require_rate_limit(
    'lab_submission', (select auth.uid()), 'You have submitted too much today');
  insert into public.dream_videos (dream_id, url, title, submitted_by)
  values (p_template_id, p_url, p_title, (select auth.uid()))
  returning *
$$;
comment on function private.submit_video is
  'Submits a video about a template, at most 20 submissions a day; it waits for a decision.';

-- Deciding ----------------------------------------------------------------------------------------

-- Approves a pending row of one of the three tables, or declines it with a reason.
create function private.decide_submission(
  p_table text, p_id uuid, p_decline_reason text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind constant text := case p_table
    when 'sponsors' then 'sponsor' when 'opportunities' then 'opportunity'
    when 'dream_videos' then 'video' end;
  v_status constant text := case when p_decline_reason is null then 'approved' else 'declined' end;
  v_before text;
begin
  perform private.require_super_admin();
  perform private.refuse_if(v_kind is null, 400, 'table: unknown', 'unknown_value');
  execute format('select status from public.%I where id = $1 for no key update', p_table)
  into v_before using p_id;
  perform private.refuse_if(v_before is null, 404, initcap(v_kind) || ' not found');
  perform private.refuse_if(v_before <> 'pending',
    409, format('The %s is %s already', v_kind, v_before), 'already_decided');
  execute format('update public.%I set status = $2, decline_reason = $3 where id = $1', p_table)
  using p_id, v_status, p_decline_reason;
  perform private.audit(
    v_kind || case v_status when 'approved' then '.approve' else '.decline' end, v_kind,
    p_id::text, jsonb_build_object('status', v_before), jsonb_build_object('status', v_status),
    p_decline_reason);
end
$$;

create function private.feature_video(p_id uuid, p_is_featured boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_video public.dream_videos;
begin
  perform private.require_super_admin();
  select * into v_video from public.dream_videos where id = p_id for no key update;
  perform private.refuse_if(v_video.id is null, 404, 'Video not found');
  perform private.refuse_if(v_video.status <> 'approved',
    409, 'Only approved videos can be featured', 'not_approved');
  update public.dream_videos set is_featured = p_is_featured where id = p_id;
  perform private.audit('video.feature', 'video', p_id::text,
    jsonb_build_object('is_featured', v_video.is_featured),
    jsonb_build_object('is_featured', p_is_featured));
end
$$;
comment on function private.feature_video is 'Features an approved video, or ends that.';

select private.expose('service_role', 'apply_as_sponsor');
select private.expose('authenticated', 'submit_opportunity', 'submit_video', 'decide_submission',
  'feature_video');

-- Approved submissions have been published, and stay without their submitter; the rest is deleted.
create function private.erase_submissions(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table text;
  v_ids uuid[];
  v_total integer := 0;
begin
  foreach v_table in array array['opportunities', 'dream_videos']
  loop
    execute format(
      'select array(select id from public.%I where submitted_by = $1 limit $2)', v_table)
    into v_ids using p_user_id, p_limit - v_total;
    execute format('delete from public.%I where id = any ($1) and status <> ''approved''', v_table)
    using v_ids;
    execute format('update public.%I set submitted_by = null where id = any ($1)', v_table)
    using v_ids;
    v_total := v_total + cardinality(v_ids);
  end loop;
  return v_total;
end
$$;

select private.register_personal_data('public.opportunities', 'erase_submissions',
  p_person => 'submitted_by');
select private.register_personal_data('public.dream_videos', 'erase_submissions',
  p_person => 'submitted_by');
select private.register_person_column('public.sponsor_contacts', 'contact_email',
  'Given without an account; nothing links the address to a user.', 'keep');
