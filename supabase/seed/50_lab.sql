-- Demo data: the lab, with a template that people replicate, a competition, and what waits for a
-- decision of the super admin.

-- Templates of the super admin.
select pg_temp.act_as(2);
select public.create_dream(fields::jsonb || jsonb_build_object(
  'id', pg_temp.thing('b', n), 'written_at', pg_temp.at(21 - n, '11:00')))
from (values
  (1, '{"title": "A coil for a crystal radio", "calculator": "coil",
    "description": "Wind a coil that hears the evening programme without a battery.",
    "steps": [{"title": "Cut a tube of 40 mm", "done": false},
      {"title": "Wind 100 turns", "done": false},
      {"title": "Measure the inductance", "done": false}]}'),
  (2, '{"title": "Hydrogen from a jam jar", "calculator": "electrolysis",
    "description": "Split water with a lantern battery, in the open air.",
    "steps": [{"title": "Bend two electrodes", "done": false},
      {"title": "Count the bubbles", "done": false}]}'),
  (3, '{"title": "A spark gap", "calculator": "plasma",
    "description": "At which voltage does air break down?",
    "steps": [{"title": "Read the safety notes twice", "done": false}]}')
) as d (n, fields)
order by n;
select public.make_template(pg_temp.thing('b', n), true) from generate_series(1, 3) as n;
select public.promote_template(pg_temp.thing('b', 1), '6-8');
select public.promote_template(pg_temp.thing('b', 2), '9-12', p_with_supervision => true);
select public.set_golden_spec(pg_temp.thing('b', 1), '{
  "calculator": "coil", "optimal_inputs": {"diameter": 0.04, "length": 0.06, "turns": 100},
  "outputs": [{"label": "Inductance", "value": 0.000203, "unit": "H"},
    {"label": "Self-resonant frequency", "value": 8160000, "unit": "Hz"}]}');
select public.create_competition(jsonb_build_object(
  'title', 'Winter of coils', 'description', 'The most replicated coil wins.',
  'starts_at', pg_temp.at(15, '00:00'), 'ends_at', now() + interval '75 days'));
select public.create_competition(jsonb_build_object(
  'title', 'Kitchen physics', 'description', 'Experiments without a shop.',
  'starts_at', pg_temp.at(21, '00:00'), 'ends_at', now() + interval '1 day'));

-- The demo user's own dreams, one of them in the competition.
select pg_temp.act_as(1);
select public.create_dream(fields::jsonb || jsonb_build_object(
  'id', pg_temp.thing('b', n), 'written_at', pg_temp.at(21 - n, '19:00')))
from (values
  (11, '{"title": "A variometer from two tins", "calculator": "coil", "is_public": true,
    "description": "Two coils that turn in each other.",
    "steps": [{"title": "Wind the outer coil", "done": true},
      {"title": "Wind the inner coil", "done": false}]}'),
  (12, '{"title": "Measure the speed of the river", "is_public": true,
    "steps": [{"title": "Find an orange", "done": true},
      {"title": "Find a bridge", "done": true}]}')
) as d (n, fields);
select public.complete_dream(pg_temp.thing('b', 12));
select pg_temp.act_as(3);
select public.create_dream(jsonb_build_object(
  'id', pg_temp.thing('b', 13), 'title', 'A coil on a bottle', 'calculator', 'coil',
  'is_public', true, 'written_at', pg_temp.at(8, '12:00')));

-- Ten people clone and measure the template; one of them is far off.
do $$
declare
  v_clone uuid;
  v_number integer;
