/** A platform whose database is set back to a backup, and the section of docs/runbook.md about it. */
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  freePort,
  projectRoot,
  scratchFolder,
  statusFile,
} from "../../packages/local-supabase/helpers.ts";
import { copyCluster, type Platform, startPlatform } from "../../packages/local-supabase/mod.ts";
import { startStripe } from "../../packages/stand-ins/stripe.ts";
import { lostFiles } from "../../tools/lost-files.ts";
import { testEnvironment } from "../support/environment.ts";
import { jpeg } from "../support/images.ts";
import type { Person } from "../support/people.ts";
import { statements } from "./runbook.ts";

const PACK = "/api/tone-packs/da000000-0000-4000-8000-000000000002";
const dir = await scratchFolder("restore");
const [data, backup] = [join(dir, "postgres"), join(dir, "backup")];
const port = freePort();
/** Of its own, so that it resends no other test's events. */
const stripe = startStripe();
const start = (): Promise<Platform> =>
  startPlatform({
    root: projectRoot,
    dir,
    port,
    ephemeral: true,
    seed: true,
    schedules: false,
    watch: false,
    env: { ...testEnvironment, ...stripe.env },
    log: () => {},
  });

let platform = await start();
process.env.STATUS_FILE = statusFile(dir);
const { ok, outcome } = await import("../support/requests.ts");
const { newClient, persons, service, superAdmin, withToken } = await import("../support/people.ts");
const { password } = await import("../support/accounts.ts");
const { keys } = await import("../support/platform.ts");
const { sql } = await import("../support/sql.ts");
const { ledgerFaults } = await import("../support/ledger.ts");

/** Something happens at Stripe, which sends its events to this platform. */
async function atStripe(path: string, body = {}) {
  const webhook = `${platform.status.base_url}/api/payment/webhook`;
  const answer = await fetch(`${stripe.env.STRIPE_API_BASE}/test${path}`, {
    method: "POST",
    body: JSON.stringify({ webhook, ...body }),
  });
  return await answer.json();
}

async function subscribe(who: Person): Promise<{ id: string; customer: string }> {
  const { sessionId } = await ok(who, "POST", "/api/payment/create-checkout-session", {
    priceId: "price_monthly",
    successUrl: "https://app.example.com/paid",
    cancelUrl: "https://app.example.com/",
  });
  return (await atStripe(`/checkout/sessions/${sessionId}/complete`)).subscription;
}

const statusOf = async (who: Person) =>
  (await ok(who, "GET", "/api/payment/subscription")).subscription?.status;

async function showPicture(who: Person): Promise<string> {
  const form = new FormData();
  form.set("file", new File([jpeg()], "me.jpg", { type: "image/jpeg" }));
  return (await ok(who, "POST", "/api/user/avatar", form)).profile.avatar_url;
}

const pictureOf = async (who: Person) =>
  (await ok(who, "GET", "/api/user/profile")).profile.avatar_url;

const sync = (who: Person, cursor: string) =>
  outcome(who, "GET", `/api/sync?${new URLSearchParams({ cursor })}`);

/** Files that a row of each table shows, without the routes that make them: bucket, table, column. */
const references = [
  ["entry-backgrounds", "journal_entry_backgrounds", "path"],
  ["tone-packs", "tone_pack_images", "path"],
  ["workout-photos", "workout_window_checkins", "photo_url"],
  ["workout-mosaics", "workout_window_mosaics", "mosaic_image_url"],
] as const;

async function addFiles({ id }: Person): Promise<[bucket: string, path: string][]> {
  const [{ pack }] = await sql<[{ pack: string }]>`
    insert into public.tone_packs (owner_id, name, theme)
    values (${id}, 'Lost', 'origami') returning id as pack`;
  const paths = {
    "entry-backgrounds": `${id}/background.png`,
    "tone-packs": `${id}/${pack}/calm-1.png`,
    "workout-photos": `${id}/photo.png`,
    "workout-mosaics": "2020-01-01.png",
  };
  await sql`
    insert into public.journal_entry_backgrounds (user_id, path, prompt, tone, quality)
    values (${id}, ${paths["entry-backgrounds"]}, 'Hills', 'calm', 'hd')`;
  await sql`
    insert into public.tone_pack_images (tone_pack_id, tone, path)
    values (${pack}, 'calm', ${paths["tone-packs"]})`;
  await sql`
    insert into public.workout_window_checkins (user_id, date, activity_type, photo_url)
    values (${id}, '2020-01-01', 'walk', ${paths["workout-photos"]})`;
  await sql`
    insert into public.workout_window_mosaics (date, mosaic_image_url, total_participants,
      completed_count, failed_count, pending_count)
    values ('2020-01-01', ${paths["workout-mosaics"]}, 0, 0, 0, 0)`;
  for (const [bucket, path] of Object.entries(paths)) {
    const { error } = await service.storage.from(bucket)
      .upload(path, jpeg(), { contentType: "image/png" });
    if (error) throw error;
  }
  return Object.entries(paths);
}

