/** A row that raises an error does not keep a job from the rows behind it, and the job reports it. */
import { describe, expect } from "vitest";
import { failing } from "../user/leaving.ts";
import { makeDue, remind, reminded, timesOf } from "../reminders/support.ts";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { sql } from "../support/sql.ts";
import { chainAround } from "../workout-window/days.ts";

const paused = ["organization-deletions", "search-languages", "notebook-changes", "sharing-ends"];
for (const job of paused) pauseSchedule(job);

/** Makes each notification of a person fail while the work is done; its rows. */
async function withoutNotices<Row>({ id }: Person, work: () => Promise<Row>): Promise<Row> {
  const repair = await failing("insert", "public.notifications", `new.user_id = '${id}'`);
  try {
    return await work();
  } finally {
    await repair();
  }
}

const errorsOf = ([row]: readonly { errors?: string[] }[]) => row!.errors!.join("; ");

describe("a row that raises an error stops no other row of the", () => {
  it("reminders, and is tried again within the hour", async ({ ana, ben }) => {
    const [first, second] = [await remind(ana), await remind(ben)];
    await makeDue(first, 5);
    await makeDue(second, 1);
    const result = await withoutNotices(ana, () => sql`select * from private.send_reminders(1000)`);
    expect(errorsOf(result)).toContain(`${first.id}: arranged failure`);
    expect([await reminded(ana), await reminded(ben)]).toMatchObject([[], [{}]]);
    const { next_at } = await timesOf(first);
    expect(next_at.getTime() - Date.now()).toBeGreaterThan(50 * 60_000);
    await makeDue(first, 1);
    await sql`select * from private.send_reminders(1000)`;
    expect(await reminded(ana)).toHaveLength(1);
  });

  it("weekly reviews", async ({ ana, ben }) => {
    const at = "2026-11-23T09:00Z";
    for (const who of [ana, ben]) {
      await ok(who, "PUT", "/api/user/profile", { preferences: { weekly_review: true } });
      await ok(who, "POST", "/api/journal", {
        title: "A day",
        content: "two words",
        written_at: "2026-11-18T10:00:00Z",
      });
      await sql`
        update private.weekly_reviews set next_at = ${at}::timestamptz where user_id = ${who.id}`;
    }
    const result = await withoutNotices(
      ana,
      () => sql`select * from private.send_weekly_reviews(1000, null, ${at}::timestamptz)`,
    );
    expect(errorsOf(result)).toContain(`${ana.id}: arranged failure`);
    expect(result[0]!.failed).toBe(1);
    expect(await noticesOf(ana, "weekly_review")).toEqual([]);
    expect(await noticesOf(ben, "weekly_review")).toHaveLength(1);
    const [row] = await sql`
      select next_at > ${at}::timestamptz as later from private.weekly_reviews
      where user_id = ${ana.id}`;
    expect(row!.later).toBe(true);
  });

  it("reminders of windows", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    await sql`
      update public.workout_window_chains set starts_at = now() + interval '10 minutes',
        ends_at = now() + interval '2 hours', closes_at = now() + interval '150 minutes',
        reminded_at = null
      where date = ${date} and user_id = any (${[ana.id, ben.id]})`;
    const result = await withoutNotices(
      ana,
      () => sql`select * from private.send_window_reminders(1000)`,
    );
    expect(errorsOf(result)).toContain("arranged failure");
    expect(await noticesOf(ana, "window_reminder")).toEqual([]);
    expect(await noticesOf(ben, "window_reminder")).toHaveLength(1);
  });

  it("prompts for the next step", async ({ ana, ben }) => {
    for (const who of [ana, ben]) {
      const { dream } = await ok(who, "POST", "/api/lab/dreams", {
        title: "A coil",
        steps: [{ title: "Wind it", done: false }],
      });
      await sql`
        update public.dreams set created_at = now() - interval '4 days',
          written_at = now() - interval '4 days' where id = ${dream.id}`;
    }
    const result = await withoutNotices(
      ana,
      () => sql`select * from private.prompt_steps_batch(null, 100000)`,
    );
    expect(errorsOf(result)).toContain(`${ana.id}: arranged failure`);
    expect(await noticesOf(ana, "step_prompt")).toEqual([]);
    expect(await noticesOf(ben, "step_prompt")).toHaveLength(1);
  });

  it("deletions of organizations", async ({ ana, ben }) => {
    const ids: string[] = [];
    for (const who of [ana, ben]) {
      const { organization } = await ok(who, "POST", "/api/organizations", { name: "Going" });
      ids.push(organization.id);
      await sql`insert into private.removals (org_id) values (${organization.id})`;
    }
    const members = "public.organization_members";
    const repair = await failing("delete", members, `old.org_id = '${ids[0]}'`);
    const left = async () =>
      (await sql`select id from private.removals where id = any (${ids})`).map(({ id }) => id);
    try {
      const errors: string[] = [];
      for (let run = 0; run < 5; run++) {
        const [row] = await sql`select private.continue_organization_deletions() as result`;
        errors.push(...row!.result.errors);
      }
      expect(errors).toContain(`${ids[0]}: arranged failure`);
      expect(await left()).toEqual([ids[0]]);
    } finally {
      await repair();
    }
    for (let run = 0; run < 5; run++) await sql`select private.continue_organization_deletions()`;
    expect(await left()).toEqual([]);
  });

  it.for(
    [
      ["changes of the search's language", "private.search_rebuilds", "user_id", "search_rebuilds"],
      ["changes of notebooks", "private.notebook_changes", "notebook_id", "notebook_changes"],
      ["ends of sharing", "private.sharing_ends", "user_id", "sharing_ends"],
    ] as const,
  )("%s", async ([, table, key, name], { ana, ben }) => {
    const ids: string[] = [];
    for (const who of [ana, ben]) {
      const { notebook } = await ok(who, "POST", "/api/notebooks", { name: "Ours" });
      const id = key === "user_id" ? who.id : notebook.id;
      ids.push(id);
      if (name === "sharing_ends") {
        await sql`insert into private.sharing_ends (user_id, group_id)
          values (${id}, ${crypto.randomUUID()})`;
      } else if (key === "user_id") {
        await sql`insert into private.search_rebuilds (user_id, languages) values (${id}, '{en}')
          on conflict do nothing`;
      } else {
        await sql`insert into private.notebook_changes (notebook_id, is_deletion)
          values (${id}, false)`;
      }
    }
    const repair = await failing("delete", table, `old.${key} = '${ids[0]}'`);
    const left = async () =>
      (await sql`
        select ${sql(key)} as id from ${sql(table)} where ${sql(key)} = any (${ids})`)
        .map(({ id }) => id);
    try {
      // A run may end with the work of other tests.
      const errors = new Set<string>();
      await expect.poll(async () => {
        const [row] = await sql.unsafe(`select private.continue_${name}() as result`);
        for (const each of row!.result.errors) errors.add(each);
        return await left();
      }).toEqual([ids[0]]);
      expect(errors).toContain(`${ids[0]}: arranged failure`);
    } finally {
      await repair();
    }
    await expect.poll(async () => {
      await sql.unsafe(`select private.continue_${name}()`);
      return await left();
    }).toEqual([]);
  });
});

