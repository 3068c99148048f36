/** Synthetic users: generation, administration, and their part in chains and battles. */
import { afterEach, describe, expect, it } from "vitest";
import { defaultDistribution, planAiUsers } from "../../functions/workout-window/ai-user-plan.ts";
import { newClient, person, service, superAdmin } from "../support/people.ts";
import { ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { tablesNaming } from "../support/traces.ts";
import { writeChains } from "./chains.ts";
import { asJob } from "./jobs.ts";
import { weeksFrom } from "./weeks.ts";

const newWeek = weeksFrom("2005-01-03");
const PATH = "/api/workout-window/admin/ai-users";

interface AiUser {
  id: string;
  user_id: string;
  region: string;
  city: string;
  activity_type: string;
  window_start_time: string;
  check_in_probability: number;
  is_active: boolean;
  profile: { id: string; handle: string; full_name: string; is_ai: boolean };
}

const [admin, ana] = await Promise.all([superAdmin(), person("Ana")]);

// Without windows they take no part in the chains of other tests.
afterEach(() =>
  sql`
    update public.workout_windows as w set is_active = false
    from public.workout_window_ai_users as a where a.user_id = w.user_id and w.is_active`
);

async function generate(count: number, config?: object): Promise<AiUser[]> {
  const { created, failed, users, errors } = await ok(admin, "POST", `${PATH}/generate`, {
    count,
    ...(config && { config }),
  });
  expect({ created, failed, errors }).toEqual({ created: count, failed: 0, errors: [] });
  expect(users).toHaveLength(count);
  return users;
}

const tally = (values: string[]) =>
  values.reduce<Record<string, number>>(
    (counts, value) => ({ ...counts, [value]: (counts[value] ?? 0) + 1 }),
    {},
  );

describe("generation", () => {
  it("follows the default distribution", async () => {
    const users = await generate(100);
    expect(tally(users.map(({ region }) => region))).toEqual({
      "West Coast": 25,
      "East Coast": 30,
      Midwest: 20,
      South: 15,
      "Mountain West": 10,
    });
    expect(tally(users.map(({ activity_type }) => activity_type))).toEqual({
      cardio: 30,
      strength: 25,
      walk: 20,
      meditation: 10,
      reading: 10,
      homework: 3,
      other: 2,
    });
    expect(tally(users.map(({ window_start_time }) => window_start_time))).toEqual({
      "06:00:00": 15,
      "08:00:00": 10,
      "12:00:00": 20,
      "14:00:00": 15,
      "16:00:00": 25,
      "18:00:00": 15,
    });
    expect(new Set(users.map(({ check_in_probability }) => check_in_probability)))
      .toEqual(new Set([0.85]));
    expect(new Set(users.map(({ profile }) => profile.handle)).size).toBe(100);
  });

  it("of more users than fit into one batch follows the weights, too", async () => {
    const users = await generate(110, { regions: { South: 0.5, Midwest: 0.5 } });
    expect(tally(users.map(({ region }) => region))).toEqual({ South: 55, Midwest: 55 });
  });

  it("creates profile, window and location of users marked as synthetic", async () => {
    const [user] = await generate(1, { activities: { other: 1 }, time_slots: { "6-8pm": 1 } });
    const [row] = await sql`
      select p.is_ai, p.full_name, p.drops_balance, w.activity_type, w.custom_activity, w.is_active,
        w.window_start_time::text as start, w.window_end_time::text as end, w.timezone,
        l.city, l.country, l.latitude is not null and l.longitude is not null as located
      from public.profiles p join public.workout_windows w on w.user_id = p.id
      join public.workout_window_locations l on l.user_id = p.id
      where p.id = ${user!.user_id}`;
    expect(row).toMatchObject({
      is_ai: true,
      full_name: user!.profile.full_name,
      drops_balance: 0,
      activity_type: "other",
      custom_activity: expect.any(String),
      is_active: true,
      start: "18:00:00",
      end: "20:00:00",
      city: user!.city,
      country: "US",
      located: true,
    });
  });

  it("is the same for the same seed, and another for another", async () => {
    const facts = (users: AiUser[]) =>
      users.map(({ region, city, activity_type, window_start_time, profile }) => [
        region,
        city,
        activity_type,
        window_start_time,
        profile.full_name,
      ]);
    const config = { seed: "spring", check_in_probability: 0.5 };
    const first = facts(await generate(12, config));
    expect(facts(await generate(12, config))).toEqual(first);
    expect(facts(await generate(12, { ...config, seed: 7 }))).not.toEqual(first);
    expect(facts(await generate(12, { ...config, seed: "autumn" }))).not.toEqual(first);
  });

  it.each([
    ["no count", {}],
    ["a count of 0", { count: 0 }],
    ["a count of 1001", { count: 1001 }],
    ["half a user", { count: 1.5 }],
    ["weights that add up to less", { count: 1, config: { regions: { South: 0.9 } } }],
    ["weights that add up to more", {
      count: 1,
      config: { activities: { walk: 0.6, cardio: 0.6 } },
    }],
    ["no weights", { count: 1, config: { time_slots: {} } }],
    ["a negative weight", { count: 1, config: { regions: { South: 1.5, Midwest: -0.5 } } }],
    ["an unknown region", { count: 1, config: { regions: { Atlantis: 1 } } }],
    ["a probability above 1", { count: 1, config: { check_in_probability: 1.1 } }],
  ])("refuses %s", async (_, body) => {
    expect((await admin.api("POST", `${PATH}/generate`, body)).status).toBe(400);
  });

  it("takes weights that add up to 1 within rounding", async () => {
    await generate(1, { regions: { South: 0.3333, Midwest: 0.3333, "West Coast": 0.3333 } });
  });

  it("refuses in the database what cannot be stored", async () => {
    const [planned] = planAiUsers(1, "x", defaultDistribution);
    const create = async (args: object) => {
      const { error } = await admin.client.rpc("create_ai_users", {
        p_users: [{ ...planned, ...args }],
        p_seed: "x",
      });
      return error?.message;
    };
    expect(await create({ activity_type: "chess" })).toContain("_activity_type_check");
    expect(await create({ timezone: "Atlantis" })).toContain("_timezone_check");
    expect(await create({ check_in_probability: 2 })).toContain("_probability_check");
    for (const p_users of [{}, [], Array(101).fill(planned)]) {
      const { error } = await admin.client.rpc("create_ai_users", { p_users, p_seed: "x" });
      expect(error?.message).toBe("users: expected 1 to 100 items");
    }
  });

  it("twice at once creates both", async () => {
    const [first, second] = await Promise.all([
      generate(6, { seed: "one" }),
      generate(6, { seed: "two" }),
    ]);
    const handles = [...first, ...second].map(({ profile }) => profile.handle);
    expect(new Set(handles).size).toBe(12);
  });
});

describe("a synthetic account", () => {
  it("cannot be signed in to", async () => {
    const [user] = await generate(1);
    const { data } = await service.auth.admin.getUserById(user!.user_id);
    const { email, banned_until, email_confirmed_at } = data.user!;
    expect(email).toMatch(/@synthetic\.invalid$/);
    expect(Date.parse(banned_until!)).toBeGreaterThan(Date.now() + 365 * 86_400_000);
    expect(email_confirmed_at).toBeUndefined();
    for (const password of ["", "password", "x".repeat(20)]) {
      const { error } = await newClient().auth.signInWithPassword({ email: email!, password });
      expect(error).not.toBeNull();
    }
    const [row] = await sql`
      select encrypted_password, (select count(*)::int from auth.identities where user_id = u.id)
      from auth.users as u where id = ${user!.user_id}`;
    expect(row).toEqual({ encrypted_password: null, count: 0 });
  });

  it("is not made by a sign-up that claims to be one", async () => {
    const { data } = await newClient().auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: "long-enough-password",
      options: { data: { is_ai: true, app_metadata: { is_ai: true } } },
    });
    const [row] = await sql`select is_ai from public.profiles where id = ${data.user!.id}`;
    expect(row!.is_ai).toBe(false);
  });
});

