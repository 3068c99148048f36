-- Badges of the senders, calculated by the service from their counts and streaks.

-- fill public.encouragement_badges
insert into public.encouragement_badges (user_id, consecutive_days, longest_streak, last_sent_on)
select user_id, (array_agg(days order by last desc))[1], max(days), max(last)
from (
  select user_id, count(*) as days, max(date) as last
  from (
    select user_id, date, date - row_number() over (partition by user_id order by date)::integer
      as streak
    from public.user_drops where drops_used > 0
  ) as d group by user_id, streak
) as streaks group by user_id;

-- step levels
analyze public.encouragement_badges;
create table world.sent as
select sender_id, count(*) as sent, count(settled_at) as settled,
  count(*) filter (where engagement_increased) as increases, sum(bonus_drops_awarded) as bonus,
  row_number() over () as number
from public.drops_sent group by sender_id;
do $$
  begin
    for v_first in 1..:users by 20000 loop
      perform private.change_badges(array_agg(
        row(sender_id, sent, settled, increases, bonus, null)::private.badge_change))
      from world.sent where number between v_first and v_first + 19999 having count(*) > 0;
      commit;
    end loop;
  end $$;
drop table world.sent;

-- fill private.drop_marks
insert into private.drop_marks (drop_id)
select d.id from public.drops_sent as d where d.settled_at is null and exists (
  select from public.journal_entries as e
  where e.user_id = d.recipient_id and e.created_at > d.date_sent);
