/** The figures of the administration's first screen: days, waiting work, and failures. */
import type { TransactionSql } from "postgres";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

/** Works in a transaction that sees no later rows of other tests, and rolls it back. */
async function alone(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  const rollback = new Error("rollback");
  await sql.begin("isolation level repeatable read", async (tx) => {
    // The lock comes before the first statement that reads: the job may count at this moment.
    await tx`lock table public.service_days in exclusive mode`;
    await work(tx);
    throw rollback;
  }).catch((error) => expect(error).toBe(rollback));
}

describe("the days of the service", () => {
  it("count sign-ups, active people, entries and the cost of AI, without synthetic users", async ({ ana, ben, cleo }) => {
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "A day", content: "Long" });
    const people = [ana, ben, cleo].map(({ id }) => id);
    await alone(async (tx) => {
      const days = async () => {
        await tx`select private.count_service_days()`;
        return await tx`
          select sign_ups, active_people, entries, ai_cost_usd::float from public.service_days
          where day >= private.utc_today() - 1 order by day`;
      };
      // At first all people and rows are old.
      await tx`update private.user_directory set created_at = '2020-01-01'
        where user_id in ${tx(people)}`;
      await tx`update public.journal_entries set written_at = '2020-01-01' where id = ${entry.id}`;
      const before = await days();

      await tx`update private.user_directory
        set created_at = (private.utc_today() - 1)::timestamp at time zone 'utc'
        where user_id in ${tx(people)}`;
      await tx`update public.profiles set is_ai = true where id = ${cleo.id}`;
      await tx`update public.journal_entries
        set written_at = private.utc_today()::timestamp at time zone 'utc' - interval '1 second'
        where id = ${entry.id}`;
      await tx`insert into public.workout_window_checkins (user_id, date, activity_type, photo_url)
        values (${ben.id}, private.utc_today() - 1, 'walk', 'photo.png'),
          (${cleo.id}, private.utc_today() - 1, 'walk', null)`;
      await tx`
        select private.record_token_usage(${ana.id}, 'chat', 'model', p_output_tokens => 1000000)`;

      const after = await days();
      const more = (index: number) =>
        Object.fromEntries(
          Object.keys(after[index]!).map((
            name,
          ) => [name, after[index]![name] - before[index]![name]]),
        );
      expect(more(0)).toEqual({ sign_ups: 2, active_people: 2, entries: 1, ai_cost_usd: 0 });
      expect(more(1)).toMatchObject({ sign_ups: 0, active_people: 0, entries: 0 });
      expect(more(1).ai_cost_usd).toBeCloseTo(0.6, 6);
    });
  });
});

describe("counting for somebody who looks", () => {
  it("is done for super admins, once a minute, and says when", async ({ admin, ana }) => {
    const refused = await ana.client.rpc("recount_service_days");
    expect([refused.status, refused.data]).toEqual([403, null]);
    await alone(async (tx) => {
      const claims = JSON.stringify({ sub: admin.id, user_role: "super_admin" });
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      const recount = async () =>
        (await tx`select private.recount_service_days() = now() as is_now`)[0]!.is_now;
      await tx`select private.count_service_days()`;
      await tx`update public.service_days set counted_at = now() - interval '61 seconds'`;
      expect(await recount()).toBe(true);
      await tx`update public.service_days set counted_at = now() - interval '50 seconds'`;
      expect(await recount()).toBe(false);
    });
  });
});

describe("waiting and failed work", () => {
  it("is counted by kind, each kind for its time", async ({ admin, ana }) => {
    await alone(async (tx) => {
      const claims = JSON.stringify({ sub: admin.id, user_role: "super_admin" });
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      const read = async () => {
        const rows = await tx`select metric, value::float from private.service_metrics()`;
        return Object.fromEntries(rows.map(({ metric, value }) => [metric, value]));
      };
      const before = await read();
      await tx`insert into private.reports (about, object_id, reason, text, action, resolved_at)
        values ('comment', gen_random_uuid(), 'spam', 'Buy', null, null),
          ('comment', gen_random_uuid(), 'spam', 'Buy', 'none', now())`;
      await tx`insert into public.workout_window_checkins (user_id, date, activity_type, status)
        values (${ana.id}, '2020-01-01', 'walk', 'pending'),
          (${ana.id}, '2020-01-02', 'walk', 'verified')`;
      await tx`insert into public.sponsors (name, status) values ('One', 'pending'),
        ('Two', 'approved')`;
      await tx`insert into private.emails (recipient, subject, status, created_at)
        values ('a@example.com', 'Hi', 'dead', now()), ('a@example.com', 'Hi', 'sent', now()),
          ('a@example.com', 'Hi', 'dead', now() - interval '2 days')`;
      await tx`insert into private.payment_events (id, type, outcome, created_at, received_at)
        values ('evt_1', 'x', 'no_user', now(), now()), ('evt_2', 'x', 'applied', now(), now()),
          ('evt_3', 'x', 'no_user', now(), now() - interval '8 days')`;
      await tx`insert into private.entry_imports
        (user_id, file_name, kind, total, error, completed_at)
        values (${ana.id}, 'a.csv', 'rows', 1, 'Given up', now()),
          (${ana.id}, 'b.csv', 'rows', 1, null, now())`;
      await tx`insert into public.refused_requests (hour, status, code, requests)
        values (date_trunc('day', now(), 'UTC'), 500, ${crypto.randomUUID()}, 3),
          (date_trunc('day', now(), 'UTC') - interval '1 hour', 500, ${crypto.randomUUID()}, 5)`;
      const after = await read();
      const more = Object.keys(after).map((name) => [name, after[name] - before[name]])
        .filter(([, number]) => number);
      expect(Object.fromEntries(more)).toMatchObject({
        reports_open: 1,
        check_ins_to_review: 1,
        sponsors_to_review: 1,
        mails_given_up: 1,
        payments_without_user: 1,
        imports_failed: 1,
        requests_failed_today: 3,
      });
      expect(after).toMatchObject({
        videos_to_review: expect.any(Number),
        opportunities_to_review: expect.any(Number),
        pushes_given_up: expect.any(Number),
      });
    });
  });
});