describe("administration", () => {
  it("lists synthetic users in pages", async () => {
    const users = await generate(3);
    const path = `${PATH}?limit=100`;
    const { ai_users, next_cursor } = await ok(admin, "GET", path);
    const ids = (list: AiUser[]) => list.map(({ id }) => id);
    expect(ids(ai_users)).toEqual(expect.arrayContaining(ids(users)));
    expect(ai_users.find(({ id }: AiUser) => id === users[0]!.id)).toEqual(users[0]);
    expect(users[0]!.profile.is_ai).toBe(true);
    expect(next_cursor).not.toBeNull();
    const all = ids(await walk(admin, PATH, "ai_users"));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(ids(users)));
  });

  it("deactivates a user, who leaves the chains to come, and activates them again", async () => {
    const [user] = await generate(1);
    const toggle = (isActive: boolean) =>
      ok(admin, "PUT", `${PATH}/${user!.id}/toggle`, { isActive });
    const date = newWeek();
    const hasPlace = async () => {
      await writeChains(date);
      const [row] = await sql`
        select count(*)::int from public.workout_window_chains
        where user_id = ${user!.user_id} and date = ${date}`;
      return row!.count === 1;
    };
    expect(await hasPlace()).toBe(true);
    expect((await toggle(false)).ai_user).toEqual({ ...user, is_active: false });
    expect(await hasPlace()).toBe(false);
    expect((await toggle(true)).ai_user).toEqual(user);
    expect(await hasPlace()).toBe(true);
  });

  it("deletes a user and everything of theirs", async () => {
    const [user] = await generate(1, { check_in_probability: 1 });
    const week = newWeek();
    await writeChains(week);
    await sql`select private.check_in_synthetic(${week}, ${[user!.user_id]})`;
    await asJob(`/api/workout-window/battle/execute/${week}`);
    expect(await tablesNaming(user!.user_id)).toContain("public.workout_window_checkins");

    expect((await admin.api("DELETE", `${PATH}/${user!.id}`)).body)
      .toEqual({ message: "AI user deleted" });
    expect(await tablesNaming(user!.user_id)).toEqual(["public.audit_log"]);
    expect(await outcome(admin, "DELETE", `${PATH}/${user!.id}`)).toBe("404 AI user not found");
    expect(await outcome(admin, "PUT", `${PATH}/${user!.id}/toggle`, { isActive: true }))
      .toBe("404 AI user not found");
  });

  it("does not touch a real user", async () => {
    await sql`
      insert into public.workout_window_ai_users (
        user_id, region, city, state, timezone, activity_type, window_start_time, window_end_time
      )
      values (${ana.id}, 'x', 'x', 'x', 'UTC', 'walk', '06:00', '08:00')`;
    const [row] = await sql`
      select id from public.workout_window_ai_users where user_id = ${ana.id}`;
    expect(await outcome(admin, "DELETE", `${PATH}/${row!.id}`)).toBe("404 AI user not found");
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(200);
    await sql`delete from public.workout_window_ai_users where user_id = ${ana.id}`;
  });
});

