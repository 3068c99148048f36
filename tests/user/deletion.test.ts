/** Users delete their own account: deleted and kept rows, refusals, effects on other users. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { impersonate } from "../auth/impersonating.ts";
import { stripe } from "../payment/support.ts";
import { newClient, type Person, service, superAdmin, withToken } from "../support/people.ts";
import { outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { tablesNaming } from "../support/traces.ts";
import { KEPT, leave, stateOf } from "./leaving.ts";
import { BUCKET, makeSomebody } from "./somebody.ts";

const organization = async (owner: Person, name: string, ...members: Person[]) => {
  const { data } = await owner.client.rpc("create_organization", { p_name: name });
  for (const { id } of members) {
    await owner.client.rpc("add_organization_member", { p_org_id: data.id, p_user_id: id });
  }
  return data.id as string;
};

describe("DELETE /api/user/account", () => {
  const path = "/api/user/account";

  it("deletes the account after confirmation by e-mail address", async ({ ana }) => {
    const { email } = ana;
    const answer = await ana.api("DELETE", path, { confirm: ` ${email.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 200, body: { message: "Account deleted" } });
    expect(await sql`select from auth.users where id = ${ana.id}`).toHaveLength(0);
    expect(await stateOf(ana)).toBe("done");
  });

  it.for([undefined, "", "yes", "other@example.com", 5])(
    "refuses the confirmation %j",
    async (confirm, { ana }) => {
      expect(await outcome(ana, "DELETE", path, { confirm })).toMatch(/^400 confirm: /);
      expect(await stateOf(ana)).toBe("none");
    },
  );
});

describe("after the deletion", () => {
  it("no row names the user except the rows that the service keeps, and no file is left", async () => {
    const { ana, ben, orgId, teamId, handle } = await makeSomebody();
    const paths = await sql`
      select name from storage.objects where bucket_id = ${BUCKET} and name like ${ana.id + "/%"}`;
    expect(paths).toHaveLength(2);
    const submitted = await sql`
      select id from public.opportunities where submitted_by = ${ana.id} and status = 'approved'`;
    expect((await leave(ana)).status).toBe(200);

    expect(await tablesNaming(ana.id)).toEqual(KEPT);
    // The organization that invited the address keeps the invitation.
    expect(await tablesNaming(ana.email)).toEqual(["private.organization_invitations"]);
    for (const { name } of paths) {
      const { error } = await service.storage.from(BUCKET).download(name);
      expect(error).not.toBeNull();
    }
    expect((await service.storage.from(BUCKET).download(`${ben.id}/c.txt`)).error).toBeNull();

    // The published opportunity stays, without her name.
    expect(await sql`select submitted_by from public.opportunities where id = ${submitted[0]!.id}`)
      .toEqual([{ submitted_by: null }]);

    // Rows that belong to others.
    const { data: team } = await ben.client.from("teams").select().eq("id", teamId).single();
    expect(team).toMatchObject({ admin_id: ben.id, org_id: orgId });
    const { data: messages } = await ben.client.from("team_messages").select().eq(
      "team_id",
      teamId,
    );
    expect(messages).toMatchObject([{ user_id: null, content: "Hello from Ana" }]);
    const { data: entries } = await ben.client.rpc("list_journal_entries", { p_scope: "own" });
    expect(entries).toMatchObject([{
      content: `With @${handle} and #friends`,
      mentions: [
        { kind: "user", text: `@${handle}`, user_id: null, start: 5 },
        { kind: "tag", text: "#friends", user_id: null },
      ],
    }]);
    const { data: notifications } = await ben.client.from("notifications").select();
    expect(notifications).toEqual([]);
    const { data: profile } = await ben.client.from("profiles").select().eq("id", ben.id).single();
    expect(profile.blocked_user_ids).toEqual([]);
  });

  it("token, password and address are no longer valid", async ({ ana }) => {
    expect((await leave(ana)).status).toBe(200);
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(401);
    expect((await ana.client.from("profile_cards").select()).error?.message)
      .toBe("This account no longer exists");
    expect((await ana.client.auth.refreshSession()).error).not.toBeNull();
    expect((await newClient().auth.signInWithPassword(ana)).error).not.toBeNull();
    // The address is free for a new account, which is not treated as the old one.
    const again = await newClient().auth.signUp({ email: ana.email, password: ana.password });
    expect(again.data.user!.id).not.toBe(ana.id);
  });

  it("the same request gets the same answer", async ({ ana }) => {
    expect((await leave(ana)).status).toBe(200);
    expect(await leave(ana)).toMatchObject({ status: 200, body: { message: "Account deleted" } });
  });

  it("the subscription is canceled at the payment provider", async ({ ana }) => {
    const customer = await stripe.customers.create({ email: ana.email });
    await service.rpc("link_payment_customer", {
      p_user_id: ana.id,
      p_customer_id: customer.id,
    });
    await sql`
      insert into public.subscriptions (user_id, payment_customer_id, payment_subscription_id,
        status, provider_updated_at)
      values (${ana.id}, ${customer.id}, ${"sub_" + ana.id}, 'active', now())`;
    expect((await leave(ana)).status).toBe(200);
    expect((await stripe.customers.list({ email: ana.email })).data).toEqual([]);
    expect(await tablesNaming(customer.id)).toEqual([]);
  });
});

describe("the deletion is refused", () => {
  it("while the user's organization has other members, and names it", async ({ ben, ana }) => {
    await organization(ana, "Alone");
    const shared = await organization(ana, "Choir", ben);
    await organization(ana, "Band", ben);
    const error = "Transfer, delete or hand over (on_owned: hand_over) the organizations that " +
      "you own and others belong to: Band, Choir";
    expect(await leave(ana)).toMatchObject({ status: 409, body: { error } });
    expect(await stateOf(ana)).toBe("none");
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(200);

    await ana.client.rpc("transfer_organization", { p_org_id: shared, p_new_owner_id: ben.id });
    expect((await leave(ana)).body.error).toMatch(/: Band$/);
  });

  it("in an impersonated session", async ({ ana }) => {
    const { token } = await impersonate(await superAdmin(), ana);
    expect(await withToken(token)("DELETE", "/api/user/account", { confirm: ana.email }))
      .toMatchObject({ status: 403, body: { code: "impersonated" } });
    await withToken(token)("POST", "/api/auth/impersonate/stop");
    expect((await withToken(token)("DELETE", "/api/user/account", { confirm: ana.email })).status)
      .toBe(401);
    expect(await stateOf(ana)).toBe("none");
  });

  it("for the service too, when the account is not being deleted", async ({ ana }) => {
    const erase = await service.rpc("erase_account_rows", { p_user_id: ana.id, p_limit: 10 });
    expect(erase.error?.code).toBe("PT409");
    const finish = await service.rpc("finish_account_deletion", { p_user_id: ana.id });
    expect(finish.error?.code).toBe("PT409");
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(200);
  });
});

describe("a super admin", () => {
  it("can be deleted unless they are the last one, and their acts stay in the audit log", async ({ admin }) => {
    await admin.api("POST", "/api/admin/roadmap", { title: "Before I go" });
    expect((await leave(admin)).status).toBe(200);
    expect(await tablesNaming(admin.id))
      .toEqual(["private.account_deletions", "public.audit_log", "public.drops_ledger"]);
  });
});

describe("a user deleted at auth", () => {
  it("leaves no row, except the rows that the service keeps", async () => {
    const { ana, ben, teamId } = await makeSomebody();
    const { error } = await service.auth.admin.deleteUser(ana.id);
    expect(error).toBeNull();
    // No request started this deletion: the files wait for the job, which may run meanwhile.
    const files = ["private.storage_deletions", "storage.objects"];
    const found = (await tablesNaming(ana.id)).filter((table) => !files.includes(table));
    expect(found).toEqual(KEPT);
    expect(await stateOf(ana)).toBe("done");
    const { data: team } = await ben.client.from("teams").select("admin_id").eq("id", teamId)
      .single();
    expect(team!.admin_id).toBe(ben.id);
  });

  it("is kept while their organization has other members", async ({ ben, ana }) => {
    const orgId = await organization(ana, "Choir", ben);
    expect((await service.auth.admin.deleteUser(ana.id)).error).not.toBeNull();
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(200);
    await ana.client.rpc("transfer_organization", { p_org_id: orgId, p_new_owner_id: ben.id });
    expect((await service.auth.admin.deleteUser(ana.id)).error).toBeNull();
    const { data } = await ben.client.from("organization_members").select().eq("org_id", orgId);
    expect(data).toMatchObject([{ user_id: ben.id }]);
  });
});

describe("an account restored under its old id", () => {
  it("must confirm again and is deleted again", async ({ ana }) => {
    await ana.api("DELETE", "/api/user/account", { confirm: ana.email });
    const { error } = await service.auth.admin.createUser({
      id: ana.id,
      email: ana.email,
      password: ana.password,
      email_confirm: true,
    });
    expect(error).toBeNull();
    const client = newClient();
    const { data } = await client.auth.signInWithPassword(ana);
    const api = withToken(data.session!.access_token);
    expect((await api("DELETE", "/api/user/account", { confirm: "nonsense" })).status).toBe(400);
    expect((await api("DELETE", "/api/user/account", { confirm: ana.email })).status).toBe(200);
    expect(await sql`select 1 from auth.users where id = ${ana.id}`).toHaveLength(0);
  });
});
