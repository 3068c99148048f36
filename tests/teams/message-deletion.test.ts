/** Deleting chat messages, and polling for newer ones. */
import { beforeEach, describe, expect, it } from "vitest";
import { attempts, makeOrganization, makePeople, makeTeam } from "../organizations/people.ts";
import { type Person, person } from "../support/people.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { become, sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";

/** `nora` is a plain member of the team. */
const [people, nora] = await Promise.all([makePeople(), person("Nora New")]);

/** The chat of a team of `member`, its admin, with `admin` as another admin, and `nora`. */
let id: string;
let url: string;
beforeEach(async () => {
  const orgId = await makeOrganization(people);
  await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, { user_id: nora.id });
  id = await makeTeam(orgId, people.member, { admins: [people.admin], members: [nora] });
  url = `/api/teams/${id}/messages`;
});

async function send(who: Person, content = "Hello"): Promise<string> {
  return (await ok(who, "POST", url, { content })).message.id;
}

const ids = async (query = "") =>
  (await ok(nora, "GET", url + query)).messages.map((each: { id: string }) => each.id);

describe("a message is deleted", () => {
  it("by its author, an admin of the team and a super admin", async () => {
    for (const who of [nora, people.member, people.admin, people.superAdmin]) {
      const message = await send(nora);
      expect(await ok(who, "DELETE", `${url}/${message}`)).toEqual({ message: "Message deleted" });
      expect(await ids()).toEqual([]);
      expect(await outcome(who, "DELETE", `${url}/${message}`)).toBe("404 Message not found");
    }
  });

  it("by nobody else", async () => {
    const message = await send(people.member);
    const outside = "403 Only members of the team take part in its chat";
    const kinds = ["owner", "coOwner", "member", "stranger"] as const;
    expect(
      await attempts(
        { ...people, member: nora },
        kinds,
        (who) => who.api("DELETE", `${url}/${message}`),
      ),
    ).toEqual({
      owner: outside,
      coOwner: outside,
      member: "403 Only its author or an admin of the team may delete a message",
      stranger: "404 Team not found",
    });
    expect(await ids()).toEqual([message]);
  });

  it("not by an author who has left the team", async () => {
    const message = await send(nora);
    await ok(people.member, "DELETE", `/api/teams/${id}/members/${nora.id}`);
    expect((await nora.api("DELETE", `${url}/${message}`)).status).toBe(403);
    await nora.client.from("team_messages").delete().eq("id", message);
    expect(await sql`select from public.team_messages where id = ${message}`).toHaveLength(1);
  });

  it("not through another team", async () => {
    const message = await send(nora);
    const { organization } = await ok(nora, "POST", "/api/organizations", { name: "Mine" });
    const own = await makeTeam(organization.id, nora);
    expect((await nora.api("DELETE", `/api/teams/${own}/messages/${message}`)).status).toBe(404);
    expect(await ids()).toEqual([message]);
  });

  it("and not brought back by a request that is sent again", async () => {
    for (const moderator of [nora, people.member]) {
      const sent = { id: crypto.randomUUID(), content: "Once" };
      await ok(nora, "POST", url, sent);
      await ok(moderator, "DELETE", `${url}/${sent.id}`);
      const again = await nora.api("POST", url, sent);
      expect([again.status, again.body.code]).toEqual([410, "deleted"]);
      const other = await people.admin.api("POST", url, sent);
      expect([other.status, other.body.code]).toEqual([409, "id_taken"]);
      expect(await ids()).toEqual([]);
    }
  });

  it("and leaves nothing when the whole team is deleted", async () => {
    await send(nora);
    await ok(people.member, "DELETE", `/api/teams/${id}`);
    expect(await sql`select from private.deleted_team_messages where team_id = ${id}`)
      .toHaveLength(0);
  });

  it("and a super admin's act is recorded without the text", async () => {
    const [first, second, own] = [
      await send(nora, "a secret"),
      await send(nora),
      await send(people.superAdmin),
    ];
    await ok(people.superAdmin, "DELETE", `${url}/${first}`);
    await ok(people.superAdmin, "DELETE", `${url}/${own}`);
    await ok(people.admin, "DELETE", `${url}/${second}`);
    await send(nora);
    // The messages of a deleted team are not recorded one by one.
    await ok(people.superAdmin, "DELETE", `/api/teams/${id}`);
    const acts = await sql`select actor_id, target_type, target_id, before, after
      from public.audit_log where act = 'team_message.delete' and target_id = ${id}`;
    expect([...acts]).toEqual([{
      actor_id: people.superAdmin.id,
      target_type: "team",
      target_id: id,
      before: { id: first, user_id: nora.id },
      after: null,
    }]);
  });
});

