-- Entries do not wait for the scoring of their competition, nor changes of a tone pack for its
-- purchases. Runs of the job that scores competitions share the work, and go on with an unfinished
-- run instead of beginning anew.

-- Plain reading suffices: an entry that meets the end of the entries comes before it, and the
-- foreign key protects the competition.
create or replace function private.enter_competition(p_competition_id uuid, p_dream_id uuid)
returns public.competition_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_competition public.competitions;
  v_entry public.competition_entries;
begin
  select * into v_competition from public.competitions
  where id = p_competition_id and (is_active or private.is_super_admin());
  perform private.refuse_if(v_competition.id is null, 404, 'Competition not found');
  perform private.refuse_if(
    not v_competition.is_active or not v_competition.entry_open or v_competition.ends_at <= now(),
    409, 'The competition takes no entries', 'entries_closed');
  perform private.refuse_if(
    not exists (select from public.dreams where id = p_dream_id and user_id = v_caller),
    404, 'Dream not found');
  insert into public.competition_entries (competition_id, user_id, dream_id)
  values (p_competition_id, v_caller, p_dream_id)
  on conflict on constraint competition_entries_pkey do nothing
  returning * into v_entry;
  perform private.refuse_if(v_entry.user_id is null,
    409, 'You have entered this competition already', 'already_entered');
  return v_entry;
end
$$;

-- Purchases a public pack for the caller at its current price, and only at the price that the
-- caller expects where one is given. The creator earns nothing.
create or replace function private.purchase_tone_pack(
  p_tone_pack_id uuid, p_expected_price integer default null
)
returns table (
  id uuid, user_id uuid, tone_pack_id uuid, price_drops integer, ledger_id bigint,
  created_at timestamptz, balance integer
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_pack public.tone_packs;
  v_entry public.drops_ledger;
begin
  -- The lock serializes the purchase with the deletion of the owner's account, which ends the sale.
  perform from public.profiles as u
  where u.id = (select p.owner_id from public.tone_packs as p where p.id = p_tone_pack_id)
  for key share;
  -- The lock serializes the purchase with the removal of the pack. It is the one that the foreign
  -- key of the purchase takes: neither waits for a change of the price, nor that for purchases.
  select * into v_pack from public.tone_packs as p where p.id = p_tone_pack_id for key share;

  perform private.refuse_if(v_pack.deleted_at is null and v_pack.owner_id = v_caller,
    409, 'This is your own tone pack', 'own_tone_pack');
  perform private.refuse_if(exists (
    select from public.tone_pack_purchases as b
    where b.user_id = v_caller and b.tone_pack_id = p_tone_pack_id
  ), 409, 'You have purchased this tone pack already', 'already_purchased');
  perform private.refuse_if(v_pack.id is null or v_pack.deleted_at is not null
    or private.is_leaving(v_pack.owner_id)
    or not v_pack.is_public and not private.may_use_tone_pack(v_pack, v_caller),
    404, 'Tone pack not found');
  perform private.refuse_if(not v_pack.is_public,
    409, 'This tone pack is not for sale', 'not_for_sale');
  perform private.refuse_if(v_pack.price_drops = 0,
    409, 'This tone pack is free', 'tone_pack_free');
  perform private.refuse_if(v_pack.price_drops <> p_expected_price, 409,
    format('expected_price: the price of this tone pack is now %s', v_pack.price_drops),
    'price_changed');

  v_entry := private.post_drop(v_caller, -v_pack.price_drops, 'purchase',
    'Tone pack: ' || v_pack.name, 'tone_packs', v_pack.id, 'tone_pack:' || v_pack.id);
  -- A concurrent request of the caller was first.
  perform private.refuse_if(v_entry.id is null,
    409, 'You have purchased this tone pack already', 'already_purchased');
  return query
    insert into public.tone_pack_purchases as b (user_id, tone_pack_id, price_drops, ledger_id)
    values (v_caller, v_pack.id, v_pack.price_drops, v_entry.id)
    returning b.id, b.user_id, b.tone_pack_id, b.price_drops, b.ledger_id, b.created_at,
      v_entry.balance_after;
end
$$;

-- Scoring -----------------------------------------------------------------------------------------

-- The competitions that the job has yet to score, the one that was scored longest ago first. With
-- them since when the run is at work, which is unfinished until a call is complete: since its first
-- call, and not before the job was due.
create function private.competitions_to_score()
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
  c_job constant text := 'lab-recompute-competitions';
  v_since constant timestamptz := greatest(
    (select private.last_due(j.schedule, now()) from private.jobs as j where j.name = c_job),
    (select min(r.started_at) from private.job_runs as r
      where r.job = c_job and r.started_at > coalesce(
        (select max(c.started_at) from private.job_runs as c where c.job = c_job and c.complete),
        '-infinity')));
begin
  return query
    select c.id, c.title, v_since from public.competitions as c
    where c.is_active and c.entry_open and (c.last_scored_at >= v_since) is not true
    order by c.last_scored_at nulls first, c.id;
end
$$;

select private.expose('service_role', 'competitions_to_score');
