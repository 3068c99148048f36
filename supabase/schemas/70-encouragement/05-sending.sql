-- Sending and reading encouragement drops, and the drops of the assistant.

create function private.sent_drop_json(
  p_drop public.drops_sent, p_entry_id uuid, p_day public.user_drops
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'drop', to_jsonb(p_drop) - '{data,is_unread}'::text[]
      || jsonb_build_object('entry_id', p_entry_id),
    'my_drops', private.drop_day_json(p_day))
$$;

-- The template of a drop, with its type; without one, of the type that the drop has. Refuses words
-- and media beside a template, which has its own.
create function private.template_to_send(
  p_template_id uuid, p_drop_type text, p_content text, p_media_url text
) returns public.drop_templates
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_template public.drop_templates;
begin
  if p_template_id is null then
    perform private.refuse_if(p_drop_type is null,
      400, 'drop_type: required without a template', 'required');
    v_template.drop_type := p_drop_type;
    return v_template;
  end if;
  perform private.refuse_if(p_content is not null, 400, 'content: a template has its own');
  perform private.refuse_if(p_media_url is not null, 400, 'media_url: a template has its own');
  select * into v_template from public.drop_templates where id = p_template_id and is_approved;
  perform private.refuse_if(not found, 404, 'Template not found');
  perform private.refuse_if(p_drop_type <> v_template.drop_type,
    400, 'drop_type: the template is of the type ' || v_template.drop_type);
  return v_template;
end
$$;

-- The drop that a user sent before under an id, by a request whose answer was lost; null without
-- one.
create function private.drop_sent_before(p_user_id uuid, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select private.sent_drop_json(d, e.entry_id, private.drop_day(p_user_id))
    from public.drops_sent as d left join public.drop_entries as e on e.drop_id = d.id
    where d.id = p_id and d.sender_id = p_user_id);
end
$$;

-- Tells the recipient of a drop.
create function private.tell_of_drop(p_drop public.drops_sent) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.notify(
    p_drop.recipient_id, 'drop_received', jsonb_build_object('handle', c.handle),
    jsonb_build_object('drop_id', p_drop.id, 'user_id', p_drop.sender_id), p_drop.id::text)
  from public.profile_cards as c where c.id = p_drop.sender_id;
end
$$;

