/** The ledger: a signup bonus, a year of awards, adjustments and purchases of tone packs. */
import { fill, type Loader, slicesOf, withoutIndexes } from "./loading.ts";
import { every, type Size } from "./size.ts";

const price = 5;

/** Every twentieth user has a subscription. */
const isPremium = "(n % 20 = 0)";

interface Event {
  type: "signup_bonus" | "monthly_recurring" | "purchase" | "admin_adjustment";
  /** Months ago; an award is posted on the first, the others later in the month. */
  monthsAgo: number;
  /** SQL over `n`. */
  delta: string;
  /** Condition over `n`, for events that some users have. */
  who: string;
}

/** What happens to every account, in this order. */
function eventsOf(size: Size): Event[] {
  const events: Event[] = [{ type: "signup_bonus", monthsAgo: 25, delta: "50", who: "true" }];
  const buyers = `n % ${every(size, 1)} = 0`;
  for (let monthsAgo = size.share < 1 ? 1 : 12; monthsAgo > 0; monthsAgo--) {
    const delta = `(30 + 220 * ${isPremium}::integer)`;
    events.push({ type: "monthly_recurring", monthsAgo, delta, who: "true" });
    if (size.share < 1 || monthsAgo % 3 === 0) {
      events.push({ type: "purchase", monthsAgo, delta: `(-${price})`, who: buyers });
    } else if (monthsAgo > 1) {
      events.push({ type: "admin_adjustment", monthsAgo, delta: "1", who: "true" });
    }
  }
  return events;
}

const sumOf = (events: Event[]) =>
  events.map(({ delta, who }) => who === "true" ? delta : `(${delta} * (${who})::integer)`)
    .join(" + ");

/** The balance of user `n`, as SQL. */
export const balance = (size: Size): string => sumOf(eventsOf(size));

/** Tone packs that are for sale. */
export const packsOf = ({ users }: Size): number => Math.max(10, Math.floor(users / 100));

export const loadLedger: Loader = (loading) =>
  withoutIndexes(loading.sql, [
    "public.drops_ledger",
    "public.tone_pack_purchases",
  ], async () => {
    const { sql, users } = loading;
    const packs = packsOf(loading);
    const events = eventsOf(loading);
    let purchases = 0;
    for (const [number, { type, monthsAgo, delta, who }] of events.entries()) {
      const id = `${number} * ${users}::bigint + n + 1`;
      const month =
        `(date_trunc('month', world.now() at time zone 'utc') - interval '${monthsAgo} months')`;
      const at = type === "signup_bonus"
        ? `world.now() - interval '730 days' + n * interval '365 days' / ${users}`
        : type === "monthly_recurring"
        ? `${month} at time zone 'utc' + n * interval '10 minutes' / ${users}`
        : `${month} at time zone 'utc' + (10 + 10 * world.dice(n, ${number})) * interval '1 day'`;
      const pack = `world.id('tone pack', (n + 1 + 7 * ${purchases}) % ${packs})`;
      const [reason, source, reference, key] = {
        signup_bonus: ["'Welcome'", "'signup'", "null::uuid", "'signup'"],
        monthly_recurring: [
          "'Monthly drops'",
          "'monthly'",
          "null::uuid",
          `'monthly:' || to_char(${month}, 'YYYY-MM')`,
        ],
        purchase: ["'Tone pack: Pack'", "'tone_packs'", pack, `'tone_pack:' || ${pack}`],
        admin_adjustment: ["'Thank you'", "'admin'", "null::uuid", "null"],
      }[type];
      await sql.unsafe(`
        insert into public.drops_ledger (id, user_id, delta, balance_before, balance_after, type,
          reason, source, reference_id, idempotency_key, actor_id, created_at)
        overriding system value
        select ${id}, world.user_id(n), ${delta}, ${sumOf(events.slice(0, number)) || "0"},
          ${
        sumOf(events.slice(0, number + 1))
      }, '${type}', ${reason}, ${source}, ${reference}, ${key},
          case when '${type}' = 'admin_adjustment' then world.user_id(1) end, ${at}
        from generate_series(0, ${users - 1}) as n where ${who}`);
      if (type === "purchase") {
        await sql.unsafe(`
          insert into public.tone_pack_purchases (id, user_id, tone_pack_id, price_drops, ledger_id, created_at)
          select world.id('purchase', ${id}), world.user_id(n), ${pack}, ${price}, ${id}, ${at}
          from generate_series(0, ${users - 1}) as n where ${who}`);
        purchases++;
      }
    }
    await sql`select setval(pg_get_serial_sequence('public.drops_ledger', 'id'),
      ${events.length * users})`;
    loading.log(`  public.drops_ledger: ${events.length} movements of each user`);
  });