begin
  foreach v_number in array '{2,3,4,5,6,7,8,9,10,1}'::integer[] loop
    perform pg_temp.act_as(v_number);
    v_clone := (public.clone_template(pg_temp.thing('b', 1))).id;
    perform public.build_dream(v_clone);
    continue when v_number = 4;
    perform public.replicate_dream(v_clone, jsonb_build_object(
      'Inductance', 0.000203 * (1 + case v_number
        when 9 then 0.21 else (v_number % 5 - 2) / 100.0 end),
      'Self-resonant frequency', 8160000 * (1 + (v_number % 4 - 1) / 80.0)));
    perform public.update_dream(id, jsonb_build_object('steps', (
      select jsonb_agg(step || '{"done": true}') from jsonb_array_elements(steps) as step)))
    from public.dreams where id = v_clone;
    perform public.complete_dream(v_clone);
    insert into public.progress_reports (dream_id, user_id, content, created_at)
    select v_clone, pg_temp.person(author), content, pg_temp.at(day, time) from (values
      (1, 'The tube was 42 mm. I cut another one.', 7, time '17:05'),
      (1, 'It hums! Station found at 21:40.', 4, '22:00'),
      (2, 'Lost count at turn 63 and began again.', 9, '18:20'),
      (2, 'Two stations at once. I need a better earth.', 5, '21:15'),
      (7, 'My class wound the first fifty turns.', 6, '14:30')
    ) as report (author, content, day, time)
    where author = v_number;
  end loop;
  for v_number in 5..8 loop
    perform pg_temp.act_as(v_number);
    perform public.build_dream(pg_temp.thing('b', case when v_number < 8 then 11 else 13 end));
    perform public.build_dream(pg_temp.thing('b', case when v_number < 8 then 2 else 12 end));
  end loop;

  -- Entries, and a message between entrants, which waits for the digest. One competition is over.
  perform pg_temp.act_as(n), public.enter_competition(c.id, pg_temp.thing('b', dream))
  from (values (1, 11, 'Winter of coils'), (3, 13, 'Winter of coils'), (2, 1, 'Winter of coils'),
    (1, 12, 'Kitchen physics'), (2, 2, 'Kitchen physics')) as e (n, dream, competition)
  join public.competitions as c on c.title = e.competition;
  perform pg_temp.act_as(2);
  perform public.update_competition(id, jsonb_build_object(
    'entry_open', false, 'ends_at', pg_temp.at(2, '00:00')))
  from public.competitions where title = 'Kitchen physics';
  perform pg_temp.act_as(3);
  perform public.send_relay_message(pg_temp.person(1), 'Your variometer',
    'Which wire did you use? Mine gets warm.');

  -- Submissions that wait for a decision, and submissions with a decision.
  perform pg_temp.act_as(1);
  perform public.submit_opportunity(fields::jsonb || jsonb_build_object(
    'deadline', private.utc_today() + 40, 'url', 'https://example.org/apply'))
  from (values
    ('{"kind": "internship", "title": "Summer in the radio lab",
      "organization_name": "Institute of Waves"}'),
    ('{"kind": "scholarship", "title": "Tools for girls",
      "organization_name": "Northside Makers"}'),
    ('{"kind": "fellowship", "title": "A year of plasma",
      "organization_name": "Institute of Waves"}'),
    ('{"kind": "mentorship", "title": "Ask a retired engineer", "organization_name": "Old Hands"}'),
    ('{"kind": "internship", "title": "Get rich quickly",
      "organization_name": "Nobody in particular"}')
  ) as o (fields);
  perform public.submit_video(pg_temp.thing('b', 1), url, title)
  from (values
    ('https://www.youtube.com/watch?v=M7lc1UVf-VE', 'Winding a coil without losing count'),
    ('https://vimeo.com/76979871', 'Listening to the result'),
    ('https://youtu.be/aqz-KE-bpKQ', 'Something about rabbits')
  ) as v (url, title);
  perform private.apply_as_sponsor(name, tier, email, contact)
  from (values
    ('Copper & Co', 'patron', 'hello@copper.example', 'Clara Cu'),
    ('The Tube Shop', 'supporter', 'shop@tubes.example', 'Theo Tube'),
    ('Institute of Waves', 'partner', 'office@waves.example', 'Wanda Wave')
  ) as s (name, tier, email, contact);

  perform pg_temp.act_as(2);
  perform public.decide_submission('opportunities', id) from public.opportunities
  where title in ('Summer in the radio lab', 'Tools for girls', 'A year of plasma');
  perform public.decide_submission('opportunities', id, 'This is not an internship.')
  from public.opportunities where title = 'Get rich quickly';
  perform public.decide_submission('dream_videos', id),
    public.feature_video(id, title like 'Winding%')
  from public.dream_videos
  where dream_id = pg_temp.thing('b', 1) and title not like '%rabbits';
  perform public.decide_submission('sponsors', id)
  from public.sponsors where name in ('Copper & Co', 'Institute of Waves');
end
$$;
