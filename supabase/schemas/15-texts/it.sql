-- Italian: "tu". A cheer is an "incoraggiamento", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'it', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Qualcuno parla di te'),
  ('mention', 'body', '@{handle} ti ha menzionato in una pagina del diario'),
  ('comment', 'title', 'Nuovo commento'),
  ('comment', 'body', '@{handle} ha commentato la tua pagina'),
  ('reaction', 'title', 'Nuova reazione'),
  ('reaction', 'body', '@{handle} ha reagito alla tua pagina'),
  ('reminder.goal', 'title', 'È l’ora del check-in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'È l’ora di scrivere'),
  ('reminder.journal', 'body', 'Il tuo diario aspetta la pagina di oggi.'),
  ('streak_milestone.journal', 'title', '{days} giorni di fila'),
  ('streak_milestone.journal', 'body', 'Tieni il tuo diario da {days} giorni'),
  ('streak_milestone.goal', 'title', '{days} giorni di fila'),
  ('streak_milestone.goal', 'body', 'Porti avanti un tuo obiettivo da {days} giorni'),
  ('weekly_review', 'title', 'La tua settimana'),
  ('weekly_review', 'body',
    '{entries:one=# pagina|other=# pagine} con {words:one=# parola|other=# parole}'
    ' in {days:one=# giorno|other=# giorni}'),

  -- People.
  ('team_message', 'title', 'Nuovo messaggio'),
  ('team_message', 'body', '@{handle} ha scritto alla tua squadra'),
  ('organization_joined.added', 'title', 'Ora fai parte di un’organizzazione'),
  ('organization_joined.added', 'body', '@{handle} ti ha fatto entrare'),
  ('organization_joined.accepted', 'title', 'Il tuo invito è stato accettato'),
  ('organization_joined.accepted', 'body', '@{handle} è dei vostri'),
  ('organization_invitation.received', 'title', 'Hai un invito in un’organizzazione'),
  ('organization_invitation.received', 'body', '@{handle} ti invita a partecipare'),
  ('organization_invitation.declined', 'title', 'Il tuo invito è stato rifiutato'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Ora un’organizzazione è tua'),
  ('organization_handed_over', 'body', 'È stata affidata a te'),

  -- Encouragement.
  ('drop_received', 'title', 'Hai ricevuto un incoraggiamento'),
  ('drop_received', 'body', '@{handle} ti ha mandato un incoraggiamento'),
  ('badge_reached', 'title', 'Hai una nuova medaglia'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Seme|Sprout=Germoglio|Bloom=Fiore|Pollinator=Impollinazione'
    '|Keeper=Alveare|Queen Bee=Ape regina|Legend=Leggenda|other=#}'),
  ('assistant_note', 'title', 'Un pensiero dal tuo assistente'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Un nuovo giorno, una pagina bianca. Per cominciare basta una frase.'),
  ('daily_drop', '2', 'Comunque sia andata ieri, oggi puoi cominciare in piccolo.'),
  ('daily_drop', '3', 'Fai un bel respiro e nota una cosa che adesso va bene.'),
  ('daily_drop', '4', 'Non devi fare tutto oggi. Un passo conta già.'),
  ('daily_drop', '5', 'Oggi trattati con la gentilezza che avresti per un amico.'),
  ('daily_drop', '6', 'Che cosa vuoi ricordare di oggi? Scrivilo.'),
  ('daily_drop', '7', 'I progressi non fanno rumore. Hai fatto più strada di quanto senti.'),

  -- The workout window.
  ('baton_pass', 'title', 'Tocca a te'),
  ('baton_pass', 'body', '@{handle} ha fatto il check-in e ti passa il testimone.'),
  ('window_reminder', 'title', 'La tua fascia si apre tra poco'),
  ('window_reminder', 'body', 'Comincia alle {time}.'),
  ('chain_broken.before', 'title', 'La tua catena si è spezzata'),
  ('chain_broken.before', 'body',
    'La persona prima di te non ha fatto il check-in di {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Hai perso la tua fascia'),
  ('chain_broken.missed', 'body',
    'Non hai fatto il check-in di {date:weekday}, perciò la catena si è spezzata.'),
  ('chain_broken.rejected', 'title', 'Il tuo check-in è stato rifiutato'),
  ('chain_broken.rejected', 'body',
    'Il tuo check-in di {date:weekday} è stato rifiutato, perciò la catena si è spezzata.'),
  ('chain_updated', 'title', 'La tua catena è cambiata'),
  ('chain_updated', 'body', 'C’è un’altra persona prima o dopo di te: {date:weekday}.'),
  ('battle_update.lead', 'title', 'La sfida tra squadre continua'),
  ('battle_update.lead', 'body',
    'I {leader:red=rossi|blue=blu} sono in testa con {most:one=# gettone|other=# gettoni} a'
    ' {least:other=#}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_update.tie', 'title', 'La sfida tra squadre continua'),
  ('battle_update.tie', 'body',
    'Le due squadre hanno {most:one=# gettone|other=# gettoni}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_result.won', 'title', 'La tua squadra ha vinto la sfida'),
  ('battle_result.won', 'body',
    'I {leader:red=rossi|blue=blu} vincono con {most:one=# danno|other=# danni} a {least:other=#}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_result.lost', 'title', 'La tua squadra ha perso la sfida'),
  ('battle_result.lost', 'body',
    'I {leader:red=rossi|blue=blu} vincono con {most:one=# danno|other=# danni} a {least:other=#}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),
  ('battle_result.tie', 'title', 'La sfida tra squadre finisce in parità'),
  ('battle_result.tie', 'body',
    'Le due squadre infliggono {most:one=# danno|other=# danni}.'
    ' Tu sei con i {color:red=rossi|blue=blu}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Fai il prossimo passo'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Fai il prossimo passo'),
  ('step_prompt.last', 'body', 'Vai avanti con «{dream}»'),
  ('relay_message.one', 'title', 'Messaggi sul tuo lavoro in laboratorio'),
  ('relay_message.one', 'body', '@{handle} ti ha scritto'),
  ('relay_message.more', 'title', 'Messaggi sul tuo lavoro in laboratorio'),
  ('relay_message.more', 'body',
    '@{handle} e {others:one=un’altra persona|other=altre # persone} ti hanno scritto'),

  -- Programs.
  ('token_created', 'title', 'Un programma può usare il tuo account'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Un webhook è stato disattivato'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} scrive: {subject}'),
  ('user_mail', 'sender', '@{handle} ti manda questa mail; il testo qui sotto è suo.'),
  ('invitation_mail', 'subject', 'Hai un invito in un’organizzazione'),
  ('invitation_mail', 'body', '@{handle} ti invita a entrare in un’organizzazione.

Accedi con questo indirizzo, o registrati, e apri i tuoi inviti per accettare o rifiutare.
Se non conosci chi ti invita, ignora questa mail.'),
  ('weekly_mail', 'subject', 'La tua settimana: {entries:one=# pagina|other=# pagine}'),
  ('weekly_mail', 'counts',
    'Da lunedì {from:day} a domenica {to:day} hai scritto'
    ' {entries:one=# pagina|other=# pagine} con {words:one=# parola|other=# parole}'
    ' in {days:one=# giorno|other=# giorni}.'),
  ('weekly_mail', 'moods', 'I tuoi umori più frequenti: {moods}'),
  ('mood', 'name',
    '{mood:joyful=gioia|grateful=gratitudine|excited=entusiasmo|hopeful=speranza'
    '|content=soddisfazione|peaceful=pace|optimistic=ottimismo|calm=calma|energetic=energia'
    '|contemplative=riflessione|neutral=neutro|tired=stanchezza|melancholic=malinconia'
    '|sad=tristezza|anxious=ansia|worried=preoccupazione|frustrated=frustrazione'
    '|disappointed=delusione|pessimistic=pessimismo|angry=rabbia|other=#}'),
  ('weekly_mail', 'insights', 'Riguarda la settimana:'),
  ('weekly_mail', 'end',
    'Ricevi questa mail perché la chiede il tuo profilo. Lì puoi disattivarla.'),
  ('weekly_mail', 'end_at',
    'Ricevi questa mail perché la chiede il tuo profilo. Lì puoi disattivarla:'),
  ('relay_mail', 'subject', 'Messaggi sul tuo lavoro in laboratorio'),
  ('relay_mail', 'body', 'Questi messaggi vengono da altre persone, non dal servizio.'),
  ('relay_mail', 'message', '@{handle} ha scritto:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'lunedì martedì mercoledì giovedì venerdì sabato domenica'),
  ('date', 'months',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre'
    ' dicembre'),
  ('date', 'weekday', '{weekday} {day:1=1º|other=#} {month}'),
  ('date', 'day', '{day:1=1º|other=#} {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);
