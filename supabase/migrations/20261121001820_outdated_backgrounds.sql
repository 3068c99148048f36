-- A background shows what its entry said. When the author takes that back, the picture and its
-- description go as well; the file follows through the outbox.
create function private.drop_outdated_background() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.journal_entry_backgrounds where entry_id = new.entry_id;
  return null;
end
$$;

create trigger journal_entry_contents_500_drop_background
  after update of content on public.journal_entry_contents
  for each row when (old.content is distinct from new.content)
  execute function private.drop_outdated_background();
