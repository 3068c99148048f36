-- The templates that come with the service, in the reader's language.

create table private.entry_template_texts (
  -- That of the template, without a foreign key: no row depends on a user's.
  id uuid,
  language text check (language in ('de', 'es', 'fr', 'pt', 'it', 'nl')),
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  content text not null check (char_length(content) <= 20000),
  primary key (id, language)
);

select private.hide_table('private.entry_template_texts',
  'The templates that come with the service, in other languages than English.');

create view private.template_texts_of_reader as
  select t.id, t.name, t.title, t.content
  from private.entry_template_texts as t join public.profiles as p on p.language = t.language
  where p.id = (select auth.uid());

comment on view private.template_texts_of_reader is
  'The templates that come with the service, in the language of the caller.';

grant select on private.template_texts_of_reader to authenticated, service_role;

-- Templates as their reader uses them.
create view public.entry_template_cards with (security_invoker = true) as
  select
    e.id,
    e.user_id,
    coalesce(t.name, e.name) as name,
    coalesce(t.title, e.title) as title,
    coalesce(t.content, e.content) as content,
    e.tags,
    e.notebook_id,
    e.is_shared,
    e.created_at,
    e.updated_at
  from public.entry_templates as e
  left join private.template_texts_of_reader as t on t.id = e.id;

comment on view public.entry_template_cards is
  'Templates of entries, those of the service in the language of the reader.';

grant select on public.entry_template_cards to authenticated, service_role;

