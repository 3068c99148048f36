-- Numbers of things in the texts of battles, and the names of moods.
update private.texts as t set text = n.text
from (values
  ('en', 'battle_update.lead', 'body',
    '{leader:red=Red|blue=Blue} leads with {most:one=# chip|other=# chips} to'
    ' {least:other=#}. Your team is {color:red=red|blue=blue}.'),
  ('en', 'battle_update.tie', 'body',
    'Both teams have {most:one=# chip|other=# chips}. Your team is {color:red=red|blue=blue}.'),
  ('en', 'battle_result.won', 'body',
    '{leader:red=Red|blue=Blue} wins with {most:one=#|other=#} damage to {least:other=#}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('en', 'battle_result.lost', 'body',
    '{leader:red=Red|blue=Blue} wins with {most:one=#|other=#} damage to {least:other=#}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('en', 'battle_result.tie', 'body',
    'Both teams deal {most:one=#|other=#} damage. Your team is {color:red=red|blue=blue}.'),
  ('de', 'battle_update.lead', 'body',
    '{leader:red=Rot|blue=Blau} führt mit {most:one=#|other=#} zu {least:other=#} Chips. Dein'
    ' Team ist {color:red=Rot|blue=Blau}.'),
  ('de', 'battle_update.tie', 'body',
    'Beide Teams haben {most:one=# Chip|other=# Chips}. Dein Team ist {color:red=Rot'
    '|blue=Blau}.'),
  ('de', 'battle_result.won', 'body',
    '{leader:red=Rot|blue=Blau} gewinnt mit {most:one=#|other=#} zu {least:other=#} Schaden.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('de', 'battle_result.lost', 'body',
    '{leader:red=Rot|blue=Blau} gewinnt mit {most:one=#|other=#} zu {least:other=#} Schaden.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('de', 'battle_result.tie', 'body',
    'Beide Teams richten {most:one=#|other=#} Schaden an. Dein Team ist {color:red=Rot'
    '|blue=Blau}.'),
  ('es', 'battle_update.lead', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana por {most:one=# ficha|other=# fichas} a'
    ' {least:other=#}. El tuyo es el {color:red=rojo|blue=azul}.'),
  ('es', 'battle_update.tie', 'body',
    'Los dos equipos tienen {most:one=# ficha|other=# fichas}. El tuyo es el {color:red=rojo'
    '|blue=azul}.'),
  ('es', 'battle_result.won', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana con {most:one=#|other=#} de daño a'
    ' {least:other=#}. El tuyo es el {color:red=rojo|blue=azul}.'),
  ('es', 'battle_result.lost', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana con {most:one=#|other=#} de daño a'
    ' {least:other=#}. El tuyo es el {color:red=rojo|blue=azul}.'),
  ('es', 'battle_result.tie', 'body',
    'Los dos equipos causan {most:one=#|other=#} de daño. El tuyo es el {color:red=rojo'
    '|blue=azul}.'),
  ('fr', 'battle_update.lead', 'body',
    'Les {leader:red=rouges|blue=bleus} mènent avec {most:one=# jeton|other=# jetons} contre'
    ' {least:other=#}. Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('fr', 'battle_update.tie', 'body',
    'Les deux équipes ont {most:one=# jeton|other=# jetons}. Ton équipe est la'
    ' {color:red=rouge|blue=bleue}.'),
  ('fr', 'battle_result.won', 'body',
    'Les {leader:red=rouges|blue=bleus} gagnent avec {most:one=# dégât|other=# dégâts} contre'
    ' {least:other=#}. Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('fr', 'battle_result.lost', 'body',
    'Les {leader:red=rouges|blue=bleus} gagnent avec {most:one=# dégât|other=# dégâts} contre'
    ' {least:other=#}. Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('fr', 'battle_result.tie', 'body',
    'Les deux équipes infligent {most:one=# dégât|other=# dégâts}. Ton équipe est la'
    ' {color:red=rouge|blue=bleue}.'),
  ('pt', 'battle_update.lead', 'body',
    'O time {leader:red=vermelho|blue=azul} lidera com {most:one=# ficha|other=# fichas} a'
    ' {least:other=#}. O seu é o {color:red=vermelho|blue=azul}.'),
  ('pt', 'battle_update.tie', 'body',
    'Os dois times têm {most:one=# ficha|other=# fichas}. O seu é o {color:red=vermelho'
    '|blue=azul}.'),
  ('pt', 'battle_result.won', 'body',
    'O time {leader:red=vermelho|blue=azul} vence com {most:one=#|other=#} de dano a'
    ' {least:other=#}. O seu é o {color:red=vermelho|blue=azul}.'),
  ('pt', 'battle_result.lost', 'body',
    'O time {leader:red=vermelho|blue=azul} vence com {most:one=#|other=#} de dano a'
    ' {least:other=#}. O seu é o {color:red=vermelho|blue=azul}.'),
  ('pt', 'battle_result.tie', 'body',
    'Os dois times causam {most:one=#|other=#} de dano. O seu é o {color:red=vermelho'
    '|blue=azul}.'),
  ('it', 'battle_update.lead', 'body',
    'I {leader:red=rossi|blue=blu} sono in testa con {most:one=# gettone|other=# gettoni} a'
    ' {least:other=#}. Tu sei con i {color:red=rossi|blue=blu}.'),
  ('it', 'battle_update.tie', 'body',
    'Le due squadre hanno {most:one=# gettone|other=# gettoni}. Tu sei con i {color:red=rossi'
    '|blue=blu}.'),
  ('it', 'battle_result.won', 'body',
    'I {leader:red=rossi|blue=blu} vincono con {most:one=# danno|other=# danni} a'
    ' {least:other=#}. Tu sei con i {color:red=rossi|blue=blu}.'),
  ('it', 'battle_result.lost', 'body',
    'I {leader:red=rossi|blue=blu} vincono con {most:one=# danno|other=# danni} a'
    ' {least:other=#}. Tu sei con i {color:red=rossi|blue=blu}.'),
  ('it', 'battle_result.tie', 'body',
    'Le due squadre infliggono {most:one=# danno|other=# danni}. Tu sei con i'
    ' {color:red=rossi|blue=blu}.'),
  ('nl', 'battle_update.lead', 'body',
    '{leader:red=Rood|blue=Blauw} staat voor met {most:one=#|other=#} tegen {least:other=#}'
    ' fiches. Jouw team is {color:red=rood|blue=blauw}.'),
  ('nl', 'battle_update.tie', 'body',
    'Beide teams hebben {most:one=# fiche|other=# fiches}. Jouw team is {color:red=rood'
    '|blue=blauw}.'),
  ('nl', 'battle_result.won', 'body',
    '{leader:red=Rood|blue=Blauw} wint met {most:one=#|other=#} tegen {least:other=#} schade.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('nl', 'battle_result.lost', 'body',
    '{leader:red=Rood|blue=Blauw} wint met {most:one=#|other=#} tegen {least:other=#} schade.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('nl', 'battle_result.tie', 'body',
    'Beide teams doen {most:one=#|other=#} schade. Jouw team is {color:red=rood|blue=blauw}.')
) as n (language, name, part, text)
where (t.language, t.name, t.part) = (n.language, n.name, n.part);

insert into private.texts (language, name, part, text)
values
  ('en', 'mood', 'name', '{mood}'),
  ('de', 'mood', 'name',
    '{mood:joyful=fröhlich|grateful=dankbar|excited=begeistert|hopeful=hoffnungsvoll'
    '|content=zufrieden|peaceful=friedlich|optimistic=zuversichtlich|calm=ruhig'
    '|energetic=voller Energie|contemplative=nachdenklich|neutral=neutral|tired=müde'
    '|melancholic=wehmütig|sad=traurig|anxious=ängstlich|worried=besorgt'
    '|frustrated=frustriert|disappointed=enttäuscht|pessimistic=pessimistisch|angry=wütend'
    '|other=#}'),
  ('es', 'mood', 'name',
    '{mood:joyful=alegría|grateful=gratitud|excited=emoción|hopeful=esperanza'
    '|content=satisfacción|peaceful=paz|optimistic=optimismo|calm=calma|energetic=energía'
    '|contemplative=reflexión|neutral=neutral|tired=cansancio|melancholic=melancolía'
    '|sad=tristeza|anxious=ansiedad|worried=preocupación|frustrated=frustración'
    '|disappointed=decepción|pessimistic=pesimismo|angry=enfado|other=#}'),
  ('fr', 'mood', 'name',
    '{mood:joyful=joie|grateful=gratitude|excited=enthousiasme|hopeful=espoir'
    '|content=satisfaction|peaceful=paix|optimistic=optimisme|calm=calme|energetic=énergie'
    '|contemplative=réflexion|neutral=neutre|tired=fatigue|melancholic=mélancolie'
    '|sad=tristesse|anxious=anxiété|worried=inquiétude|frustrated=frustration'
    '|disappointed=déception|pessimistic=pessimisme|angry=colère|other=#}'),
  ('pt', 'mood', 'name',
    '{mood:joyful=alegria|grateful=gratidão|excited=empolgação|hopeful=esperança'
    '|content=satisfação|peaceful=paz|optimistic=otimismo|calm=calma|energetic=energia'
    '|contemplative=reflexão|neutral=neutro|tired=cansaço|melancholic=melancolia|sad=tristeza'
    '|anxious=ansiedade|worried=preocupação|frustrated=frustração|disappointed=decepção'
    '|pessimistic=pessimismo|angry=raiva|other=#}'),
  ('it', 'mood', 'name',
    '{mood:joyful=gioia|grateful=gratitudine|excited=entusiasmo|hopeful=speranza'
    '|content=soddisfazione|peaceful=pace|optimistic=ottimismo|calm=calma|energetic=energia'
    '|contemplative=riflessione|neutral=neutro|tired=stanchezza|melancholic=malinconia'
    '|sad=tristezza|anxious=ansia|worried=preoccupazione|frustrated=frustrazione'
    '|disappointed=delusione|pessimistic=pessimismo|angry=rabbia|other=#}'),
  ('nl', 'mood', 'name',
    '{mood:joyful=blij|grateful=dankbaar|excited=enthousiast|hopeful=hoopvol|content=tevreden'
    '|peaceful=vredig|optimistic=optimistisch|calm=rustig|energetic=vol energie'
    '|contemplative=bedachtzaam|neutral=neutraal|tired=moe|melancholic=weemoedig'
    '|sad=verdrietig|anxious=angstig|worried=bezorgd|frustrated=gefrustreerd'
    '|disappointed=teleurgesteld|pessimistic=pessimistisch|angry=boos|other=#}');

drop function private.written_week(uuid, text, date);

create function private.written_week(
  p_user_id uuid, p_timezone text, p_from date, p_language text,
  out entries bigint, out words bigint, out days bigint, out moods text
)
language plpgsql stable security definer
-- Reads the week through the index of the user, whatever the statistics say.
set search_path = '' set enable_seqscan = off
as $$
begin
  with week as materialized (
    select l.day, e.written_at, lower(btrim(e.mood) collate pg_catalog.pg_c_utf8) as mood,
      (select word_count from private.journal_entry_documents where entry_id = e.id) as words
    from public.journal_entries as e
    cross join lateral (select (e.written_at at time zone p_timezone)::date as day) as l
    where e.user_id = p_user_id
      and e.written_at >= (p_from - 1)::timestamp at time zone p_timezone
      and e.written_at < (p_from + 8)::timestamp at time zone p_timezone
      and l.day between p_from and p_from + 6
  )
  select count(*), coalesce(sum(w.words), 0), count(distinct w.day), (
    select string_agg(
      private.text('mood', 'name', p_language, jsonb_build_object('mood', m.mood))
        || ' (' || m.n || ')', ', ' order by m.n desc, m.last_at desc)
    from (
      select mood, count(*) as n, max(written_at) as last_at from week where mood is not null
      group by mood order by n desc, last_at desc limit 3
    ) as m)
  into entries, words, days, moods
  from week as w;
end
$$;

create or replace function private.send_review(p_profile public.profiles, p_monday date, p_site text)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from constant date := p_monday - 7;
  v_to constant date := p_monday - 1;
  -- Null for one that no mail can be sent to.
  v_address constant text := substring(
    private.confirmed_email(p_profile.id) from '^[^\s@<>,;"()]+@[^\s@<>,;"()]+$');
  v_language constant text := p_profile.language;
  v_week record;
  v_values jsonb;
  v_is_notified boolean := false;
  v_is_mailed boolean := false;
begin
  v_week := private.written_week(p_profile.id, p_profile.timezone, v_from, v_language);
  if v_week.entries = 0 then
    return false;
  end if;
  v_values := jsonb_build_object('from', v_from, 'to', v_to, 'entries', v_week.entries,
    'words', v_week.words, 'days', v_week.days);
  if p_profile.preferences -> 'weekly_review' = 'true' then
    v_is_notified := private.notify(
      p_profile.id, 'weekly_review', v_values, v_values, v_from::text);
  end if;
  if p_profile.preferences -> 'weekly_review_mail' = 'true' and v_address is not null then
    v_is_mailed := private.queue_mail(v_address,
      private.text('weekly_mail', 'subject', v_language, v_values),
      concat_ws(E'\n\n',
        private.text('weekly_mail', 'counts', v_language, v_values),
        case when v_week.moods is not null then private.text(
          'weekly_mail', 'moods', v_language, jsonb_build_object('moods', v_week.moods)) end,
        private.text('weekly_mail', 'insights', v_language) || E'\n' || p_site
          || '/#/journal/insights?from=' || v_from || '&to=' || v_to,
        coalesce(
          private.text('weekly_mail', 'end_at', v_language) || E'\n' || p_site || '/#/me/profile',
          private.text('weekly_mail', 'end', v_language))),
      p_dedupe_key => format('weekly review %s %s', p_profile.id, v_from),
      p_unsubscribe_code => (
        select unsubscribe_code from private.weekly_reviews where user_id = p_profile.id));
  end if;
  return v_is_notified or v_is_mailed;
end
$$;
