-- French: "tu". A cheer is an "encouragement", a check-in a "check-in".
-- No-break spaces stand before : ; ? !
insert into private.texts (language, name, part, text)
select 'fr', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'On parle de toi'),
  ('mention', 'body', '@{handle} te mentionne dans une entrée'),
  ('comment', 'title', 'Nouveau commentaire'),
  ('comment', 'body', '@{handle} a commenté ton entrée'),
  ('reaction', 'title', 'Nouvelle réaction'),
  ('reaction', 'body', '@{handle} a réagi à ton entrée'),
  ('reminder.goal', 'title', 'C’est l’heure de ton objectif'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'C’est l’heure d’écrire'),
  ('reminder.journal', 'body', 'Ton journal attend l’entrée du jour.'),
  ('streak_milestone.journal', 'title', '{days} jours de suite'),
  ('streak_milestone.journal', 'body', 'Tu tiens ton journal depuis {days} jours'),
  ('streak_milestone.goal', 'title', '{days} jours de suite'),
  ('streak_milestone.goal', 'body', 'Tu tiens un de tes objectifs depuis {days} jours'),
  ('weekly_review', 'title', 'Ta semaine'),
  ('weekly_review', 'body',
    '{entries:one=# entrée|other=# entrées} avec {words:one=# mot|other=# mots}'
    ' en {days:one=# jour|other=# jours}'),

  -- People.
  ('team_message', 'title', 'Nouveau message'),
  ('team_message', 'body', '@{handle} a écrit à ton équipe'),
  ('organization_joined.added', 'title', 'Tu fais partie d’une organisation'),
  ('organization_joined.added', 'body', '@{handle} t’a fait entrer'),
  ('organization_joined.accepted', 'title', 'Ton invitation est acceptée'),
  ('organization_joined.accepted', 'body', '@{handle} t’a rejoint'),
  ('organization_invitation.received', 'title', 'Une organisation t’invite'),
  ('organization_invitation.received', 'body', '@{handle} t’invite à participer'),
  ('organization_invitation.declined', 'title', 'Ton invitation est refusée'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Une organisation est maintenant à toi'),
  ('organization_handed_over', 'body', 'On t’a passé le relais'),

  -- Encouragement.
  ('drop_received', 'title', 'Tu as reçu un encouragement'),
  ('drop_received', 'body', '@{handle} t’a envoyé un encouragement'),
  ('badge_reached', 'title', 'Tu as un nouveau badge'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Graine|Sprout=Pousse|Bloom=Fleur|Pollinator=Butineuse'
    '|Keeper=Rucher|Queen Bee=Reine des abeilles|Legend=Légende|other=#}'),
  ('assistant_note', 'title', 'Un mot de ton assistant'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Un nouveau jour, une page blanche. Une phrase suffit pour commencer.'),
  ('daily_drop', '2', 'Peu importe hier : aujourd’hui, tu peux commencer petit.'),
  ('daily_drop', '3', 'Respire, et remarque une chose qui va bien en ce moment.'),
  ('daily_drop', '4', 'Tu n’as pas tout à faire aujourd’hui. Un seul pas compte.'),
  ('daily_drop', '5', 'Sois aujourd’hui avec toi comme tu le serais avec un ami.'),
  ('daily_drop', '6', 'Que veux-tu garder de cette journée ? Écris-le.'),
  ('daily_drop', '7', 'Le progrès est discret. Tu es plus loin que tu ne le crois.'),

  -- The workout window.
  ('baton_pass', 'title', 'C’est ton tour'),
  ('baton_pass', 'body', '@{handle} a fait son check-in et te passe le témoin.'),
  ('window_reminder', 'title', 'Ton créneau s’ouvre bientôt'),
  ('window_reminder', 'body', 'Il commence à {time}.'),
  ('chain_broken.before', 'title', 'Ta chaîne est rompue'),
  ('chain_broken.before', 'body',
    'La personne avant toi n’a pas fait son check-in le {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Tu as manqué ton créneau'),
  ('chain_broken.missed', 'body',
    'Tu n’as pas fait ton check-in le {date:weekday}, la chaîne est donc rompue.'),
  ('chain_broken.rejected', 'title', 'Ton check-in est refusé'),
  ('chain_broken.rejected', 'body',
    'Ton check-in du {date:weekday} est refusé, la chaîne est donc rompue.'),
  ('chain_updated', 'title', 'Ta chaîne a changé'),
  ('chain_updated', 'body', 'Le {date:weekday}, une autre personne est avant ou après toi.'),
  ('battle_update.lead', 'title', 'Le duel des équipes continue'),
  ('battle_update.lead', 'body',
    'Les {leader:red=rouges|blue=bleus} mènent avec {most:one=# jeton|other=# jetons} contre'
    ' {least:other=#}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_update.tie', 'title', 'Le duel des équipes continue'),
  ('battle_update.tie', 'body',
    'Les deux équipes ont {most:one=# jeton|other=# jetons}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_result.won', 'title', 'Ton équipe a gagné le duel'),
  ('battle_result.won', 'body',
    'Les {leader:red=rouges|blue=bleus} gagnent avec {most:one=# dégât|other=# dégâts} contre'
    ' {least:other=#}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_result.lost', 'title', 'Ton équipe a perdu le duel'),
  ('battle_result.lost', 'body',
    'Les {leader:red=rouges|blue=bleus} gagnent avec {most:one=# dégât|other=# dégâts} contre'
    ' {least:other=#}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),
  ('battle_result.tie', 'title', 'Le duel se termine à égalité'),
  ('battle_result.tie', 'body',
    'Les deux équipes infligent {most:one=# dégât|other=# dégâts}.'
    ' Ton équipe est la {color:red=rouge|blue=bleue}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Passe à l’étape suivante'),
  ('step_prompt.next', 'body', '{dream} : {step}'),
  ('step_prompt.last', 'title', 'Passe à l’étape suivante'),
  ('step_prompt.last', 'body', 'Continue « {dream} »'),
  ('relay_message.one', 'title', 'Messages sur ta participation au labo'),
  ('relay_message.one', 'body', '@{handle} t’a écrit'),
  ('relay_message.more', 'title', 'Messages sur ta participation au labo'),
  ('relay_message.more', 'body',
    '@{handle} et {others:one=une autre personne|other=# autres personnes} t’ont écrit'),

  -- Programs.
  ('token_created', 'title', 'Un programme peut utiliser ton compte'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Un webhook a été désactivé'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} écrit : {subject}'),
  ('user_mail', 'sender',
    '@{handle} t’envoie cet e-mail ; le texte ci-dessous est de cette personne.'),
  ('invitation_mail', 'subject', 'Une organisation t’invite'),
  ('invitation_mail', 'body', '@{handle} t’invite à rejoindre une organisation.

Connecte-toi avec cette adresse, ou inscris-toi. Ouvre ensuite tes invitations pour répondre.
Si ce nom ne te dit rien, ignore cet e-mail.'),
  ('weekly_mail', 'subject', 'Ta semaine : {entries:one=# entrée|other=# entrées}'),
  ('weekly_mail', 'counts',
    'Du lundi {from:day} au dimanche {to:day}, tu as écrit'
    ' {entries:one=# entrée|other=# entrées} avec {words:one=# mot|other=# mots}'
    ' en {days:one=# jour|other=# jours}.'),
  ('weekly_mail', 'moods', 'Tes humeurs les plus fréquentes : {moods}'),
  ('mood', 'name',
    '{mood:joyful=joie|grateful=gratitude|excited=enthousiasme|hopeful=espoir'
    '|content=satisfaction|peaceful=paix|optimistic=optimisme|calm=calme|energetic=énergie'
    '|contemplative=réflexion|neutral=neutre|tired=fatigue|melancholic=mélancolie|sad=tristesse'
    '|anxious=anxiété|worried=inquiétude|frustrated=frustration|disappointed=déception'
    '|pessimistic=pessimisme|angry=colère|other=#}'),
  ('weekly_mail', 'insights', 'Revois ta semaine :'),
  ('weekly_mail', 'end',
    'Tu reçois cet e-mail parce que ton profil le demande.'
    ' C’est là que tu peux l’arrêter.'),
  ('weekly_mail', 'end_at',
    'Tu reçois cet e-mail parce que ton profil le demande.'
    ' C’est là que tu peux l’arrêter :'),
  ('relay_mail', 'subject', 'Messages sur ta participation au labo'),
  ('relay_mail', 'body', 'Ces messages viennent d’autres personnes, pas du service.'),
  ('relay_mail', 'message', '@{handle} a écrit :'),

  -- Dates and numbers.
  ('date', 'weekdays', 'lundi mardi mercredi jeudi vendredi samedi dimanche'),
  ('date', 'months',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  ('date', 'weekday', '{weekday} {day:1=1er|other=#} {month}'),
  ('date', 'day', '{day:1=1er|other=#} {month}'),
  ('number', 'thousands', E'\u202f')
) as t (name, part, text);
