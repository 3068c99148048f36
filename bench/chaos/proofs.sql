-- Rules that have to hold after every fault, each with the query of the rows that break it.

-- a drop has one notification
select from public.drops_sent as d join public.notifications as n
  on n.type = 'drop_received' and n.dedupe_key = d.id::text
group by d.id having count(*) <> 1

-- a file has its row, or waits for its deletion
select from storage.objects as o
where o.bucket_id = 'entry-attachments'
  and not exists (select from public.entry_attachments as a where o.name in (a.path, a.thumbnail_path))
  and not exists (select from private.storage_deletions as d
    where d.bucket = o.bucket_id and d.path = o.name)

-- an attachment has its file
select from public.entry_attachments as a
where not exists (select from storage.objects as o
  where o.bucket_id = 'entry-attachments' and o.name = a.path)

-- a streak counts the days of its entries and check-ins
select from private.streaks as s
where s.days <> (select count(distinct a.day) from private.streak_acts as a
  where a.streak_id = s.id and a.day between s.first_day and s.last_day)

-- what is written counts for a day
select from (
  select user_id, id from public.journal_entries where import_id is null
  union all select user_id, id from public.goal_check_ins where status <> 'missed'
) as w
where exists (select from auth.users as u where u.id = w.user_id and u.email like 'worker.%')
  and not exists (select from private.streak_acts as a where a.id = w.id)

-- a user has one customer of the payment provider
select from private.payment_customers group by user_id having count(*) > 1

-- an entry has the last track that was played before it
select from public.journal_entries as e cross join lateral (
  select * from public.spotify_plays as n
  where n.user_id = e.user_id and n.played_at <= e.written_at
  order by n.played_at desc limit 1) as p
where e.user_id in (select user_id from private.spotify_connections)
  and e.spotify_track_id is distinct from p.spotify_track_id

-- a question has at most one answer
select from public.chat_messages where role = 'assistant' group by question_id having count(*) > 1
