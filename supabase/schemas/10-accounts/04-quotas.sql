-- Quotas: how many objects one user can make, by direct writes and by functions. Objects that the
-- service makes by itself, and objects that a super admin imports for a user, do not count.

create table private.quotas (
  kind text not null,
  max_daily integer not null check (max_daily > 0),
  max_total integer check (max_total > 0),
  primary key (kind)
);

select private.hide_table('private.quotas',
  'How many objects of a kind one user may make and keep.');
comment on column private.quotas.kind is 'The name of the objects in a refusal.';
comment on column private.quotas.max_daily is
  'How many may be made on one day (UTC); a deletion makes no room.';
comment on column private.quotas.max_total is 'How many may exist at a time; null for any number.';

create table private.quota_days (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null references private.quotas (kind) on delete cascade,
  day date not null,
  made integer not null,
  primary key (user_id, kind)
);

select private.hide_table('private.quota_days',
  'How many objects of a kind a user has made on the last day on which the user made any.');

create index quota_days_kind_idx on private.quota_days (kind);

-- Adds to what a user has made today, and returns the sum and its limit. Until the end of the
-- transaction the user's other transactions that make the same kind wait.
create function private.add_made(
  p_kind text, p_user_id uuid, p_count bigint, out sum integer, out max integer
)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A transaction that began before midnight does not reset the count of the new day.
  insert into private.quota_days as d (user_id, kind, day, made)
  values (p_user_id, p_kind, private.utc_today(), p_count)
  on conflict (user_id, kind) do update set
    day = greatest(d.day, excluded.day),
    made = case when d.day >= excluded.day then d.made else 0 end + excluded.made
  returning d.made, (select q.max_daily from private.quotas as q where q.kind = d.kind)
  into add_made.sum, add_made.max;
end
$$;

-- Refuses more of a kind than a user may make on one day.
create function private.require_daily(p_kind text, p_made bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := (select max_daily from private.quotas where kind = p_kind);
  v_tomorrow constant timestamptz := date_trunc('day', now(), 'UTC') + interval '1 day';
begin
  if p_made > v_max then
    perform private.refuse(429, format('At most %s %s a day (UTC)', v_max, p_kind),
      'daily_quota_reached', ceil(extract(epoch from v_tomorrow - now()))::integer);
  end if;
end
$$;

-- Counts what a user makes, and refuses more than a day's quota.
create function private.count_made(p_kind text, p_user_id uuid, p_count bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_today constant record := private.add_made(p_kind, p_user_id, p_count);
begin
  if v_today.sum > v_today.max then
    perform private.require_daily(p_kind, v_today.sum);
  end if;
end
$$;

-- Counts the rows of a statement for its caller. Its arguments are the kind and, for a kind with a
-- total, the column of the owner and a condition on the rows t of the owner $1 that count.
create function private.keep_quota() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_caller constant uuid := (select auth.uid());
  v_made constant bigint := (select count(*) from made);
  v_max integer;
  v_held bigint;
begin
  if v_caller is null or v_made = 0 then
    return null;
  end if;
  perform private.count_made(tg_argv[0], v_caller, v_made);
  if tg_nargs = 1 then
    return null;
  end if;
  v_max := (select max_total from private.quotas where kind = tg_argv[0]);
  -- Reads no more rows than the quota allows. After the count, which lets one transaction in at a
  -- time.
  execute format(
    'select count(*) from (select from %s as t where t.%I = $1 and (%s) limit $2) as held',
    tg_relid::regclass, tg_argv[1], tg_argv[2])
  into v_held using v_caller, v_max + 1;
  perform private.refuse_if(v_held > v_max,
    409, format('At most %s %s, delete some first', v_max, tg_argv[0]), 'quota_reached');
  return null;
end
$$;

-- Rows of any table that a client changes or deletes by its own statements.
insert into private.quotas (kind, max_daily) values ('changed rows', 20000);
select private.limit_answers('public.profiles', 'update');

-- Sets the quota of a table. Tables of one kind share it.
create function private.set_quota(
  p_table regclass, p_kind text, p_daily integer, p_total integer default null,
  p_owner name default 'user_id', p_condition text default 'true'
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.quotas (kind, max_daily, max_total) values (p_kind, p_daily, p_total)
  on conflict (kind) do update
    set max_daily = excluded.max_daily, max_total = excluded.max_total;
  execute format(
    'create or replace trigger %I after insert on %s referencing new table as made
      for each statement execute function private.keep_quota(%L%s)',
    (select relname from pg_catalog.pg_class where oid = p_table) || '_800_keep_quota', p_table,
    p_kind, case when p_total is not null then format(', %L, %L', p_owner, p_condition) end);
end
$$;
