-- Templates of entries: users write their own, and some come with the service for everybody.

create table public.entry_templates (
  id uuid primary key default private.uuid_v7(),
  -- Null for a template that comes with the service.
  user_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) <= 100 and name ~ '\S'),
  title text not null check (char_length(title) <= 200),
  content text not null default '' check (char_length(content) <= 20000),
  tags text[] not null default '{}' check (private.are_tags(tags)),
  notebook_id uuid,
  is_shared boolean not null generated always as (user_id is null) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Users write only into their own notebooks.
  constraint entry_templates_notebook_id_fkey
    foreign key (notebook_id, user_id) references public.notebooks (id, user_id)
    on delete set null (notebook_id)
);

select private.guard_table('public.entry_templates', 'Templates of entries.');

create index entry_templates_page_idx
  on public.entry_templates (user_id, created_at desc, id desc);
create index entry_templates_notebook_id_idx
  on public.entry_templates (notebook_id, user_id) where notebook_id is not null;

-- Explains what the foreign key would refuse.
create function private.require_own_notebook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(not exists (
    select from public.notebooks where id = new.notebook_id and user_id = new.user_id
  ), 400, 'notebook_id: not found', 'unknown_value');
  return new;
end
$$;

create trigger entry_templates_060_require_own_notebook
  before insert or update of notebook_id on public.entry_templates
  for each row when (new.notebook_id is not null) execute function private.require_own_notebook();

select private.set_quota('public.entry_templates', 'entry templates', p_daily => 200,
  p_total => 100);
select private.count_texts_of('public.entry_templates', '{name,title,content,tags}');
create policy entry_templates_select_owner on public.entry_templates for select to authenticated
  using (user_id = (select auth.uid()) or user_id is null);
grant select on public.entry_templates to authenticated;
select private.let_owner_change('public.entry_templates',
  p_insert => '{id,name,title,content,tags,notebook_id}',
  p_update => '{name,title,content,tags,notebook_id}', p_delete => true);
grant all on public.entry_templates to service_role;

select private.add_synced_type('entry_template', 'entry_templates', 'public.entry_templates');
-- Not for the templates that come with the service: nobody owns them.
create trigger entry_templates_900_record_write after insert or update on public.entry_templates
  for each row when (new.user_id is not null)
  execute function private.record_row_change('entry_template');
create trigger entry_templates_910_record_deletion after delete on public.entry_templates
  for each row when (old.user_id is not null)
  execute function private.record_row_change('entry_template');
select private.tell_owners_of('entry_templates', 'entry_template');

select private.register_personal_data('public.entry_templates', 'delete', 30,
  p_omitted => '{is_shared}');
