/** Telling friends of an entry that their circle sees. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { befriend, block, nameOf, prefer, share, told, update } from "./support.ts";

const entries = (who: Person) => told(who, "friend_entry");
const notebookFor = async (who: Person, team_id: string) =>
  (await ok(who, "POST", "/api/notebooks", {
    name: "For you",
    metadata_visibility: "team",
    content_visibility: "team",
    team_id,
  })).notebook.id as string;

describe("a friend is told of an entry", () => {
  it("that the circle sees at once, by name and title", async ({ ana, ben, cleo }) => {
    const { team } = await befriend(ana, ben);
    await befriend(ana, cleo);
    const id = await share(ana, team);
    for (const who of [ben, cleo]) {
      expect(await entries(who)).toEqual([`${await nameOf(ana)} wrote: First frost`]);
    }
    const { notifications } = await ok(ben, "GET", "/api/notifications");
    expect(notifications[0]).toMatchObject({
      type: "friend_entry",
      data: { entry_id: id, user_id: ana.id },
    });
    // Two guests of a circle are not friends.
    await share(ben, team, { title: "" });
    expect(await entries(ana)).toEqual([`${await nameOf(ben)} wrote something for you`]);
    expect(await entries(cleo)).toHaveLength(1);
    expect(await entries(ben)).toHaveLength(1);
  });

  it("by the handle where there is no name, in the friend's language", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    await ok(ana, "PUT", "/api/user/profile", { full_name: null });
    await ok(ben, "PUT", "/api/user/profile", { language: "de" });
    const [{ handle }] = await sql<
      [{ handle: string }]
    >`select handle from public.profiles where id = ${ana.id}`;
    await share(ana, team);
    expect(await entries(ben)).toEqual([`${handle} hat geschrieben: First frost`]);
  });

  it("that a later change of its own shows to the circle, once", async ({ ana, ben }) => {
    const { org, team } = await befriend(ana, ben);
    const id = await share(ana, team, { metadata_visibility: "user" });
    expect(await entries(ben)).toEqual([]);
    await update(ana, id, { metadata_visibility: "org", org_id: org });
    expect(await entries(ben)).toHaveLength(1);
    await update(ana, id, { metadata_visibility: "team", title: "Second frost" });
    expect(await entries(ben)).toHaveLength(1);
    await update(ana, id, { metadata_visibility: "user" });
    await update(ana, id, { metadata_visibility: "team" });
    expect(await entries(ben)).toEqual([]);
  });

  it("that is written into a notebook of the circle, or moved there", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    const notebook_id = await notebookFor(ana, team);
    await share(ana, team, { metadata_visibility: "user", notebook_id });
    expect(await entries(ben)).toHaveLength(1);
    const moved = await share(ana, team, { metadata_visibility: "user" });
    await update(ana, moved, { notebook_id });
    expect(await entries(ben)).toHaveLength(2);
  });

  it("at most three times a day by one person", async ({ ana, ben, cleo }) => {
    const { team } = await befriend(ana, ben);
    for (const title of ["1", "2", "3", "4"]) await share(ana, team, { title });
    expect(await entries(ben)).toHaveLength(3);
    await befriend(cleo, ben);
    const own = await befriend(cleo, ana);
    await share(cleo, own.team);
    expect(await entries(ben)).toHaveLength(4);
    await sql`update private.rate_limit_hits set at = at - interval '1 day'
      where bucket = 'friend_entry' and subject like ${`user:${ana.id}%`}`;
    await share(ana, team);
    expect(await entries(ben)).toHaveLength(5);
  });

  it("by a push, unless the type is turned off", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    await ok(ben, "POST", "/api/notifications/devices", {
      token: `ExponentPushToken[${ben.id}]`,
      platform: "ios",
    });
    const pushes = async () =>
      (await sql`
      select from private.pushes as p join public.notifications as n on n.id = p.notification_id
      where n.user_id = ${ben.id} and n.type = 'friend_entry'`).length;
    await share(ana, team);
    expect(await pushes()).toBe(1);
    await prefer(ben, { notification_types: { friend_entry: false } });
    await share(ana, team);
    expect([await pushes(), (await entries(ben)).length]).toEqual([1, 2]);
  });
});

describe("no friend is told of an entry", () => {
  it("for everybody, for another group, or of a changed notebook", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Work" });
    await ok(ana, "POST", `/api/organizations/${organization.id}/members`, { user_id: ben.id });
    await share(ana, team, { metadata_visibility: "public" });
    await share(ana, team, { metadata_visibility: "org", org_id: organization.id });
    const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Diary" });
    await share(ana, team, { metadata_visibility: "user", notebook_id: notebook.id });
    await ok(ana, "PUT", `/api/notebooks/${notebook.id}`, {
      metadata_visibility: "team",
      team_id: team,
    });
    expect(await entries(ben)).toEqual([]);
  });

  it("that the friend saw before", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    const id = await share(ana, team, { metadata_visibility: "public" });
    await update(ana, id, { metadata_visibility: "team" });
    expect(await entries(ben)).toEqual([]);
  });

  it("over a block, of an import, or against the friend's wish", async ({ ana, ben, cleo }) => {
    const { team } = await befriend(ana, ben);
    await befriend(ana, cleo);
    await prefer(cleo, { friend_entries: false });
    for (const [one, other] of [[ana, ben], [ben, ana]] as const) {
      await block(one, other);
      await share(ana, team);
      await block(one);
    }
    const id = await share(ana, team, { metadata_visibility: "user" });
    await sql`update public.journal_entries set import_id = gen_random_uuid() where id = ${id}`;
    await update(ana, id, { metadata_visibility: "team" });
    expect([await entries(ben), await entries(cleo)]).toEqual([[], []]);
  });
});

describe("the notification of an entry goes", () => {
  it("with the entry, and with its visibility, also by its notebook", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    const notebook_id = await notebookFor(ana, team);
    const [deleted, hidden] = [await share(ana, team), await share(ana, team)];
    await share(ana, team, { metadata_visibility: "user", notebook_id });
    expect(await entries(ben)).toHaveLength(3);
    await ok(ana, "DELETE", `/api/journal/${deleted}`);
    expect(await entries(ben)).toHaveLength(2);
    await update(ana, hidden, { metadata_visibility: "user" });
    expect(await entries(ben)).toHaveLength(1);
    await ok(ana, "PUT", `/api/notebooks/${notebook_id}`, { metadata_visibility: "user" });
    expect(await entries(ben)).toEqual([]);
  });

  it("when the friend or the author leaves, the circle is deleted, or one blocks the other", async ({ ana, ben }) => {
    for (const end of ["guest leaves", "author leaves", "deleted", "blocks", "is blocked"]) {
      const { org, team } = await befriend(ana, ben);
      const [author, friend] = end === "author leaves" ? [ben, ana] : [ana, ben];
      await sql`delete from private.rate_limit_hits where bucket = 'friend_entry'`;
      await share(author, team);
      expect([end, (await entries(friend)).length]).toEqual([end, 1]);
      if (end.endsWith("leaves")) await ok(ben, "DELETE", `/api/teams/${team}/members/${ben.id}`);
      else if (end === "deleted") await ok(ana, "DELETE", `/api/organizations/${org}`);
      else if (end === "blocks") await block(ben, ana);
      else await block(ana, ben);
      expect([end, await entries(friend)]).toEqual([end, []]);
      await Promise.all([block(ana), block(ben)]);
      if (end !== "deleted") {
        await ok(ana, "DELETE", `/api/organizations/${org}`);
      }
    }
  });
});
