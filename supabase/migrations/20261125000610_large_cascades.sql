-- What many users add to one dream or entry: a quota of builds, and the erasure of entries with
-- many comments and reactions.

insert into private.quotas (kind, max_daily) values ('dream builds', 1000);

create or replace function private.build_dream(p_id uuid) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream constant public.dreams := private.visible_dream(p_id);
begin
  -- Before the lock of the dream, which everybody shares.
  perform private.count_made('dream builds', v_caller, 1);
  perform private.refuse_if(not private.record_dream_event(v_dream, v_caller, 'build'),
    409, 'You have recorded a build of this dream', 'already_exists');
  return private.visible_dream(p_id);
end
$$;
