SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.payment_user (
  p_stored           public.subscriptions,
  p_customer_id      text,
  p_metadata_user_id text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_metadata_user_id uuid;
begin
  -- Not in a query: Postgres may cast a constant when it plans one, whatever a condition says.
  if pg_input_is_valid(p_metadata_user_id, 'uuid') then
    v_metadata_user_id := p_metadata_user_id;
  end if;
  -- Locked until the event is stored, so that the deletion of the account comes before or after.
  return (
    select p.id from public.profiles as p
    where p.id = case
      when p_stored.payment_customer_id = p_customer_id then p_stored.user_id
      when p_stored.id is null then coalesce(
        (select user_id from private.payment_customers where customer_id = p_customer_id),
        v_metadata_user_id)
      end
      and (p_stored.id is not null or not exists (
        select from private.payment_customers as c
        where c.user_id = p.id and c.customer_id is distinct from p_customer_id))
    for key share of p);
end
$function$;
