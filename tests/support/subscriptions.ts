import { sql } from "./sql.ts";

/** Gives a person a subscription, with the status that the payment provider says. */
export const subscribe = ({ id }: { id: string }, status = "active") =>
  sql`
    insert into public.subscriptions
      (user_id, payment_customer_id, payment_subscription_id, status, provider_updated_at)
    values (${id}, ${"cus_" + id}, ${"sub_" + crypto.randomUUID()}, ${status}, now())`;
