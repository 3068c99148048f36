/**
 * The monthly award of all users: once for each, however often it runs and wherever it is
 * interrupted.
 */
import { describe, expect, it } from "vitest";
import { loadSavers } from "../../bench/drops.ts";
import { CutClient, isCut } from "../support/cut-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { ledgerFaults } from "../support/ledger.ts";
import { ownPlatform } from "../support/own-platform.ts";

const otherName = "test-encouragement-drops-cron-secret";
const own = await ownPlatform({ ENCOURAGEMENT_DROPS_CRON_SECRET: otherName });
const { person, send, persons } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");

const path = "/api/drops/cron/award-monthly-all";
const secret = { "x-cron-secret": testEnvironment.DROPS_CRON_SECRET };
const run = (headers: Record<string, string> = secret) => send("POST", path, undefined, headers);

let loaded = 0;
/** Creates this many new users who are due, every twentieth a subscriber. */
const newcomers = async (people: number) => {
  const range = { from: loaded, to: loaded += people };
  await loadSavers(own.superuser, range);
  await sql`analyze public.profiles, public.subscriptions, public.drops_ledger`;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const count = async (where: ReturnType<typeof sql>) =>
  (await sql<[{ count: number }]>`select count(*)::int from public.profiles where ${where}`)[0]
    .count;

/** Checks that nobody is due, every user has the right amount, and the ledger is consistent. */
const everyoneIsAwarded = async () => {
  const saver = sql`handle like 'saver\\_%'`;
  expect(await count(sql`${saver} and drops_balance not in (80, 300)`)).toBe(0);
  expect(await count(sql`${saver} and drops_balance = 300`)).toBe(loaded / 20);
  expect(await sql`select private.award_monthly_remaining(null, 1000000) as left`).toEqual([{
    left: 0,
  }]);
  expect(await ledgerFaults(sql)).toEqual([]);
};

describe("/api/drops/cron/award-monthly-all", () => {
  it("takes the cron secret under either name, in either header", async () => {
    const status = async (headers?: Record<string, string>) =>
      (await send("POST", path, undefined, headers)).status;
    const ana = await person("Ana");

    for (const right of [testEnvironment.DROPS_CRON_SECRET, otherName]) {
      expect(await status({ "x-cron-secret": right })).toBe(200);
      expect(await status({ authorization: `Bearer ${right}` })).toBe(200);
    }
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
  });
});

describe("the job", () => {
  it("awards everyone but synthetic users and reports counts", async () => {
    // More users than one step of the job processes.
    const people = 5_200;
    await newcomers(people);
    const robot = await person("Robot");
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    const users = await count(sql`not is_ai`);

    const { status, body } = await run();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: "Everyone has this month's drops",
      results: {
        total: users,
        awarded: people,
        skipped: users - people,
        failed: 0,
        remaining: 0,
        errors: [],
      },
    });
    await everyoneIsAwarded();
    expect((await robot.api("GET", "/api/drops/balance")).body).toEqual({ balance: 50 });

    const again = await run();
    expect(again.body.results).toEqual({
      ...body.results,
      awarded: 0,
      skipped: users,
    });
    await everyoneIsAwarded();
  });

  it("records each run", async () => {
    await run();
    const [recorded] = await sql`
      select complete, result ->> 'remaining' as remaining, ended_at > started_at as ended
      from private.job_runs where job = 'drops-award-monthly' order by id desc limit 1`;
    expect(recorded).toEqual({ complete: true, remaining: "0", ended: true });
  });

  it("awards the others when one balance would exceed the integer range", async () => {
    const [rich, poor] = await persons("Rich", "Poor");
    await sql`select private.post_drop(
      ${rich.id}, ${2147483647 - 50}, 'admin_adjustment', 'A test', 'test')`;
    const { body } = await run();
    expect(body.results).toMatchObject({
      awarded: 1,
      failed: 1,
      remaining: 0,
      errors: [`${rich.id}: the balance would become too large`],
    });
    expect((await poor.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
    // After the balance is lowered, the month's award is made.
    await sql`select private.post_drop(${rich.id}, -1000, 'purchase', 'A test', 'test')`;
    expect((await run()).body.results).toMatchObject({ awarded: 1, failed: 0 });
  });

  it("skips a locked user, reports it, and awards them in the next run", async () => {
    const ana = await person("Ana");
    let answer: Awaited<ReturnType<typeof run>>;
    await sql.begin(async (tx) => {
      await tx`select from public.profiles where id = ${ana.id} for update`;
      answer = await run();
    });
    expect(answer!.status).toBe(200);
    expect(answer!.body.message).toBe("1 user is left for the next call");
    expect(answer!.body.results).toMatchObject({ awarded: 0, failed: 0, remaining: 1 });
    const [last] = await sql`
      select complete from private.job_runs where job = 'drops-award-monthly'
      order by id desc limit 1`;
    expect(last!.complete).toBe(false);
    expect((await run()).body.results).toMatchObject({ awarded: 1, remaining: 0 });
  });

  it("reports a user who fails after the lock is gone", async () => {
    const rich = await person("Rich");
    const post = (delta: number) =>
      sql`select private.post_drop(${rich.id}, ${delta}, 'admin_adjustment', 'A test', 'test')`;
    await post(2147483647 - 50);
    let answer: ReturnType<typeof run>;
    await sql.begin(async (tx) => {
      await tx`select from public.profiles where id = ${rich.id} for update`;
      answer = run();
      // Longer than the first pass, which skips the user, and shorter than all of them.
      await new Promise((resolve) => setTimeout(resolve, 700));
    });
    expect((await answer!).body.results).toMatchObject({
      awarded: 0,
      failed: 1,
      remaining: 0,
      errors: [`${rich.id}: the balance would become too large`],
    });
    await post(-1000);
    expect((await run()).body.results).toMatchObject({ awarded: 1, failed: 0 });
  });
});

describe("at once", () => {
  it("two jobs and ten users award each user once", async () => {
    const people = 1_000;
    await newcomers(people);
    const impatient = await Promise.all(Array.from({ length: 10 }, (_, i) => person(`User ${i}`)));
    const [one, two, ...own] = await Promise.all([
      run(),
      run(),
      ...impatient.map((each) => each.api("POST", "/api/drops/award-monthly")),
    ]);
    expect([one!.status, two!.status]).toEqual([200, 200]);
    const bySelf = own.filter(({ status }) => status === 200).length;
    expect(own.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(one!.body.results.awarded + two!.body.results.awarded + bySelf)
      .toBe(people + impatient.length);
    expect([one!.body.results.remaining, two!.body.results.remaining]).toContain(0);
    await everyoneIsAwarded();
  });

  it("three runs with cut connections award each user once", async () => {
    await newcomers(1_000);
    let cuts = 0;
    /** Waits until the step is running, and a short moment more. */
    const cutStep = async (pid: number, ms: number, over: () => boolean) => {
      const working = () =>
        own.superuser`
          select from pg_stat_activity where pid = ${pid} and state = 'active'
            and query like '%award_monthly_batch%'`;
      while (!over() && (await working()).length === 0) await pause(2);
      await pause(ms);
      await own.superuser`select pg_terminate_backend(${pid})`;
    };
    /** A complete run, as the function does it; the connections of its first steps are cut. */
    const runOnce = async (cutAfter: number[]) => {
      const client = new CutClient(own.status.db_url);
      let after: string | null = null;
      do {
        const pid = await client.pid();
        const ms = cutAfter.shift();
        let over = false;
        const cut = ms === undefined ? undefined : cutStep(pid, ms, () => over);
        try {
          const rows: { last_id: string | null }[] = await client.sql`
            select last_id from private.award_monthly_batch(${after}, 500)`;
          after = rows[0]!.last_id;
        } catch (error) {
          if (!isCut(error)) throw error;
          cuts++;
        }
        over = true;
        if (cut) {
          await cut;
          client.die();
        }
      } while (after);
      client.die();
    };
    await Promise.all([
      runOnce([0, 20, 40]),
      runOnce([10, 0, 60]),
      runOnce([40, 5, 0]),
    ]);
    expect(cuts).toBeGreaterThan(0);
    // A run skips users whom another run has locked; the next run awards them.
    await runOnce([]);
    await everyoneIsAwarded();
  });
});