/** The database after the restore. */
let db: postgres.Sql;
/** Runs a statement of the runbook. */
const run = (place: number, replace: [string, string] = ["", ""]) =>
  db.unsafe(statements["Restore a backup"]![place]!.replace(...replace));

let ana: Person, ben: Person, cleo: Person, eve: Person;
/** Erased since the backup: by themselves, in the dashboard, and by a super admin. */
let erased: Person[];
/** The rows that the first statement of the runbook has saved. */
let saved: string[];
let subscriptions: Record<"ana" | "cleo" | "eve", { id: string; customer: string }>;
let files: [bucket: string, path: string][];
let pictures: Record<"ben" | "cleo", string>;
let backedUpAt: number;
let ahead: string;
let refreshed: string;

beforeAll(async () => {
  [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
  erased = await persons("Dora", "Finn", "Gil");
  for (const each of erased) await ok(each, "POST", "/api/goals", { title: "Be forgotten" });
  const admin = await superAdmin();
  const bens = await showPicture(ben);
  files = await addFiles(ben);
  await ok(ana, "POST", `${PACK}/purchase`);
  const anas = await subscribe(ana);
  const client = newClient();
  await client.auth.signInWithPassword({ email: ana.email, password });

  const superuser = new URL(platform.status.db_url);
  [superuser.username, superuser.password] = ["supabase_admin", keys.database.supabase_admin];
  await copyCluster(superuser.href, data, backup);
  backedUpAt = Math.floor(Date.now() / 1000);

  await ok(cleo, "POST", `${PACK}/purchase`);
  await ok(ana, "POST", "/api/goals", { title: "Lost" });
  pictures = { ben: bens, cleo: await showPicture(cleo) };
  for (const [bucket, path] of [...files, ["avatars", bens.split("/avatars/")[1]!]] as const) {
    await service.storage.from(bucket).remove([path]);
  }
  await atStripe(`/subscriptions/${anas.id}/cancel`);
  [eve] = await persons("Eve");
  subscriptions = { ana: anas, cleo: await subscribe(cleo), eve: await subscribe(eve) };
  const [dora, finn, gil] = erased as [Person, Person, Person];
  await ok(dora, "DELETE", "/api/user/account", { confirm: dora.email });
  expect((await service.auth.admin.deleteUser(finn.id)).error).toBeNull();
  await ok(admin, "DELETE", `/api/admin/users/${gil.id}`, { reason: "Asked for by letter" });
  saved = (await sql.unsafe(statements["Restore a backup"]![0]!)).map(({ user_id }) => user_id);
  ahead = (await ok(ana, "GET", "/api/sync")).next_cursor;
  refreshed = (await client.auth.refreshSession()).data.session!.refresh_token;

  await sql.end();
  await platform.stop();
  await Deno.remove(data, { recursive: true });
  await Deno.rename(backup, data);
  platform = await start();
  db = postgres(platform.status.db_url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await db?.end();
  await platform.stop();
  await stripe.stop();
  await Deno.remove(dir, { recursive: true });
});

describe("after a restore", () => {
  it("clients start sync anew once", async () => {
    expect(await sync(ana, ahead)).toBe("410 cursor: too old, start again without one");
    await run(2);
    expect(await sync(ana, ahead)).toBe("410 cursor: too old, start again without one");
    expect((await ok(ana, "GET", "/api/sync")).changes.goals).toEqual([]);
  });

  it("accounts that were erased since then are erased again, however it was begun", async () => {
    const ids = erased.map(({ id }) => id);
    expect(saved).toEqual(expect.arrayContaining(ids));
    const back = async () =>
      (await db`select id from public.goals where user_id = any (${ids})`).length;
    expect(await back()).toBe(3);
    await run(3, ["00000000-0000-0000-0000-000000000000", saved.join()]);
    for (const each of erased) {
      expect(await outcome(each, "GET", "/api/goals")).toBe("403 This account is being deleted");
    }
    const job = { api: withToken(testEnvironment.CHAT_CRON_SECRET) };
    const { results } = await ok(job, "POST", "/api/user/cron/deletions");
    expect(results).toMatchObject({ total: 3, deleted: 3, failed: 0 });
    expect(await back()).toBe(0);
    expect(await db`select from auth.users where id = any (${ids})`).toHaveLength(0);
    expect(
      await db`
      select from private.account_deletions
      where user_id = any (${ids}) and completed_at is not null`,
    ).toHaveLength(3);
  });

  it("balances are those of the backup, and the ledger agrees", async () => {
    expect((await run(4))[0]!.reconcile_ledger).toMatchObject({ mismatches: 0, remaining: 0 });
    expect(await ledgerFaults(db)).toEqual([]);
    const balances = await db`
      select id, drops_balance as balance from public.profiles where id in (${ana.id}, ${cleo.id})`;
    expect(new Map(balances.map(({ id, balance }) => [id, balance])))
      .toEqual(new Map([[ana.id, 35], [cleo.id, 50]]));
    // The purchase that was undone can be made again.
    expect((await ok(cleo, "POST", `${PACK}/purchase`)).balance).toBe(35);
  });

  it("files without bytes are found and forgotten", async () => {
    const all = [...files, ["avatars", pictures.ben.split("/avatars/")[1]!]];
    const lost = await Array.fromAsync(lostFiles(platform.status));
    expect(lost.map(({ bucket, path }) => [bucket, path]).sort()).toEqual(all.sort());
    expect((await fetch(pictures.ben)).status).toBe(400);

    const rows = lost.map(({ bucket, path }) => `('${bucket}', '${path}')`).join(", ");
    await run(5, ["('avatars', '<user id>/<file>')", rows]);
    expect(await pictureOf(ben)).toBeNull();
    for (const [bucket, table, column] of references) {
      const [path] = files.filter((file) => file[0] === bucket).map((file) => file[1]);
      const shown = await db`select from ${db(`public.${table}`)} where ${db(column)} = ${path!}`;
      expect([table, shown.length]).toEqual([table, 0]);
    }
    const job = { api: withToken(testEnvironment.CHAT_CRON_SECRET) };
    await ok(job, "POST", "/api/user/cron/deletions");
    expect(await Array.fromAsync(lostFiles(platform.status))).toEqual([]);
    expect(await db`select bucket_id, name from storage.objects`).toEqual([]);
  });

  it("a file without a row is shown to nobody, and its user shows another", async () => {
    expect(await pictureOf(cleo)).toBeNull();
    expect((await fetch(pictures.cleo)).status).toBe(400);
    const { status } = await fetch(await showPicture(cleo));
    expect(status).toBe(200);
  });

  it("subscriptions follow Stripe again, and subscriptions without a user are named", async () => {
    expect([await statusOf(ana), await statusOf(cleo)]).toEqual(["active", undefined]);
    const { max } = (await run(6))[0]!;
    expect(Math.abs(max.getTime() / 1000 - backedUpAt)).toBeLessThan(10);
    const since = { since: max.getTime() / 1000 - 60 };
    const statuses: number[] = await atStripe("/events/resend", since);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([await statusOf(ana), await statusOf(cleo)]).toEqual(["canceled", "active"]);
    const counts = new Map((await run(7)).map(({ status, count }) => [status, Number(count)]));
    expect(counts).toEqual(new Map([["active", 1], ["canceled", 1]]));
    const { id, customer } = subscriptions.eve;
    expect(await run(8)).toEqual([{ customer_id: customer, subscription_id: id }]);
  });

  it("sessions and accounts that are younger than the backup have ended", async () => {
    const { error } = await newClient().auth.refreshSession({ refresh_token: refreshed });
    expect(error!.code).toBe("refresh_token_not_found");
    expect(await outcome(eve, "GET", "/api/goals")).toBe("401 This account no longer exists");
  });
});
