-- Exports and archives: with the records, these sections and a recovery code everything opens that
-- the user could open. docs/sealed-format.md has a reader.

-- The notebooks of which a user is or was a member, with the last statement that the user could see
-- as one.
create view private.sealed_memberships as
  select user_id, notebook_id, max(coalesce(until_seq, 2147483647)) as until_seq
  from private.sealed_members group by user_id, notebook_id;

comment on view private.sealed_memberships is
  'The sealed notebooks of each user, former ones too, and how much of the log the user may have.';

create view private.exported_sealed_logs as
  select m.user_id, l.notebook_id, l.seq, l.statement, l.signature
  from private.sealed_memberships as m
  join private.sealed_log as l on l.notebook_id = m.notebook_id and l.seq <= m.until_seq;

create view private.exported_sealed_previous as
  select m.user_id, p.notebook_id, p.epoch, p.sender_id, p.sealed
  from private.sealed_memberships as m
  join private.sealed_previous as p on p.notebook_id = m.notebook_id
  where p.epoch <= (
    select max(w.epoch) from private.sealed_wraps as w
    where w.notebook_id = m.notebook_id and w.member_id = m.user_id);

comment on view private.exported_sealed_logs is 'The section `sealed_logs` of an export.';
comment on view private.exported_sealed_previous is 'The section `sealed_previous` of an export.';

select private.register_person_column('private.sealed_members', 'user_id',
  'The log names ids and public keys of members for good: without them nobody could check it.',
  'keep');
select private.register_person_column('private.sealed_notebooks', 'owner_id',
  'The owner by the log, which names ids for good.', 'keep');
select private.register_person_column('private.sealed_previous', 'sender_id',
  'The member who has made a key, on which the keys of others hang.', 'keep');
select private.register_person_column('private.sealed_wraps', 'sender_id',
  'The member who has wrapped a key for somebody else, who needs it.', 'keep');
select private.register_export_section('sealed_logs', 'private.exported_sealed_logs',
  's.user_id = $1 and (select private.caller_is_account_holder())',
  '{notebook_id,seq}', '{user_id}');
select private.register_export_section('sealed_previous', 'private.exported_sealed_previous',
  's.user_id = $1 and (select private.caller_is_account_holder())',
  '{notebook_id,epoch,sender_id}', '{user_id,sender_id}');
select private.register_personal_data('private.sealed_wraps', p_section => 'sealed_keys',
  p_person => 'member_id', p_page_key => '{member_id,notebook_id,epoch,sender_id}',
  p_condition => 's.member_id = $1 and (select private.caller_is_account_holder())',
  p_omitted => '{member_id,sender_id}');

select private.register_person_column('private.sealed_log', 'notebook_id',
  p_section => 'sealed_logs');
select private.register_person_column('private.sealed_previous', 'notebook_id',
  p_section => 'sealed_previous');
select private.register_person_column('private.sealed_members', 'notebook_id',
  'The state after the log, which the export contains.');
select private.register_person_column('private.sealed_notebooks', 'notebook_id',
  'The state after the log, which the export contains.');

-- The archive -------------------------------------------------------------------------------------

-- The keys and slots that open the records of an archive: {user_id, account, slots}.
create function private.archived_account() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_account constant private.sealed_accounts := private.sealed_account_of(v_caller);
begin
  perform private.require_account_holder();
  perform private.count_made('pages of exports', v_caller, 1);
  return jsonb_build_object('user_id', v_caller,
    'account', jsonb_build_object('id', v_caller, 'x25519', v_account.x25519,
      'ed25519', v_account.ed25519, 'proof', v_account.proof),
    'slots', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'parameters', s.parameters,
        'sealed_secret', s.sealed_secret) order by s.generation, s.created_at, s.id)
      from private.sealed_slots as s where s.user_id = v_caller), '[]'));
end
$$;

-- The log and the caller's keys of a notebook of which the caller is or was a member.
create function private.archived_notebook(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  perform private.count_made('pages of exports', v_caller, 1);
  return jsonb_build_object('id', p_id,
    'log', coalesce((
      select jsonb_agg(jsonb_build_object('statement', l.statement, 'signature', l.signature)
        order by l.seq)
      from private.exported_sealed_logs as l
      where l.user_id = v_caller and l.notebook_id = p_id), '[]'),
    'wrapped', coalesce((
      select jsonb_agg(jsonb_build_object('epoch', w.epoch, 'wrapped', w.wrapped)
        order by w.epoch, w.sender_id)
      from private.sealed_wraps as w where w.member_id = v_caller and w.notebook_id = p_id), '[]'),
    'previous', coalesce((
      select jsonb_agg(jsonb_build_object('epoch', p.epoch, 'sealed', p.sealed)
        order by p.epoch, p.sender_id)
      from private.exported_sealed_previous as p
      where p.user_id = v_caller and p.notebook_id = p_id), '[]'));
end
$$;

-- Up to four of the caller's sealed entries with these ids, as records of an archive.
create function private.archived_records(p_ids uuid[]) returns setof json
language plpgsql volatile security definer rows 4 set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  perform private.count_made('pages of exports', v_caller, 1);
  return query
    select json_build_object('kind', 'entry', 'notebook_id', e.notebook_id, 'object_id', e.id,
      'author_id', e.user_id, 'version', r.version,
      'record', private.to_base64url(r.record), 'signature', private.to_base64url(r.signature),
      'written_at', e.written_at)
    from public.journal_entries as e join private.sealed_records as r on r.entry_id = e.id
    where e.id = any (p_ids[:4]) and e.user_id = v_caller
    order by e.written_at, e.id;
end
$$;

select private.expose('authenticated', 'archived_account', 'archived_notebook',
  'archived_records');
