/** Goals and check-ins over the Data API. */
import { expect, it } from "vitest";
import { anonymous, type Person, person, service, superAdmin } from "../support/people.ts";
import { as, sql } from "../support/sql.ts";

const goalOf = async (who: Person, title = "Run") => {
  const { data, error } = await who.client.from("goals").insert({ title }).select().single();
  expect(error).toBeNull();
  return data;
};

const checkInOf = async (who: Person, goal_id: string) => {
  const row = { goal_id, status: "completed", notes: "5 km" };
  const { data, error } = await who.client.from("goal_check_ins").insert(row).select().single();
  expect(error).toBeNull();
  return data;
};

it("lets an owner do everything with their own goals and check-ins", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  expect(goal).toMatchObject({ user_id: ana.id, status: "active", completed_at: null });
  const checkIn = await checkInOf(ana, goal.id);
  expect(checkIn).toMatchObject({ user_id: ana.id, goal_id: goal.id });

  const goals = ana.client.from("goals");
  const completed = await goals.update({ status: "completed" }).eq("id", goal.id).select().single();
  expect(completed.data.completed_at).not.toBeNull();
  const checkIns = ana.client.from("goal_check_ins");
  const noted = await checkIns.update({ notes: "6 km" }).eq("id", checkIn.id).select().single();
  expect(noted.data.notes).toBe("6 km");
  expect((await checkIns.delete().eq("id", checkIn.id).select()).data).toHaveLength(1);
  expect((await goals.delete().eq("id", goal.id).select()).data).toHaveLength(1);
});

it("hides rows of other users by id, filter, embed and count", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const goal = await goalOf(ana, "Secret plan");
  await checkInOf(ana, goal.id);
  const own = await goalOf(ben, "Ben's");

  const goals = await ben.client.from("goals").select("*, goal_check_ins(*)", { count: "exact" });
  expect(goals.count).toBe(1);
  expect(goals.data?.map(({ id }) => id)).toEqual([own.id]);
  expect((await ben.client.from("goals").select().eq("id", goal.id)).data).toEqual([]);
  expect((await ben.client.from("goals").select().ilike("title", "secret%")).data).toEqual([]);

  const checkIns = await ben.client.from("goal_check_ins").select("*", { count: "exact" });
  expect([checkIns.count, checkIns.data]).toEqual([0, []]);
  const through = await ben.client.from("goal_check_ins").select("goals!inner(title)");
  expect(through.data).toEqual([]);
  const head = await ben.client.from("goals").select("*", { count: "exact", head: true })
    .eq("user_id", ana.id);
  expect(head.count).toBe(0);
});

it("only the owner can update or delete goals and check-ins", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const goal = await goalOf(ana);
  const checkIn = await checkInOf(ana, goal.id);
  for (
    const [table, id, change] of [
      ["goals", goal.id, { title: "Mine" }],
      ["goal_check_ins", checkIn.id, { notes: "Mine" }],
    ] as const
  ) {
    expect((await ben.client.from(table).update(change).eq("id", id).select()).data).toEqual([]);
    expect((await ben.client.from(table).delete().eq("id", id).select()).data).toEqual([]);
  }
  const [left] = await sql`
    select g.title, c.notes from public.goals g join public.goal_check_ins c on c.goal_id = g.id
    where g.id = ${goal.id}`;
  expect(left).toEqual({ title: "Run", notes: "5 km" });
});

it("refuses rows of another user or on another user's goal", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const goal = await goalOf(ana);
  const named = await ben.client.from("goals").insert({ title: "x", user_id: ana.id });
  expect(named.error?.code).toBe("42501");
  const row = { goal_id: goal.id, status: "completed" };
  expect((await ben.client.from("goal_check_ins").insert(row)).error?.code).toBe("23503");
  const forged = { ...row, user_id: ana.id };
  expect((await ben.client.from("goal_check_ins").insert(forged)).error?.code).toBe("42501");
  const own = await checkInOf(ben, (await goalOf(ben)).id);
  const moved = ben.client.from("goal_check_ins").update({ goal_id: goal.id }).eq("id", own.id);
  expect((await moved).error?.code).toBe("42501");
});

