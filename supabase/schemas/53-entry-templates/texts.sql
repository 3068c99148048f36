-- The templates that come with the service, in the reader's language.

create table private.entry_template_texts (
  -- That of the template, without a foreign key: no row depends on a user's.
  id uuid,
  language text,
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  content text not null check (char_length(content) <= 20000),
  primary key (id, language)
);

select private.hide_table('private.entry_template_texts',
  'The templates that come with the service, in other languages than English.');
select private.check_language('private.entry_template_texts');

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