describe("synthetic users in the game", () => {
  it("have places in chains and teams, check in, and fight battles", async () => {
    const users = await generate(12, { check_in_probability: 1, seed: "game" });
    const week = newWeek();
    await writeChains(week);
    const ids = users.map(({ user_id }) => user_id);
    const places = await sql`
      select id, squad_id from public.workout_window_chains
      where date = ${week} and user_id = any (${ids})`;
    expect(places).toHaveLength(12);
    await sql`select private.check_in_synthetic(${week}, ${ids})`;
    const teams = await ok(admin, "GET", `/api/workout-window/admin/teams/${week}`);
    expect(teams.teams.red.ai + teams.teams.blue.ai).toBeGreaterThanOrEqual(12);
    const { body } = await asJob(`/api/workout-window/battle/execute/${week}`);
    expect(body.battle.red_team_chips + body.battle.blue_team_chips).toBeGreaterThanOrEqual(12);
    const members = async () => {
      const { redTeam, blueTeam } = await ok(ana, "GET", `/api/workout-window/battle/week/${week}`);
      return [...redTeam.members, ...blueTeam.members].map(({ user_id }) => user_id);
    };
    expect(await members()).toEqual(expect.arrayContaining(ids));
    expect(await sql`select from public.notifications where user_id = any (${ids})`).toEqual([]);
  });
});
