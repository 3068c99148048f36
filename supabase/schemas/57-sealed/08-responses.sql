-- Sealed comments and files, which are added to sealed entries.

-- Comments ----------------------------------------------------------------------------------------

-- The form in which a comment is stored: as text on an open entry, as a record on a sealed one.
create function private.checked_comment(
  p_entry public.journal_entries, p_content text, p_sealed jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_if(p_sealed is not null and not p_entry.is_sealed,
    400, 'sealed: only on a sealed entry', 'invalid_value');
  if not p_entry.is_sealed then
    return null;
  end if;
  perform private.refuse_if(coalesce(p_content, '') <> '',
    400, 'content: not on a sealed entry, where the record has it', 'invalid_value');
  perform private.refuse_if(p_sealed is null, 400, 'sealed: required on a sealed entry', 'required');
  perform private.checked_record(
    p_sealed, private.require_sealed_writer(p_entry.notebook_id), 11864);
  return jsonb_build_object('record', p_sealed ->> 'record', 'signature', p_sealed ->> 'signature',
    'version', 1);
end
$$;

-- Attachments -------------------------------------------------------------------------------------

-- Only sealed files are added to a sealed entry. Sealed ones are added to an open entry before it
-- moves into a sealed notebook.
create function private.check_attachment_kind(p_entry_id uuid, p_is_sealed boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.journal_entries;
begin
  select * into v_entry from public.journal_entries where id = p_entry_id;
  perform private.refuse_if(v_entry.is_sealed and not p_is_sealed,
    409, 'A sealed entry takes sealed files alone', 'sealed');
  if v_entry.is_sealed then
    perform private.require_sealed_writer(v_entry.notebook_id);
  elsif p_is_sealed then
    perform private.refuse_if(private.sealed_account_of(private.require_sealed_caller()) is null,
      409, 'Set up sealed notebooks first', 'no_account');
  end if;
end
$$;

create function private.guard_sealed_attachment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(exists (
    select from public.journal_entries where id = new.entry_id and is_sealed
  ), 409, 'A sealed entry takes sealed files alone', 'sealed');
  return new;
end
$$;

create trigger entry_attachments_100_guard_sealed before insert on public.entry_attachments
  for each row when (new.kind <> 'sealed') execute function private.guard_sealed_attachment();
