/** The generation of chains: requests, repetitions and races. */
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql, undone } from "../support/sql.ts";
import {
  chainOf,
  datesFrom,
  generate,
  generateAsJob,
  names,
  place,
  places,
  windowsFrom,
  writeChains,
} from "./chains.ts";
import { closeWindow, hasCheckedIn } from "./days.ts";

const newDate = datesFrom(2041);

/** People with windows at these hours of a city, and a date that has their chains. */
async function generated(hours: Record<string, number>) {
  const windows = await windowsFrom(hours);
  const date = newDate();
  await generate(date);
  return { ...windows, date, before: await places(date, windows.ids) };
}

describe("a date generated again", () => {
  it("follows changed windows, keeps squads that stay, and tells the neighbours", async () => {
    const { of, ids, date, before } = await generated({ Ana: 0, Ben: 2, Cleo: 4, Dora: 6, Eve: 8 });
    await place(of("Eve"), 20, (await chainOf(of("Eve"), date)).currentUser.city);
    const late = await person("Late");
    await place(late, 22, (await chainOf(of("Eve"), date)).currentUser.city);
    await generate(date);
    const after = await places(date, ids);
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(names(await chainOf(of("Eve"), date))).toEqual(["Dora", "Eve", "Late"]);
    expect((await chainOf(late, date)).squad.user3.full_name).toBe("Late");
    const told = () =>
      sql`select user_id, data from public.notifications
        where type = 'chain_updated' and user_id = any (${ids}) and data ->> 'date' = ${date}
        order by array_position(${ids}::uuid[], user_id)`;
    // Eve has moved herself; nobody else has new neighbours.
    expect(await told()).toEqual([]);

    await place(of("Ben"), 12, (await chainOf(of("Eve"), date)).currentUser.city);
    await generate(date);
    await generate(date);
    // Ana and Cleo had Ben between them, Dora and Eve have now.
    const data = { date };
    expect(await told()).toEqual(
      ["Ana", "Cleo", "Dora", "Eve"].map((name) => ({ user_id: of(name).id, data })),
    );
    expect(
      await sql`select from public.workout_window_squads as s where date = ${date}
        and not exists (select from public.workout_window_chains where squad_id = s.id)`,
    ).toEqual([]);
  });

  it("leaves a kept user without a squad when all others have moved away", async () => {
    const { of, date } = await generated({ Ana: 6, Ben: 8, Cleo: 10 });
    await hasCheckedIn(of("Ben"), date);
    const { team_color } = (await places(date, [of("Ben").id]))[0]!;
    for (const name of ["Ana", "Cleo"]) await place(of(name), 8, crypto.randomUUID());
    await generate(date);
    expect((await ok(of("Ben"), "GET", `/api/workout-window/squad/${date}`)).squad).toBeNull();
    expect((await places(date, [of("Ben").id]))[0]).toMatchObject({ squad_id: null, team_color });
    expect(
      await sql`select from public.workout_window_squads
        where date = ${date} and user_2_id = ${of("Ben").id}`,
    ).toEqual([]);
  });

  it("keeps the place, links and squad of users who have checked in", async () => {
    const { of, ids, city, date, before } = await generated({ Ana: 0, Ben: 2, Cleo: 4, Dora: 6 });
    await hasCheckedIn(of("Ben"), date);
    // Ben moves, somebody comes between, Dora leaves.
    await place(of("Ben"), 20, city);
    await place(await person("New"), 3, city);
    await sql`update public.workout_windows set is_active = false where user_id = ${of("Dora").id}`;
    await generate(date);
    const after = await places(date, ids);
    expect(after).toEqual([before[0], before[1], { ...before[2], after_user_id: null }]);
    expect((await chainOf(of("Ben"), date)).currentUser.windowStartTime).toBe("02:00");
  });

  it("keeps the place of a user whose window has closed", async () => {
    const { of, ids, city, date, before } = await generated({ Ana: 6, Ben: 8 });
    await closeWindow(of("Ana"), date);
    await place(of("Ana"), 20, city);
    await generate(date);
    expect(await places(date, ids)).toEqual(before);
  });

  it("gives a user who has moved to another city one place", async () => {
    const other = await windowsFrom({ Cleo: 6 });
    const { of, date } = await generated({ Ana: 6, Ben: 8 });
    await place(of("Ben"), 8, other.city);
    await generate(date);
    expect(names(await chainOf(of("Ben"), date))).toEqual(["Cleo", "Ben", null]);
    expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", null]);
  });

  it("leaves no trace of a deleted account", async () => {
    const { of, ids, date } = await generated({ Ana: 6, Ben: 8, Cleo: 10 });
    await sql`delete from auth.users where id = ${of("Ben").id}`;
    expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", null]);
    const chain = await chainOf(of("Cleo"), date);
    expect(names(chain)).toEqual([null, "Cleo", null]);
    expect(chain.squad).toMatchObject({ user1: { full_name: "Ana" }, user2: null });
    expect(await places(date, ids)).toHaveLength(2);
    await sql`delete from auth.users where id = ${of("Cleo").id}`;
    expect((await chainOf(of("Ana"), date)).squad).toBeNull();
  });

  it("by several at once has the same outcome as by one", async () => {
    const hours = Array.from({ length: 9 }, (_, n) => [`U${n}`, n * 2] as const);
    const { ids } = await windowsFrom(Object.fromEntries(hours));
    const date = newDate();
    await Promise.all([generate(date), generate(date), generate(date)]);
    const first = await places(date, ids);
    expect(first).toHaveLength(9);
    await generate(date);
    expect(await places(date, ids)).toEqual(first);
    expect(
      await sql`select c.user_id from public.workout_window_chains as c
      left join public.workout_window_chains as b on b.date = c.date and b.user_id = c.before_user_id
      where c.date = ${date} and c.before_user_id is not null
        and b.after_user_id is distinct from c.user_id`,
    ).toEqual([]);
  });
});

