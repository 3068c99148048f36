/** A session's access token outlives the session by up to an hour, but makes nothing that lasts. */
import { expect } from "vitest";
import { write } from "../journal/people.ts";
import { agree } from "../music/support.ts";
import { newToken } from "../notifications/support.ts";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";

/** Prepares a request while the session stands: method, path and body. */
type Prepare = (who: Person) => Promise<[method: string, path: string, body?: unknown]>;

const inOrganization = async (who: Person): Promise<string> => {
  const { organization } = await ok(who, "POST", "/api/organizations", { name: "Runners" });
  return `/api/organizations/${organization.id}/invitations`;
};

it.for<[what: string, prepare: Prepare, status: number]>([
  [
    "a share link",
    async (who) => ["POST", `/api/journal/${(await write(who)).id}/share-links`, {}],
    201,
  ],
  [
    "a share link with a passphrase",
    async (who) => [
      "POST",
      `/api/journal/${(await write(who)).id}/share-links`,
      { passphrase: "a heron" },
    ],
    201,
  ],
  ["an address of a calendar", () => Promise.resolve(["POST", "/api/user/calendar"]), 201],
  [
    "a link of an organization",
    async (who) => ["POST", await inOrganization(who), { link: true }],
    201,
  ],
  ["a link for a friend", () => Promise.resolve(["POST", "/api/invitations"]), 201],
  [
    "a device for pushes",
    () => {
      const body = { token: newToken(), platform: "ios" };
      return Promise.resolve(["POST", "/api/notifications/devices", body]);
    },
    201,
  ],
  ["a connection to music", () => Promise.resolve(["GET", "/api/music/connect"]), 200],
  [
    "a connection to music, already begun",
    async (who) => ["POST", "/api/music/account", { grant: await agree(who) }],
    201,
  ],
])(
  "a session that has ended and a blocked user cannot make %s",
  async ([_what, prepare, status]) => {
    const [standing, ended, blocked] = await Promise.all([person(), person(), person()]);
    expect((await standing.api(...await prepare(standing))).status).toBe(status);
    const request = await prepare(ended);
    expect((await ended.client.auth.signOut({ scope: "global" })).error).toBeNull();
    expect(await codeOf(ended.api(...request))).toBe("401 session_ended");
    const refused = await prepare(blocked);
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
    expect(await codeOf(blocked.api(...refused))).toBe("403 account_blocked");
  },
);

it("an account that is blocked while its write waits changes nothing", async () => {
  const ana = await person();
  const { id } = await write(ana, { title: "Before" });
  let changing: Promise<string>;
  await sql.begin(async (tx) => {
    await tx`select from public.journal_entries where id = ${id} for no key update`;
    changing = codeOf(ana.api("PUT", `/api/journal/${id}`, { title: "After" }));
    await somebodyWaitsFor(tx);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  });
  expect(await changing!).toBe("403 account_blocked");
  const [entry] = await sql`select title from public.journal_entries where id = ${id}`;
  expect(entry!.title).toBe("Before");
});
