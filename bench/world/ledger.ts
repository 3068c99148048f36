/** The ledger: a signup bonus, a year of awards, adjustments and purchases of tone packs. */
import { type Loading, pauseIndexes } from "./loading.ts";
import type { Size } from "./size.ts";

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

/** The events of every account, in this order. */
function eventsOf(size: Size): Event[] {
  const events: Event[] = [{ type: "signup_bonus", monthsAgo: 25, delta: "50", who: "true" }];
  const buyers = `n % ${Math.round(1 / size.share)} = 0`;
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

export async function loadLedger(loading: Loading): Promise<void> {
  const { sql, users } = loading;
  const buildIndexes = await pauseIndexes(sql, "public.drops_ledger", "public.tone_pack_purchases");
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
  await buildIndexes();
  loading.log(`  public.drops_ledger: ${events.length} movements of each user`);
}
