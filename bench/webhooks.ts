/**
 * The cost of 10,000 webhooks: for a write of their owners, for the job when little has changed,
 * and deliveries a second, one at a time and four.
 */
import { deliverWebhooks } from "../functions/webhooks/delivery.ts";
import { newSecret } from "../functions/webhooks/sending.ts";
import { claim } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";
import { createPeople } from "./people.ts";
import type { Database } from "./superuser.ts";
import { userId } from "./world/size.ts";

const owners = 10_000;
/** A user without a webhook. */
const other = userId(owners);
/** Milliseconds that a receiver takes. */
const RECEIVER_MS = 20;

export async function benchWebhooks(
  { sql, status }: Database,
  log: (line: string) => void,
): Promise<Row[]> {
  await sql.begin((tx) => createPeople(tx, "owner", { from: 0, to: owners + 1 }));
  await sql`insert into private.profile_changes (user_id) select id from public.profiles
    on conflict do nothing`;
  const receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    await new Promise((resolve) => setTimeout(resolve, RECEIVER_MS));
    return new Response();
  });
  const origin = `http://127.0.0.1:${receiver.addr.port}`;
  const variables = {
    SUPABASE_URL: status.api_url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: status.publishable_key }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: status.secret_key }),
    WEBHOOK_KEY: btoa("a key of the bench of webhooks.."),
    WEBHOOK_ORIGINS: origin,
  };
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  const connection = await sql.reserve();
  try {
    await sql`
      insert into private.webhooks (user_id, url, events, description, secret, era, since)
      select id, ${`${origin}/`}, '{goal.changed}', '', 'replaced', era, private.sync_snapshot()
      from public.profiles, private.sync_eras where handle like 'owner\\_%' and id <> ${other}`;
    // The first hundred receive.
    for (let n = 0; n < 100; n++) {
      const { encrypted } = await newSecret(userId(n));
      await sql`update private.webhooks set secret = ${encrypted} where user_id = ${userId(n)}`;
    }
    await sql`vacuum (analyze)`;

    log("Writes with and without a webhook");
    const watcher = userId(owners - 1);
    await sql`insert into public.goals (user_id, title) values (${watcher}, 'Run'), (${other}, 'Run')`;
    const write = async (who: string) => {
      await claim(connection, who);
      for (let n = 0; n < 20; n++) {
        await connection`update public.goals set title = ${`Run ${n}`} where user_id = ${who}`;
      }
    };
    const { without, watched } = await compare(60, {
      without: () => write(other),
      watched: () => write(watcher),
    }, { swap: true });
    await sql`delete from private.webhooks where user_id = ${watcher}`;

    log("Events");
    const makeAll = async () => {
      for (let after: string | null = null, more = true; more; more = after !== null) {
        [{ after }] = await sql<[{ after: string | null }]>`
          select private.make_webhook_events(${after}) as after` as [{ after: string | null }];
      }
    };
    await makeAll();
    const { nothing } = await compare(20, { nothing: makeAll });

    const rates: Record<number, number> = {};
    for (const atOnce of [1, 4]) {
      log(`Deliveries, ${atOnce} at once`);
      await sql`
        insert into private.webhook_deliveries (webhook_id, type, object_id)
        select w.id, 'goal.changed', w.id
        from private.webhooks as w, generate_series(1, 5)
        where w.secret <> 'replaced'`;
      await sql`select private.make_due(id) from private.webhooks where secret <> 'replaced'`;
      const start = performance.now();
      const { results, remaining } = await deliverWebhooks({ atOnce });
      if (results.delivered !== 500 || remaining) throw new Error(JSON.stringify(results));
      rates[atOnce] = 500_000 / (performance.now() - start);
    }
    const count = owners.toLocaleString("en");
    return [
      atMost(
        `20 changes of a goal of a user with a webhook, of ${count}, against one without`,
        `${ms(watched.p50, 2)}, without ${ms(without.p50, 2)}`,
        watched.p50 / without.p50,
        1.1,
      ),
      {
        what: `events of ${count} webhooks when nothing changed`,
        measured: `${ms(nothing.p50, 0)}, longest ${ms(nothing.longest, 0)}`,
        bar: "< 10 s",
        ok: nothing.longest < 10_000,
      },
      {
        what: `deliveries to a receiver that takes ${RECEIVER_MS} ms, four at once against one`,
        measured: `${Math.round(rates[4]!)}/s, one ${Math.round(rates[1]!)}/s`,
        ratio: rates[4]! / rates[1]!,
        bar: ">= 2",
        ok: rates[4]! / rates[1]! >= 2,
      },
    ];
  } finally {
    connection.release();
    await receiver.shutdown();
  }
}
