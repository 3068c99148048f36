/** The right to listen to a topic, and the right to speak in it. */
import { beforeAll, describe, expect } from "vitest";
import { makeOrganization, makePeople, makeTeam, type People } from "../organizations/people.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { listen } from "../support/live.ts";
import { anonymous, newClient, type Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { signToken } from "../../packages/local-supabase/helpers.ts";
import { keys, platform } from "../support/platform.ts";

const said = (event: string) => ({ type: "broadcast" as const, event, payload: {} });
const acknowledged = { private: true, broadcast: { ack: true, self: true } };

describe("a user's topic", () => {
  it("is heard by its user alone", async ({ ana, ben, admin }) => {
    const topic = `user:${ana.id}`;
    await expect(listen(ana.client, topic)).resolves.toBeDefined();
    for (const client of [ben.client, admin.client, anonymous.client]) {
      await expect(listen(client, topic)).rejects.toThrow("Unauthorized");
    }
  });

  it("is not spoken in, and nobody is present there", async ({ ana }) => {
    const { channel } = await listen(ana.client, `user:${ana.id}`, acknowledged);
    expect(await channel.send(said("changed"))).toBe("error");
    expect(await channel.track({})).toBe("error");
    await expect(channel.httpSend("changed", {})).rejects.toThrow();
  });

  it("of a public channel hears nothing", async ({ ana, ben }) => {
    const [own, open] = [
      await listen(ana.client, `user:${ana.id}`),
      await listen(ben.client, `user:${ana.id}`, { private: false }),
    ];
    await ok(ana, "POST", "/api/goals", { title: "Swim" });
    await eventually(() => expect(own.heard).not.toEqual([]));
    expect(open.heard).toEqual([]);
  });

  it("is closed to a blocked user", async ({ ana }) => {
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    await expect(listen(ana.client, `user:${ana.id}`)).rejects.toThrow("Unauthorized");
  });

  it("is closed to the sessions of a demoted super admin", async ({ admin }) => {
    const topic = `user:${admin.id}`;
    await expect(listen(admin.client, topic)).resolves.toBeDefined();
    await sql`update public.profiles set role = 'user' where id = ${admin.id}`;
    const again = newClient();
    await again.realtime.setAuth(admin.token);
    await expect(listen(again, topic)).rejects.toThrow("Unauthorized");
  });

  it.each([
    ["user:", ""],
    ["user:%", ""],
    ["USER:", "ana"],
    ["user:user:", "ana"],
    ["", "ana"],
    ["user: ", "ana"],
  ])("is refused under a name that only looks like it: %s%s", async (prefix, who) => {
    const client = newClient();
    const [user] = await sql<{ id: string }[]>`select id from public.profiles limit 1`;
    const claims = { sub: user!.id, role: "authenticated", iss: `${platform.api_url}/auth/v1` };
    await client.realtime.setAuth(await signToken(claims, keys.signing, { expiresIn: 60 }));
    await expect(listen(client, prefix + (who && user!.id))).rejects.toThrow("Unauthorized");
  });
});

describe("a team's topic", () => {
  let people: People;
  let teamId: string;
  let orgId: string;
  beforeAll(async () => {
    people = await makePeople();
    orgId = await makeOrganization(people);
    teamId = await makeTeam(orgId, people.member, { members: [people.admin] });
  });

  it("is heard by its members alone", async () => {
    for (const kind of ["member", "admin"] as const) {
      await expect(listen(people[kind].client, `team:${teamId}`)).resolves.toBeDefined();
    }
    for (const kind of ["owner", "coOwner", "stranger", "superAdmin"] as const) {
      await expect(listen(people[kind].client, `team:${teamId}`)).rejects.toThrow("Unauthorized");
    }
  });

  it("carries who is typing and who is there, among members", async () => {
    const topic = `team:${teamId}`;
    const present = (who: Person) => ({
      ...acknowledged,
      presence: { key: who.id, enabled: true },
    });
    const mia = await listen(people.member.client, topic, present(people.member));
    const alan = await listen(people.admin.client, topic, present(people.admin));
    expect(await mia.channel.track({})).toBe("ok");
    expect(await mia.channel.send(said("typing"))).toBe("ok");
    await eventually(() => {
      expect(alan.heard).toEqual([["typing", {}]]);
      expect(Object.keys(alan.channel.presenceState())).toEqual([people.member.id]);
    });
    const outside = people.stranger.client.channel(topic, { config: { private: true } });
    await expect(outside.httpSend("typing", {})).rejects.toThrow();
  });

  it("tells of messages by their ids", async () => {
    const { heard } = await listen(people.admin.client, `team:${teamId}`);
    const path = `/api/teams/${teamId}/messages`;
    const { message } = await ok(people.member, "POST", path, { content: "Hello" });
    await ok(people.member, "DELETE", `${path}/${message.id}`);
    await eventually(() =>
      expect(heard).toEqual([
        ["message_created", { id: message.id }],
        ["message_deleted", { id: message.id }],
      ])
    );
  });

  it("is closed to a member who was removed, with the next token", async ({ ana }) => {
    await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, {
      user_id: ana.id,
      role: "member",
    });
    await ok(people.member, "POST", `/api/teams/${teamId}/members`, {
      user_id: ana.id,
      role: "member",
    });
    const topic = `team:${teamId}`;
    const { channel, heard } = await listen(ana.client, topic);
    await ok(people.member, "DELETE", `/api/teams/${teamId}/members/${ana.id}`);
    await ana.client.auth.refreshSession();
    await eventually(() => expect(channel.state).toBe("closed"));
    await expect(listen(ana.client, topic)).rejects.toThrow("Unauthorized");
    expect(heard).toEqual([]);
  });
});

it("no table is in the publication of Postgres Changes", async () => {
  const published = await sql`
    select from pg_publication_tables where pubname = 'supabase_realtime'`;
  expect(published).toHaveLength(0);
});
