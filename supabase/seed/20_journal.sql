-- Demo data: listening history, notebooks, and entries with what belongs to them.

-- Disconnected, because the provider does not know the account.
insert into public.spotify_accounts (
  user_id, provider_user_id, status, scope, connected_at, last_synced_at
)
select pg_temp.person(n), 'demo-' || n, 'disconnected', 'user-read-recently-played',
  pg_temp.at(20, '20:00'), now() - interval '1 hour'
from generate_series(1, 2) as n;
insert into public.spotify_tracks (id, name, artist_names, album_name, external_url, duration_ms)
values
  ('demo-dawn', 'River at Dawn', '{The Early Birds}', 'Before Breakfast',
    'https://open.spotify.com', 214000),
  ('demo-kettle', 'Kettle Song', '{The Early Birds,Ada}', 'Before Breakfast',
    'https://open.spotify.com', 187000),
  ('demo-tram', 'Last Tram Home', '{Quiet Streets}', 'Night Map',
    'https://open.spotify.com', 241000),
  ('demo-rain', 'Rain on the Roof', '{Quiet Streets}', 'Night Map',
    'https://open.spotify.com', 305000);
-- Two a day, and two today. Before the entries, which get the last one before them.
insert into public.spotify_plays (user_id, spotify_track_id, played_at)
select pg_temp.person(n),
  ('{demo-dawn,demo-kettle,demo-tram,demo-rain}'::text[])[1 + (day * 3 + turn) % 4],
  pg_temp.at(day, case turn when 0 then time '06:40' else '21:30' end)
from generate_series(1, 2) as n, generate_series(1, 20) as day, generate_series(0, 1) as turn
union all values
  (pg_temp.person(1), 'demo-kettle', now() - interval '2 hours'),
  (pg_temp.person(1), 'demo-dawn', now() - interval '70 minutes');

-- Notebooks of each visibility; the last two are of others and visible to the demo user.
insert into public.notebooks (
  user_id, name, metadata_visibility, content_visibility, team_id, org_id, written_at, created_at
)
select pg_temp.person(owner), n.name, metadata, content,
  case metadata when 'team' then t.id end, case metadata when 'org' then t.org_id end,
  pg_temp.at(20, '08:00') + row_number() over () * interval '25 minutes',
  pg_temp.at(20, '08:00') + row_number() over () * interval '25 minutes'
from (values
  (1, 'Drawer', 'user', 'user'),
  (1, 'Morning pages', 'team', 'user'),
  (1, 'Workshop notes', 'org', 'org'),
  (1, 'Letters to anyone', 'public', 'public'),
  (3, 'Train thoughts', 'team', 'team'),
  (4, 'Short forms', 'public', 'public')
) as n (owner, name, metadata, content)
join public.teams as t on t.name = 'Morning Pages' and t.admin_id = pg_temp.person(1);

