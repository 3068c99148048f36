-- Demo data: encouragement drops with the badges that they lead to, the ledger, and tone packs.

select pg_temp.act_as(2);
select public.create_drop_template(fields::jsonb)
from (values
  ('{"drop_type": "encouragement", "title": "One step", "is_approved": true,
    "content": "One small step is still a step. I am glad you took it."}'),
  ('{"drop_type": "encouragement", "title": "I read you", "is_approved": true,
    "content": "Thank you for writing. Your words stayed with me today."}'),
  ('{"drop_type": "science_tidbit", "title": "Breathe out longer", "is_approved": true,
    "content": "A longer exhale than inhale slows the heart, within a few breaths."}'),
  ('{"drop_type": "science_tidbit", "title": "By hand", "is_approved": true,
    "content": "Words written by hand are remembered better than typed ones."}'),
  ('{"drop_type": "media", "title": "A quiet song", "is_approved": true, "media_type": "music",
    "content": "For the end of a long day.",
    "media_url": "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC"}'),
  ('{"drop_type": "encouragement", "title": "A draft", "content": "Not ready for anyone yet."}')
) as t (fields);

-- The demo user and Noor send one or two drops a day, the super admin one, the others now and then.
-- On most days the recipient writes an entry of satisfaction, which makes the drop successful.
do $$
declare
  v_drop record;
begin
  insert into public.satisfaction_entries (user_id, score, note, written_at, created_at)
  select pg_temp.person(n), 6 + (n + day) % 4, '', pg_temp.at(day, '23:10'),
    pg_temp.at(day, '23:10')
  from generate_series(1, 20) as day cross join generate_series(2, 11) as n
  where (n + day) % 3 > 0;

  for v_day in reverse 20..1 loop
    for v_drop in
      select pg_temp.person(sender) as sender, pg_temp.person(recipient) as recipient,
        pg_temp.at(v_day, time '09:30' + (sender * 37 + turn * 130) * interval '1 minute') as at,
          t.*
      from (
        values (1, 0), (1, 1), (2, 0), (6, 0), (6, 1), (3, 0), (9, 0), (11, 0)
      ) as s (sender, turn)
      cross join lateral (
        select 1 + (sender + v_day * 3 + turn * 4) % 11 as number
      ) as r
      cross join lateral (
        select case when number = sender then 12 else number end as recipient
      ) as other
      cross join lateral (
        select * from public.drop_templates where is_approved and title <> 'A quiet song'
        order by title offset (sender + v_day + turn) % 4 limit 1
      ) as t
      where sender in (1, 2, 6) and (turn = 0 or v_day % 2 = 0) or (sender + v_day) % 6 = 0
      order by 3
    loop
      perform private.take_drop(v_drop.sender, false, v_drop.at);
      insert into public.drops_sent (
        sender_id, recipient_id, drop_type, template_id, title, content, date_sent, read_at,
        bonus_drops, engagement_window_ends_at
      )
      values (
        v_drop.sender, v_drop.recipient, v_drop.drop_type, v_drop.id, v_drop.title, v_drop.content,
        v_drop.at, v_drop.at + interval '3 hours', 2, v_drop.at + interval '1 day');
      perform private.change_badges(array[
        row(v_drop.sender, 1, 0, 0, 0, v_drop.at::date)::private.badge_change]);
      update public.drop_templates set usage_count = usage_count + 1 where id = v_drop.id;
    end loop;

    -- The job settles the drops on the next morning, and awards the bonus to that day.
    perform private.process_engagement_batch(1000);
    update public.user_drops set
      date = private.utc_today() - v_day + 1, began_at = pg_temp.at(v_day - 1, '00:00')
    where date > private.utc_today() - v_day;
    update public.drops_sent set settled_at = least(now(), case when engagement_increased
      then pg_temp.at(v_day - 1, '08:00') else engagement_window_ends_at + interval '1 hour' end)
    where settled_at = now();
    update public.badge_milestones set achieved_at = least(now(), pg_temp.at(v_day - 1, '08:00'))
    where achieved_at = now();
  end loop;

  -- Notes of the assistant: two that the demo user has read, and an unread one.
  insert into public.drops_sent (
    sender_id, recipient_id, drop_type, content, bonus_drops, date_sent, read_at,
    engagement_window_ends_at, settled_at
  )
  select private.system_sender_id(), pg_temp.person(1), 'encouragement', content, 0, at,
    at + interval '20 minutes', at, at
  from (values
    (pg_temp.at(5, '11:00'), 'You kept the mornings free for two weeks. They look good on you.'),
    (pg_temp.at(2, '11:00'), 'The boat story got shorter and better. Take the evening off.')
  ) as note (at, content);
  perform private.record_assistant_drop(
    pg_temp.person(1), 'So many mornings. What will you write about tomorrow?');
end
$$;

select pg_temp.act_as(5);
select public.send_drop(pg_temp.person(1), 'encouragement',
  p_content => 'You should run with me before you write. Think about it!');
select pg_temp.act_as(11);
select public.send_drop(pg_temp.person(1), p_template_id => id)
from public.drop_templates where title = 'A quiet song';
select pg_temp.act_as(6);
select public.send_drop(pg_temp.person(1), 'encouragement', p_content => 'Come and see the herons.',
  p_entry_id => (
    select id from public.journal_entries where user_id = pg_temp.person(1) and title = 'Herons'));
select pg_temp.act_as(1);
select public.send_drop(pg_temp.person(2), 'encouragement',
  p_content => 'Good to have you in the team!');
update public.drops_sent as d set
  date_sent = d.date_sent - n.age, engagement_window_ends_at = d.engagement_window_ends_at - n.age
from (
  select id, row_number() over (order by sender_id) * interval '11 minutes' as age
  from public.drops_sent where date_sent = now()
) as n
where n.id = d.id;

-- Tone packs: a private one of the demo user and three for sale; `demo.json` has their images

insert into public.tone_packs (
  id, owner_id, name, description, theme, is_public, price_drops, created_at
)
select pg_temp.thing('a', n), pg_temp.person(owner), name, description, theme, is_public, price,
  pg_temp.at(21 - n, '12:00')
from (values
  (1, 1, 'Morning light', 'Skies over the river.', 'nature', false, 0),
  (2, 3, 'Paper hills', 'Folded landscapes.', 'origami', true, 15),
  (3, 2, 'Small weather', 'Each mood has its own sky.', 'minimalist', true, 20),
  (4, 3, 'Windowsill', 'A plant that has days like yours.', 'nature', true, 30)
) as p (n, owner, name, description, theme, is_public, price);
select public.share_tone_pack(pg_temp.thing('a', 1), pg_temp.person(6));
select public.share_tone_pack(pg_temp.thing('a', 1), p_email => 'friend@example.com');

-- The ledger of the demo user: sign-up, the award of the month, a gift, a purchase ---------------

select public.award_monthly();
select public.purchase_tone_pack(pg_temp.thing('a', 2), 15);
select public.activate_tone_pack(pg_temp.thing('a', 1));
select pg_temp.act_as(2);
select public.adjust_drops(pg_temp.person(1), 25, 'For the best first sentence of the workshop');
select public.adjust_drops(pg_temp.person(10), 10, 'For four balls');
