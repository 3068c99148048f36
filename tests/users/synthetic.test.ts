/** Synthetic users: cards label them, counts name them apart, and the search does not find them. */
import { afterAll, expect, it } from "vitest";
import { readDocument } from "../contract/document.ts";
import { SYSTEM_SENDER } from "../encouragement-drops/support.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { countWeek } from "../workout-window/days.ts";
import { generate as drawMosaic, newDate, takePart } from "../workout-window/mosaics.ts";

const [admin, ana] = await Promise.all([superAdmin(), person("Ana")]);
const generated = await ok(admin, "POST", "/api/workout-window/admin/ai-users/generate", {
  count: 1,
});
const robot: { id: string; handle: string } = generated.users[0].profile;

// Without a window the robot takes no part in the chains of other tests.
afterAll(() =>
  sql`update public.workout_windows set is_active = false where user_id = ${robot.id}`
);

/** A date on which Ana comes after the robot, in one squad with it. */
async function dateWithRobot(): Promise<string> {
  const date = newDate();
  await takePart({ id: robot.id } as Person, date, { status: "verified" });
  await takePart(ana, date);
  await sql`
    with squad as (
      insert into public.workout_window_squads (date, user_1_id, user_2_id, team_color)
      values (${date}, ${robot.id}, ${ana.id}, 'red') returning id
    )
    update public.workout_window_chains as c set squad_id = squad.id,
      before_user_id = case when user_id = ${ana.id} then ${robot.id}::uuid end,
      after_user_id = case when user_id = ${robot.id} then ${ana.id}::uuid end
    from squad where c.date = ${date}`;
  await countWeek([robot.id, ana.id], date);
  return date;
}

const window = (path: string) => ok(ana, "GET", `/api/workout-window/${path}`);

it("labels the card of a synthetic user, by id and by the Data API", async () => {
  for (const [id, is_synthetic] of [[robot.id, true], [SYSTEM_SENDER, true], [ana.id, false]]) {
    expect((await ok(ana, "GET", `/api/users/${id}`)).user).toMatchObject({ id, is_synthetic });
    const { data } = await ana.client.from("profile_cards").select("is_synthetic").eq("id", id);
    expect(data).toEqual([{ is_synthetic }]);
  }
});

it("labels the card of a user who becomes synthetic, and no longer is", async () => {
  const ben = await person("Ben");
  for (const is_ai of [true, false]) {
    await sql`update public.profiles set is_ai = ${is_ai} where id = ${ben.id}`;
    expect((await ok(ana, "GET", `/api/users/${ben.id}`)).user.is_synthetic).toBe(is_ai);
  }
});

it("does not find synthetic users by handle or name", async () => {
  const { users } = await ok(ana, "GET", `/api/users?q=${robot.handle}`);
  expect(users.map(({ id }: { id: string }) => id)).not.toContain(robot.id);
});

it("labels neighbours and squads, and counts synthetic users apart", async () => {
  const date = await dateWithRobot();
  const { chain } = await window(`chain/${date}`);
  expect(chain).toMatchObject({
    beforeUser: { id: robot.id, is_synthetic: true },
    currentUser: { id: ana.id, is_synthetic: false },
    squad: { user1: { is_synthetic: true }, user2: { is_synthetic: false } },
  });
  expect((await window(`team-stats/${date}`)).redTeam).toMatchObject({
    totalMembers: 2,
    synthetic: 1,
  });
  expect((await window(`checkins/${date}`)).stats).toMatchObject({ total: 2, synthetic: 1 });
});

it("labels the sections of a mosaic, and counts synthetic users apart", async () => {
  const date = await dateWithRobot();
  await drawMosaic(date);
  const { mosaic } = await window(`mosaic/${date}`);
  expect(mosaic.sections).toMatchObject([
    { userId: robot.id, isSynthetic: true },
    { userId: ana.id, isSynthetic: false },
  ]);
  expect(mosaic.stats).toMatchObject({ totalParticipants: 2, synthetic: 1 });
  const { data } = await ana.client.from("workout_window_mosaic_status").select()
    .eq("date", date).single();
  expect(data).toMatchObject({ total_participants: 2, synthetic_count: 1 });
});

it("labels the members of a battle", async () => {
  const date = await dateWithRobot();
  await sql`
    insert into public.workout_window_battles (week_start_date)
    values (private.week_of(${date})) on conflict do nothing`;
  const { redTeam } = await window(`battle/week/${date}`);
  expect(Object.fromEntries(
    redTeam.members.map((
      { user_id, is_synthetic }: { user_id: string; is_synthetic: boolean },
    ) => [user_id, is_synthetic]),
  )).toMatchObject({ [robot.id]: true, [ana.id]: false });
});

it("every answer that names a person says whether the person is synthetic", async () => {
  const { components: { schemas }, operations } = await readDocument();
  const unlabelled: string[] = [];
  const look = (schema: unknown, at: string) => {
    if (Array.isArray(schema)) return schema.forEach((part) => look(part, at));
    if (typeof schema !== "object" || schema === null) return;
    const { properties } = schema as { properties?: Record<string, unknown> };
    const names = Object.keys(properties ?? {});
    if (names.includes("full_name") || names.includes("userName")) {
      const label = ["is_synthetic", "isSynthetic", "is_ai"].some((name) => names.includes(name));
      if (!label) unlabelled.push(at);
    }
    for (const [name, part] of Object.entries(schema)) look(part, `${at}.${name}`);
  };
  for (const [name, schema] of Object.entries(schemas)) look(schema, name);
  for (const { operationId, responses } of operations) look(responses, operationId);
  expect(unlabelled).toEqual([]);
});