-- Entries in the order of their times. Without a notebook and a visibility they are private.
create temporary table demo_entries (
  author integer, days_ago integer, at time, notebook text, visibility text,
  content_visibility text, mood text, tags text[], title text, content text
);
insert into demo_entries values
  (1, 20, '07:20', 'Morning pages', 'team', 'team', 'hopeful', '{morning}', 'Day one',
    'Three pages, mostly about having nothing to say. #beginnings'),
  (3, 20, '08:40', 'Train thoughts', 'user', 'user', 'contemplative', '{train}',
    'Fields, then houses',
    'The train is a good place to write: nobody asks what you are doing.'),
  (1, 19, '07:05', 'Morning pages', 'user', 'user', 'tired', '{morning}', 'Too early',
    'Slept badly. Wrote anyway.'),
  (1, 18, '21:50', 'Drawer', 'user', 'user', 'anxious', '{work}', 'The meeting',
    'I said yes too quickly again. Next time I will ask for a day.'),
  (6, 18, '09:10', null, 'public', 'public', 'grateful', '{gratitude}', 'Small things',
    'Warm bread, a letter, an hour without a screen.'),
  (1, 16, '07:15', 'Morning pages', 'user', 'user', 'calm', '{morning,river}', 'Fog',
    'The river was gone this morning. Only its sound was there.'),
  (4, 15, '14:20', 'Short forms', 'user', 'user', 'joyful', '{poem}', 'Haiku with dog',
    'Wet nose on my hand / the whole walk through the wet park / one wet happy dog'),
  (1, 14, '20:30', 'Workshop notes', 'user', 'user', 'content', '{workshop}', 'What we read',
    'Five texts, each with one sentence that stays. Mine was the shortest.'),
  (1, 13, '07:10', 'Morning pages', 'user', 'user', 'peaceful', '{morning}', 'A week',
    'Seven days in a row. The pages are worse when I read them and better when I do not.'),
  (2, 13, '10:00', null, 'org', 'org', 'optimistic', '{news}', 'A second team',
    'Some of you write at night. What about a team of your own? @lukas_brandt asked for it.'),
  (1, 11, '22:15', 'Drawer', 'user', 'user', 'sad', '{family}', 'Phone call',
    'Father forgets names now. He remembered the boat, though, and laughed.'),
  (1, 10, '07:30', 'Morning pages', 'user', 'user', 'contemplative', '{morning,family}', 'The boat',
    'Green, with a leak that he mended every spring. I could write about the boat.'),
  (11, 9, '22:50', null, 'public', 'user', 'melancholic', '{night}', 'Not for everyone',
    'Ask me if you see the title.'),
  (1, 9, '07:25', 'Letters to anyone', 'user', 'user', 'joyful', '{letters}',
    'To the finder of my umbrella',
    'Keep it. It was raining, you needed it, and I was almost home. #gratitude'),
  (5, 8, '06:20', null, 'team', 'team', 'energetic', '{morning}', 'Ran, then wrote',
    'Best order. @dana_demo, you should try it.'),
  (1, 7, '07:12', 'Morning pages', 'user', 'user', 'grateful', '{morning}', 'Two weeks',
    'Thank you, @noor_rahimi, for the note about the fog.'),
  (1, 5, '21:40', 'Workshop notes', 'user', 'user', 'frustrated', '{workshop}', 'Cut a third',
    'Everybody was right about the middle part. I cut a third of the boat story.'),
  (9, 5, '19:45', null, 'org', 'user', 'calm', '{workshop}', 'My draft is not ready',
    'Next week, I promise.'),
  (1, 4, '07:08', 'Morning pages', 'user', 'user', 'peaceful', '{morning,river}', 'First light',
    'Woke before the alarm. The river was quiet. #gratitude'),
  (10, 3, '20:10', null, 'public', 'public', 'excited', '{juggling}', 'Four balls!',
    'Four seconds of four balls. I have witnesses.'),
  (1, 2, '07:02', 'Letters to anyone', 'user', 'user', 'hopeful', '{letters}',
    'A note for everyone',
    'A few weeks with this journal. Thank you, @ada_admin!'),
  (1, 1, '22:05', 'Drawer', 'user', 'user', null, '{}', 'Only for me', 'Some things stay here.'),
  -- Of today: so long ago.
  (6, 0, '00:55', null, 'team', 'team', 'content', '{morning,river}', 'Rivers, still',
    'For @dana_demo: mine has herons.'),
  (1, 0, '00:35', 'Morning pages', 'user', 'user', 'calm', '{morning}', 'Herons',
    'I have to see the river of @noor_rahimi.');

-- Freezes of streaks: the first one covers a day without an entry, the second one is held.
insert into private.streak_freezes (user_id, price_drops, bought_on, created_at)
select pg_temp.person(1), -l.delta, private.utc_today() - days, pg_temp.at(days, '12:00')
from unnest(array[5, 2]) as days,
  private.post_drop(pg_temp.person(1), -10, 'purchase', 'Streak freeze', 'streaks') as l;

do $$
declare
  v_team public.teams := (
    select t from public.teams as t
    where t.name = 'Morning Pages' and t.admin_id = pg_temp.person(1));
  v_entry demo_entries;
begin
  for v_entry in
    select * from demo_entries order by days_ago desc, case when days_ago > 0 then at end, at desc
  loop
    perform private.insert_journal_entry(pg_temp.person(v_entry.author), jsonb_build_object(
      'title', v_entry.title, 'content', v_entry.content, 'mood', v_entry.mood,
      'tags', v_entry.tags,
      'notebook_id', (
        select id from public.notebooks
        where user_id = pg_temp.person(v_entry.author) and name = v_entry.notebook),
      'metadata_visibility', v_entry.visibility, 'content_visibility', v_entry.content_visibility,
      'team_id', case when v_entry.visibility = 'team' then v_team.id end,
      'org_id', case when v_entry.visibility = 'org' then v_team.org_id end),
      case when v_entry.days_ago > 0 then pg_temp.at(v_entry.days_ago, v_entry.at)
        else now() - v_entry.at::interval end);
  end loop;
