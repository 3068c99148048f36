-- Registration of devices that receive pushes.

-- The device of the caller whose browser has this subscription, {endpoint, keys: {p256dh, auth}}; a
-- new one when it has none.
create function private.register_browser(p_subscription jsonb) returns public.push_devices
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := auth.uid();
  v_endpoint constant text := p_subscription ->> 'endpoint';
  v_device public.push_devices;
begin
  -- Two users who register one browser wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('push_subscriptions ' || v_endpoint, 0));
  delete from public.push_devices as d using private.push_subscriptions as s
  where s.endpoint = v_endpoint and d.id = s.device_id and d.user_id <> v_caller;
  update public.push_devices as d set registered_at = clock_timestamp()
  from private.push_subscriptions as s
  where s.endpoint = v_endpoint and d.id = s.device_id
  returning d.* into v_device;
  if v_device.id is null then
    insert into public.push_devices (user_id, platform) values (v_caller, 'web')
    returning * into v_device;
  end if;
  insert into private.push_subscriptions (device_id, endpoint, p256dh, auth)
  values (v_device.id, v_endpoint, p_subscription #>> '{keys,p256dh}',
    p_subscription #>> '{keys,auth}')
  on conflict (device_id) do update set p256dh = excluded.p256dh, auth = excluded.auth;
  return v_device;
end
$$;

-- Registers a device for the caller, by its token or by the subscription of a browser. A device of
-- another user becomes the caller's; pushes that waited for it are not delivered. Removes the
-- device that was registered longest ago when the caller has more than ten devices.
create function private.register_push_device(
  p_platform text, p_token text default null, p_subscription jsonb default null
) returns public.push_devices
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_device public.push_devices;
begin
  perform private.refuse_if(num_nonnulls(p_token, p_subscription) <> 1,
    400, 'expected either token or subscription', 'bad_request');
  perform private.require_account_holder();
  perform private.require_signed_in();
  -- Concurrent registrations of one user wait for each other, so that all of them are counted.
  perform pg_advisory_xact_lock(hashtextextended('push_devices ' || v_caller, 0));
  if p_subscription is not null then
    v_device := private.register_browser(p_subscription);
  end if;
  -- Another user may register the token between the two statements.
  while v_device.id is null loop
    delete from public.push_devices where token = p_token and user_id <> v_caller;
    insert into public.push_devices as d (user_id, token, platform)
    values (v_caller, p_token, p_platform)
    on conflict on constraint push_devices_token_key do update
      set platform = excluded.platform, registered_at = excluded.registered_at
      where d.user_id = v_caller
    returning * into v_device;
  end loop;
  delete from public.push_devices where id in (
    select id from public.push_devices where user_id = v_caller
    order by registered_at desc, id desc offset 10
  );
  return v_device;
end
$$;

select private.expose('authenticated', 'register_push_device');
