-- The audience of a sealed notebook, the rights to write in it, and its end.

-- Refuses a caller outside of a sealed notebook: with 404 a caller who does not see it. A member
-- who has other keys by now reads the log and the former wraps, and writes nothing.
create function private.require_sealed_member(
  p_notebook public.notebooks, p_user_id uuid, p_writes boolean default true
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_member private.sealed_members;
begin
  perform private.refuse_if(coalesce(not p_notebook.is_sealed, true)
    or p_notebook.user_id is distinct from p_user_id and (
      p_notebook.metadata_visibility <> 'team'
      or private.team_role(p_notebook.team_id, p_user_id) is null
      or p_notebook.user_id in (select private.authors_in_change())),
    404, 'Notebook not found');
  select * into v_member from private.sealed_members
  where notebook_id = p_notebook.id and user_id = p_user_id and until_seq is null;
  perform private.refuse_if(v_member is null,
    403, 'Only its members read the keys of a sealed notebook');
  perform private.refuse_if(p_writes and not private.stays_in_notebook(p_notebook, v_member),
    409, 'Your keys are not those of the notebook: its owner has to add you anew', 'not_a_member');
end
$$;

-- Locks sealed notebooks and their keys against the exit of a member, in the order of the ids. A
-- stranger locks nothing: shared locks that follow each other would keep an exit waiting.
create function private.lock_written_notebooks(p_user_id uuid, p_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select notebook_id from private.sealed_members
    where notebook_id = any (p_ids) and user_id = p_user_id and until_seq is null);
begin
  perform from public.notebooks where id = any (v_ids) order by id for share;
  perform from private.sealed_notebooks
  where notebook_id = any (v_ids) order by notebook_id for share;
end
$$;

-- Locks what a sealed write of the caller reads: the notebook of the caller's entry, the notebook
-- into which the entry goes, and the entry. The entry comes last, as in a change of a notebook.
-- Locks nothing where neither notebook is sealed.
create function private.lock_sealed_writing(p_entry_id uuid, p_notebook_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := auth.uid();
  v_ids constant uuid[] := array(
    select id from public.notebooks
    where is_sealed and id in (p_notebook_id, (
      select notebook_id from public.journal_entries
      where id = p_entry_id and user_id = v_caller)));
begin
  if v_ids = '{}' then
    return;
  end if;
  -- One sealed write of a user at a time: shared locks that overlap would keep an exit waiting for
  -- as long as the user goes on writing.
  perform private.lock_sealed_account(v_caller);
  perform private.lock_written_notebooks(v_caller, v_ids);
  -- Waits for a comment that is being added.
  perform from public.journal_entries where id = p_entry_id and user_id = v_caller for update;
end
$$;

-- Refuses a caller who may not write in a sealed notebook now. Locks the notebook and its keys
-- against the exit of a member. Returns the newest epoch.
create function private.require_sealed_writer(p_notebook_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_notebook public.notebooks;
  v_state private.sealed_notebooks;
  v_member private.sealed_members;
begin
  perform private.lock_sealed_writing(null, p_notebook_id);
  select * into v_notebook from public.notebooks where id = p_notebook_id;
  select * into v_state from private.sealed_notebooks where notebook_id = p_notebook_id;
  perform private.refuse_if(private.sealed_account_of(v_caller) is null,
    409, 'Set up sealed notebooks first', 'no_account');
  select * into v_member from private.sealed_members
  where notebook_id = p_notebook_id and user_id = v_caller and until_seq is null;
  perform private.refuse_if(v_member is null or not private.stays_in_notebook(v_notebook, v_member),
    409, 'Only members of the sealed notebook write in it', 'not_a_member');
  perform private.refuse_if(
    private.is_closed(v_notebook, private.gone_from_notebook(p_notebook_id)),
    409, 'The notebook is closed, because its owner is gone', 'closed');
  perform private.refuse_if(v_state.rotation_due,
    409, 'Somebody has left: the notebook needs a new key first', 'rotation_due');
  return v_state.epoch;
end
$$;

-- The bytes of a record that the caller may store, and of its signature: refuses another form, and
-- another epoch than the newest. The service cannot know the text in it.
create function private.checked_record(
  p_sealed jsonb, p_epoch bigint, p_max integer, p_is_import boolean default false,
  out record bytea, out signature bytea
)
language plpgsql immutable set search_path = ''
as $$
declare
  v_epoch bigint;
begin
  perform private.refuse_if(octet_length(p_sealed ->> 'record') > p_max / 3 * 4 + 4,
    413, format('A record has at most %s bytes', p_max), 'too_large');
  record := private.from_base64url(p_sealed ->> 'record');
  signature := private.from_base64url(left(p_sealed ->> 'signature', 100));
  perform private.refuse_if(coalesce(octet_length(signature) <> 64, true),
    400, 'sealed.signature: expected 64 bytes in base64url', 'wrong_format');
  -- The head has 72 bytes, the tag 16, the text a multiple of 256.
  perform private.refuse_if(coalesce(octet_length(record) < 344
      or (octet_length(record) - 88) % 256 <> 0
      or substring(record for 4) <> '\x4a530101', true),
    400, 'sealed.record: not a record of format 1', 'wrong_format');
  perform private.refuse_if(octet_length(record) > p_max,
    413, format('A record has at most %s bytes', p_max), 'too_large');
  v_epoch := ('x' || encode(substring(record from 5 for 4), 'hex'))::bit(32)::bigint;
  perform private.refuse_if(v_epoch < p_epoch and not p_is_import,
    409, 'The notebook has a newer key: seal the text again', 'epoch_old');
  perform private.refuse_if(v_epoch > p_epoch,
    400, 'sealed.record: its key is newer than those of the notebook', 'invalid_value');
end
$$;

-- Why an entry and its notebook do not fit: `p_entry` is sealed and the notebook is not, or the
-- other way round.
create function private.refuse_unsealed(
  p_entry public.journal_entries, p_notebook public.notebooks
) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.refuse_if(not p_entry.is_sealed and p_notebook.user_id is distinct from p_entry.user_id,
    400, 'notebook_id: not found', 'unknown_value');
  perform private.refuse_if(not p_entry.is_sealed,
    400, 'sealed: required in a sealed notebook, in place of an open text', 'required');
  perform private.refuse(400, 'sealed: only in a sealed notebook', 'invalid_value');
end
$$;

-- Notebooks ---------------------------------------------------------------------------------------

-- Keeps sealed notebooks sealed, and their audience to the owner or one team.
create function private.guard_sealed_notebook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(tg_op = 'UPDATE' and new.is_sealed is distinct from old.is_sealed,
    409, 'A notebook is sealed when it is made, for good', 'sealed');
  perform private.refuse_if(new.is_sealed and (
      new.metadata_visibility <> new.content_visibility
      or new.metadata_visibility not in ('user', 'team') or new.org_id is not null),
    409, 'A sealed notebook is its owner''s or one team''s, with its metadata and its content',
    'sealed');
  return new;
end
$$;

create trigger notebooks_040_guard_sealed before insert or update on public.notebooks
  for each row when (new.is_sealed) execute function private.guard_sealed_notebook();
create trigger notebooks_041_guard_unsealed before update on public.notebooks
  for each row when (old.is_sealed <> new.is_sealed)
  execute function private.guard_sealed_notebook();

-- No device could read the entries of a sealed notebook without it.
create function private.refuse_sealed_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    exists (select from public.journal_entries where notebook_id = old.id),
    409, 'The sealed notebook has entries: move or delete them first', 'not_empty');
  return old;
end
$$;

create trigger notebooks_300_refuse_sealed_deletion before delete on public.notebooks
  for each row when (old.is_sealed) execute function private.refuse_sealed_deletion();

-- Gives a sealed notebook to another owner, or to nobody. The former owner's templates no longer
-- name it, and copies of the new owner get it.
create function private.give_notebook(p_id uuid, p_owner_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.entry_templates set notebook_id = null where notebook_id = p_id;
  update private.changes set user_id = coalesce(p_owner_id, user_id)
  where type = 'notebook' and id = p_id;
  update public.notebooks set user_id = p_owner_id where id = p_id;
end
$$;

-- Whether a sealed notebook outlives its owner: others are members, or have entries in it.
create function private.outlives_owner_of(p_notebook public.notebooks) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_notebook.is_sealed and (
    exists (
      select from public.journal_entries
      where notebook_id = p_notebook.id and user_id <> p_notebook.user_id)
    or exists (
      select from private.sealed_members as m
      where m.notebook_id = p_notebook.id and m.until_seq is null
        and m.user_id <> p_notebook.user_id and p_notebook.metadata_visibility = 'team'
        and private.team_role(p_notebook.team_id, m.user_id) is not null
        and exists (select from public.profiles where id = m.user_id and is_active)));
end
$$;

-- Erases up to p_limit notebooks of a user. A sealed one with other members stays without an owner.
create function private.erase_notebooks(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_notebook public.notebooks;
  v_count integer := 0;
begin
  for v_notebook in
    select * from public.notebooks where user_id = p_user_id limit p_limit for update
  loop
    v_count := v_count + 1;
    if private.outlives_owner_of(v_notebook) then
      perform private.give_notebook(v_notebook.id, null);
    else
      delete from public.notebooks where id = v_notebook.id;
    end if;
  end loop;
  return v_count;
end
$$;

create index notebooks_ownerless_idx on public.notebooks (written_at) where user_id is null;

-- Deletes sealed notebooks without an owner when the last member is gone and nobody has an entry.
create function private.end_ownerless_notebooks() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_most constant integer := 500;
  v_count integer;
begin
  delete from public.notebooks as n
  where n.id = any (array(
    select o.id from public.notebooks as o
    where o.user_id is null
      and not exists (select from public.journal_entries where notebook_id = o.id)
      and not exists (
        select from private.sealed_members as m
        where m.notebook_id = o.id and m.until_seq is null
          and private.stays_in_notebook(o, m))
    limit v_most for update skip locked));
  get diagnostics v_count = row_count;
  return jsonb_build_object('deleted', v_count, 'failed', 0, 'errors', '{}'::text[],
    'remaining', (v_count = v_most)::integer);
end
$$;

select private.schedule_statement('ownerless-notebooks', '*/1 * * * *',
  'select private.end_ownerless_notebooks()');

-- Exits -------------------------------------------------------------------------------------------

create function private.note_exits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_sealed_exits(array(
    select coalesce(to_jsonb(g) ->> 'user_id', to_jsonb(g) ->> 'id')::uuid from gone as g));
  return null;
end
$$;

-- Leaving a team or its organization, removal, the deletion of either.
create trigger team_members_600_note_exits after delete on public.team_members
  referencing old table as gone for each statement execute function private.note_exits();
-- The deletion of an account, which an operator may begin at the identity provider.
create trigger profiles_600_note_exits after delete on public.profiles
  referencing old table as gone for each statement execute function private.note_exits();

create function private.note_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_sealed_exits(array[new.id]);
  return null;
end
$$;

-- Blocking, and the beginning of a deletion.
create trigger profiles_610_note_blocked after update of is_active on public.profiles
  for each row when (old.is_active and not new.is_active) execute function private.note_blocked();

create function private.note_group_exit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_teams constant uuid[] := private.teams_of_group(new.id);
begin
  perform private.ask_for_rotation(array(
    select id from public.notebooks where team_id = any (v_teams) and is_sealed));
  return null;
end
$$;

-- The deletion of a large team or organization, which a job carries out.
create trigger removals_600_note_exits after insert on private.removals
  for each row execute function private.note_group_exit();

create function private.note_new_audience() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ask_for_rotation(array[new.id]);
  return null;
end
$$;

-- Another audience, also by the end of sharing when the owner leaves, and another owner.
create trigger notebooks_600_note_exits
  after update of metadata_visibility, team_id, user_id on public.notebooks
  for each row when (new.is_sealed and (old.metadata_visibility, old.team_id, old.user_id)
    is distinct from (new.metadata_visibility, new.team_id, new.user_id))
  execute function private.note_new_audience();

-- Reading -----------------------------------------------------------------------------------------

-- The log and the keys of a sealed notebook for a member: of the wraps only the member's own.
create function private.get_sealed_notebook(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_notebook public.notebooks;
  v_state private.sealed_notebooks;
  v_gone constant uuid[] := private.gone_from_notebook(p_id);
begin
  select * into v_notebook from public.notebooks where id = p_id;
  perform private.require_sealed_member(v_notebook, v_caller, p_writes => false);
  select * into v_state from private.sealed_notebooks where notebook_id = p_id;
  return jsonb_build_object(
    'epoch', v_state.epoch, 'rotation_due', v_state.rotation_due,
    'closed', private.is_closed(v_notebook, v_gone), 'gone', v_gone,
    'log', (
      select jsonb_agg(jsonb_build_object('statement', statement, 'signature', signature)
        order by seq)
      from private.sealed_log where notebook_id = p_id),
    'wrapped', coalesce((
      select jsonb_agg(jsonb_build_object('epoch', epoch, 'wrapped', wrapped)
        order by epoch, created_at, sender_id)
      from private.sealed_wraps where notebook_id = p_id and member_id = v_caller), '[]'),
    'previous', coalesce((
      select jsonb_agg(jsonb_build_object('epoch', epoch, 'sealed', sealed)
        order by epoch, created_at, sender_id)
      from private.sealed_previous where notebook_id = p_id), '[]'));
end
$$;

-- The state of the log, against which the service verifies the next statements: the last statement,
-- and the keys of the members who are there.
create function private.sealed_log_state(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_notebook public.notebooks;
begin
  select * into v_notebook from public.notebooks where id = p_id;
  perform private.require_sealed_member(v_notebook, v_caller);
  return (
    select jsonb_build_object('seq', s.seq, 'head', s.head, 'epoch', s.epoch, 'owner', s.owner_id,
      'members', (
        select jsonb_agg(jsonb_build_object('id', m.user_id, 'x25519', m.x25519,
          'ed25519', m.ed25519, 'proof', m.proof))
        from private.sealed_members as m where m.notebook_id = p_id and m.until_seq is null))
    from private.sealed_notebooks as s where s.notebook_id = p_id);
end
$$;

select private.expose('authenticated', 'get_sealed_notebook', 'sealed_log_state');
