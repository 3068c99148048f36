-- Subscriptions of every twentieth user, tone packs with images and shares, and AI calls with the cost
-- of each day.

-- fill public.subscriptions
insert into private.payment_customers (user_id, customer_id)
select world.user_id(n), 'cus_' || n from generate_series(0, :users - 1) as n
where n % 20 = 0;
insert into public.subscriptions (id, user_id, payment_customer_id, payment_subscription_id,
  status, price_id, current_period_end, provider_updated_at, created_at)
select world.id('subscription', n), world.user_id(n), 'cus_' || n, 'sub_' || n, 'active',
  'price_1', world.now() + interval '20 days', world.now() - interval '10 days', world.at(0)
from generate_series(0, :users - 1) as n where n % 20 = 0;
insert into private.payment_events (id, type, customer_id, subscription_id, outcome, created_at,
  received_at)
select 'evt_' || n || '_' || m, 'customer.subscription.updated', 'cus_' || n, 'sub_' || n,
  'applied', at, at
from generate_series(0, :users - 1) as n, generate_series(1, ceil(12 * :share)::integer) as m,
  lateral (select world.now() - m * interval '30 days' as at) as t where n % 20 = 0;

-- fill public.tone_packs
insert into public.tone_packs (id, owner_id, name, description, theme, is_public, price_drops,
  image_count, created_at, updated_at)
select world.id('tone pack', p), world.user_id((p * 100 + 51) % :users), 'Pack ' || p,
  'Calm pictures, number ' || p, (array['origami', 'animals', 'nature', 'icons'])[p % 4 + 1],
  true, 5, 3, at, at
from generate_series(0, :packs - 1) as p, world.at(world.dice(p, 5) / 12) as at;
insert into public.tone_pack_images (tone_pack_id, tone, path, is_preview)
select k.id, tone, k.owner_id || '/' || k.id || '/' || tone || '-1.png', tone = 'joyful'
from public.tone_packs as k, unnest(array['joyful', 'calm', 'sad']) as tone;
insert into public.tone_pack_shares (id, tone_pack_id, user_id, email)
select world.id('share', p * 2 + s), world.id('tone pack', p),
  case when s = 0 then world.user_id((p * 31 + 5) % :users) end,
  case when s = 1 then 'somebody' || p || '@example.org' end
from generate_series(0, :packs - 1) as p, generate_series(0, 1) as s;

-- fill public.token_usage, 30 a user
insert into public.token_usage (user_id, type, model, input_tokens, output_tokens, images,
  cost_usd, entry_id, created_at)
select world.user_id(n), type, case when type = 'image_generation' then 'image' else 'text' end,
  case when type = 'image_generation' then 0 else 500 end,
  case when type = 'image_generation' then 0 else 100 end,
  (type = 'image_generation')::integer,
  case when type = 'image_generation' then 0.04 else 0.000135 end,
  case when type = 'tone_analysis' then world.id('entry ' || n || ' ', j) end, world.at(t)
from world.spread(30 * :share, :from, :to, 30), lateral (
  select (array['tone_analysis', 'chat', 'tone_analysis', 'note_analysis', 'image_generation'])
    [1 + j % 5] as type) as kind;

-- fill private.ai_costs
insert into private.ai_costs (day, part, cost_usd)
select (created_at at time zone 'utc')::date, 0, sum(cost_usd) from public.token_usage group by 1;