insert into private.entry_template_texts (id, language, name, title, content)
select md5('template ' || template)::uuid, language, name, title, content
from (values
  ('Daily prompt', 'de', 'Die Frage des Tages', '{{weekday}}, {{date}}', E'{{prompt}}\n\n'),
  ('Daily prompt', 'es', 'La pregunta del día', '{{weekday}}, {{date}}', E'{{prompt}}\n\n'),
  ('Daily prompt', 'fr', 'La question du jour', '{{weekday}}, {{date}}', E'{{prompt}}\n\n'),
  ('Daily prompt', 'pt', 'A pergunta do dia', '{{weekday}}, {{date}}', E'{{prompt}}\n\n'),
  ('Daily prompt', 'it', 'La domanda del giorno', '{{weekday}}, {{date}}', E'{{prompt}}\n\n'),
  ('Daily prompt', 'nl', 'De vraag van de dag', '{{weekday}}, {{date}}', E'{{prompt}}\n\n'),

  ('Three good things', 'de', 'Drei gute Dinge', 'Drei gute Dinge, {{date}}',
    E'1. \n2. \n3. \n\nWie kam es dazu?\n\n'),
  ('Three good things', 'es', 'Tres cosas buenas', 'Tres cosas buenas, {{date}}',
    E'1. \n2. \n3. \n\n¿Por qué pasaron?\n\n'),
  ('Three good things', 'fr', 'Trois bonnes choses', 'Trois bonnes choses, {{date}}',
    E'1. \n2. \n3. \n\nPourquoi sont-elles arrivées ?\n\n'),
  ('Three good things', 'pt', 'Três coisas boas', 'Três coisas boas, {{date}}',
    E'1. \n2. \n3. \n\nPor que elas aconteceram?\n\n'),
  ('Three good things', 'it', 'Tre cose belle', 'Tre cose belle, {{date}}',
    E'1. \n2. \n3. \n\nPerché sono successe?\n\n'),
  ('Three good things', 'nl', 'Drie goede dingen', 'Drie goede dingen, {{date}}',
    E'1. \n2. \n3. \n\nHoe kwam dat?\n\n'),

  ('End of the day', 'de', 'Am Ende des Tages', '{{weekday}}abend',
    E'Was ist heute passiert?\n\n\nWie geht es mir damit?\n\n\nWas lasse ich für morgen liegen?\n\n'),
  ('End of the day', 'es', 'Al final del día', 'La noche del {{weekday}}',
    E'¿Qué ha pasado hoy?\n\n\n¿Cómo me siento con eso?\n\n\n¿Qué dejo para mañana?\n\n'),
  ('End of the day', 'fr', 'À la fin de la journée', 'La soirée du {{weekday}}',
    E'Que s’est-il passé aujourd’hui ?\n\n\nQu’est-ce que j’en ressens ?\n\n\nQu’est-ce que je laisse pour demain ?\n\n'),
  ('End of the day', 'pt', 'No fim do dia', 'A noite de {{weekday}}',
    E'O que aconteceu hoje?\n\n\nComo me sinto com isso?\n\n\nO que deixo para amanhã?\n\n'),
  ('End of the day', 'it', 'Alla fine della giornata', 'La sera di {{weekday}}',
    E'Che cosa è successo oggi?\n\n\nCome mi fa sentire?\n\n\nChe cosa lascio per domani?\n\n'),
  ('End of the day', 'nl', 'Aan het eind van de dag', 'De avond van {{weekday}}',
    E'Wat is er vandaag gebeurd?\n\n\nHoe voel ik me daarbij?\n\n\nWat laat ik liggen voor morgen?\n\n'),

  ('Look at the week', 'de', 'Ein Blick auf die Woche', 'Woche bis {{date}}',
    E'Was lief gut?\n\n\nWas war schwer?\n\n\nWas ist nächste Woche wichtig?\n\n'),
  ('Look at the week', 'es', 'Una mirada a la semana', 'Semana hasta el {{date}}',
    E'¿Qué salió bien?\n\n\n¿Qué fue difícil?\n\n\n¿Qué importa la semana que viene?\n\n'),
  ('Look at the week', 'fr', 'Un regard sur la semaine', 'Semaine jusqu’au {{date}}',
    E'Qu’est-ce qui s’est bien passé ?\n\n\nQu’est-ce qui a été difficile ?\n\n\nQu’est-ce qui comptera la semaine prochaine ?\n\n'),
  ('Look at the week', 'pt', 'Um olhar para a semana', 'Semana até {{date}}',
    E'O que deu certo?\n\n\nO que foi difícil?\n\n\nO que importa na próxima semana?\n\n'),
  ('Look at the week', 'it', 'Uno sguardo alla settimana', 'Settimana fino a {{date}}',
    E'Che cosa è andato bene?\n\n\nChe cosa è stato difficile?\n\n\nChe cosa conta la prossima settimana?\n\n'),
  ('Look at the week', 'nl', 'Een blik op de week', 'Week tot en met {{date}}',
    E'Wat ging goed?\n\n\nWat was moeilijk?\n\n\nWat is volgende week belangrijk?\n\n'),

  ('A decision', 'de', 'Eine Entscheidung', 'Eine Entscheidung, {{date}}',
    E'Was ist zu entscheiden?\n\n\nWelche Wege gibt es?\n\n\nWas spricht für jeden?\n\n\nWofür entscheide ich mich, und wann schaue ich darauf zurück?\n\n'),
  ('A decision', 'es', 'Una decisión', 'Una decisión, {{date}}',
    E'¿Qué hay que decidir?\n\n\n¿Qué caminos hay?\n\n\n¿Qué tiene a favor cada uno?\n\n\n¿Qué elijo, y cuándo vuelvo a mirarlo?\n\n'),
  ('A decision', 'fr', 'Une décision', 'Une décision, {{date}}',
    E'Que faut-il décider ?\n\n\nQuels chemins y a-t-il ?\n\n\nQu’est-ce qui parle pour chacun ?\n\n\nQu’est-ce que je choisis, et quand y reviendrai-je ?\n\n'),
  ('A decision', 'pt', 'Uma decisão', 'Uma decisão, {{date}}',
    E'O que é preciso decidir?\n\n\nQuais são os caminhos?\n\n\nO que cada um tem a favor?\n\n\nO que escolho, e quando volto a olhar para isso?\n\n'),
  ('A decision', 'it', 'Una decisione', 'Una decisione, {{date}}',
    E'Che cosa c’è da decidere?\n\n\nQuali strade ci sono?\n\n\nChe cosa parla a favore di ciascuna?\n\n\nChe cosa scelgo, e quando ci torno sopra?\n\n'),
  ('A decision', 'nl', 'Een beslissing', 'Een beslissing, {{date}}',
    E'Wat is er te beslissen?\n\n\nWelke wegen zijn er?\n\n\nWat pleit voor elke weg?\n\n\nWat kies ik, en wanneer kijk ik erop terug?\n\n')
) as t (template, language, name, title, content);
