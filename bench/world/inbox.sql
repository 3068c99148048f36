-- Mails that became entries.

-- fill public.inbound_emails
insert into private.journal_addresses (user_id, token)
select world.user_id(n), md5(n::text) from generate_series(0, :users - 1, 10) as n;
insert into public.inbound_emails (event_id, user_id, provider_id, sender, recipients, subject,
  message_id, status, entry_id, created_at)
select 'inbound' || n, world.user_id(n), 'mail' || n, 'bench' || n || '@example.com',
  array['journal@example.com'], 'Today', '<' || n || '@example.com>', 'entry',
  world.id('entry ' || n || ' ', 0), world.at(1 - world.dice(n, 4) / 12)
from generate_series(0, :users - 1, world.every(10)) as n;
