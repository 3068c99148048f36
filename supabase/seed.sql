-- Demo data for a local project: two accounts, an organization with a team, a journal, drops.
-- Never run it on a project that real people use: the passwords stand here.

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
)
select
  '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
  extensions.crypt(password, extensions.gen_salt('bf', 6)), now(),
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('full_name', full_name), now(), now(), '', '', '', ''
from (values
  ('d0000000-0000-4000-8000-000000000001'::uuid, 'demo@example.com', 'demo-password', 'Dana Demo'),
  ('d0000000-0000-4000-8000-000000000002'::uuid, 'admin@example.com', 'admin-password', 'Ada Admin')
) as account (id, email, password, full_name);

insert into auth.identities (
  id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at
)
select
  gen_random_uuid(), id::text, id, 'email',
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true), now(), now(), now()
from auth.users
where email in ('demo@example.com', 'admin@example.com');

update public.profiles set role = 'super_admin'
where id = 'd0000000-0000-4000-8000-000000000002';
update public.profiles set timezone = 'Europe/Berlin', preferences = '{"theme": "light"}'
where id = 'd0000000-0000-4000-8000-000000000001';

insert into public.competitions (title, description, starts_at, ends_at)
values (
  'Winter of coils', 'The most replicated coil wins.', now(), now() + interval '90 days');

-- What follows is done as the demo user, through the functions that clients call.
select set_config('request.jwt.claims',
  '{"sub": "d0000000-0000-4000-8000-000000000001", "role": "authenticated"}', false);

do $$
declare
  v_org uuid := (public.create_organization('Riverside Writers', 'People who write every day.')).id;
  v_team uuid;
  v_notebook uuid;
begin
  perform public.add_organization_member(v_org, 'd0000000-0000-4000-8000-000000000002', 'member');
  perform public.invite_to_organization(v_org, p_email => 'friend@example.com');
  v_team := (public.create_team(v_org, 'Morning Pages', 'Three pages before breakfast.')).id;
  perform public.send_team_message(v_team, 'Good morning! Who is writing?');

  insert into public.notebooks (user_id, name, metadata_visibility, content_visibility, team_id)
  values (auth.uid(), 'Morning pages', 'team', 'user', v_team)
  returning id into v_notebook;

  -- Disconnected, because the provider does not know the account.
  insert into public.spotify_accounts (
    user_id, provider_user_id, status, scope, connected_at, last_synced_at
  )
  values (
    auth.uid(), 'demo', 'disconnected', 'user-read-recently-played',
    now() - interval '7 days', now() - interval '1 hour'
  );
  insert into public.spotify_tracks (id, name, artist_names, album_name, external_url, duration_ms)
  values
    ('demo-dawn', 'River at Dawn', '{The Early Birds}', 'Before Breakfast',
     'https://open.spotify.com', 214000),
    ('demo-kettle', 'Kettle Song', '{The Early Birds,Ada}', 'Before Breakfast',
     'https://open.spotify.com', 187000);
  insert into public.spotify_plays (user_id, spotify_track_id, played_at)
  values
    (auth.uid(), 'demo-kettle', now() - interval '2 hours'),
    (auth.uid(), 'demo-dawn', now() - interval '70 minutes');

  perform public.create_journal_entry(jsonb_build_object(
    'title', 'First light', 'mood', 'peaceful', 'tags', jsonb_build_array('morning'),
    'notebook_id', v_notebook,
    'content', 'Woke before the alarm. The river was quiet. #gratitude'));
  perform public.create_journal_entry(jsonb_build_object(
    'title', 'A note for everyone', 'mood', 'hopeful', 'metadata_visibility', 'public',
    'content_visibility', 'public', 'content', 'Thirty days in a row. Thank you, @ada_admin!'));
  perform public.create_journal_entry(jsonb_build_object(
    'title', 'Only for me', 'content', 'Some things stay here.'));

  perform private.notify(auth.uid(), 'badge_reached', 'Welcome', 'This is what a notification looks like');

  insert into public.inbound_emails (
    event_id, user_id, provider_id, sender, recipients, subject, status
  )
  values (
    'demo', auth.uid(), 'demo', 'Eve <eve@example.net>', '{journal@in.example.com}', 'Not yours',
    'wrong_sender'
  );

  perform public.enter_competition(
    (
      select id from public.competitions where title = 'Winter of coils'
    ),
    (public.create_dream(jsonb_build_object(
      'title', 'A coil for a crystal radio', 'calculator', 'coil', 'is_public', true,
      'steps', '[{"title": "Wind the coil", "done": false}]'::jsonb))).id);

  insert into public.goals (user_id, title, description, target_date)
  values (auth.uid(), 'Write every morning', 'Three pages before breakfast.', private.utc_today() + 90);

  update public.profiles set read_notes_enabled = true, check_in_enabled = true
  where id = auth.uid();
  with question as (
    insert into public.chat_messages (user_id, role, content)
    values (auth.uid(), 'user', 'What did I write about this morning?') returning *
  )
  insert into public.chat_messages (user_id, role, content, question_id)
  select user_id, 'assistant', 'About the quiet river, before the alarm. What made it good?', id
  from question;
  insert into public.note_analyses (
    user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
    entry_count
  )
  values (
    auth.uid(), private.utc_today(), 'A calm start with an early morning by the river.',
    '{"direction": "improving", "tones": ["peaceful", "hopeful"]}', '["mornings", "river"]', '[]',
    'Keep the quiet half hour before the day begins.',
    '{"gratitude": ["the river"], "challenges": [], "goals": ["to write every morning"], "achievements": ["thirty days in a row"]}',
    3
  );
end
$$;

insert into public.workout_window_locations (user_id, city, country)
select id, 'Berlin', 'DE' from public.profile_cards where id in (
  'd0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002');
insert into public.workout_windows (
  user_id, activity_type, window_start_time, window_end_time, timezone
)
values
  ('d0000000-0000-4000-8000-000000000001', 'walk', '06:30', '08:30', 'Europe/Berlin'),
  ('d0000000-0000-4000-8000-000000000002', 'reading', '09:00', '11:00', 'Europe/Berlin');
select private.continue_workout_chains();
select private.generate_workout_battle();

-- The library of drops, and one drop that the demo user sends to the administrator.
insert into public.drop_templates (
  drop_type, title, content, media_url, media_type, thumbnail_url, is_approved
)
values
  ('encouragement', 'One step', 'One small step is still a step. I am glad you took it.', null,
    null, null, true),
  ('encouragement', 'I read you', 'Thank you for writing. Your words stayed with me today.', null,
    null, null, true),
  ('science_tidbit', 'Breathe out longer',
    'A longer exhale than inhale slows the heart, within a few breaths.', null, null, null, true),
  ('media', 'A quiet song', 'For the end of a long day.',
    'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC', 'music', null, true),
  ('encouragement', 'A draft', 'Not ready for anyone yet.', null, null, null, false);

select public.send_drop('d0000000-0000-4000-8000-000000000002', 'encouragement',
  p_content => 'Good to have you in the team!');
insert into public.satisfaction_entries (score, note) values (8, 'A quiet day');
insert into public.sleep_entries (date, hours, quality) values (private.utc_today(), 7.5, 4);

select set_config('request.jwt.claims', '', false);
