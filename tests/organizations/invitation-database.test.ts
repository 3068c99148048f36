/** Invitations with supabase-js, straight at the functions of the database, and their removal. */
import { expect, it } from "vitest";
import { type Client, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok } from "../support/requests.ts";

async function organization(client: Client): Promise<string> {
  const { data } = await client.rpc("create_organization", { p_name: "Riverside" });
  return data.id;
}

/** The code and message of a refusal, or the data of an answer. */
async function outcome(call: PromiseLike<{ data: unknown; error: unknown }>) {
  const { data, error } = await call;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return error ? `${code} ${message}` : data;
}

it("the functions of the database keep the rules of the routes", async () => {
  const [{ client }, nora] = await Promise.all([person("Olga"), person("Nora")]);
  const p_org_id = await organization(client);
  const invite = (args: Record<string, unknown>, by = client) =>
    outcome(by.rpc("invite_to_organization", { p_org_id, ...args }));
  expect(await invite({})).toMatch(/^PT400 Expected exactly one/);
  expect(await invite({ p_link: true, p_email: "a@example.com" })).toMatch(/^PT400 Expected/);
  expect(await invite({ p_link: null, p_user_id: nora.id, p_max_uses: 3 })).toMatch(/^PT400 max/);
  expect(await invite({ p_link: true, p_role: "owner" })).toMatch(/^PT400 role/);
  for (const p_role of ["boss", null]) {
    expect(await invite({ p_link: true, p_role })).toMatch(/^PT400 role: expected/);
  }
  for (const p_email of ["no address", "", `${"a".repeat(320)}@example.com`]) {
    expect(await invite({ p_email })).toMatch(/^PT400 email: expected/);
  }
  for (const p_max_uses of [0, 10_001]) {
    expect(await invite({ p_link: true, p_max_uses })).toMatch(/^PT400 max_uses: expected/);
  }
  expect(await invite({ p_link: true, p_expires_at: "infinity" })).toMatch(/^PT400 expires_at/);
  expect(await invite({ p_link: true }, nora.client)).toBe("PT404 Organization not found");
  expect(await outcome(nora.client.rpc("list_organization_invitations", { p_org_id })))
    .toBe("PT404 Organization not found");
  expect(await outcome(nora.client.rpc("accept_invitation", {}))).toMatch(/^PT400 Expected/);
});

it("one address of two spellings has one open invitation", async () => {
  const { client } = await person("Olga");
  const p_org_id = await organization(client);
  const invite = (p_email: string) =>
    outcome(client.rpc("invite_to_organization", { p_org_id, p_email }));
  expect(await invite("Eva@Example.com")).toMatchObject({
    invitation: { email: "eva@example.com" },
  });
  expect(await invite(" eva@example.com ")).toBe("PT409 This person has an open invitation");
});

it("the deletion of an account does not tell that it had an invited address", async () => {
  const [olga, nora] = await Promise.all([person("Olga"), person("Nora")]);
  const p_org_id = await organization(olga.client);
  const path = `/api/organizations/${p_org_id}/invitations`;
  for (const p_email of [nora.email, `nobody.${crypto.randomUUID()}@example.com`]) {
    await olga.client.rpc("invite_to_organization", { p_org_id, p_email });
  }
  const before = await olga.api("GET", path);
  expect(before.body.invitations).toHaveLength(2);
  const { data } = await nora.client.rpc("list_my_invitations");
  await nora.client.rpc("decline_invitation", { p_invitation_id: data[0].id });
  expect((await nora.api("DELETE", "/api/user/account", { confirm: nora.email })).status).toBe(200);
  expect(await ok(olga, "GET", path)).toEqual(before.body);
  // Nothing that the user did is left.
  expect(
    await sql`
    select declined_at from private.organization_invitations where id = ${data[0].id}`,
  )
    .toEqual([{ declined_at: null }]);
});

it("the purge removes what ended 90 days ago, and nothing else", async () => {
  const { client } = await person("Olga");
  const p_org_id = await organization(client);
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { data } = await client.rpc("invite_to_organization", { p_org_id, p_link: true });
    ids.push(data.invitation.id);
  }
  await sql`update private.organization_invitations
    set expires_at = now() - interval '91 days' where id = ${ids[0]!}`;
  await sql`update private.organization_invitations
    set ending = 'revoked', ended_at = now() - interval '89 days' where id = ${ids[1]!}`;
  await sql`select private.purge()`;
  const left = await sql`
    select id from private.organization_invitations where org_id = ${p_org_id} order by created_at`;
  expect(left.map(({ id }) => id)).toEqual(ids.slice(1));
});

it.each(["organization", "team"])(
  "the deletion of its %s and an acceptance do not deadlock",
  async (deleted) => {
    const olga = await person("Olga");
    for (let round = 0; round < 3; round++) {
      const p_org_id = await organization(olga.client);
      const { data: team } = await olga.client.rpc("create_team", { p_org_id, p_name: "Pages" });
      const p_team_id = team.id;
      const { data } = await olga.client.rpc("invite_to_organization", {
        p_org_id,
        p_team_id,
        p_link: true,
      });
      const nora = await person("Nora");
      const [accepted, deletion] = await Promise.all([
        outcome(nora.client.rpc("accept_invitation", { p_code: data.code })),
        olga.client.rpc(`delete_${deleted}`, deleted === "team" ? { p_team_id } : { p_org_id }),
      ]);
      expect(deletion.error).toBeNull();
      expect(accepted).toSatisfy((it: unknown) =>
        it === "PT404 Invitation not found" ||
        (it as { organization?: { id: string } }).organization?.id === p_org_id
      );
    }
  },
);
