/**
 * Concurrent clients with connections of their own, some of which are cut: no entry is lost or
 * duplicated.
 */
import postgres from "postgres";
import { describe, expect } from "vitest";
import { CutClient, isCut } from "../support/cut-client.ts";
import { ledgerFaults } from "../support/ledger.ts";
import { it } from "../support/it.ts";
import { persons } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { randomNumbers } from "../support/random.ts";
import { sql } from "../support/sql.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const balanceOf = async (id: string) =>
  (await sql`select drops_balance from public.profiles where id = ${id}`)[0]!.drops_balance;

const entriesOf = (id: string) =>
  sql<{ delta: number; type: string; idempotency_key: string | null }[]>`
    select delta, type, idempotency_key from public.drops_ledger where user_id = ${id} order by id`;

/** The server ends a connection, also in the middle of a statement. */
const terminate = (pid: number) => sql`select pg_terminate_backend(${pid})`;

describe("many clients at once", () => {
  const clients = 15;
  const operations = 12;

  it("spend, receive and are awarded exactly once, some with cut connections", async () => {
    const people = await persons("Ana", "Ben", "Cleo", "Dan", "Eva");
    const [first] = people;
    /** The amount of each post by key and user, and the outcome that the client knows. */
    const asked = new Map<string, { user: string; delta: number }>();
    const done = new Set<string>();
    // A refusal after a lost attempt proves nothing: that attempt may still commit.
    const unknown = new Set<string>();
    let [refused, cut, undone, awards] = [0, 0, 0, 0];

    const work = async (n: number) => {
      const random = randomNumbers(n + 1);
      const client = new CutClient(platform.db_url);
      /** Repeats the same post after each cut until its outcome is known. */
      const certain = async (attempt: () => Promise<void>) => {
        while (true) {
          try {
            return await attempt();
          } catch (error) {
            if (!isCut(error)) throw error;
            cut++;
            client.die();
          }
        }
      };
      for (let i = 0; i < operations; i++) {
        // Half of the posts go to one account.
        const { id } = random(2) ? first! : people[random(people.length)]!;
        const key = `client ${n} operation ${i}`;
        const spends = random(2) === 0;
        const delta = spends ? -1 - random(40) : 1 + random(30);
        const type = spends ? "purchase" : "refund";
        const kind = random(10);

        let attempts = 0;
        const post = async () => {
          asked.set(`${key} ${id}`, { user: id, delta });
          attempts++;
          try {
            await client.sql`
              select private.post_drop(${id}, ${delta}, ${type}, 'Work', 'test', null, ${key})`;
            done.add(`${key} ${id}`);
          } catch (error) {
            if ((error as { code?: string }).code !== "PT402") throw error;
            if (attempts > 1) unknown.add(`${key} ${id}`);
            refused++;
          }
        };

        if (kind === 0) {
          // Posted and cut before the commit: must leave no entry.
          const sql = client.sql;
          await sql`begin`;
          await sql`
            select private.post_drop(${id}, 13, 'refund', 'Undone', 'test', null, ${
            key + " undone"
          })`;
          await terminate(await client.pid());
          client.die();
          undone++;
        } else if (kind === 1) {
          await certain(async () => {
            const given = await client.sql`select from private.award_month(array[${id}]::uuid[])`;
            awards += given.length;
          });
        } else if (kind === 2) {
          // Two users in one call, in any order.
          const other = people[(people.findIndex((each) => each.id === id) + 1) % 5]!.id;
          const pair = random(2) ? [id, other] : [other, id];
          for (const user of pair) asked.set(`${key} ${user}`, { user, delta: 2 });
          await certain(async () => {
            await client.sql`
              select from private.post_drops(array(
                select row(u, 2, 'refund', 'Pair', 'test', null, ${key}::text, null)::private.drop_post
                from unnest(array[${pair[0]!}, ${pair[1]!}]::uuid[]) as u))`;
            for (const user of pair) done.add(`${key} ${user}`);
          });
        } else if (kind === 3) {
          // The client disconnects during its request and repeats it after reconnecting.
          await certain(async () => void await client.pid());
          const lost = post().catch((error) => expect(isCut(error)).toBe(true));
          await new Promise((resolve) => setTimeout(resolve, random(6)));
          client.die();
          cut++;
          await lost;
          await certain(post);
        } else if (kind === 4) {
          // The server cuts the connection at a random moment of the request.
          const pid = await client.pid();
          await Promise.all([certain(post), terminate(pid)]);
          client.die();
        } else {
          await certain(post);
        }
      }
      client.die();
    };
    await Promise.all(Array.from({ length: clients }, (_, n) => work(n)));

    // Every acknowledged post is stored once, and there are no others.
    for (const { id } of people) {
      const entries = await entriesOf(id);
      const posted = entries.filter(({ type, idempotency_key }) =>
        type !== "signup_bonus" && !idempotency_key?.startsWith("monthly:")
      ).map(({ idempotency_key, delta }) => ({ key: `${idempotency_key} ${id}`, delta }));
      expect(posted.map(({ key }) => key).filter((key) => !unknown.has(key)).sort())
        .toEqual([...done].filter((key) => asked.get(key)!.user === id).sort());
      expect(new Set(posted.map(({ key }) => key)).size).toBe(posted.length);
      for (const { key, delta } of posted) {
        expect([key, asked.get(key)?.delta]).toEqual([key, delta]);
      }

      const awarded = entries.filter(({ type }) => type === "monthly_recurring");
      expect(awarded.length).toBeLessThanOrEqual(1);
      const sum = posted.reduce((total, { delta }) => total + delta, 50 + 30 * awarded.length);
      expect(await balanceOf(id)).toBe(sum);
    }
    expect(await ledgerFaults(sql)).toEqual([]);
    // The run had refusals, cuts and rolled back work.
    expect([refused > 0, cut > 0, undone > 0, awards > 0]).toEqual([true, true, true, true]);
  }, patience(120_000));

  it("spend one balance to its last drop and not below 0", async ({ ana }) => {
    const pool = postgres(platform.db_url, { max: clients, onnotice: () => {} });
    const spend = () =>
      pool`select private.post_drop(${ana.id}, -3, 'purchase', 'Spent', 'test')`.then(
        () => "spent",
        ({ code }) => code,
      );
    const outcomes = await Promise.all(Array.from({ length: 60 }, spend));
    await pool.end();
    // 16 times 3 are 48 of 50.
    expect(outcomes.filter((each) => each === "spent")).toHaveLength(16);
    expect(outcomes.filter((each) => each === "PT402")).toHaveLength(60 - 16);
    expect(await balanceOf(ana.id)).toBe(2);
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  it("post once for one key, sent ten times at once", async ({ ana }) => {
    const pool = postgres(platform.db_url, { max: 10, onnotice: () => {} });
    const entries = await Promise.all(
      Array.from({ length: 10 }, () =>
        pool`select * from private.post_drops(array[row(
          ${ana.id}, 5, 'refund', 'Once', 'test', null, 'the same', null)::private.drop_post])`),
    );
    await pool.end();
    expect(entries.flat()).toHaveLength(1);
    expect(await balanceOf(ana.id)).toBe(55);
  });

  it("create and delete one profile while others post to it", async ({ ana }) => {
    const pool = postgres(platform.db_url, { max: clients, onnotice: () => {} });
    let posted = 0;
    const post = () =>
      pool`select private.post_drop(${ana.id}, 1, 'refund', 'Meanwhile', 'test')`.then(
        () => posted++,
        // There is no profile to post to at that moment.
        ({ code }) => expect(code).toBe("PT404"),
      );
    const remake = async () => {
      await pool`delete from public.profiles where id = ${ana.id}`;
      await pool`
        insert into public.profiles (id, handle) values (${ana.id}, ${"r" + ana.id.slice(0, 8)})
        on conflict do nothing`;
    };
    await Promise.all(
      Array.from({ length: 90 }, (_, n) => n % 6 === 0 ? remake() : post()),
    );
    await remake();
    await pool.end();
    expect(posted).toBeGreaterThan(0);
    expect(await balanceOf(ana.id)).toBe(50 + posted);
    const entries = await entriesOf(ana.id);
    expect(entries.filter(({ type }) => type === "signup_bonus")).toHaveLength(1);
    expect(await ledgerFaults(sql)).toEqual([]);
  });
});
