SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_made (
  p_kind    text,
  p_user_id uuid,
  p_count   bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_daily(p_kind, private.add_made(p_kind, p_user_id, p_count));
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_entry_attachment (
  p_entry_id uuid,
  p_bytes    integer,
  p_id       uuid    DEFAULT NULL::uuid
)
  RETURNS SETOF public.entry_attachments
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  perform private.require_own_entry(p_entry_id);
  return query
    select * from public.entry_attachments where id = p_id and entry_id = p_entry_id;
  if not found then
    -- The insert refuses the same, but only after the files are stored.
    perform private.refuse_if(exists (select from public.entry_attachments where id = p_id),
      409, 'id: already taken, make another one', 'id_taken');
    perform private.require_attachment_room(auth.uid(), p_entry_id, 1, p_bytes);
    perform private.require_daily('attachments', 1 + coalesce((
      select made from private.quota_days where user_id = auth.uid() and kind = 'attachments'
        and day >= private.utc_today()
    ), 0));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_daily (
  p_kind text,
  p_made bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := (select max_daily from private.quotas where kind = p_kind);
  v_tomorrow constant timestamptz := date_trunc('day', now(), 'UTC') + interval '1 day';
begin
  if p_made > v_max then
    perform private.refuse(429, format('At most %s %s a day (UTC)', v_max, p_kind),
      'daily_quota_reached', ceil(extract(epoch from v_tomorrow - now()))::integer);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "private"."require_daily"(text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_daily"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_daily"(text, bigint) TO "postgres";