/** Subscriptions, tone packs with images and shares, and AI calls with the cost of each day. */
export const loadPurchases: Loader = async (loading) => {
  const { users, share } = loading;
  const packs = packsOf(loading);
  await withoutIndexes(loading.sql, [
    "public.subscriptions",
    "private.payment_customers",
    "private.payment_events",
    "public.tone_packs",
    "public.tone_pack_images",
    "public.tone_pack_shares",
  ], async () => {
    await fill(
      loading,
      "public.subscriptions",
      `
      insert into private.payment_customers (user_id, customer_id)
      select world.user_id(n), 'cus_' || n from generate_series(0, ${users - 1}) as n
      where ${isPremium};
      insert into public.subscriptions (id, user_id, payment_customer_id, payment_subscription_id,
        status, price_id, current_period_end, provider_updated_at, created_at)
      select world.id('subscription', n), world.user_id(n), 'cus_' || n, 'sub_' || n, 'active',
        'price_1', world.now() + interval '20 days', world.now() - interval '10 days', world.at(0)
      from generate_series(0, ${users - 1}) as n where ${isPremium};
      insert into private.payment_events (id, type, customer_id, subscription_id, outcome, created_at,
        received_at)
      select 'evt_' || n || '_' || m, 'customer.subscription.updated', 'cus_' || n, 'sub_' || n,
        'applied', at, at
      from generate_series(0, ${users - 1}) as n, generate_series(1, ${Math.ceil(12 * share)}) as m,
        lateral (select world.now() - m * interval '30 days' as at) as t where ${isPremium}`,
    );
    await fill(
      loading,
      "public.tone_packs",
      `
      insert into public.tone_packs (id, owner_id, name, description, theme, is_public, price_drops,
        image_count, created_at, updated_at)
      select world.id('tone pack', p), world.user_id((p * 100 + 51) % ${users}), 'Pack ' || p,
        'Calm pictures, number ' || p, (array['origami', 'animals', 'nature', 'icons'])[p % 4 + 1],
        true, ${price}, 3, at, at
      from generate_series(0, ${packs - 1}) as p, world.at(world.dice(p, 5) / 12) as at;
      insert into public.tone_pack_images (tone_pack_id, tone, path, is_preview)
      select k.id, tone, k.owner_id || '/' || k.id || '/' || tone || '-1.png', tone = 'joyful'
      from public.tone_packs as k, unnest(array['joyful', 'calm', 'sad']) as tone;
      insert into public.tone_pack_shares (id, tone_pack_id, user_id, email)
      select world.id('share', p * 2 + s), world.id('tone pack', p),
        case when s = 0 then world.user_id((p * 31 + 5) % ${users}) end,
        case when s = 1 then 'somebody' || p || '@example.org' end
      from generate_series(0, ${packs - 1}) as p, generate_series(0, 1) as s`,
    );
  });
  await withoutIndexes(loading.sql, ["public.token_usage", "private.ai_costs"], async () => {
    await fill(loading, "public.token_usage", ({ from, to }) => `
      insert into public.token_usage (user_id, type, model, input_tokens, output_tokens, images,
        cost_usd, entry_id, created_at)
      select world.user_id(n), type, case when type = 'image_generation' then 'image' else 'text' end,
        case when type = 'image_generation' then 0 else 500 end,
        case when type = 'image_generation' then 0 else 100 end,
        (type = 'image_generation')::integer,
        case when type = 'image_generation' then 0.04 else 0.000135 end,
        case when type = 'tone_analysis' then world.id('entry ' || n || ' ', j) end, world.at(t)
      from world.spread(${30 * share}, ${from}, ${to}, 30), lateral (
        select (array['tone_analysis', 'chat', 'tone_analysis', 'note_analysis', 'image_generation'])
          [1 + j % 5] as type) as kind`, slicesOf(30 * users * share));
    await fill(
      loading,
      "private.ai_costs",
      `
      insert into private.ai_costs (day, part, cost_usd)
      select (created_at at time zone 'utc')::date, 0, sum(cost_usd) from public.token_usage group by 1`,
    );
  });
};
