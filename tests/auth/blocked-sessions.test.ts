/** A block ends the sessions of a user and locks the credentials until the unblocking. */
import { beforeEach, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { newClient, type Person, person, service, withToken } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

const setActive = (active: boolean) =>
  sql`update public.profiles set is_active = ${active} where id = ${ana.id}`;

const answer = async () => {
  const { status, body } = await ana.api("GET", "/api/user/profile");
  return [status, body.error];
};

describe("the sessions of a blocked user", () => {
  it("end with the block, and neither of their tokens works after the unblocking", async ({ admin }) => {
    const { data: { session } } = await ana.client.auth.getSession();
    const refresh = () =>
      newClient().auth.refreshSession({ refresh_token: session!.refresh_token });
    const address = `/api/admin/users/${ana.id}/status`;

    await admin.api("PUT", address, { is_active: false });
    expect(await answer()).toEqual([403, "This account is blocked"]);
    expect((await refresh()).error).not.toBeNull();
    expect((await ana.client.auth.getUser()).error).not.toBeNull();
    expect((await newClient().auth.signInWithPassword(ana)).error).not.toBeNull();

    await admin.api("PUT", address, { is_active: true });
    expect(await answer()).toEqual([401, "This session has ended"]);
    expect((await refresh()).error).not.toBeNull();
    const { data } = await newClient().auth.signInWithPassword(ana);
    expect((await withToken(data.session!.access_token)("GET", "/api/user/profile")).status)
      .toBe(200);
  });

  it("end with the unblocking when they began at the moment of the block", async () => {
    await setActive(false);
    await sql`
      insert into auth.sessions (id, user_id, aal, created_at, updated_at)
      values (gen_random_uuid(), ${ana.id}, 'aal1', now(), now())`;
    await setActive(true);
    expect(await sql`select from auth.sessions where user_id = ${ana.id}`).toEqual([]);
  });

  it("of others continue", async ({ ben }) => {
    await setActive(false);
    expect((await ben.client.auth.refreshSession()).error).toBeNull();
  });
});

describe("the credentials of a blocked user", () => {
  const changes = () => [{ password: "taken-over-1" }, { email: `other.${ana.email}` }];

  it("cannot change, not even by the service, until the unblocking", async () => {
    await setActive(false);
    for (const change of changes()) {
      expect((await ana.client.auth.updateUser(change)).error).not.toBeNull();
      expect((await service.auth.admin.updateUserById(ana.id, change)).error).not.toBeNull();
    }
    await setActive(true);
    expect((await newClient().auth.signInWithPassword(ana)).error).toBeNull();
    for (const change of changes()) {
      expect((await service.auth.admin.updateUserById(ana.id, change)).error).toBeNull();
    }
  });

  it.each(["encrypted_password", "email", "email_change", "phone", "phone_change"])(
    "cannot change in the database: %s",
    async (column) => {
      await setActive(false);
      await expect(
        sql`update auth.users set ${sql(column)} = 'other' where id = ${ana.id}`,
      ).rejects.toMatchObject({
        code: "PT403",
        message: "The credentials of a blocked account cannot change",
        detail: "account_blocked",
      });
      await sql`update auth.users set raw_user_meta_data = '{}' where id = ${ana.id}`;
    },
  );

  it("do not prevent the service from deleting the user", async () => {
    await setActive(false);
    expect((await service.auth.admin.deleteUser(ana.id)).error).toBeNull();
  });
});
