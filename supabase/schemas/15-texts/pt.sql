-- Portuguese of Brazil: "você". A cheer is a "força", a check-in a "check-in".
insert into private.texts (language, name, part, text)
select 'pt', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'Mencionaram você'),
  ('mention', 'body', '@{handle} mencionou você em um registro'),
  ('comment', 'title', 'Novo comentário'),
  ('comment', 'body', '@{handle} comentou o seu registro'),
  ('reaction', 'title', 'Nova reação'),
  ('reaction', 'body', '@{handle} reagiu ao seu registro'),
  ('reminder.goal', 'title', 'Hora do check-in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Hora de escrever'),
  ('reminder.journal', 'body', 'Seu diário está esperando o registro de hoje.'),
  ('streak_milestone.journal', 'title', '{days} dias seguidos'),
  ('streak_milestone.journal', 'body', 'Você mantém o seu diário há {days} dias'),
  ('streak_milestone.goal', 'title', '{days} dias seguidos'),
  ('streak_milestone.goal', 'body', 'Você mantém uma das suas metas há {days} dias'),
  ('weekly_review', 'title', 'A sua semana'),
  ('weekly_review', 'body',
    '{entries:one=# registro|other=# registros} com {words:one=# palavra|other=# palavras}'
    ' em {days:one=# dia|other=# dias}'),

  -- People.
  ('team_message', 'title', 'Nova mensagem'),
  ('team_message', 'body', '@{handle} escreveu para o seu time'),
  ('organization_joined.added', 'title', 'Você agora faz parte de uma organização'),
  ('organization_joined.added', 'body', '@{handle} adicionou você'),
  ('organization_joined.accepted', 'title', 'Aceitaram o seu convite'),
  ('organization_joined.accepted', 'body', '@{handle} entrou'),
  ('organization_invitation.received', 'title', 'Convidaram você para uma organização'),
  ('organization_invitation.received', 'body', '@{handle} convida você para participar'),
  ('organization_invitation.declined', 'title', 'Recusaram o seu convite'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'Uma organização agora é sua'),
  ('organization_handed_over', 'body', 'Passaram a organização para você'),

  -- Encouragement.
  ('drop_received', 'title', 'Você recebeu uma força'),
  ('drop_received', 'body', '@{handle} mandou uma força para você'),
  ('badge_reached', 'title', 'Você ganhou uma nova medalha'),
  ('badge_reached', 'body',
    '{emoji} {badge:Seedling=Semente|Sprout=Broto|Bloom=Flor|Pollinator=Polinização'
    '|Keeper=Colmeia|Queen Bee=Abelha-rainha|Legend=Lenda|other=#}'),
  ('assistant_note', 'title', 'Um recado do seu assistente'),
  ('assistant_note', 'body', '{message}'),
  ('daily_drop', '1', 'Um novo dia, uma página em branco. Uma frase já basta para começar.'),
  ('daily_drop', '2', 'Não importa como foi ontem: hoje você pode começar pequeno.'),
  ('daily_drop', '3', 'Respire fundo e repare em uma coisa que está boa agora.'),
  ('daily_drop', '4', 'Você não precisa fazer tudo hoje. Um passo já conta.'),
  ('daily_drop', '5', 'Seja hoje tão gentil com você quanto seria com um amigo.'),
  ('daily_drop', '6', 'O que você quer lembrar de hoje? Escreva.'),
  ('daily_drop', '7', 'O progresso é silencioso. Você foi mais longe do que parece.'),

  -- The workout window.
  ('baton_pass', 'title', 'É a sua vez'),
  ('baton_pass', 'body', '@{handle} fez o check-in e passa o bastão para você.'),
  ('window_reminder', 'title', 'A sua janela abre em breve'),
  ('window_reminder', 'body', 'Ela começa às {time}.'),
  ('chain_broken.before', 'title', 'A sua corrente se quebrou'),
  ('chain_broken.before', 'body', 'A pessoa antes de você não fez o check-in de {date:weekday}.'),
  ('chain_broken.missed', 'title', 'Você perdeu a sua janela'),
  ('chain_broken.missed', 'body',
    'Você não fez o check-in de {date:weekday}, por isso a corrente se quebrou.'),
  ('chain_broken.rejected', 'title', 'O seu check-in foi recusado'),
  ('chain_broken.rejected', 'body',
    'O seu check-in de {date:weekday} foi recusado, por isso a corrente se quebrou.'),
  ('chain_updated', 'title', 'A sua corrente mudou'),
  ('chain_updated', 'body', 'Há outra pessoa antes ou depois de você: {date:weekday}.'),
  ('battle_update.lead', 'title', 'O duelo dos times continua'),
  ('battle_update.lead', 'body',
    'O time {leader:red=vermelho|blue=azul} lidera com {most:one=# ficha|other=# fichas} a'
    ' {least:other=#}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_update.tie', 'title', 'O duelo dos times continua'),
  ('battle_update.tie', 'body',
    'Os dois times têm {most:one=# ficha|other=# fichas}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_result.won', 'title', 'O seu time venceu o duelo'),
  ('battle_result.won', 'body',
    'O time {leader:red=vermelho|blue=azul} vence com {most:one=#|other=#} de dano a'
    ' {least:other=#}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_result.lost', 'title', 'O seu time perdeu o duelo'),
  ('battle_result.lost', 'body',
    'O time {leader:red=vermelho|blue=azul} vence com {most:one=#|other=#} de dano a'
    ' {least:other=#}.'
    ' O seu é o {color:red=vermelho|blue=azul}.'),
  ('battle_result.tie', 'title', 'O duelo dos times termina empatado'),
  ('battle_result.tie', 'body',
    'Os dois times causam {most:one=#|other=#} de dano. O seu é o {color:red=vermelho|blue=azul}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Dê o próximo passo'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Dê o próximo passo'),
  ('step_prompt.last', 'body', 'Continue com “{dream}”'),
  ('relay_message.one', 'title', 'Mensagens sobre a sua participação no laboratório'),
  ('relay_message.one', 'body', '@{handle} escreveu para você'),
  ('relay_message.more', 'title', 'Mensagens sobre a sua participação no laboratório'),
  ('relay_message.more', 'body',
    '@{handle} e {others:one=mais uma pessoa|other=mais # pessoas} escreveram para você'),

  -- Programs.
  ('token_created', 'title', 'Um programa pode usar a sua conta'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'Um webhook foi desativado'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails.
  ('user_mail', 'subject', '@{handle} escreve: {subject}'),
  ('user_mail', 'sender',
    '@{handle} enviou este e-mail para você; o texto abaixo é dessa pessoa.'),
  ('invitation_mail', 'subject', 'Convidaram você para uma organização'),
  ('invitation_mail', 'body', '@{handle} convida você para entrar em uma organização.

Entre com este endereço, ou cadastre-se, e abra os seus convites para aceitar ou recusar.
Se você não conhece quem convidou, ignore este e-mail.'),
  ('weekly_mail', 'subject', 'A sua semana: {entries:one=# registro|other=# registros}'),
  ('weekly_mail', 'counts',
    'De segunda-feira, {from:day}, a domingo, {to:day}, você escreveu'
    ' {entries:one=# registro|other=# registros} com {words:one=# palavra|other=# palavras}'
    ' em {days:one=# dia|other=# dias}.'),
  ('weekly_mail', 'moods', 'Os seus humores mais frequentes: {moods}'),
  ('mood', 'name',
    '{mood:joyful=alegria|grateful=gratidão|excited=empolgação|hopeful=esperança'
    '|content=satisfação|peaceful=paz|optimistic=otimismo|calm=calma|energetic=energia'
    '|contemplative=reflexão|neutral=neutro|tired=cansaço|melancholic=melancolia|sad=tristeza'
    '|anxious=ansiedade|worried=preocupação|frustrated=frustração|disappointed=decepção'
    '|pessimistic=pessimismo|angry=raiva|other=#}'),
  ('weekly_mail', 'insights', 'Reveja a semana:'),
  ('weekly_mail', 'end',
    'Você recebe este e-mail porque o seu perfil pede. É lá que você pode desativá-lo.'),
  ('weekly_mail', 'end_at',
    'Você recebe este e-mail porque o seu perfil pede. É lá que você pode desativá-lo:'),
  ('relay_mail', 'subject', 'Mensagens sobre a sua participação no laboratório'),
  ('relay_mail', 'body', 'Estas mensagens são de outras pessoas, não do serviço.'),
  ('relay_mail', 'message', '@{handle} escreveu:'),

  -- Dates and numbers.
  ('date', 'weekdays',
    'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo'),
  ('date', 'months',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  ('date', 'weekday', '{weekday}, {day:1=1º|other=#} de {month}'),
  ('date', 'day', '{day:1=1º|other=#} de {month}'),
  ('number', 'thousands', '.')
) as t (name, part, text);
