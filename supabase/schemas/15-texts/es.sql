-- Spanish: "tú", understood in Spain and in America. A cheer is "ánimos", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'es', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Te han mencionado'),
  ('mention', 'body', '@{handle} te ha mencionado en una entrada'),
  ('comment', 'title', 'Nuevo comentario'),
  ('comment', 'body', '@{handle} ha comentado tu entrada'),
  ('reaction', 'title', 'Nueva reacción'),
  ('reaction', 'body', '@{handle} ha reaccionado a tu entrada'),
  ('reminder.goal', 'title', 'Hora del check-in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Hora de escribir'),
  ('reminder.journal', 'body', 'Tu diario espera la entrada de hoy.'),
  ('streak_milestone.journal', 'title', 'Una racha de {days} días'),
  ('streak_milestone.journal', 'body', 'Llevas {days} días escribiendo en tu diario'),
  ('streak_milestone.goal', 'title', 'Una racha de {days} días'),
  ('streak_milestone.goal', 'body', 'Llevas {days} días cumpliendo una de tus metas'),
  ('weekly_review', 'title', 'Tu semana'),
  ('weekly_review', 'body',
    '{entries:one=# entrada|other=# entradas} con {words:one=# palabra|other=# palabras}'
    ' en {days:one=# día|other=# días}'),

  -- People.
  ('team_message', 'title', 'Nuevo mensaje'),
  ('team_message', 'body', '@{handle} ha escrito a tu equipo'),
  ('organization_joined.added', 'title', 'Ahora formas parte de una organización'),
  ('organization_joined.added', 'body', 'Te ha añadido @{handle}'),
  ('organization_joined.accepted', 'title', 'Han aceptado tu invitación'),
  ('organization_joined.accepted', 'body', '@{handle} se ha unido'),
  ('organization_invitation.received', 'title', 'Te invitan a una organización'),
  ('organization_invitation.received', 'body', '@{handle} te invita a unirte'),
  ('organization_invitation.declined', 'title', 'Han rechazado tu invitación'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Ahora una organización es tuya'),
  ('organization_handed_over', 'body', 'Te han pasado el relevo'),

  -- Encouragement.
  ('drop_received', 'title', 'Has recibido ánimos'),
  ('drop_received', 'body', '@{handle} te ha enviado ánimos'),
  ('badge_reached', 'title', 'Tienes una insignia nueva'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Semilla|Sprout=Brote|Bloom=Flor|Pollinator=Polinización'
    '|Keeper=Colmenar|Queen Bee=Abeja reina|Legend=Leyenda|other=#}'),
  ('assistant_note', 'title', 'Una nota de tu asistente'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Un día nuevo, una página en blanco. Para empezar basta una frase.'),
  ('daily_drop', '2', 'Fuera como fuera el día de ayer, hoy puedes empezar por algo pequeño.'),
  ('daily_drop', '3', 'Respira hondo y fíjate en algo que esté bien ahora mismo.'),
  ('daily_drop', '4', 'No tienes que hacerlo todo hoy. Un paso ya cuenta.'),
  ('daily_drop', '5', 'Trátate hoy con el mismo cariño que le darías a un amigo.'),
  ('daily_drop', '6', '¿Qué te gustaría recordar de hoy? Escríbelo.'),
  ('daily_drop', '7', 'El progreso no hace ruido. Has llegado más lejos de lo que sientes.'),

  -- The workout window.
  ('baton_pass', 'title', 'Te toca'),
  ('baton_pass', 'body', '@{handle} ha hecho su check-in y te pasa el testigo.'),
  ('window_reminder', 'title', 'Tu franja se abre pronto'),
  ('window_reminder', 'body', 'Empieza a las {time}.'),
  ('chain_broken.before', 'title', 'Tu cadena se ha roto'),
  ('chain_broken.before', 'body',
    'La persona que va antes de ti no hizo su check-in el {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Se te ha pasado la franja'),
  ('chain_broken.missed', 'body',
    'No hiciste tu check-in el {date:weekday}, así que la cadena se ha roto.'),
  ('chain_broken.rejected', 'title', 'Tu check-in ha sido rechazado'),
  ('chain_broken.rejected', 'body',
    'Tu check-in del {date:weekday} ha sido rechazado, así que la cadena se ha roto.'),
  ('chain_updated', 'title', 'Tu cadena ha cambiado'),
  ('chain_updated', 'body', 'El {date:weekday} va otra persona antes o después de ti.'),
  ('battle_update.lead', 'title', 'El duelo de equipos continúa'),
  ('battle_update.lead', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana por {most:one=# ficha|other=# fichas} a'
    ' {least:other=#}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_update.tie', 'title', 'El duelo de equipos continúa'),
  ('battle_update.tie', 'body',
    'Los dos equipos tienen {most:one=# ficha|other=# fichas}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_result.won', 'title', 'Tu equipo ha ganado el duelo'),
  ('battle_result.won', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana con {most:one=#|other=#} de daño a {least:other=#}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_result.lost', 'title', 'Tu equipo ha perdido el duelo'),
  ('battle_result.lost', 'body',
    'El equipo {leader:red=rojo|blue=azul} gana con {most:one=#|other=#} de daño a {least:other=#}.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),
  ('battle_result.tie', 'title', 'El duelo de equipos acaba en empate'),
  ('battle_result.tie', 'body',
    'Los dos equipos causan {most:one=#|other=#} de daño.'
    ' El tuyo es el {color:red=rojo|blue=azul}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Da el siguiente paso'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Da el siguiente paso'),
  ('step_prompt.last', 'body', 'Sigue con «{dream}»'),
  ('relay_message.one', 'title', 'Mensajes sobre tu participación en el laboratorio'),
  ('relay_message.one', 'body', '@{handle} te ha escrito'),
  ('relay_message.more', 'title', 'Mensajes sobre tu participación en el laboratorio'),
  ('relay_message.more', 'body',
    '@{handle} y {others:one=otra persona|other=otras # personas} te han escrito'),

  -- Programs.
  ('token_created', 'title', 'Un programa puede usar tu cuenta'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Se ha desactivado un webhook'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} escribe: {subject}'),
  ('user_mail', 'sender', '@{handle} te envía este correo; el texto de abajo es suyo.'),
  ('invitation_mail', 'subject', 'Te invitan a una organización'),
  ('invitation_mail', 'body', '@{handle} te invita a unirte a una organización.

Entra con esta dirección, o regístrate, y abre tus invitaciones para aceptar o rechazar.
Si no conoces a quien te invita, ignora este correo.'),
  ('weekly_mail', 'subject', 'Tu semana: {entries:one=# entrada|other=# entradas}'),
  ('weekly_mail', 'counts',
    'Del lunes {from:day} al domingo {to:day} escribiste'
    ' {entries:one=# entrada|other=# entradas} con {words:one=# palabra|other=# palabras}'
    ' en {days:one=# día|other=# días}.'),
  ('weekly_mail', 'moods', 'Tus estados de ánimo más frecuentes: {moods}'),
  ('mood', 'name',
    '{mood:joyful=alegría|grateful=gratitud|excited=emoción|hopeful=esperanza'
    '|content=satisfacción|peaceful=paz|optimistic=optimismo|calm=calma|energetic=energía'
    '|contemplative=reflexión|neutral=neutral|tired=cansancio|melancholic=melancolía'
    '|sad=tristeza|anxious=ansiedad|worried=preocupación|frustrated=frustración'
    '|disappointed=decepción|pessimistic=pesimismo|angry=enfado|other=#}'),
  ('weekly_mail', 'insights', 'Repasa la semana:'),
  ('weekly_mail', 'end',
    'Recibes este correo porque así lo pide tu perfil. Allí puedes desactivarlo.'),
  ('weekly_mail', 'end_at',
    'Recibes este correo porque así lo pide tu perfil. Allí puedes desactivarlo:'),
  ('relay_mail', 'subject', 'Mensajes sobre tu participación en el laboratorio'),
  ('relay_mail', 'body', 'Estos mensajes son de otras personas, no del servicio.'),
  ('relay_mail', 'message', '@{handle} escribió:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'lunes martes miércoles jueves viernes sábado domingo'),
  ('date', 'months',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  ('date', 'weekday', '{weekday} {day} de {month}'),
  ('date', 'day', '{day} de {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);