describe("after=<message id>", () => {
  it("lists newer messages, oldest first, in pages", async () => {
    const sent: string[] = [];
    for (const content of ["a", "b", "c", "d", "e"]) sent.push(await send(nora, content));
    expect(await ids(`?after=${sent[0]}`)).toEqual(sent.slice(1));
    expect(await ids(`?after=${sent[4]}`)).toEqual([]);
    const page = await ok(nora, "GET", `${url}?after=${sent[0]}&limit=2`);
    expect(page.messages.map((each: { id: string }) => each.id)).toEqual(sent.slice(1, 3));
    // The next page needs the message of `after` no longer.
    await ok(nora, "DELETE", `${url}/${sent[0]}`);
    const cursor = encodeURIComponent(page.next_cursor);
    expect(await ids(`?after=${sent[0]}&limit=2&cursor=${cursor}`)).toEqual(sent.slice(3));
  });

  it("misses no message of a transaction that commits late", async () => {
    const first = await send(nora);
    let other: Promise<string>;
    await sql.begin(async (transaction) => {
      await become(people.member, transaction);
      await transaction`select public.send_team_message(${id}, 'Slow')`;
      other = send(nora, "Quick");
      await somebodyWaitsFor(transaction);
      expect(await ids(`?after=${first}`)).toEqual([]);
    });
    await other!;
    const { messages } = await ok(nora, "GET", `${url}?after=${first}`);
    expect(messages.map((each: { content: string }) => each.content)).toEqual(["Slow", "Quick"]);
  });

  it("misses no message of a transaction that begins early", async () => {
    const first = await send(nora);
    let second: string;
    await sql.begin(async (transaction) => {
      await become(people.member, transaction);
      second = await send(nora, "Quick");
      expect(await ids(`?after=${first}`)).toEqual([second]);
      await transaction`select public.send_team_message(${id}, 'Slow')`;
    });
    const { messages } = await ok(nora, "GET", `${url}?after=${second!}`);
    expect(messages.map((each: { content: string }) => each.content)).toEqual(["Slow"]);
  });

  it("goes on after a message whose time is ahead of the clock", async () => {
    const first = await send(nora);
    await sql`update public.team_messages set created_at = now() + interval '1 hour'
      where id = ${first}`;
    const second = await send(nora);
    expect(await ids(`?after=${first}`)).toEqual([second]);
  });

  it("lists each of several messages of one moment once", async () => {
    const first = await send(nora);
    await sql`insert into public.team_messages (team_id, user_id, content, created_at)
      select team_id, user_id, n::text, created_at from public.team_messages,
        generate_series(1, 5) as n where id = ${first}`;
    const order = (await sql`select id from public.team_messages where team_id = ${id}
      order by created_at, id`).map((row) => row.id);
    expect(await ids(`?after=${order[0]}`)).toEqual(order.slice(1));
  });

  it("goes on after a deleted message", async () => {
    const sent: string[] = [];
    for (const content of ["a", "b", "c"]) sent.push(await send(nora, content));
    await ok(people.member, "DELETE", `${url}/${sent[1]}`);
    expect(await ids(`?after=${sent[1]}`)).toEqual([sent[2]]);
    const orgId = await makeOrganization(people);
    const other = await makeTeam(orgId, people.member);
    expect(await outcome(people.member, "GET", `/api/teams/${other}/messages?after=${sent[1]}`))
      .toBe("404 after: not found");
  });

  it("forgets deleted messages after 91 days", async () => {
    const [old, recent] = [await send(nora), await send(nora)];
    for (const [message, age] of [[old, "92 days"], [recent, "90 days"]] as const) {
      await ok(nora, "DELETE", `${url}/${message}`);
      await sql`update private.deleted_team_messages set deleted_at = now() - ${age}::interval
        where id = ${message}`;
    }
    await sql`select private.purge()`;
    expect((await nora.api("GET", `${url}?after=${old}`)).status).toBe(404);
    expect(await ids(`?after=${recent}`)).toEqual([]);
  });

  it("refuses a message of another team, an unknown and a malformed one", async () => {
    const message = await send(nora);
    const orgId = await makeOrganization(people);
    const other = await makeTeam(orgId, people.member);
    for (const after of [message, NOWHERE]) {
      expect(await outcome(people.member, "GET", `/api/teams/${other}/messages?after=${after}`))
        .toBe("404 after: not found");
    }
    expect((await nora.api("GET", `${url}?after=x`)).status).toBe(400);
    expect((await people.stranger.api("GET", `${url}?after=${message}`)).body.error)
      .toBe("Team not found");
  });
});
