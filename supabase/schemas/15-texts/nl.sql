-- Dutch: "je". A cheer is an "aanmoediging", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'nl', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Je bent genoemd'),
  ('mention', 'body', '@{handle} heeft je in een stukje genoemd'),
  ('comment', 'title', 'Nieuwe opmerking'),
  ('comment', 'body', '@{handle} heeft een opmerking bij je stukje geschreven'),
  ('reaction', 'title', 'Nieuwe reactie'),
  ('reaction', 'body', '@{handle} heeft op je stukje gereageerd'),
  ('reminder.goal', 'title', 'Tijd om in te checken'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Tijd om te schrijven'),
  ('reminder.journal', 'body', 'Je dagboek wacht op het stukje van vandaag.'),
  ('streak_milestone.journal', 'title', '{days} dagen op rij'),
  ('streak_milestone.journal', 'body', 'Je houdt je dagboek al {days} dagen bij'),
  ('streak_milestone.goal', 'title', '{days} dagen op rij'),
  ('streak_milestone.goal', 'body', 'Je houdt een van je doelen al {days} dagen vol'),
  ('weekly_review', 'title', 'Jouw week'),
  ('weekly_review', 'body',
    '{entries:one=# stukje|other=# stukjes} met {words:one=# woord|other=# woorden}'
    ' op {days:one=# dag|other=# dagen}'),

  -- People.
  ('team_message', 'title', 'Nieuw bericht'),
  ('team_message', 'body', '@{handle} heeft je team geschreven'),
  ('organization_joined.added', 'title', 'Je hoort nu bij een organisatie'),
  ('organization_joined.added', 'body', '@{handle} heeft je toegevoegd'),
  ('organization_joined.accepted', 'title', 'Je uitnodiging is aangenomen'),
  ('organization_joined.accepted', 'body', '@{handle} doet mee'),
  ('organization_invitation.received', 'title', 'Je bent uitgenodigd voor een organisatie'),
  ('organization_invitation.received', 'body', '@{handle} nodigt je uit om mee te doen'),
  ('organization_invitation.declined', 'title', 'Je uitnodiging is afgeslagen'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Er is nu een organisatie van jou'),
  ('organization_handed_over', 'body', 'Ze is aan je overgedragen'),

  -- Encouragement.
  ('drop_received', 'title', 'Je hebt een aanmoediging gekregen'),
  ('drop_received', 'body', '@{handle} heeft je een aanmoediging gestuurd'),
  ('badge_reached', 'title', 'Je hebt een nieuwe badge'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Kiem|Sprout=Scheut|Bloom=Bloesem|Pollinator=Bestuiver'
    '|Keeper=Imker|Queen Bee=Bijenkoningin|Legend=Legende|other=#}'),
  ('assistant_note', 'title', 'Een berichtje van je assistent'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Een nieuwe dag, een leeg blad. Eén zin is genoeg om te beginnen.'),
  ('daily_drop', '2', 'Hoe gisteren ook was, vandaag mag je klein beginnen.'),
  ('daily_drop', '3', 'Haal even adem en zoek iets dat nu goed is.'),
  ('daily_drop', '4', 'Je hoeft vandaag niet alles te doen. Eén stap telt.'),
  ('daily_drop', '5', 'Wees vandaag zo lief voor jezelf als je voor een vriend zou zijn.'),
  ('daily_drop', '6', 'Wat wil je van vandaag onthouden? Schrijf het op.'),
  ('daily_drop', '7', 'Vooruitgang is stil. Je bent verder dan het voelt.'),

  -- The workout window.
  ('baton_pass', 'title', 'Jij bent aan de beurt'),
  ('baton_pass', 'body', '@{handle} heeft ingecheckt en geeft het stokje aan jou door.'),
  ('window_reminder', 'title', 'Je tijdvak begint zo'),
  ('window_reminder', 'body', 'Het begint om {time}.'),
  ('chain_broken.before', 'title', 'Je keten is gebroken'),
  ('chain_broken.before', 'body',
    'De persoon vóór jou heeft op {date:weekday} niet ingecheckt.'),
  ('chain_broken.missed', 'title', 'Je hebt je tijdvak gemist'),
  ('chain_broken.missed', 'body',
    'Je hebt op {date:weekday} niet ingecheckt, dus de keten is gebroken.'),
  ('chain_broken.rejected', 'title', 'Je check-in is afgewezen'),
  ('chain_broken.rejected', 'body',
    'Je check-in van {date:weekday} is afgewezen, dus de keten is gebroken.'),
  ('chain_updated', 'title', 'Je keten is veranderd'),
  ('chain_updated', 'body', 'Op {date:weekday} staat er iemand anders voor of na je.'),
  ('battle_update.lead', 'title', 'Het teamduel gaat door'),
  ('battle_update.lead', 'body',
    '{leader:red=Rood|blue=Blauw} staat voor met {most:one=#|other=#} tegen {least:other=#} fiches.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_update.tie', 'title', 'Het teamduel gaat door'),
  ('battle_update.tie', 'body',
    'Beide teams hebben {most:one=# fiche|other=# fiches}.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_result.won', 'title', 'Je team heeft het duel gewonnen'),
  ('battle_result.won', 'body',
    '{leader:red=Rood|blue=Blauw} wint met {most:one=#|other=#} tegen {least:other=#} schade.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_result.lost', 'title', 'Je team heeft het duel verloren'),
  ('battle_result.lost', 'body',
    '{leader:red=Rood|blue=Blauw} wint met {most:one=#|other=#} tegen {least:other=#} schade.'
    ' Jouw team is {color:red=rood|blue=blauw}.'),
  ('battle_result.tie', 'title', 'Het teamduel eindigt gelijk'),
  ('battle_result.tie', 'body',
    'Beide teams doen {most:one=#|other=#} schade. Jouw team is {color:red=rood|blue=blauw}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Zet de volgende stap'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Zet de volgende stap'),
  ('step_prompt.last', 'body', 'Ga verder met ‘{dream}’'),
  ('relay_message.one', 'title', 'Berichten over je inzending in het lab'),
  ('relay_message.one', 'body', '@{handle} heeft je geschreven'),
  ('relay_message.more', 'title', 'Berichten over je inzending in het lab'),
  ('relay_message.more', 'body',
    '@{handle} en {others:one=nog iemand|other=# anderen} hebben je geschreven'),

  -- Programs.
  ('token_created', 'title', 'Een programma mag je account gebruiken'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Een webhook is uitgezet'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} schrijft: {subject}'),
  ('user_mail', 'sender',
    '@{handle} stuurt je deze mail; de tekst hieronder komt van die persoon.'),
  ('invitation_mail', 'subject', 'Je bent uitgenodigd voor een organisatie'),
  ('invitation_mail', 'body', '@{handle} nodigt je uit voor een organisatie.

Log in met dit adres, of meld je aan, en open je uitnodigingen om mee te doen of af te slaan.
Ken je de afzender niet, negeer deze mail dan.'),
  ('weekly_mail', 'subject', 'Jouw week: {entries:one=# stukje|other=# stukjes}'),
  ('weekly_mail', 'counts',
    'Van maandag {from:day} tot en met zondag {to:day} schreef je'
    ' {entries:one=# stukje|other=# stukjes} met'
    ' {words:one=# woord|other=# woorden} op {days:one=# dag|other=# dagen}.'),
  ('weekly_mail', 'moods', 'Je meest voorkomende stemmingen: {moods}'),
  ('mood', 'name',
    '{mood:joyful=blij|grateful=dankbaar|excited=enthousiast|hopeful=hoopvol|content=tevreden'
    '|peaceful=vredig|optimistic=optimistisch|calm=rustig|energetic=vol energie'
    '|contemplative=bedachtzaam|neutral=neutraal|tired=moe|melancholic=weemoedig|sad=verdrietig'
    '|anxious=angstig|worried=bezorgd|frustrated=gefrustreerd|disappointed=teleurgesteld'
    '|pessimistic=pessimistisch|angry=boos|other=#}'),
  ('weekly_mail', 'insights', 'Kijk terug op de week:'),
  ('weekly_mail', 'end',
    'Je krijgt deze mail omdat je profiel erom vraagt. Daar kun je hem uitzetten.'),
  ('weekly_mail', 'end_at',
    'Je krijgt deze mail omdat je profiel erom vraagt. Daar kun je hem uitzetten:'),
  ('relay_mail', 'subject', 'Berichten over je inzending in het lab'),
  ('relay_mail', 'body', 'Deze berichten komen van andere mensen, niet van de dienst.'),
  ('relay_mail', 'message', '@{handle} schreef:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'),
  ('date', 'months',
    'januari februari maart april mei juni juli augustus september oktober november december'),
  ('date', 'weekday', '{weekday} {day} {month}'),
  ('date', 'day', '{day} {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);