it("refuses dates that the routes could not show", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  const goals = ana.client.from("goals");
  for (const target_date of ["infinity", "-infinity", "0001-12-31 BC", "10000-01-01"]) {
    const made = await goals.insert({ title: "Run", target_date });
    const changed = await goals.update({ target_date }).eq("id", goal.id);
    expect([target_date, made.error?.code, changed.error?.code])
      .toEqual([target_date, "23514", "23514"]);
  }
  for (const target_date of ["0001-01-01", "9999-12-31", null]) {
    expect((await goals.update({ target_date }).eq("id", goal.id)).error).toBeNull();
  }
});

it("refuses to write columns that only the service writes", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  const id = { id: crypto.randomUUID() };
  const written = { written_at: "2020-01-01T00:00:00Z" };
  for (const change of [id, written]) {
    const update = await ana.client.from("goals").update(change).eq("id", goal.id);
    expect([change, update.error?.code]).toEqual([change, "42501"]);
  }
  for (
    const change of [
      { user_id: ana.id },
      { completed_at: "2020-01-01T00:00:00Z" },
      { created_at: "2020-01-01T00:00:00Z" },
      { updated_at: "2020-01-01T00:00:00Z" },
    ]
  ) {
    const update = await ana.client.from("goals").update(change).eq("id", goal.id);
    expect([change, update.error?.code]).toEqual([change, "42501"]);
    const insert = await ana.client.from("goals").insert({ title: "x", ...change });
    expect([change, insert.error?.code]).toEqual([change, "42501"]);
  }
});

it("enforces every constraint on values", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  for (
    const bad of [
      { title: "" },
      { title: "x".repeat(201) },
      { description: "x".repeat(2001) },
      { status: "done" },
    ]
  ) {
    const update = await ana.client.from("goals").update(bad).eq("id", goal.id);
    expect([bad, update.error?.code]).toEqual([bad, "23514"]);
  }
  for (const bad of [{ status: "done" }, { status: "completed", notes: "x".repeat(2001) }]) {
    const insert = await ana.client.from("goal_check_ins").insert({ goal_id: goal.id, ...bad });
    expect([bad, insert.error?.code]).toEqual([bad, "23514"]);
  }
});

it("lets super admins read everything and write nothing", async () => {
  const [ana, admin] = await Promise.all([person("Ana"), superAdmin()]);
  const goal = await goalOf(ana);
  const checkIn = await checkInOf(ana, goal.id);
  const read = admin.client.from("goals").select("id, goal_check_ins(id)").eq("id", goal.id);
  expect((await read).data).toEqual([{ id: goal.id, goal_check_ins: [{ id: checkIn.id }] }]);
  const write = admin.client.from("goals").update({ title: "Mine" }).eq("id", goal.id).select();
  expect((await write).data).toEqual([]);
  expect((await admin.client.from("goals").delete().eq("id", goal.id).select()).data).toEqual([]);
});

it.each(["goals", "goal_check_ins"])("requires authentication for %s", async (table) => {
  expect((await anonymous.client.from(table).select()).error?.code).toBe("42501");
  expect((await anonymous.client.from(table).insert({ status: "x" })).error?.code).toBe("42501");
  expect((await anonymous.client.from(table).delete().neq("status", "")).error?.code).toBe("42501");
});

it("refuses blocked users and deletes the goals of deleted ones", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  await checkInOf(ana, (await goalOf(ana)).id);
  await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  for (const table of ["goals", "goal_check_ins"]) {
    const { data, error, status } = await ana.client.from(table).select();
    expect([data, error?.code, status]).toEqual([null, "PT403", 403]);
  }
  await goalOf(ben);
  await service.auth.admin.deleteUser(ben.id);
  expect(await sql`select from public.goals where user_id = ${ben.id}`).toHaveLength(0);
});

it("gives blocked users no row by row security", async () => {
  const ana = await person("Ana");
  await checkInOf(ana, (await goalOf(ana)).id);
  await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  const counts = await as({ role: "authenticated", sub: ana.id }, async (tx) => [
    (await tx`select id from public.goals`).length,
    (await tx`select id from public.goal_check_ins`).length,
    (await tx`update public.goals set title = 'x' returning id`).length,
    (await tx`delete from public.goal_check_ins returning id`).length,
  ]);
  expect(counts).toEqual([0, 0, 0, 0]);
  const insert = as(
    { role: "authenticated", sub: ana.id },
    (tx) => tx`insert into public.goals (title) values ('x')`,
  );
  await expect(insert).rejects.toMatchObject({ code: "42501" });
});