/** The function of each job that works on rows of many people, or why none of it stops the others. */
const jobs: Record<string, { works: string } | { alone: string }> = {
  "account-deletions": { alone: "the function takes an account at a time, the next one after it" },
  "chat-analyze-notes": { alone: "each user is worked on by a call of its own" },
  "drops-award-monthly": { works: "award_monthly_batch" },
  "emails-cut-off": { alone: "one statement that sets constants" },
  "encouragement-daily-drops": { alone: "each user is worked on by a call of its own" },
  "encouragement-engagement": { works: "process_engagement_batch" },
  "ending-tokens": { works: "tell_ending_tokens" },
  "jobs-continue": { alone: "posts requests" },
  "lab-recompute-competitions": { alone: "each competition is scored by a call of its own" },
  "lab-sponsor-outreach-digest": { works: "deliver_outreach_batch" },
  "lab-step-prompts": { works: "prompt_steps_batch" },
  "ledger-reconciliation": { alone: "compares sums and raises for no row" },
  "music-sync": { alone: "each account is worked on by a call of its own" },
  "notebook-changes": { works: "continue_notebook_changes" },
  "organization-deletions": { works: "continue_organization_deletions" },
  "ownerless-notebooks": { alone: "deletes empty notebooks in one statement, which refuses none" },
  "outbox-delivery": { alone: "takes what is due, and the outcome of each is stored apart" },
  "own-imports": { alone: "each import is worked on by a call of its own" },
  purge: { works: "purge" },
  reminders: { works: "send_reminders" },
  "search-languages": { works: "continue_search_rebuilds" },
  "sharing-ends": { works: "continue_sharing_ends" },
  "service-days": { alone: "counts two days" },
  "sync-follow-cluster": { alone: "one row" },
  "team-message-notices": { works: "continue_team_message_notices" },
  "webhook-delivery": { alone: "each delivery is worked on by a call of its own" },
  "weekly-review": { works: "send_weekly_reviews" },
  "workout-mosaics": { alone: "each mosaic is drawn by a call of its own" },
  "workout-window-close-day": { works: "close_workout_days" },
  "workout-window-continue-battles": { works: "send_workout_notices" },
  "workout-window-continue-chains": { alone: "the groups of a date are one piece of work" },
  "workout-window-generate-chains": { alone: "the groups of a date are one piece of work" },
  "workout-window-generate-weekly": { works: "send_workout_notices" },
  "workout-window-reminders": { works: "send_window_reminders" },
  "workout-window-team-results": { alone: "sums of counts are one statement" },
};

it("every job is known here, and works on rows apart where they may raise", async () => {
  const known = await sql<{ name: string }[]>`
    select name from private.jobs where name !~ '^(health|test)-' order by name`;
  const names = known.map(({ name }) => name).filter((name) => !/-[0-9a-f]{8}$/.test(name));
  expect(names.toSorted()).toEqual(Object.keys(jobs).toSorted());
  for (const [job, how] of Object.entries(jobs)) {
    if (!("works" in how)) continue;
    const [row] = await sql`
      select prosrc from pg_proc
      where proname = ${how.works} and pronamespace = 'private'::regnamespace`;
    expect([job, row?.prosrc]).toEqual([job, expect.stringMatching(/work_apart|exception when/)]);
  }
});

it("a deadlock or a lock of another transaction does not count as a fault of the row", async () => {
  const [row] = await sql`
    select array(select private.passes(s) from unnest(array['40P01', '40001', '55P03', '23505',
      'XX000']) as s) as passes`;
  expect(row!.passes).toEqual([true, true, true, false, false]);
});
