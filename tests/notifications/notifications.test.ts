/** Notifications in the app: lists, reading, and the events that write them. */
import type postgres from "postgres";
import { beforeAll, beforeEach, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { makeOrganization, makePeople, makeTeam, type People } from "../organizations/people.ts";
import { handleOf, type Person, person } from "../support/people.ts";
import { ISO, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql, undone } from "../support/sql.ts";
import { notify } from "./support.ts";

const path = "/api/notifications";

const unread = async (who: Person) => (await ok(who, "GET", path)).unread_count;
const ids = async (who: Person, query = ""): Promise<string[]> =>
  (await walk(who, path + query, "notifications")).map(({ id }) => id);

describe("GET /api/notifications", () => {
  it("lists the caller's notifications, newest first, in pages", async ({ ana }) => {
    expect(await ok(ana, "GET", path)).toEqual({
      notifications: [],
      next_cursor: null,
      unread_count: 0,
    });
    const data = { entry_id: NOWHERE, user_id: NOWHERE };
    await notify(ana, { title: "One", body: "First", data });
    await notify(ana, { type: "badge_reached", title: "Two", body: "" });
    await notify(await person("Ben"));
    const page = await ok(ana, "GET", `${path}?limit=1`);
    expect(page).toMatchObject({
      notifications: [{ type: "badge_reached", title: "Two", body: "", data: { level: 2 } }],
      unread_count: 2,
    });
    expect((await walk(ana, path, "notifications", 1))[1]).toMatchObject({
      type: "mention",
      title: "One",
      body: "First",
      data,
      read_at: null,
    });
  });

  it("filters by whether they were read", async ({ ana }) => {
    for (const title of ["One", "Two", "Three"]) await notify(ana, { title });
    const [three, two, one] = await ids(ana);
    await ok(ana, "POST", `${path}/read`, { ids: [two] });
    expect(await ids(ana, "?unread=true")).toEqual([three, one]);
    expect(await ids(ana, "?unread=false")).toEqual([two]);
    expect(await ids(ana)).toEqual([three, two, one]);
    const answer = await ana.api("GET", `${path}?unread=1`);
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, "unread"]);
  });
});

describe("POST /api/notifications/read", () => {
  it("marks some or all as read, once, and answers how many are unread", async ({ ana }) => {
    for (const title of ["One", "Two", "Three"]) await notify(ana, { title });
    const [three] = await ids(ana);
    const answer = await ok(ana, "POST", `${path}/read`, { ids: [three, NOWHERE] });
    expect(answer).toEqual({ message: "Notifications read", unread_count: 2 });
    const { notifications: [first] } = await ok(ana, "GET", path);
    expect(first.read_at).toMatch(ISO);

    expect(await ok(ana, "POST", `${path}/read`, { all: true })).toMatchObject({ unread_count: 0 });
    const { notifications: [again] } = await ok(ana, "GET", path);
    expect(again.read_at).toBe(first.read_at);
  });

  it("reads the newest 5,000 of very many", async ({ ana }) => {
    await notify(ana, { title: "The oldest" });
    const [oldest] = await ids(ana);
    await sql`
      insert into public.notifications (user_id, type, title)
      select ${ana.id}, 'mention', 'News' from generate_series(1, 5000)`;
    expect(await ok(ana, "POST", `${path}/read`, { all: true })).toMatchObject({ unread_count: 1 });
    expect(await ids(ana, "?unread=true")).toEqual([oldest]);
  });

  it("leaves notifications of others alone", async ({ ben, ana }) => {
    await notify(ben);
    await ok(ana, "POST", `${path}/read`, { ids: await ids(ben) });
    await ok(ana, "POST", `${path}/read`, { all: true });
    expect(await unread(ben)).toBe(1);
  });

  it.for(
    [
      [{}, "expected either ids or all"],
      [{ ids: [NOWHERE], all: true }, "expected either ids or all"],
      [{ all: false }, "all: expected true"],
      [{ ids: [] }, "ids: expected at least 1 item"],
      [{ ids: Array(101).fill(NOWHERE) }, "ids: expected at most 100 items"],
      [{ ids: ["1"] }, "ids.0: expected a UUID"],
    ] as const,
  )("refuses %j", async ([body, error], { ana }) => {
    expect(await outcome(ana, "POST", `${path}/read`, body)).toBe(`400 ${error}`);
  });
});

