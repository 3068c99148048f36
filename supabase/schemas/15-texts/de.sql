-- German: "du", informal and short. A cheer is a "Zuruf", a check-in a "Check-in".
insert into private.texts (language, name, part, text)
select 'de', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Du wurdest erwähnt'),
  ('mention', 'body', '@{handle} hat dich in einem Eintrag erwähnt'),
  ('comment', 'title', 'Neuer Kommentar'),
  ('comment', 'body', '@{handle} hat deinen Eintrag kommentiert'),
  ('reaction', 'title', 'Neue Reaktion'),
  ('reaction', 'body', '@{handle} hat auf deinen Eintrag reagiert'),
  ('reminder.goal', 'title', 'Zeit für dein Ziel'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Zeit zum Schreiben'),
  ('reminder.journal', 'body', 'Dein Tagebuch wartet auf den Eintrag von heute.'),
  ('streak_milestone.journal', 'title', '{days} Tage am Stück'),
  ('streak_milestone.journal', 'body', 'Seit {days} Tagen führst du dein Tagebuch'),
  ('streak_milestone.goal', 'title', '{days} Tage am Stück'),
  ('streak_milestone.goal', 'body', 'Seit {days} Tagen bleibst du an einem deiner Ziele dran'),
  ('weekly_review', 'title', 'Deine Woche'),
  ('weekly_review', 'body',
    '{entries:one=# Eintrag|other=# Einträge} mit {words:one=# Wort|other=# Wörtern}'
    ' an {days:one=# Tag|other=# Tagen}'),

  -- People.
  ('team_message', 'title', 'Neue Nachricht'),
  ('team_message', 'body', '@{handle} hat deinem Team geschrieben'),
  ('organization_joined.added', 'title', 'Du bist jetzt in einer Organisation'),
  ('organization_joined.added', 'body', '@{handle} hat dich hinzugefügt'),
  ('organization_joined.accepted', 'title', 'Deine Einladung wurde angenommen'),
  ('organization_joined.accepted', 'body', '@{handle} ist dabei'),
  ('organization_invitation.received', 'title', 'Du bist in eine Organisation eingeladen'),
  ('organization_invitation.received', 'body', '@{handle} lädt dich ein mitzumachen'),
  ('organization_invitation.declined', 'title', 'Deine Einladung wurde abgelehnt'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Dir gehört jetzt eine Organisation'),
  ('organization_handed_over', 'body', 'Sie wurde dir übergeben'),

  -- Encouragement.
  ('drop_received', 'title', 'Du hast einen Zuruf bekommen'),
  ('drop_received', 'body', '@{handle} hat dir einen Zuruf geschickt'),
  ('badge_reached', 'title', 'Du hast ein neues Abzeichen'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Keimling|Sprout=Spross|Bloom=Blüte|Pollinator=Bestäuber'
    '|Keeper=Imker|Queen Bee=Bienenkönigin|Legend=Legende|other=#}'),
  ('assistant_note', 'title', 'Ein Gruß von deinem Assistenten'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Ein neuer Tag, ein leeres Blatt. Für den Anfang genügt ein Satz.'),
  ('daily_drop', '2', 'Wie gestern auch war: Heute darfst du klein anfangen.'),
  ('daily_drop', '3', 'Atme einmal durch und such dir etwas, das gerade gut ist.'),
  ('daily_drop', '4', 'Du musst heute nicht alles schaffen. Ein Schritt zählt.'),
  ('daily_drop', '5', 'Sei heute so nett zu dir, wie du es zu einem Freund wärst.'),
  ('daily_drop', '6', 'Was soll von heute in Erinnerung bleiben? Schreib es auf.'),
  ('daily_drop', '7', 'Fortschritt ist leise. Du bist weiter, als es sich anfühlt.'),

  -- The workout window.
  ('baton_pass', 'title', 'Du bist dran'),
  ('baton_pass', 'body', '@{handle} hat eingecheckt und gibt den Stab an dich weiter.'),
  ('window_reminder', 'title', 'Dein Zeitfenster öffnet sich bald'),
  ('window_reminder', 'body', 'Es beginnt um {time} Uhr.'),
  ('chain_broken.before', 'title', 'Deine Kette ist gerissen'),
  ('chain_broken.before', 'body', 'Die Person vor dir hat am {date:weekday} nicht eingecheckt.'),
  ('chain_broken.missed', 'title', 'Du hast dein Zeitfenster verpasst'),
  ('chain_broken.missed', 'body',
    'Du hast am {date:weekday} nicht eingecheckt, deshalb ist die Kette gerissen.'),
  ('chain_broken.rejected', 'title', 'Dein Check-in wurde abgelehnt'),
  ('chain_broken.rejected', 'body',
    'Dein Check-in vom {date:weekday} wurde abgelehnt, deshalb ist die Kette gerissen.'),
  ('chain_updated', 'title', 'Deine Kette hat sich geändert'),
  ('chain_updated', 'body', 'Am {date:weekday} steht jemand anderes vor oder nach dir.'),
  ('battle_update.lead', 'title', 'Das Teamduell geht weiter'),
  ('battle_update.lead', 'body',
    '{leader:red=Rot|blue=Blau} führt mit {most:one=#|other=#} zu {least:other=#} Chips.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_update.tie', 'title', 'Das Teamduell geht weiter'),
  ('battle_update.tie', 'body',
    'Beide Teams haben {most:one=# Chip|other=# Chips}. Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_result.won', 'title', 'Dein Team hat das Duell gewonnen'),
  ('battle_result.won', 'body',
    '{leader:red=Rot|blue=Blau} gewinnt mit {most:one=#|other=#} zu {least:other=#} Schaden.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_result.lost', 'title', 'Dein Team hat das Duell verloren'),
  ('battle_result.lost', 'body',
    '{leader:red=Rot|blue=Blau} gewinnt mit {most:one=#|other=#} zu {least:other=#} Schaden.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),
  ('battle_result.tie', 'title', 'Das Teamduell endet unentschieden'),
  ('battle_result.tie', 'body',
    'Beide Teams richten {most:one=#|other=#} Schaden an.'
    ' Dein Team ist {color:red=Rot|blue=Blau}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Mach den nächsten Schritt'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Mach den nächsten Schritt'),
  ('step_prompt.last', 'body', 'Mach weiter mit „{dream}“'),
  ('relay_message.one', 'title', 'Nachrichten zu deinem Beitrag im Labor'),
  ('relay_message.one', 'body', '@{handle} hat dir geschrieben'),
  ('relay_message.more', 'title', 'Nachrichten zu deinem Beitrag im Labor'),
  ('relay_message.more', 'body',
    '@{handle} und {others:one=noch jemand|other=# weitere} haben dir geschrieben'),

  -- Programs.
  ('token_created', 'title', 'Ein Programm darf dein Konto nutzen'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Ein Webhook wurde abgeschaltet'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} schreibt: {subject}'),
  ('user_mail', 'sender',
    '@{handle} schickt dir diese Mail; der Text darunter stammt von dieser Person.'),
  ('invitation_mail', 'subject', 'Du bist in eine Organisation eingeladen'),
  ('invitation_mail', 'body', '@{handle} lädt dich in eine Organisation ein.

Melde dich mit dieser Adresse an oder registriere dich, und beantworte deine Einladungen.
Wenn du den Absender nicht kennst, ignoriere diese Mail.'),
  ('weekly_mail', 'subject', 'Deine Woche: {entries:one=# Eintrag|other=# Einträge}'),
  ('weekly_mail', 'counts',
    'Von Montag, {from:day}, bis Sonntag, {to:day}, hast du'
    ' {entries:one=# Eintrag|other=# Einträge} mit {words:one=# Wort|other=# Wörtern}'
    ' an {days:one=# Tag|other=# Tagen} geschrieben.'),
  ('weekly_mail', 'moods', 'Deine häufigsten Stimmungen: {moods}'),
  ('mood', 'name',
    '{mood:joyful=fröhlich|grateful=dankbar|excited=begeistert|hopeful=hoffnungsvoll'
    '|content=zufrieden|peaceful=friedlich|optimistic=zuversichtlich|calm=ruhig'
    '|energetic=voller Energie|contemplative=nachdenklich|neutral=neutral|tired=müde'
    '|melancholic=wehmütig|sad=traurig|anxious=ängstlich|worried=besorgt|frustrated=frustriert'
    '|disappointed=enttäuscht|pessimistic=pessimistisch|angry=wütend|other=#}'),
  ('weekly_mail', 'insights', 'Blick zurück auf die Woche:'),
  ('weekly_mail', 'end',
    'Du bekommst diese Mail, weil du sie in deinem Profil bestellt hast.'
    ' Dort kannst du sie abbestellen.'),
  ('weekly_mail', 'end_at',
    'Du bekommst diese Mail, weil du sie in deinem Profil bestellt hast.'
    ' Dort kannst du sie abbestellen:'),
  ('relay_mail', 'subject', 'Nachrichten zu deinem Beitrag im Labor'),
  ('relay_mail', 'body', 'Diese Nachrichten sind von anderen Mitgliedern, nicht von uns.'),
  ('relay_mail', 'message', '@{handle} schreibt:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'),
  ('date', 'months',
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  ('date', 'weekday', '{weekday}, {day}. {month}'),
  ('date', 'day', '{day}. {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);