end
$$;

-- On this day of the last two years, written down later.
select private.insert_journal_entry(pg_temp.person(1), jsonb_build_object(
  'title', title, 'content', content, 'mood', mood, 'tags', '{morning}'::text[],
  'written_at', ((now() at time zone 'Europe/Berlin')::date - make_interval(years => years) + at)
    at time zone 'Europe/Berlin'), pg_temp.at(19, '07:30'))
from (values
  (2, interval '7 hours', 'calm', 'An empty notebook',
    'Bought it at the station. It is too good to write in, so I begin here.'),
  (1, interval '21 hours', 'grateful', 'A year of notebooks',
    'Found the one from the station. The first page is the best.')
) as e (years, at, mood, title, content);
-- The former texts of an entry.
insert into private.journal_entry_versions (entry_id, user_id, title, content, created_at)
select e.id, e.user_id, v.title, v.content, pg_temp.at(v.days_ago, v.at)
from (values
  (20, time '07:50', 'Day one', 'Two pages, mostly about having nothing to say.'),
  (19, time '21:10', 'The first morning',
    'Three pages, mostly about having nothing to say. It was raining.')
) as v (days_ago, at, title, content)
join public.journal_entries as e on e.title = 'Day one' and e.user_id = pg_temp.person(1);

-- Comments and reactions of others on the entries.
insert into public.journal_comments (entry_id, user_id, content, created_at)
select e.id, pg_temp.person(c.author), c.content, pg_temp.at(c.days_ago, c.at)
from (values
  ('Day one', 3, 19, time '08:10', 'Nothing to say is where I begin, too.'),
  ('Day one', 1, 19, time '12:30', 'Then I am in good company.'),
  ('Small things', 1, 17, time '09:45', 'The letter most of all.'),
  ('Four balls!', 11, 2, time '21:20', 'I was one of the witnesses. It was five seconds.'),
  ('A note for everyone', 2, 1, time '18:15', 'You did the writing. Well done!'),
  ('A note for everyone', 6, 1, time '19:40', 'Three weeks! See you at the river.')
) as c (title, author, days_ago, at, content)
join public.journal_entries as e on e.title = c.title;
insert into public.journal_reactions (entry_id, user_id, reaction)
select e.id, pg_temp.person(n), (array['heart', 'clap', 'hug', 'fire', 'heart'])[1 + n % 5]
from public.journal_entries as e, generate_series(1, 6) as n
where e.title in ('Small things', 'Four balls!', 'A note for everyone')
  or e.title in ('Day one', 'Rivers, still') and n in (3, 5);

-- Its file is stored by a request of demo.json.
insert into public.entry_attachments (
  id, entry_id, user_id, kind, type, path, thumbnail_path, bytes, thumbnail_bytes, width, height,
  created_at
)
select 'a7000000-0000-4000-8000-000000000001', id, user_id, 'image', 'image/jpeg',
  user_id || '/demo-river.jpg', user_id || '/demo-river-small.jpg', 6035, 6035, 480, 360, created_at
from public.journal_entries where title = 'First light';

insert into public.inbound_emails (
  event_id, user_id, provider_id, sender, recipients, subject, status, created_at
)
values (
  'demo', pg_temp.person(1), 'demo', 'Eve <eve@example.net>', '{journal@in.example.com}',
  'Not yours', 'wrong_sender', pg_temp.at(6, '12:00'));

-- Share links: `<web app>/shared/demo-share-link` shows the entry, the other one was revoked.
with link as (
  insert into public.share_links (
    entry_id, user_id, expires_at, has_passphrase, revoked_at, created_at
  )
  select e.id, e.user_id, s.at + s.lasts, false, s.at + s.revoked_after, s.at
  from (values
    ('To the finder of my umbrella', pg_temp.at(9, '08:00'), interval '90 days', null::interval),
    ('A week', pg_temp.at(13, '08:00'), interval '30 days', interval '2 days')
  ) as s (title, at, lasts, revoked_after)
  join public.journal_entries as e on e.title = s.title and e.user_id = pg_temp.person(1)
  returning *
)
insert into private.share_link_secrets (link_id, code_hash, views)
select id,
  sha256(convert_to(case when revoked_at is null then 'demo-share-link' else id::text end, 'UTF8')),
  case when revoked_at is null then 3 else 1 end
from link;