describe("private.notify", () => {
  it("notifies once for each key of a type", async ({ ana }) => {
    expect(await notify(ana, { key: "a" })).toBe(true);
    expect(await notify(ana, { key: "a" })).toBe(false);
    expect(await notify(ana, { key: "a", type: "badge_reached" })).toBe(true);
    expect(await notify(ana, { key: "b" })).toBe(true);
    expect(await unread(ana)).toBe(3);
  });

  it("does not notify synthetic and blocked users", async ({ ana }) => {
    await sql`update public.profiles set is_ai = true where id = ${ana.id}`;
    expect(await notify(ana)).toBe(false);
    await sql`update public.profiles set is_ai = false, is_active = false where id = ${ana.id}`;
    expect(await notify(ana)).toBe(false);
  });
});

describe("a message to a team", () => {
  let people: People;
  beforeAll(async () => void (people = await makePeople()));

  const toldOf = async (who: Person) => {
    const { notifications } = await ok(who, "GET", `${path}?unread=true`);
    return notifications.filter(({ type }: { type: string }) => type === "team_message");
  };

  it("notifies the other members of the first message that they have not read", async () => {
    const { member, admin, owner } = people;
    const team_id = await makeTeam(await makeOrganization(people), member, { members: [admin] });
    const other = await makeTeam(await makeOrganization(people), member, { members: [admin] });
    const say = async (content: string, team = team_id) =>
      (await ok(member, "POST", `/api/teams/${team}/messages`, { content })).message.id;
    const handle = await handleOf(member);

    const message_id = await say("A secret");
    await say("Another");
    // The notification outlives the membership, so it holds nothing of the message.
    expect(await toldOf(admin)).toMatchObject([{
      title: "New message",
      body: `@${handle} wrote to your team`,
      data: { team_id, message_id, user_id: member.id },
    }]);
    expect([await toldOf(member), await toldOf(owner)]).toEqual([[], []]);

    await say("Elsewhere", other);
    expect(await toldOf(admin)).toHaveLength(2);
    await ok(admin, "POST", `${path}/read`, { all: true });
    expect(await toldOf(admin)).toEqual([]);
    const third = await say("A third");
    await say("A fourth");
    expect((await toldOf(admin)).map(({ data }: { data: unknown }) => data))
      .toMatchObject([{ message_id: third }]);
  });

  it("does not notify members who block the author", async () => {
    const { member, admin } = people;
    const team = await makeTeam(await makeOrganization(people), member, { members: [admin] });
    await ok(admin, "PUT", "/api/user/profile", { blocked_user_ids: [member.id] });
    await ok(admin, "POST", `${path}/read`, { all: true });
    await ok(member, "POST", `/api/teams/${team}/messages`, { content: "Hello?" });
    expect(await toldOf(admin)).toEqual([]);
    await ok(admin, "PUT", "/api/user/profile", { blocked_user_ids: [] });
  });

  it("notifies once when many messages come at once", async () => {
    const { member, admin } = people;
    const team = await makeTeam(await makeOrganization(people), member, { members: [admin] });
    await ok(admin, "POST", `${path}/read`, { all: true });
    await Promise.all(
      [member, admin, member, admin, member, admin].map((who, n) =>
        ok(who, "POST", `/api/teams/${team}/messages`, { content: `${n}` })
      ),
    );
    expect(await toldOf(admin)).toHaveLength(1);
  });

  describe("of more than 200 members", () => {
    let team: string;
    const say = async () =>
      (await ok(people.member, "POST", `/api/teams/${team}/messages`, { content: "All" })).message
        .id;
    /** Ids of the members but the author, in the order in which the job notifies them. */
    const members = async () =>
      (await sql`
        select user_id as id from public.team_members
        where team_id = ${team} and user_id <> ${people.member.id} order by user_id`)
        .map(({ id }) => id as string);
    /** A pair of a member and a message for each notification of a message of the team. */
    const told = async () =>
      (await sql`
        select user_id, data ->> 'message_id' as message_id from public.notifications
        where type = 'team_message' and data ->> 'team_id' = ${team} order by user_id`)
        .map(({ user_id, message_id }) => [user_id as string, message_id as string]);
    /** Transactions in which nobody else, such as the minute's run, does the job. */
    const alone = (work: (worker: postgres.TransactionSql) => Promise<unknown>) =>
      sql.begin(async (worker) => {
        await worker`select pg_advisory_xact_lock(hashtextextended('team_message_notices', 0))`;
        await work(worker);
      });
    const job = (worker: postgres.ISql) =>
      worker`
      select private.continue_team_message_notices() as result`;

    beforeAll(async () => {
      const orgId = await makeOrganization(people);
      team = await makeTeam(orgId, people.member, { members: [people.admin, people.coOwner] });
      await sql.begin(async (tx) => {
        await tx`
          create temporary table crowd on commit drop as
          select gen_random_uuid() as id from generate_series(1, 200)`;
        await tx`insert into auth.users (id, email) select id, id || '@example.org' from crowd`;
        await tx`
          insert into public.organization_members (org_id, user_id) select ${orgId}, id from crowd`;
        await tx`
          insert into public.team_members (team_id, org_id, user_id)
          select ${team}, ${orgId}, id from crowd`;
      });
    });
    beforeEach(async () => {
      await sql`delete from public.notifications where data ->> 'team_id' = ${team}`;
    });

    it("a job notifies each member once, except members who have left or block the author", async () => {
      const { admin, coOwner, superAdmin } = people;
      let first = "";
      await alone(async (worker) => {
        first = await say();
        await say();
        expect(await told()).toEqual([]);
        const { jobs } = await ok(superAdmin, "GET", "/api/admin/health");
        expect(jobs).toContainEqual(
          expect.objectContaining({ job: "team-message-notices", remaining: 1 }),
        );
        const [leaver] = (await members()).filter((id) => ![admin.id, coOwner.id].includes(id));
        await sql`delete from public.team_members where team_id = ${team} and user_id = ${leaver!}`;
        await ok(coOwner, "PUT", "/api/user/profile", { blocked_user_ids: [people.member.id] });
        await job(worker);
        // The second run neither waits for the first one nor does its work again.
        expect([...await job(sql)]).toMatchObject([{ result: { failed: 0, remaining: 1 } }]);
      });
      const others = (await members()).filter((id) => id !== coOwner.id);
      expect(await told()).toEqual(others.map((id) => [id, first]));
      await ok(coOwner, "PUT", "/api/user/profile", { blocked_user_ids: [] });

      await ok(admin, "POST", `${path}/read`, { all: true });
      const next = await say();
      await alone(job);
      expect((await told()).filter(([, id]) => id === next)).toEqual(
        [admin.id, coOwner.id].sort().map((id) => [id, next]),
      );
    });

    it("takes turns with the messages of other teams", () =>
      undone(async (tx) => {
        const [large, small] = [crypto.randomUUID(), crypto.randomUUID()];
        await tx`set local session_replication_role = replica`;
        await tx`delete from private.team_message_notices`;
        await tx`
          insert into public.team_members (team_id, org_id, user_id)
          select ${large}, ${large}, gen_random_uuid() from generate_series(1, 501)`;
        await tx`
          insert into private.team_message_notices (message_id, team_id, user_id)
          select id, id, ${people.member.id} from unnest(${[large, small]}::uuid[]) as id`;
        // A call that has used its time does one step.
        await tx`select pg_sleep(2)`;
        const left = async () => {
          await job(tx);
          return (await tx`select team_id from private.team_message_notices order by taken_at`)
            .map(({ team_id }) => team_id);
        };
        expect([await left(), await left(), await left()]).toEqual([[small, large], [large], []]);
      }));

    it("goes on after the notified members, who hear of the next message", async () => {
      const all = await members();
      let [first, second] = ["", ""];
      await alone(async (worker) => {
        first = await say();
        await sql`
          update private.team_message_notices set after_id = ${all[99]!}
          where message_id = ${first}`;
        second = await say();
        await job(worker);
      });
      expect(await told()).toEqual(all.map((id, n) => [id, n < 100 ? second : first]));
    });

    it("notifies nobody of an author who is blocked before", async () => {
      await alone(async (worker) => {
        await say();
        await sql`update public.profiles set is_active = false where id = ${people.member.id}`;
        await job(worker);
      });
      expect(await told()).toEqual([]);
    });
  });
});

describe("retention", () => {
  it("removes notifications 90 days after they were read, and unread ones after a year", async ({ ana }) => {
    for (const title of ["Old", "Recent", "Unread", "Forgotten"]) await notify(ana, { title });
    await sql`
      update public.notifications set read_at = now() - case title
        when 'Old' then interval '91 days' when 'Recent' then interval '89 days' end,
        created_at = now() - case title
          when 'Unread' then interval '364 days' else interval '2 years' end
      where user_id = ${ana.id}`;
    await sql`select private.purge()`;
    const { notifications } = await ok(ana, "GET", path);
    expect(notifications.map(({ title }: { title: string }) => title).sort())
      .toEqual(["Recent", "Unread"]);
  });
});
