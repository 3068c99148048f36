-- Frequent functions that run under the rights of the caller, in plpgsql, which keeps their plans:
-- as language sql they are parsed and planned at every call.

create or replace function public.get_profile() returns setof public.profiles
language plpgsql stable rows 1 set search_path = ''
as $$
begin
  return query
    select changed.* from public.profiles as p
    cross join lateral jsonb_populate_record(p, case
      when p.preferences ->> 'active_tone_pack_id' is null then '{}'
      else jsonb_build_object('preferences', p.preferences
        || jsonb_build_object('active_tone_pack_id', private.active_tone_pack_id())) end) as changed
    where p.id = (select auth.uid());
end
$$;

create or replace function public.count_unread_notifications() returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.notifications
    where user_id = (select auth.uid()) and read_at is null
  );
end
$$;

-- With json, as sync: a hundred packs with their images made nested jsonb large.
drop function public.tone_pack_overview;
create function public.tone_pack_overview(p_limit integer default 50) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select json_object_agg(key, value)
    from (
      select scope, (
        select coalesce(json_agg(c order by c.created_at desc, c.id desc), '[]')
        from public.list_tone_packs(scope, p_limit => p_limit) as c
      )
      from unnest(array['own', 'shared', 'public', 'purchased']) as scope
      union all
      select 'active_tone_pack_id', to_json(private.active_tone_pack_id())
    ) as lists (key, value)
  );
end
$$;

grant execute on function public.tone_pack_overview to authenticated;
