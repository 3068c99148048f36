/** Devices create objects offline, with an id and a time of the client. */
import { describe, expect, it } from "vitest";
import { makeTeam } from "../journal/people.ts";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";

const tables = {
  entry: "journal_entries",
  notebook: "notebooks",
  goal: "goals",
  check_in: "goal_check_ins",
  message: "team_messages",
  satisfaction_entry: "satisfaction_entries",
  action_note: "action_notes",
  sleep_entry: "sleep_entries",
  dream: "dreams",
} as const;
type Kind = keyof typeof tables;
const kinds = Object.keys(tables) as Kind[];

const bodies: Record<Kind, Record<string, unknown>> = {
  entry: { title: "First", content: "Words", mood: "calm" },
  notebook: { name: "First" },
  goal: { title: "First" },
  check_in: { status: "completed", notes: "First" },
  message: { content: "First" },
  satisfaction_entry: { score: 8 },
  action_note: { content: "First" },
  sleep_entry: { date: "2026-11-21", hours: 7.5, quality: 4 },
  dream: { title: "First" },
};

const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
const { team_id } = await makeTeam(ana, [ben]);
const goals = new Map<Person, string>();
for (const who of [ana, ben]) {
  goals.set(who, (await ok(who, "POST", "/api/goals", { title: "Run" })).goal.id);
}
const paths = (who: Person): Record<Kind, string> => ({
  entry: "/api/journal",
  notebook: "/api/notebooks",
  goal: "/api/goals",
  check_in: `/api/goals/${goals.get(who)}/check-ins`,
  message: `/api/teams/${team_id}/messages`,
  satisfaction_entry: "/api/engagement/satisfaction",
  action_note: "/api/engagement/action-notes",
  sleep_entry: "/api/engagement/sleep",
  dream: "/api/lab/dreams",
});

const create = (who: Person, kind: Kind, fields: Record<string, unknown>) =>
  who.api("POST", paths(who)[kind], { ...bodies[kind], ...fields });

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe.each(kinds)("a new %s", (kind) => {
  it("keeps the id and the time of the client, and the service's own time beside it", async () => {
    const fields = { id: crypto.randomUUID(), written_at: "2026-01-02T03:04:05.678901+00:00" };
    const { status, body } = await create(ana, kind, { ...fields, created_at: "2020-01-01" });
    expect([status, body[kind]]).toMatchObject([201, { ...fields, user_id: ana.id }]);
    expect(Date.parse(body[kind].created_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it("that is sent again answers 200 with the stored object, and changes nothing", async () => {
    const id = crypto.randomUUID();
    const first = await create(ana, kind, { id });
    const again = await create(ana, kind, { id, content: "Other", notes: "Other" });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it("is stored once when it is sent twice at the same time", async () => {
    const id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => create(ana, kind, { id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(answers[1]!.body[kind]).toEqual(answers[0]!.body[kind]);
  });

  it("with the id of another user's is refused", async () => {
    const id = crypto.randomUUID();
    await create(ana, kind, { id });
    const body = { error: "id: already taken, make another one", code: "id_taken" };
    expect(await create(ben, kind, { id })).toMatchObject({ status: 409, body });
  });

  it("is written from the year 1000 to five minutes ahead", async () => {
    expect((await create(ana, kind, { written_at: inMinutes(4) })).status).toBe(201);
    const error = "expected a time from the year 1000 to five minutes after the present";
    const body = { error: `written_at: ${error}`, fields: [{ path: "written_at" }] };
    for (const written_at of [inMinutes(6), "0999-12-31T23:59:59Z"]) {
      expect(await create(ana, kind, { written_at })).toMatchObject({ status: 400, body });
    }
  });

  it("takes null for what may be left out", async () => {
    const { status, body } = await create(ana, kind, { id: null, written_at: null, tags: null });
    expect([status, body[kind].written_at]).toEqual([201, body[kind].created_at]);
    if (kind === "entry") expect(body[kind].tags).toEqual([]);
  });
});

it("lists go by the time of writing", async () => {
  const cara = await person("Cara");
  const { team_id } = await makeTeam(cara);
  const lists = [
    ["entry", "entries", "/api/journal", "/api/journal?scope=own"],
    ["notebook", "notebooks", "/api/notebooks", "/api/notebooks"],
    ["goal", "goals", "/api/goals", "/api/goals"],
    ["message", "messages", ...Array(2).fill(`/api/teams/${team_id}/messages`)],
    ...(["satisfaction_entry", "action_note", "sleep_entry", "dream"] as const)
      .map((kind) => [kind, tables[kind], paths(cara)[kind], paths(cara)[kind]] as const),
  ] as const;
  for (const [kind, plural, path, list] of lists) {
    for (const day of [2, 3, 1]) {
      await ok(cara, "POST", path, { ...bodies[kind], written_at: `2026-01-0${day}T12:00:00Z` });
    }
    const mine = (await ok(cara, "GET", list))[plural]
      .filter((row: { user_id: string }) => row.user_id === cara.id);
    expect(mine.map((row: { written_at: string }) => row.written_at.slice(0, 10)), plural)
      .toEqual(["2026-01-03", "2026-01-02", "2026-01-01"]);
  }
});

it("a check-in sent again for another goal is refused", async () => {
  const id = crypto.randomUUID();
  await create(ana, "check_in", { id });
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Other" });
  const again = await ana.api("POST", `/api/goals/${goal.id}/check-ins`, { id, status: "missed" });
  expect([again.status, again.body.code]).toEqual([409, "id_taken"]);
});

describe("supabase-js", () => {
  const direct = ["notebook", "goal", "satisfaction_entry", "action_note", "sleep_entry"] as const;
  it.each(direct)("creates a %s with id and written_at", async (kind) => {
    const fields = { id: crypto.randomUUID(), written_at: "2026-01-02T03:04:05+00:00" };
    const [table, named] = [tables[kind], bodies[kind]];
    const made = await ana.client.from(table).insert({ ...named, ...fields }).select().single();
    expect(made).toMatchObject({ error: null, data: fields });
    const again = await ana.client.from(table)
      .upsert({ ...named, ...fields }, { ignoreDuplicates: true });
    expect(again.error).toBeNull();
    const moved = await ana.client.from(table).update({ written_at: inMinutes(0) })
      .eq("id", fields.id);
    expect(moved.error?.code).toBe("42501");
    const forged = await ana.client.from(table).insert({ ...named, created_at: inMinutes(0) });
    expect(forged.error?.code).toBe("42501");
  });
});