-- Sends a drop: takes it from the allowance of the day, writes it, notifies the recipient and
-- counts the use of the template, all or nothing. The caller must have checked that the sender sees
-- the entry.
create function private.send_drop(
  p_recipient_id uuid, p_drop_type text, p_template_id uuid, p_content text, p_media_url text,
  p_entry_id uuid, p_id uuid, p_recording_id uuid
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_template public.drop_templates;
  v_config public.drop_config;
  v_day public.user_drops;
  v_drop public.drops_sent;
  v_sent jsonb;
begin
  -- A request that comes twice at once is answered one after the other.
  perform pg_advisory_xact_lock(hashtextextended('drop ' || p_id, 0));
  v_sent := private.drop_sent_before(v_caller, p_id);
  if v_sent is not null then
    return v_sent || '{"is_new": false}';
  end if;
  perform private.refuse_if(p_recipient_id = v_caller,
    400, 'recipient_id: you cannot send a drop to yourself');
  perform private.require_spoken(p_drop_type, p_template_id, p_media_url, p_recording_id);
  v_template := private.template_to_send(p_template_id, p_drop_type, p_content, p_media_url);
  -- The same answer whether the recipient is unknown, blocked, or one of the two blocks the other.
  perform private.refuse_if(private.is_blocked_between(v_caller, p_recipient_id) or not exists (
    select from public.profiles where id = p_recipient_id and is_active
  ), 404, 'Recipient not found');

  v_day := private.take_drop(v_caller, p_template_id is null);
  select * into v_config from public.drop_config;
  insert into public.drops_sent (
    id, sender_id, recipient_id, drop_type, template_id, title, content, media_url, media_type,
    thumbnail_url, bonus_drops, engagement_window_ends_at
  )
  values (
    coalesce(p_id, private.uuid_v7()), v_caller, p_recipient_id,
    v_template.drop_type, v_template.id, v_template.title,
    coalesce(v_template.content, p_content, ''),
    coalesce(v_template.media_url, p_media_url), v_template.media_type, v_template.thumbnail_url,
    v_config.bonus_drops_per_engagement,
    now() + make_interval(hours => v_config.engagement_window_hours)
  )
  on conflict (id) do nothing returning * into v_drop;
  perform private.refuse_if(not found, 409, 'id: already taken, make another one', 'id_taken');
  insert into public.drop_entries (drop_id, entry_id)
  select v_drop.id, p_entry_id where p_entry_id is not null;
  perform private.send_recording(p_recording_id, v_drop.id) where p_recording_id is not null;
  -- After a journey eastwards the day of the allowance may be yesterday's; the streak goes on by
  -- the local date.
  perform private.change_badges(array[row(v_caller, 1, 0, 0, 0,
    greatest(v_day.date, (now() at time zone p.timezone)::date))::private.badge_change])
  from public.profiles as p where p.id = v_caller;
  perform private.tell_of_drop(v_drop);
  -- Last, because senders of one template wait for each other here.
  if v_template.id is not null then
    update public.drop_templates set usage_count = usage_count + 1
    where id = v_template.id and is_approved;
    perform private.refuse_if(not found, 404, 'Template not found');
  end if;
  return private.sent_drop_json(v_drop, p_entry_id, v_day) || '{"is_new": true}';
end
$$;

-- Sends a drop: of a template, with words or media of the caller's own, or spoken. Returns {drop,
-- my_drops, is_new}. If the caller has sent a drop with this id before, returns that drop.
create function public.send_drop(
  p_recipient_id uuid, p_drop_type text default null, p_template_id uuid default null,
  p_content text default null, p_media_url text default null, p_entry_id uuid default null,
  p_id uuid default null, p_recording_id uuid default null
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  -- Under the rights of the caller. The entry of a drop that was sent before may be gone.
  if p_entry_id is not null then
    perform private.refuse_if(
      not exists (select from public.journal_entries where id = p_entry_id) and not exists (
        select from public.drops_sent where id = p_id and sender_id = (select auth.uid())),
      404, 'Entry not found');
  end if;
  return private.send_drop(
    p_recipient_id, p_drop_type, p_template_id, p_content, p_media_url, p_entry_id, p_id,
    p_recording_id);
-- As in `private.twin_of`.
exception when integrity_constraint_violation then
  raise exception using errcode = sqlstate, message = sqlerrm;
end
$$;

-- A page of the drops that the caller received, newest first or unread ones first. Under the policy
-- of the table the planner would collect all drops of the caller, sent ones too, and sort them.
create function private.list_received_drops(
  p_unread_first boolean default false, p_before_unread boolean default null,
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof public.drops_sent
language plpgsql stable security definer rows 50 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_before_at constant timestamptz := coalesce(p_before_at, 'infinity');
  v_before_id constant uuid := coalesce(p_before_id, private.last_id());
  v_limit constant integer := private.page_limit(p_limit);
begin
  if p_unread_first then
    return query
      select * from public.drops_sent as d
      where d.recipient_id = v_caller and (d.is_unread, d.date_sent, d.id)
        < (coalesce(p_before_unread, true), v_before_at, v_before_id)
      order by d.is_unread desc, d.date_sent desc, d.id desc limit v_limit;
  else
    return query
      select * from public.drops_sent as d
      where d.recipient_id = v_caller and (d.date_sent, d.id) < (v_before_at, v_before_id)
      order by d.date_sent desc, d.id desc limit v_limit;
  end if;
end
$$;

-- A page of the drops that the caller sent, newest first.
create function private.list_sent_drops(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof public.drops_sent
language plpgsql stable security definer rows 50 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_before_at constant timestamptz := coalesce(p_before_at, 'infinity');
  v_before_id constant uuid := coalesce(p_before_id, private.last_id());
  v_limit constant integer := private.page_limit(p_limit);
begin
  return query
    select * from public.drops_sent as d
    where d.sender_id = v_caller and (d.date_sent, d.id) < (v_before_at, v_before_id)
    order by d.date_sent desc, d.id desc limit v_limit;
end
$$;

-- Marks a drop that the caller received as read; the first time is kept.
create function private.read_drop(p_drop_id uuid) returns setof public.drops_sent
language sql volatile security definer rows 1 set search_path = ''
as $$
  select private.require_caller();
  update public.drops_sent set read_at = coalesce(read_at, now())
  where id = p_drop_id and recipient_id = (select auth.uid())
  returning *
$$;

-- Counts the caller's drops again and calculates the badge.
create function private.recalculate_badge() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_caller();
  -- Nobody counts a drop meanwhile.
  select from public.encouragement_badges where user_id = (select auth.uid()) for no key update;
  select private.change_badges(array[row(
    b.user_id, d.sent - b.total_drops_sent, d.settled - b.settled_drops,
    d.increases - b.total_engagement_increases, d.bonus - b.bonus_drops_earned, null
  )::private.badge_change])
  from public.encouragement_badges as b, (
    select count(*) as sent, count(settled_at) as settled,
      count(*) filter (where engagement_increased) as increases,
      coalesce(sum(bonus_drops_awarded), 0) as bonus
    from public.drops_sent where sender_id = (select auth.uid())
  ) as d
  where b.user_id = (select auth.uid())
$$;

-- The assistant -----------------------------------------------------------------------------------

-- Records a drop of the system sender: once for each recipient and day (UTC), outside every
-- allowance, and settled at once because it earns nothing. Returns the id of the drop; null when
-- the recipient has today's drop, is synthetic, blocked or unknown, or blocks the system sender.
create function private.record_assistant_drop(
  p_recipient uuid, p_message text, p_data jsonb default '{}',
  p_id uuid default private.uuid_v7()
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sender constant uuid := private.system_sender_id();
  v_id uuid;
begin
  insert into public.drops_sent (
    id, sender_id, recipient_id, drop_type, content, data, bonus_drops, engagement_window_ends_at,
    settled_at
  )
  select p_id, v_sender, p.id, 'encouragement', p_message, p_data, 0, now(), now()
  from public.profiles as p
  where p.id = p_recipient and p.is_active and not p.is_ai
    and not v_sender = any (p.blocked_user_ids)
  on conflict (recipient_id, ((date_sent at time zone 'utc')::date))
    where sender_id = '00000000-0000-4000-a000-000000000001' do nothing
  returning id into v_id;
  if v_id is not null then
    perform private.notify(
      p_recipient, 'assistant_note', jsonb_build_object('message', left(p_message, 200)),
      jsonb_build_object('drop_id', v_id), v_id::text);
  end if;
  return v_id;
end
$$;

grant execute on function public.send_drop, private.send_drop to authenticated;
select private.expose('authenticated',
  'list_received_drops', 'list_sent_drops', 'read_drop', 'recalculate_badge');
select private.expose('service_role', 'record_assistant_drop');