describe("generation", () => {
  const path = "/api/workout-window/generate-chains";
  const dateIn = (hours: number) => new Date(Date.now() + hours * 3.6e6).toISOString().slice(0, 10);
  const [today, tomorrow] = [dateIn(0), dateIn(24)];

  it("follows in the background when a window is set", async ({ ana }) => {
    const city = crypto.randomUUID();
    await ok(ana, "PUT", "/api/workout-window/update-location", { city });
    const window = { activityType: "walk", windowStartTime: "06:00", windowEndTime: "08:00" };
    await ok(ana, "POST", "/api/workout-window/setup", { ...window, timezone: "UTC" });
    for (const date of [today, tomorrow]) {
      await eventually(async () =>
        expect(await chainOf(ana, date)).toMatchObject({ beforeUser: null })
      );
    }
  });

  it("of today is open to everyone, of another date to super admins", async ({ admin }) => {
    const { of } = await windowsFrom({ Ana: 6 });
    const ana = of("Ana");
    const made = { success: true, message: "Chains generated", date: today };
    expect(await ok(ana, "POST", path)).toEqual(made);
    expect(names(await chainOf(ana, today))).toEqual([null, "Ana", null]);
    const date = newDate();
    expect((await ana.api("POST", path, { date })).status).toBe(403);
    expect((await ok(admin, "POST", path, { date })).date).toBe(date);
    expect(names(await chainOf(ana, date))).toEqual([null, "Ana", null]);
  });

  it("of a user's request is of the user's own group: a job does what others have asked for", async () => {
    const [{ of }, others] = [await windowsFrom({ Ana: 6 }), await windowsFrom({ Ben: 6 })];
    const ana = of("Ana");
    const [ben] = others.ids;
    // As they wait while nobody has been able to do them; a job of the platform does none.
    await undone(async (tx) => {
      await tx`insert into private.workout_dates (date) values (${today}) on conflict do nothing`;
      await tx`
        select private.request_workout_chains(${today}, array_agg(location_group))
        from public.workout_windows where user_id in (${ana.id}, ${ben!})`;
      const waiting = () =>
        tx`select distinct w.user_id from private.workout_chain_requests as r
          join public.workout_windows as w on w.location_group = r.location_group
          where r.date = ${today} and w.user_id in (${ana.id}, ${ben!})`;
      expect(await waiting()).toHaveLength(2);
      const [step] = await tx`
        select * from private.generate_workout_chains(${today}, p_user_ids => ${[ana.id]})`;
      expect(step).toMatchObject({ remaining: 0, waiting: false, large: 0 });
      expect(await waiting()).toEqual([{ user_id: ben }]);
    });
  });

  it("takes the user's own today", async ({ ana, ben }) => {
    await place(ana, 6, "x", "Pacific/Kiritimati");
    await sql`update public.profiles set timezone = 'Pacific/Pago_Pago' where id = ${ben.id}`;
    expect((await ok(ana, "POST", path)).date).toBe(dateIn(14));
    expect((await ok(ben, "POST", path)).date).toBe(dateIn(-11));
  });

  it("is limited to six calls an hour; refused ones do not count", async ({ ana }) => {
    for (let n = 0; n < 3; n++) await ana.api("POST", path, { date: newDate() });
    for (let n = 0; n < 6; n++) expect((await ana.api("POST", path)).status).toBe(200);
    const { status, headers } = await ana.api("POST", path);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    const { error } = await ana.client.rpc("request_chain_generation");
    expect(error?.code).toBe("PT429");
  });

  it("is refused for an infinite date, for which no chains can be written", async ({ admin }) => {
    for (const p_date of ["infinity", "-infinity"]) {
      const { error } = await admin.client.rpc("request_chain_generation", { p_date });
      expect(error?.code).toBe("23514");
    }
  });

  it("by the job covers today and tomorrow", async () => {
    const { of } = await windowsFrom({ Ana: 6 });
    const { body } = await generateAsJob();
    expect(body).toEqual({ success: true, message: expect.any(String), today, tomorrow });
    for (const date of [body.today, body.tomorrow]) {
      expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", null]);
    }
  });

  it("is refused for the last date there is, which has no day after", async () => {
    const { status, body } = await generateAsJob({ date: "9999-12-31" });
    expect([status, body.error]).toEqual([400, "date: too late"]);
  });

  it("that was cut off is continued by a job", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8 });
    const date = newDate();
    await sql`select private.request_workout_chains(${date})`;
    await eventually(async () => {
      await sql`select private.continue_workout_chains()`;
      expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", "Ben"]);
    });
  });

  it("by a further run goes on with the groups that are left, and ends", async () => {
    const { ids: [ana] } = await windowsFrom({ Ana: 6 });
    const { ids: [ben] } = await windowsFrom({ Ben: 6 });
    const date = newDate();
    // As a run leaves it that is cut off after Ana's group.
    await sql`
      insert into private.workout_dates (date, requested_at) values (${date}, now() + interval '1 hour')`;
    await sql`
      insert into private.workout_chain_requests (date, location_group, is_large)
      select ${date}, location_group, true from public.workout_windows where user_id = ${ben!}`;
    await generate(date);
    expect((await places(date, [ana!, ben!])).map(({ user_id }) => user_id)).toEqual([ben]);
    // Nothing is left: once more of everybody.
    await generate(date);
    expect(await places(date, [ana!, ben!])).toHaveLength(2);
  });

  it.for([false, true])(
    "requests all groups when the job begins, and again after it has ended (date given: %s)",
    async (isGiven) => {
      await windowsFrom({ Ana: 6 });
      await windowsFrom({ Ben: 6 });
      const date = newDate();
      await undone(async (tx) => {
        // The job runs for other tests meanwhile.
        await tx`set transaction isolation level repeatable read`;
        const left = async (carriedOut: number) => {
          await tx`select private.begin_workout_generation(${date}, ${isGiven})`;
          await tx`
            delete from private.workout_chain_requests where id in (
              select id from private.workout_chain_requests where date = ${date}
              order by id limit ${carriedOut})`;
          return (await tx`
            select from private.workout_chain_requests where date = ${date}`).length;
        };
        const all = await left(0);
        expect(all).toBeGreaterThan(1);
        expect(await left(1)).toBe(all - 1);
        expect(await left(all - 1)).toBe(0);
        expect(await left(0)).toBe(isGiven ? all : 0);
        await tx`delete from private.workout_chain_requests where date = ${date}`;
        await tx`
          insert into private.job_runs (job, ended_at, complete)
          values ('workout-window-generate-chains', clock_timestamp(), true)`;
        expect(await left(0)).toBe(all);
        // The day before, as tomorrow, and no run has ended since.
        await tx`delete from private.workout_chain_requests where date = ${date}`;
        await tx`delete from private.job_runs where job = 'workout-window-generate-chains'`;
        await tx`
          update private.workout_dates
          set requested_at = date_trunc('day', now(), 'utc') - interval '1 minute'
          where date = ${date}`;
        expect(await left(all - 1)).toBe(1);
        expect(await left(0)).toBe(1);
      });
    },
  );

  it("by the job waits for changes of windows, and requests their groups", async ({ ana }) => {
    const date = newDate();
    let begun: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await tx`
        insert into public.workout_windows (user_id, activity_type, window_start_time,
          window_end_time, timezone, location_group)
        values (${ana.id}, 'walk', '08:00', '10:00', 'UTC', ${ana.id})`;
      begun = sql`select private.begin_workout_generation(${date}, true)`.execute();
      expect(await Promise.race([begun, delay(300, "waits")])).toBe("waits");
    });
    await begun;
    // Another job may have carried the request out.
    expect(
      await sql`
        select from public.workout_windows as w
        where w.user_id = ${ana.id} and (
          exists (
            select from private.workout_chain_requests as r
            where r.date = ${date} and r.location_group = w.location_group)
          or exists (
            select from public.workout_window_chains as c
            where c.date = ${date} and c.user_id = w.user_id))`,
    ).toHaveLength(1);
  });

  it("follows a user who moves to another city and time zone, on dates that are over there", async ({ ana, ben }) => {
    const [city, elsewhere] = [crypto.randomUUID(), crypto.randomUUID()];
    await place(ana, 8, city, "Pacific/Kiritimati");
    await place(ben, 10, city, "Pacific/Kiritimati");
    const [{ date }] = await sql<[{ date: string }]>`
      select ((now() at time zone 'Pacific/Kiritimati')::date + 1)::text as date`;
    const settled = (expected: (string | null)[]) =>
      eventually(async () => {
        await sql`select private.generate_workout_chains(${date})`;
        expect(names(await chainOf(ben, date))).toEqual(expected);
      });
    await settled(["Ana", "Ben", null]);
    // Where the date of the place is neither today nor tomorrow.
    await place(ana, 8, elsewhere, "Pacific/Pago_Pago");
    await settled([null, "Ben", null]);
    expect(names(await chainOf(ana, date))).toEqual([null, "Ana", null]);
  });

  it("of a past date does not fail users who could not have known of it", async () => {
    const { of } = await windowsFrom({ Ana: 6 });
    await sql`
      update public.workout_windows set created_at = '2019-01-01' where user_id = ${of("Ana").id}`;
    for (const _ of [1, 2]) await writeChains("2019-02-01");
    expect(
      await sql`select closes_at from public.workout_window_chains
        where user_id = ${of("Ana").id} and date = '2019-02-01'`,
    ).toEqual([{ closes_at: null }]);
    await sql`delete from public.workout_window_chains where date = '2019-02-01'`;
  });
});
