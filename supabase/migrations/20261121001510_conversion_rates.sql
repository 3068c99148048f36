-- How many tokens a drop stands for. A new rate holds from the moment it is set; the old ones stay.

create table public.currency_conversion_rates (
  id uuid primary key default gen_random_uuid(),
  tokens_per_drop numeric(14, 4) not null
    constraint currency_conversion_rates_tokens_per_drop_check check (tokens_per_drop > 0 and tokens_per_drop <> 'NaN'),
  effective_from timestamptz not null default clock_timestamp(),
  -- No foreign key: the history outlives the account.
  set_by uuid,
  note text
    constraint currency_conversion_rates_note_check check (char_length(note) between 1 and 500),
  created_at timestamptz not null default now()
);

comment on table public.currency_conversion_rates is
  'Tokens to drops; the newest with effective_from up to now is in force. Append-only.';

create index currency_conversion_rates_page_idx
  on public.currency_conversion_rates (effective_from desc, id desc);

create trigger currency_conversion_rates_100_append_only before update or delete or truncate
  on public.currency_conversion_rates for each statement execute function private.refuse_change();

alter table public.currency_conversion_rates enable row level security;

create policy currency_conversion_rates_all_active on public.currency_conversion_rates
  as restrictive to authenticated using ((select private.caller_is_active()));
create policy currency_conversion_rates_select_super_admin on public.currency_conversion_rates
  for select to authenticated using ((select private.is_super_admin()));

grant select on public.currency_conversion_rates to authenticated, service_role;

-- The rate in force, null before the first one was set.
create function private.tokens_per_drop() returns numeric
language sql stable set search_path = ''
as $$
  select tokens_per_drop from public.currency_conversion_rates
  where effective_from <= now() order by effective_from desc, id desc limit 1
$$;

create function private.set_conversion_rate(p_tokens_per_drop numeric, p_note text)
returns public.currency_conversion_rates
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_super_admin();
  v_before numeric := private.tokens_per_drop();
  v_rate public.currency_conversion_rates;
begin
  insert into public.currency_conversion_rates (tokens_per_drop, set_by, note)
  values (p_tokens_per_drop, v_caller, p_note)
  returning * into v_rate;
  perform private.audit('conversion_rate.set', 'conversion_rate', v_rate.id::text,
    jsonb_build_object('tokens_per_drop', v_before),
    jsonb_build_object('tokens_per_drop', v_rate.tokens_per_drop), p_note);
  return v_rate;
end
$$;

create function public.set_conversion_rate(p_tokens_per_drop numeric, p_note text default null)
returns public.currency_conversion_rates
language sql volatile set search_path = ''
as $$ select private.set_conversion_rate(p_tokens_per_drop, p_note) $$;

select private.open_to_callers(array['set_conversion_rate(numeric, text)']);

-- The rate in force, as a row, for those who may see it.
create function public.current_conversion_rate() returns setof public.currency_conversion_rates
language sql stable rows 1 set search_path = ''
as $$
  select * from public.currency_conversion_rates
  where effective_from <= now() order by effective_from desc, id desc limit 1
$$;

revoke all on function public.current_conversion_rate() from public;
grant execute on function public.current_conversion_rate() to authenticated;
