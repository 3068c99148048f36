/** Deletions that fail, are interrupted, or run concurrently with other requests. */
import { beforeEach, describe, expect } from "vitest";
import "../support/configured.ts";
import { it } from "../support/it.ts";
import { routes } from "../../functions/user/deletion.ts";
import { inProcess, useProject } from "../http/project.ts";
import {
  type Answer,
  newClient,
  type Person,
  person,
  service,
  withToken,
} from "../support/people.ts";
import { outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { tablesNaming } from "../support/traces.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { failing, KEPT, leave, stateOf } from "./leaving.ts";
import { makeBucket, makeSomebody, putFile } from "./somebody.ts";

let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

const exists = async ({ id }: Person) =>
  (await sql`select from auth.users where id = ${id}`).length === 1;

/** Expects that the user can only repeat the deletion, also after a new sign-in. */
async function expectShutOut(who: Person): Promise<void> {
  expect(await stateOf(who)).toBe("pending");
  const error = "This account is being deleted";
  expect(await outcome(who, "GET", "/api/user/profile")).toBe(`403 ${error}`);
  expect(await outcome(who, "POST", "/api/goals", { title: "Late" })).toBe(`403 ${error}`);
  expect((await who.client.from("goals").insert({ title: "Late" })).error?.message).toBe(error);
  expect((await who.client.rpc("create_organization", { p_name: "Late" })).error).not.toBeNull();
  expect((await newClient().auth.signInWithPassword(who)).error).toBeNull();
  expect((await who.client.auth.refreshSession()).error).toBeNull();
}

/** Requests the deletion in this process, whose environment a test changes. */
const ask = async () =>
  (await leave({ ...ana, api: inProcess(routes, ana) }, "/user/account")).status;

describe("a failed step answers 503 and is completed by the same request:", () => {
  it("files that cannot be deleted", async () => {
    const { ana } = await makeSomebody();
    const repair = await failing("delete", "storage.objects", `old.name = '${ana.id}/a.txt'`);
    const error = "Files could not be deleted, send the request again";
    expect(await leave(ana)).toMatchObject({ status: 503, body: { error } });
    await expectShutOut(ana);
    const failed = await sql`
      select from private.storage_deletions
      where account_id = ${ana.id} and last_error is not null`;
    expect(failed.length).toBeGreaterThan(0);
    // No further step was started.
    expect(await sql`select from public.journal_entries where user_id = ${ana.id}`).toHaveLength(5);

    await repair();
    expect((await leave(ana)).status).toBe(200);
    expect(await tablesNaming(ana.id)).toEqual(KEPT);
  });

  it("rows that cannot be erased", async () => {
    await ana.client.from("goals").insert([{ title: "One" }, { title: "Two" }]);
    const repair = await failing("delete", "public.goals", `old.user_id = '${ana.id}'`);
    expect((await leave(ana)).status).toBe(500);
    await expectShutOut(ana);
    expect(await exists(ana)).toBe(true);
    await repair();
    expect((await leave(ana)).status).toBe(200);
    expect(await exists(ana)).toBe(false);
  });

  it("a user whom the identity provider does not remove", async () => {
    const repair = await failing("delete", "auth.users", `old.id = '${ana.id}'`);
    expect(await leave(ana)).toMatchObject({
      status: 503,
      body: { error: "The user could not be removed, send the request again" },
    });
    await expectShutOut(ana);
    await repair();
    // The token belongs to a session that started meanwhile.
    const { data } = await newClient().auth.signInWithPassword(ana);
    const api = withToken(data.session!.access_token);
    expect((await leave({ ...ana, api })).body).toEqual({ message: "Account deleted" });
    expect(await stateOf(ana)).toBe("done");
  });

  it("a payment provider that does not answer", async () => {
    await service.rpc("link_payment_customer", {
      p_user_id: ana.id,
      p_customer_id: `cus_${ana.id}`,
    });
    await useProject();
    const base = Deno.env.get("STRIPE_API_BASE")!;
    Deno.env.set("STRIPE_API_BASE", "http://127.0.0.1:9");
    expect(await ask()).toBe(503);
    await expectShutOut(ana);
    Deno.env.set("STRIPE_API_BASE", base);
    expect(await ask()).toBe(200);
  });

  it("payments that are not configured, with a running subscription", async () => {
    const customer = `cus_${ana.id}`;
    await service.rpc("link_payment_customer", { p_user_id: ana.id, p_customer_id: customer });
    const [row] = await sql`
      insert into public.subscriptions (user_id, payment_customer_id, payment_subscription_id,
        status, provider_updated_at)
      values (${ana.id}, ${customer}, ${"sub_" + ana.id}, 'past_due', now()) returning id`;
    await useProject();
    const key = Deno.env.get("STRIPE_SECRET_KEY")!;
    Deno.env.delete("STRIPE_SECRET_KEY");
    expect(await ask()).toBe(503);
    await sql`update public.subscriptions set status = 'canceled' where id = ${row!.id}`;
    expect(await ask()).toBe(200);
    Deno.env.set("STRIPE_SECRET_KEY", key);
  });
});

describe("an interrupted deletion", () => {
  const begin = ({ id, email }: Person) =>
    service.rpc("begin_account_deletion", {
      p_user_id: id,
      p_session_id: crypto.randomUUID(),
      p_confirm: email,
    });

  it("continues in the middle of files and of rows", async () => {
    const { ana } = await makeSomebody();
    expect((await begin(ana)).data).toBe("deleting");
    await expectShutOut(ana);
    await service.rpc("discard_account_files", { p_user_id: ana.id });
    await service.rpc("take_storage_deletions", { p_limit: 1, p_account_id: ana.id });
    await service.rpc("erase_account_rows", { p_user_id: ana.id, p_limit: 3 });
    expect((await leave(ana)).status).toBe(200);
    expect(await tablesNaming(ana.id)).toEqual(KEPT);
  });

  it("reports the deleted user when it was interrupted before the answer", async () => {
    await begin(ana);
    await service.auth.admin.deleteUser(ana.id);
    expect(await stateOf(ana)).toBe("pending");
    expect((await leave(ana)).status).toBe(200);
    expect(await stateOf(ana)).toBe("done");
  });

  it("deletes a limited number of rows at a time", async () => {
    await sql`
      insert into public.goals (user_id, title) select ${ana.id}, 'Goal' from generate_series(1, 25)`;
    await begin(ana);
    const erase = () => service.rpc("erase_account_rows", { p_user_id: ana.id, p_limit: 10 });
    expect((await erase()).data).toBe(10);
    expect((await erase()).data).toBe(10);
    expect((await leave(ana)).status).toBe(200);
  });

  it("counts the comments of others among the rows of entries", async ({ ben }) => {
    await sql`
      with entry as (
        insert into public.journal_entries (user_id, title)
        select ${ana.id}, 'Entry' from generate_series(1, 15) returning id
      )
      insert into public.journal_comments (entry_id, user_id, content)
      select id, ${ben.id}, 'Yes' from entry, generate_series(1, 8)`;
    await begin(ana);
    const left = [15];
    while (left.at(-1)! > 0) {
      await service.rpc("erase_account_rows", { p_user_id: ana.id, p_limit: 10 });
      left.push(
        (await sql`select from public.journal_entries where user_id = ${ana.id}`).length,
      );
    }
    // Each has nine rows: with a second one the limit is reached.
    expect(Math.max(...left.slice(1).map((entries, n) => left[n]! - entries))).toBeLessThan(3);
    expect((await leave(ana)).status).toBe(200);
  });

  it("erases the comments on one entry in steps", async ({ ben }) => {
    await sql`
      with entry as (
        insert into public.journal_entries (user_id, title) values (${ana.id}, 'Entry') returning id
      )
      insert into public.journal_comments (entry_id, user_id, content)
      select id, ${ben.id}, 'Yes' from entry, generate_series(1, 25)`;
    await begin(ana);
    const left = [25];
    while (left.at(-1)! > 0) {
      await service.rpc("erase_account_rows", { p_user_id: ana.id, p_limit: 10 });
      left.push((await sql`select from public.journal_comments where user_id = ${ben.id}`).length);
    }
    expect(Math.max(...left.slice(1).map((comments, n) => left[n]! - comments))).toBe(10);
    expect((await leave(ana)).status).toBe(200);
  });

  it("removes the user from ten mosaics at a time", async ({ ben }) => {
    const tiles = [ben, ana].map(({ id }) => ({ user_id: id, photo: false }));
    const mosaics = await sql`
      insert into public.workout_window_mosaics (
        date, mosaic_data, total_participants, completed_count, failed_count, pending_count
      )
      select date '5000-01-01' + (hashtext(${ana.id}) & 1048575) + n, ${sql.json(tiles)}, 2, 2, 0, 0
      from generate_series(1, 25) as n returning id`;
    const ids = mosaics.map(({ id }) => id as string);
    const naming = async ({ id }: Person) =>
      (await sql`
        select from public.workout_window_mosaics
        where id in ${sql(ids)} and mosaic_data::text like ${`%${id}%`}`).length;
    await begin(ana);
    const left = [];
    for (let step = 0; step < 3; step++) {
      await service.rpc("erase_account_rows", { p_user_id: ana.id, p_limit: 1000 });
      left.push(await naming(ana));
    }
    expect(left).toEqual([15, 5, 0]);
    expect((await leave(ana)).status).toBe(200);
    expect(await tablesNaming(ana.id)).not.toContain("public.workout_window_mosaics");
    expect(await naming(ben)).toBe(25);
    await sql`delete from public.workout_window_mosaics where id in ${sql(ids)}`;
  });
});

describe("concurrently", () => {
  it("a change of another's profile that waits to be committed keeps no block of the user", async ({ ben }) => {
    await sql`update public.profiles set blocked_user_ids = ${[ana.id]} where id = ${ben.id}`;
    let left!: Promise<Answer>;
    await sql.begin(async (transaction) => {
      await transaction`update public.profiles set timezone = 'Europe/Rome' where id = ${ben.id}`;
      left = leave(ana);
      await somebodyWaitsFor(transaction);
    });
    expect((await left).status).toBe(200);
    const [profile] = await sql`
      select blocked_user_ids, timezone from public.profiles where id = ${ben.id}`;
    expect(profile).toEqual({ blocked_user_ids: [], timezone: "Europe/Rome" });
  });

  it("six requests delete the account once, each with the same answer", async () => {
    await ana.client.from("goals").insert([{ title: "One" }, { title: "Two" }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => leave(ana)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect([await exists(ana), await stateOf(ana)]).toEqual([false, "done"]);
  });

  it("a user who joins the organization either is a member or gets 404", async ({ admin }) => {
    for (let round = 0; round < 2; round++) {
      const [owner, ben] = await Promise.all([person("Owner"), person("Ben")]);
      const { data: org } = await owner.client.rpc("create_organization", { p_name: "Choir" });
      const join = () =>
        admin.client.rpc("add_organization_member", { p_org_id: org.id, p_user_id: ben.id });
      const [left, joined] = await Promise.all([leave(owner), join()]);
      expect([[200, false], [409, true]]).toContainEqual([left.status, joined.error === null]);
      expect(await exists(owner)).toBe(left.status === 409);
    }
  });

  it("a transfer of ownership to the user succeeds before or is refused", async () => {
    for (let round = 0; round < 2; round++) {
      const [leaver, ben] = await Promise.all([person("Leaver"), person("Ben")]);
      const { data: org } = await ben.client.rpc("create_organization", { p_name: "Choir" });
      await ben.client.rpc("add_organization_member", {
        p_org_id: org.id,
        p_user_id: leaver.id,
      });
      const [left, given] = await Promise.all([
        leave(leaver),
        ben.client.rpc("transfer_organization", { p_org_id: org.id, p_new_owner_id: leaver.id }),
      ]);
      expect([[200, false], [409, true]]).toContainEqual([left.status, given.error === null]);
      expect(await exists(leaver)).toBe(left.status === 409);
    }
  });
});

describe("during the deletion", () => {
  it("the user cannot be added to organizations and teams", async ({ ben, admin }) => {
    const repair = await failing("delete", "auth.users", `old.id = '${ana.id}'`);
    const { data: org } = await ben.client.rpc("create_organization", { p_name: "Choir" });
    await leave(ana);
    const add = await ben.client.rpc("add_organization_member", {
      p_org_id: org.id,
      p_user_id: ana.id,
    });
    expect(add.error).toMatchObject({ code: "PT404", message: "User not found" });
    expect(await admin.api("PUT", `/api/admin/users/${ana.id}/status`, { is_active: true }))
      .toMatchObject({ status: 409, body: { error: "This account is being deleted" } });
    await expectShutOut(ana);
    await repair();
    expect((await leave(ana)).status).toBe(200);
  });

  it("the storage API shows no file of the user", async () => {
    await makeBucket();
    await putFile(`${ana.id}/secret.txt`);
    const repair = await failing("delete", "storage.objects", `old.name like '${ana.id}/%'`);
    expect((await leave(ana)).status).toBe(503);
    const { data } = await ana.client.storage.from("test-files").download(`${ana.id}/secret.txt`);
    expect(data).toBeNull();
    await repair();
    expect((await leave(ana)).status).toBe(200);
  });
});
