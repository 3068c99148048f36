/** Team chat over HTTP. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeOrganization, makePeople, makeTeam } from "../organizations/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const people = await makePeople();

/** The team of `member` and `admin`; the owners of the organization are not in it. */
let id: string;
beforeEach(async () => {
  const orgId = await makeOrganization(people);
  id = await makeTeam(orgId, people.member, { members: [people.admin] });
});

describe("/api/teams/{id}/messages", () => {
  const path = "/api/teams";

  it("stores messages of members and lists them newest first, in pages", async () => {
    const { member, admin, superAdmin } = people;
    const url = `${path}/${id}/messages`;
    expect(await ok(admin, "GET", url)).toEqual({ messages: [], next_cursor: null });
    const sent = [];
    for (
      const [who, full_name, content] of [
        [member, "Mia Member", "Good morning!"],
        [admin, "Alan Admin", "😀".repeat(2000)],
        [superAdmin, "Ruth Root", "."],
      ] as const
    ) {
      const { status, body } = await who.api("POST", url, { content });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        message: {
          team_id: id,
          user_id: who.id,
          handle: expect.stringMatching(/^(mia_member|alan_admin|ruth_root)/),
          full_name,
          avatar_url: null,
          is_synthetic: false,
          content,
          written_at: body.message.created_at,
        },
      });
      sent.unshift(body.message);
    }
    for (const who of [member, admin, superAdmin]) {
      expect(await ok(who, "GET", url)).toEqual({ messages: sent, next_cursor: null });
    }
    expect(await walk(admin, url, "messages", 1)).toEqual(sent);
  });

  it("lists messages of one moment once over all pages", async () => {
    await sql`insert into public.team_messages (team_id, user_id, content)
      select ${id}, ${people.member.id}, n::text from generate_series(1, 5) as n`;
    const messages = await walk(people.admin, `${path}/${id}/messages`, "messages", 1);
    expect(messages.map((m) => (m as { content: string }).content).sort())
      .toEqual(["1", "2", "3", "4", "5"]);
  });

  it("only members of the team and super admins can read and write", async () => {
    const url = `${path}/${id}/messages`;
    await ok(people.member, "POST", url, { content: "Between us" });
    const inside = "403 Only members of the team take part in its chat";
    for (
      const [who, error] of [
        [people.owner, inside],
        [people.coOwner, inside],
        [people.stranger, "404 Team not found"],
      ] as const
    ) {
      for (
        const answer of [await who.api("GET", url), await who.api("POST", url, { content: "x" })]
      ) {
        expect(`${answer.status} ${answer.body.error}`).toBe(error);
      }
    }
    for (const who of [people.superAdmin, people.member]) {
      const nowhere = `${path}/${NOWHERE}/messages`;
      expect((await who.api("GET", nowhere)).status).toBe(404);
      expect((await who.api("POST", nowhere, { content: "x" })).status).toBe(404);
    }
    expect((await ok(people.member, "GET", url)).messages).toHaveLength(1);
  });

  it("access ends with the membership", async () => {
    const { admin, member } = people;
    await ok(admin, "POST", `${path}/${id}/messages`, { content: "Bye" });
    await ok(admin, "DELETE", `${path}/${id}/members/${admin.id}`);
    expect((await admin.api("GET", `${path}/${id}/messages`)).status).toBe(403);
    expect((await admin.api("POST", `${path}/${id}/messages`, { content: "x" })).status).toBe(403);
    // Their messages stay.
    const { messages } = await ok(member, "GET", `${path}/${id}/messages`);
    expect(messages).toMatchObject([{ content: "Bye", full_name: "Alan Admin" }]);
  });

  it.each([
    [{}, "content: required"],
    [{ content: "x".repeat(2001) }, "content: expected at most 2000 characters"],
  ])("refuses %j", async (body, error) => {
    expect(await outcome(people.member, "POST", `${path}/${id}/messages`, body))
      .toBe(`400 ${error}`);
  });
});
