-- Demo data: a personal token whose secret nobody knows, a token that has ended, and a webhook that
-- the service turned off because its receiver answered 410.

insert into private.personal_tokens (
  user_id, name, scopes, prefix, secret_hash, expires_at, last_used_at, revoked_at, created_at
)
select pg_temp.person(1), name, scopes::text[], prefix, sha256(convert_to(name || random(), 'UTF8')),
  now() + expires_in, least(now(), pg_temp.at(used_ago, '07:05')),
  case when is_revoked then pg_temp.at(used_ago, '09:30') end, pg_temp.at(made_ago, '09:00')
from (values
  ('Backup at home', '{journal:read,goals:read,account:read}', 'jt_5e1f0a9c', interval '78 days', 1,
    false, 12),
  ('Old phone', '{goals:write}', 'jt_c04d77b2', '20 days', 6, true, 10)
) as t (name, scopes, prefix, expires_in, used_ago, is_revoked, made_ago);

with webhook as (
  insert into private.webhooks (
    user_id, url, events, description, is_active, secret, era, since, disabled_at, disabled_reason,
    created_at
  )
  select pg_temp.person(1), 'https://hooks.example.net/journal', '{journal_entry.changed,goal.changed}',
    'The screen in the hall', false, 'nobody knows it', e.era, private.sync_snapshot(),
    pg_temp.at(2, '18:01'), 'gone', pg_temp.at(9, '20:00')
  from private.sync_eras as e
  returning id
)
insert into private.webhook_deliveries (
  webhook_id, type, object_id, status, attempts, response_status, next_attempt_at, created_at
)
select w.id, d.type, o.id, d.status, 1, d.response_status, null, d.at
from webhook as w
cross join (values
  ('journal_entry.changed', 'delivered', 204, pg_temp.at(5, '21:12')),
  ('goal.changed', 'delivered', 204, pg_temp.at(4, '08:40')),
  ('journal_entry.changed', 'failed', 410, pg_temp.at(2, '18:00'))
) as d (type, status, response_status, at)
cross join lateral (
  select id from public.journal_entries
  where user_id = pg_temp.person(1) and d.type = 'journal_entry.changed'
  union all
  select id from public.goals where user_id = pg_temp.person(1) and d.type = 'goal.changed'
  order by id limit 1
) as o;
