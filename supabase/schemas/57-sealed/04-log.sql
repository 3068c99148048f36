-- The log of a sealed notebook grows under one lock. The service has verified form and signatures
-- of the statements before; these functions hold the chain, the rights, and the facts of the
-- service: the people, their keys and their teams.

insert into private.quotas (kind, max_daily)
values ('sealed statements', 500), ('sealed wraps', 20000);
-- The log itself has the hits.
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('sealed_rotations', 20, '1 day');

-- Refuses a statement, a wrap or a former key.
create function private.refuse_statement(p_condition boolean, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.refuse_if(p_condition, 400, p_message, 'wrong_statement');
end
$$;

-- Refuses the keys of a member that are not those of the user's account, which is locked.
create function private.require_account_keys(p_member jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account private.sealed_accounts;
begin
  v_account := private.sealed_account_of((p_member ->> 'id')::uuid);
  perform private.refuse_if(v_account.user_id is null,
    409, 'This person has not set up sealed notebooks yet', 'no_account');
  perform private.refuse_statement(
    (v_account.x25519, v_account.ed25519, v_account.proof) is distinct from
      (p_member ->> 'x25519', p_member ->> 'ed25519', p_member ->> 'proof'),
    'A member is added with other keys than those of the account');
end
$$;

-- Locks the people whom a statement adds or makes owner against leaving: the team, the membership,
-- the keys, which a sealed write locks before all else, and the account. Before the notebook: an
-- exit locks in this order too. A person outside of the team stays free: anybody can name one.
create function private.lock_added(p_team_id uuid, p_added uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
  v_id uuid;
begin
  perform from public.teams where id = p_team_id for key share;
  perform from public.team_members
  where team_id = p_team_id and user_id = any (p_added) order by user_id for key share;
  v_ids := array(
    select user_id from public.team_members
    where team_id = p_team_id and user_id = any (p_added) order by user_id);
  foreach v_id in array v_ids loop
    perform private.lock_sealed_account(v_id, p_shared => true);
  end loop;
  perform from public.profiles where id = any (v_ids) order by id for share;
end
$$;

-- Adds a member by a statement of the owner.
create function private.add_sealed_member(
  p_notebook public.notebooks, p_seq integer, p_member jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member private.sealed_members;
begin
  perform private.require_account_keys(p_member);
  insert into private.sealed_members (notebook_id, user_id, from_seq, x25519, ed25519, proof)
  values (p_notebook.id, (p_member ->> 'id')::uuid, p_seq, p_member ->> 'x25519',
    p_member ->> 'ed25519', p_member ->> 'proof')
  on conflict (notebook_id, user_id) where until_seq is null do nothing
  returning * into v_member;
  perform private.refuse_statement(not found, 'Somebody is added twice');
  perform private.refuse_if(not private.stays_in_notebook(p_notebook, v_member),
    409, 'Only members of the team of the notebook can be added', 'not_a_member');
  perform private.refuse_if((
    select count(*) > 100 from private.sealed_members
    where notebook_id = p_notebook.id and until_seq is null
  ), 409, 'A sealed notebook has at most 100 members, remove some first', 'quota_reached');
end
$$;

-- Removes a member: the owner anybody else, a member itself and whom the service calls gone.
create function private.remove_sealed_member(
  p_state private.sealed_notebooks, p_seq integer, p_by uuid, p_member_id uuid
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_statement(p_member_id = p_state.owner_id, 'The owner is never removed');
  perform private.refuse_statement(
    p_by not in (p_state.owner_id, p_member_id)
      and p_member_id <> all (private.gone_from_notebook(p_state.notebook_id)),
    'Only the owner removes members who are there');
  update private.sealed_members set until_seq = p_seq
  where notebook_id = p_state.notebook_id and user_id = p_member_id and until_seq is null;
  perform private.refuse_statement(not found, 'Somebody outside of the notebook is removed');
end
$$;

-- Makes another member the owner, of the notebook too.
create function private.hand_over_notebook(
  p_notebook public.notebooks, p_owner_id uuid, p_member_id uuid
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member private.sealed_members;
begin
  select * into v_member from private.sealed_members
  where notebook_id = p_notebook.id and user_id = p_member_id and until_seq is null;
  perform private.refuse_statement(not found or p_member_id = p_owner_id,
    'Only another member becomes the owner');
  perform private.refuse_if(not private.stays_in_notebook(p_notebook, v_member),
    409, 'The new owner is not in the team any more', 'not_a_member');
  -- Half of the room stays the new owner's: nobody fills it with notebooks of others.
  perform private.refuse_if((select max_total from private.quotas where kind = 'notebooks') <= 2 * (
    select count(*) from public.notebooks where user_id = p_member_id
  ), 409, 'The new owner has half as many notebooks as a user may have', 'quota_reached');
  perform private.give_notebook(p_notebook.id, p_member_id);
end
$$;

-- Carries out one statement, and returns the state after it.
create function private.take_statement(
  p_state private.sealed_notebooks, p_notebook public.notebooks, p_by uuid, p_text text,
  p_signature text
) returns private.sealed_notebooks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statement constant jsonb := p_text::jsonb;
  v_type constant text := v_statement ->> 'type';
  v_seq constant integer := p_state.seq + 1;
  v_state private.sealed_notebooks := p_state;
begin
  perform private.refuse_statement(
    (v_statement ->> 'notebook', v_statement ->> 'seq', v_statement ->> 'prev', v_statement ->> 'by')
      is distinct from (p_state.notebook_id::text, v_seq::text, p_state.head, p_by::text),
    'A statement does not continue the log, or names another sender');
  perform private.refuse_statement(not exists (
    select from private.sealed_members
    where notebook_id = p_state.notebook_id and user_id = p_by and until_seq is null
  ), 'A statement is by somebody outside of the notebook');
  if v_type = 'add' then
    perform private.refuse_statement(p_by <> p_state.owner_id, 'Only the owner adds members');
    perform private.add_sealed_member(p_notebook, v_seq, v_statement -> 'member');
  elsif v_type = 'remove' then
    perform private.remove_sealed_member(
      p_state, v_seq, p_by, (v_statement ->> 'member_id')::uuid);
    v_state.rotation_due := true;
  elsif v_type = 'rotate' then
    v_state.epoch := (v_statement ->> 'epoch')::bigint;
    perform private.refuse_statement(v_state.epoch is distinct from p_state.epoch + 1,
      'A statement leaves out an epoch');
    v_state.rotation_due := false;
  elsif v_type = 'owner' then
    perform private.refuse_statement(p_by <> p_state.owner_id,
      'Only the owner makes another member owner');
    v_state.owner_id := (v_statement ->> 'member_id')::uuid;
    perform private.hand_over_notebook(p_notebook, p_by, v_state.owner_id);
  else
    perform private.refuse_statement(true, 'A statement has an unknown type');
  end if;
  v_state.seq := v_seq;
  v_state.head := private.to_base64url(sha256(convert_to(p_text, 'UTF8')));
  insert into private.sealed_log (notebook_id, seq, statement, signature)
  values (p_state.notebook_id, v_seq, p_text, p_signature);
  return v_state;
end
$$;

-- Stores wraps and former keys, of which the first of each sender stays. Wraps are for members who
-- are there and stay.
create function private.keep_wraps(
  p_state private.sealed_notebooks, p_sender uuid, p_wraps jsonb, p_previous jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone constant uuid[] := private.gone_from_notebook(p_state.notebook_id);
begin
  perform private.refuse_statement(exists (
    select from jsonb_to_recordset(p_wraps) as w (epoch bigint, wrapped text)
    where not private.is_base64url(w.wrapped, 80)
      or coalesce(w.epoch not between 1 and p_state.epoch, true)
  ) or exists (
    select from jsonb_to_recordset(p_previous) as p (epoch bigint, sealed text)
    where not private.is_base64url(p.sealed, 48)
      or coalesce(p.epoch not between 2 and p_state.epoch, true)
  ), 'A wrap or a former key has another length, or belongs to another epoch');
  perform private.refuse_if(exists (
    select from jsonb_to_recordset(p_wraps) as w (member_id uuid)
    where w.member_id = any (v_gone) or not exists (
      select from private.sealed_members as m
      where m.notebook_id = p_state.notebook_id and m.user_id = w.member_id and m.until_seq is null)
  ), 409, 'A key is wrapped for somebody who is not a member', 'not_a_member');
  perform private.count_made('sealed wraps', p_sender,
    jsonb_array_length(p_wraps) + jsonb_array_length(p_previous));
  insert into private.sealed_wraps (notebook_id, member_id, epoch, sender_id, wrapped)
  select p_state.notebook_id, w.member_id, w.epoch, p_sender, w.wrapped
  from jsonb_to_recordset(p_wraps) as w (member_id uuid, epoch bigint, wrapped text)
  order by w.member_id, w.epoch
  on conflict do nothing;
  insert into private.sealed_previous (notebook_id, epoch, sender_id, sealed)
  select p_state.notebook_id, p.epoch, p_sender, p.sealed
  from jsonb_to_recordset(p_previous) as p (epoch bigint, sealed text)
  order by p.epoch
  on conflict do nothing;
end
$$;

-- Refuses statements after which a member who stays would lack the newest key, or a removed one
-- would still have it. A member who leaves alone cannot wrap for the others.
create function private.require_newest_wraps(
  p_before private.sealed_notebooks, p_state private.sealed_notebooks, p_by uuid,
  p_previous jsonb, p_removes boolean
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_statement(p_removes and p_state.rotation_due,
    'A removal comes with a new key, in one request');
  perform private.refuse_statement(p_state.epoch > p_before.epoch + 1,
    'One request makes one new key');
  if p_state.epoch > p_before.epoch then
    perform private.refuse_if(private.gone_from_notebook(p_state.notebook_id) <> '{}',
      409, 'Somebody who is gone has to be removed before a new key is made', 'not_a_member');
    perform private.refuse_statement(not exists (
      select from jsonb_to_recordset(p_previous) as p (epoch bigint)
      where p.epoch = p_state.epoch
    ), 'A new key comes with the former one under it');
  end if;
  perform private.refuse_statement(exists (
    select from private.sealed_members as m
    where m.notebook_id = p_state.notebook_id and m.until_seq is null and not exists (
      select from private.sealed_wraps as w
      where w.notebook_id = m.notebook_id and w.member_id = m.user_id and w.epoch = p_state.epoch
        and (p_state.epoch = p_before.epoch or w.sender_id = p_by))
  ), 'A member lacks the newest key');
end
$$;

-- The statements of a request, which have the form [{statement, signature}].
create function private.statements_of(p_statements jsonb) returns setof jsonb
language sql immutable set search_path = ''
as $$
  select (s ->> 'statement')::jsonb from jsonb_array_elements(p_statements) as s
$$;

-- Refuses one more new key that nobody needs, by a member other than the owner: the log never
-- shrinks, and every member reads all of it.
create function private.limit_rotations(
  p_state private.sealed_notebooks, p_user_id uuid, p_statements jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rule constant private.rate_limit_rules := (
    select r from private.rate_limit_rules as r where bucket = 'sealed_rotations');
  v_types constant text[] := array(
    select s ->> 'type' from private.statements_of(p_statements) as s);
  v_wait numeric;
begin
  if p_state.rotation_due or p_user_id = p_state.owner_id or 'remove' = any (v_types)
    or 'rotate' <> all (v_types) then
    return;
  end if;
  -- Until the rule no longer counts the 20th newest key.
  select extract(epoch from r.created_at + v_rule.per - now()) into v_wait
  from (
    select created_at, statement from private.sealed_log
    where notebook_id = p_state.notebook_id order by seq desc limit 500
  ) as r
  where r.statement::jsonb ->> 'type' = 'rotate'
    and r.created_at > now() - v_rule.per
  order by r.created_at desc offset v_rule.max_hits - 1 limit 1;
  perform private.refuse_if(v_wait is not null, 429, format(
    'At most %s new keys of a notebook a day; try again in %s seconds', v_rule.max_hits,
    ceil(v_wait)), 'rate_limited', ceil(v_wait)::integer);
end
$$;

-- Appends statements that the service has verified against the log up to p_after, with wraps and
-- former keys; or, without statements, wraps and former keys alone.
create function private.append_sealed_log(
  p_user_id uuid, p_session_id uuid, p_notebook_id uuid, p_after integer, p_statements jsonb,
  p_wraps jsonb default '[]', p_previous jsonb default '[]'
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_notebook public.notebooks;
  v_before private.sealed_notebooks;
  v_state private.sealed_notebooks;
  v_each record;
begin
  perform private.require_sealed_user(p_user_id, p_session_id);
  perform private.lock_added(
    (select team_id from public.notebooks where id = p_notebook_id), array(
      select coalesce(s -> 'member' ->> 'id', s ->> 'member_id')::uuid
      from private.statements_of(p_statements) as s
      where s ->> 'type' in ('add', 'owner')));
  select * into v_notebook from public.notebooks where id = p_notebook_id for no key update;
  select * into v_before from private.sealed_notebooks
  where notebook_id = p_notebook_id for no key update;
  perform private.require_sealed_member(v_notebook, p_user_id);
  perform private.refuse_if(v_before.seq <> p_after and jsonb_array_length(p_statements) > 0,
    409, 'The log has grown meanwhile: read it again', 'log_moved');
  perform private.limit_rotations(v_before, p_user_id, p_statements);
  perform private.count_made('sealed statements', p_user_id,
    greatest(jsonb_array_length(p_statements), 1));
  v_state := v_before;
  for v_each in select * from jsonb_to_recordset(p_statements) as s (statement text, signature text)
  loop
    v_state := private.take_statement(
      v_state, v_notebook, p_user_id, v_each.statement, v_each.signature);
    select * into v_notebook from public.notebooks where id = p_notebook_id;
  end loop;
  update private.sealed_notebooks set owner_id = v_state.owner_id, seq = v_state.seq,
    head = v_state.head, epoch = v_state.epoch, rotation_due = v_state.rotation_due
  where notebook_id = p_notebook_id;
  perform private.keep_wraps(v_state, p_user_id, p_wraps, p_previous);
  -- A member who leaves alone does not wrap a key for the others.
  if v_state.seq > v_before.seq and not (v_state.seq = v_before.seq + 1 and exists (
    select from private.sealed_members
    where notebook_id = p_notebook_id and user_id = p_user_id and until_seq = v_state.seq)) then
    perform private.require_newest_wraps(v_before, v_state, p_user_id, p_previous,
      p_removes => exists (
        select from private.sealed_members
        where notebook_id = p_notebook_id and until_seq > v_before.seq));
  end if;
end
$$;

-- Counts a notebook that the service inserts for a user.
create function private.count_sealed_notebook(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'notebooks');
begin
  perform private.count_made('notebooks', p_user_id, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from public.notebooks where user_id = p_user_id
  ), 409, format('At most %s notebooks, delete some first', v_max), 'quota_reached');
end
$$;

-- Makes a sealed notebook, whose first statement the service has verified.
create function private.create_sealed_notebook(
  p_user_id uuid, p_session_id uuid, p_fields jsonb, p_statement text, p_signature text,
  p_wrapped text
) returns public.notebooks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statement constant jsonb := p_statement::jsonb;
  v_notebook public.notebooks;
begin
  perform private.require_sealed_user(p_user_id, p_session_id);
  perform private.lock_memberships(p_user_id);
  perform private.lock_sealed_account(p_user_id, p_shared => true);
  perform private.refuse_statement(
    (v_statement ->> 'by', v_statement -> 'member' ->> 'id', v_statement ->> 'notebook')
      is distinct from (p_user_id::text, p_user_id::text, p_fields ->> 'id')
      or not private.is_base64url(p_wrapped, 80),
    'The first statement is about another notebook or person, or the wrap has another length');
  perform private.require_account_keys(v_statement -> 'member');
  perform private.count_sealed_notebook(p_user_id);
  insert into public.notebooks
    (id, user_id, name, metadata_visibility, content_visibility, team_id, written_at, is_sealed)
  values ((p_fields ->> 'id')::uuid, p_user_id, p_fields ->> 'name',
    coalesce(p_fields ->> 'metadata_visibility', 'user'),
    coalesce(p_fields ->> 'content_visibility', 'user'), (p_fields ->> 'team_id')::uuid,
    coalesce((p_fields ->> 'written_at')::timestamptz, now()), true)
  returning * into v_notebook;
  insert into private.sealed_notebooks (notebook_id, owner_id, seq, head, epoch)
  values (v_notebook.id, p_user_id, 1,
    private.to_base64url(sha256(convert_to(p_statement, 'UTF8'))), 1);
  insert into private.sealed_log (notebook_id, seq, statement, signature)
  values (v_notebook.id, 1, p_statement, p_signature);
  perform private.add_sealed_member(v_notebook, 1, v_statement -> 'member');
  insert into private.sealed_wraps (notebook_id, member_id, epoch, sender_id, wrapped)
  values (v_notebook.id, p_user_id, 1, p_user_id, p_wrapped);
  return v_notebook;
end
$$;

select private.expose('service_role', 'append_sealed_log', 'create_sealed_notebook');
