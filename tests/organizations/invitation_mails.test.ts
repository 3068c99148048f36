/** Mails about invitations, as they are queued. */
import { expect, it } from "vitest";
import { person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { makeOrganization, makePeople } from "./people.ts";

const mailsTo = async (address: string) =>
  (await sql`select subject, text_body from private.emails where recipient = ${address}`)
    .map(({ subject, text_body }) => `${subject}: ${text_body.split("\n")[0]}`);

it("go to invited users and addresses, once, and to nobody who blocks the sender", async () => {
  const people = await makePeople();
  const { owner } = people;
  const orgId = await makeOrganization(people);
  const [invited, blocking] = await Promise.all([person("Invited"), person("Blocking")]);
  await sql`update public.profiles set blocked_user_ids = ${[owner.id]} where id = ${blocking.id}`;
  const unknown = `nobody-${crypto.randomUUID()}@example.com`;
  const path = `/api/organizations/${orgId}/invitations`;
  await ok(owner, "POST", path, { user_id: invited.id });
  await ok(owner, "POST", path, { email: unknown });
  await ok(owner, "POST", path, { user_id: blocking.id });
  await ok(owner, "POST", path, { link: true });

  const [card] = await sql`select handle from public.profile_cards where id = ${owner.id}`;
  const mail = `You are invited to an organization: @${card!.handle} invites you to join an ` +
    "organization.";
  expect(await mailsTo(invited.email)).toEqual([mail]);
  expect(await mailsTo(unknown)).toEqual([mail]);
  expect(await mailsTo(blocking.email)).toEqual([]);
  expect(await sql`select from private.emails where text_body like ${`@${card!.handle} %`}`)
    .toHaveLength(2);
});
