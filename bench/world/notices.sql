-- Notifications, devices and pushes, mails, and the traces of requests: keys, hits, quotas.

-- fill public.notifications, 20 a user
insert into public.notifications (id, user_id, type, title, body, data, dedupe_key, read_at,
  created_at)
select world.id_at('notification ' || n || ' ', j, at), world.user_id(n), type, 'News for you',
  'Something happened', case when j % 5 in (0, 1)
    then jsonb_build_object('user_id', world.user_id((n + 1 + j % 97) % :users),
      (array['drop_id', 'entry_id'])[1 + j % 5], world.id('subject ' || n || ' ', j))
    when j % 5 = 4 then jsonb_build_object('level', 1 + j % 3, 'name', 'seed')
    else jsonb_build_object('date', at::date) end,
  case when j % 5 > 1 then j::text end,
  case when t < 0.8 then at + interval '1 hour' end, at
from world.spread(20 * :share, :from, :to, 21), world.at(t) as at,
  lateral (
    select (array['drop_received', 'mention', 'window_reminder', 'chain_updated', 'badge_reached'])
      [1 + j % 5] as type) as kind;

-- step notifications of mentions of the famous user
insert into public.notifications (id, user_id, type, title, data, dedupe_key, created_at)
select world.id_at('mention', n, at), world.user_id(2), 'mention', 'You were mentioned',
  jsonb_build_object('user_id', world.user_id(n), 'entry_id', world.id('entry ' || n || ' ', 0)),
  'entry' || n, at
from generate_series(7, :users - 1, 50) as n, world.at(1 - world.dice(n, 5)) as at;

-- fill public.push_devices
insert into public.push_devices (id, user_id, token, platform, registered_at, created_at)
select world.id('device', n), world.user_id(n), 'ExponentPushToken[bench' || n || ']',
  case when n % 2 = 0 then 'ios' else 'android' end, at, at
from generate_series(0, :users - 1) as n, world.at(n / :users::float8) as at where n % 10 < 7;
insert into private.pushes (notification_id, device_id, status, attempts, not_before, ticket_id,
  created_at)
select m.id, d.id, case when n % 3 = 0 then 'sent' else 'waiting' end, n % 3, world.now(),
  case when n % 3 = 0 then 'ticket' || m.id end, m.created_at
from public.notifications as m join public.push_devices as d on d.user_id = m.user_id
  cross join lateral world.number(m.user_id) as n
where m.created_at > world.now() - interval '2 days';

-- fill private.emails, 2 a user
insert into private.emails (id, user_id, recipient, subject, status, provider_id, attempts,
  created_at)
select world.id_at('mail ' || n || ' ', j, at), world.user_id(n), 'bench' || n || '@example.com',
  'Your week', case when j % 9 = 8 then 'bounced' else 'delivered' end,
  'mail ' || n || ' ' || j, 1, at
from world.spread(2 * :share, :from, :to, 22), world.at(t) as at;

-- fill private.idempotency_keys
insert into private.idempotency_keys (user_id, route, key, request_hash, claim, heartbeat_at,
  status, answer, ids, standing, created_at)
select world.user_id(n), 'POST /journal', 'key' || n, md5(n::text), world.id('claim', n), at, 201,
  jsonb_build_object('title', 'Entry'), '{}', '{}', at
from generate_series(0, :users - 1, world.every(1)) as n,
  lateral (select world.now() - world.dice(n, 6) * interval '1 day' as at) as t;

-- fill private.rate_limit_hits
insert into private.rate_limit_hits (bucket, subject, cost, at)
select bucket, 'user:' || world.user_id(n), 1, world.now() - world.dice(n, 7) * per
from private.rate_limit_rules, generate_series(0, :users - 1, world.every(20)) as n;

-- fill private.quota_days
insert into private.quota_days (user_id, kind, day, made)
select world.user_id(n), kind, world.at(1 - world.dice(n, 8) / 30)::date, 3
from private.quotas, generate_series(0, :users - 1, world.every(2)) as n
where kind in ('entries', 'goals');
