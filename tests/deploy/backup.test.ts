/** `npm run backup` and `npm run restore`: from one platform to a place of copies, and to another one. */
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { timesOf } from "../../tools/backup/backups.ts";
import { makeBackup } from "../../tools/backup/make.ts";
import { openPlace, type Place } from "../../tools/backup/place.ts";
import { restore } from "../../tools/backup/restore.ts";
import { verify } from "../../tools/backup/verify.ts";
import {
  ana,
  at,
  backup,
  ben,
  bucketOf,
  bytesOf,
  clientOf,
  download,
  filesOf,
  folder,
  ledgerFaults,
  namesOf,
  newestOf,
  ok,
  password,
  place,
  projectFile,
  remote,
  s3,
  source,
  sql,
  stateOf,
  target,
  textOf,
  there,
  tool,
  toolWith,
  upload,
} from "./backup-scene.ts";

describe("a backup", () => {
  it("that is cut off does not count, and the next run copies only the missing files", async () => {
    let left = 4;
    const write: Place["write"] = (name, bytes) =>
      left-- > 0 ? place.write(name, bytes) : Promise.reject(new Error("cut"));
    await expect(backup({ ...place, write }, 0)).rejects.toThrow("cut");
    expect(await timesOf(place)).toEqual([]);
    expect(await verify(place)).toEqual(["There is no backup"]);
    await expect(restore(target.status, place)).rejects.toThrow("There is no backup");

    const already = (await namesOf(place)).length;
    expect(already).toBeGreaterThan(0);
    const { length: all } = await sql`select from storage.objects`;
    const report = await backup(place, 0.1);
    expect(report).toMatchObject({ files: all, copied: all - already, problems: [] });
    expect(await verify(place)).toEqual([]);
  });

  it("reads no file again that it has", async () => {
    const blind = { ...source.status, secret_key: "sb_secret_none" };
    await expect(makeBackup(blind, openPlace(join(folder, "blind")), { keepDays: 30 })).rejects
      .toThrow(/: 40[0-9] /);
    const { files, ...report } = await makeBackup(blind, place, { keepDays: 30, now: at(0.2) });
    expect(report).toMatchObject({ copied: 0, removedFiles: 0, problems: [] });
    expect(files).toBeGreaterThan(6);
    // Another version has to be read.
    await upload(source.status, ...filesOf(ben)[0], bytesOf("another"));
    expect(await backup(place, 0.3)).toMatchObject({ copied: 1, files, problems: [] });
    expect(await namesOf(place)).toHaveLength(files + 1);
  });

  it("names damaged and missing copies, and copies them again", async () => {
    const [damaged, missing] = (await namesOf(place)).filter((_, n) => n < 2);
    const bytes = (await place.read(damaged!))!;
    bytes[0]! ^= 1;
    await place.write(damaged!, bytes);
    await place.remove(missing!);
    const found = await verify(place);
    expect(found).toEqual([
      `${damaged} is damaged`,
      expect.stringMatching(new RegExp(`^${missing} \\(.+/.+\\) is missing$`)),
    ]);
    const { code, said } = await tool("backup", "--to", join(folder, "copies"), "--verify");
    expect([code, said.trim().split("\n")]).toEqual([1, found]);

    await place.remove(damaged!);
    const { problems } = await backup(place, 0.4);
    expect(problems).toHaveLength(2);
    // The copy of the replaced version cannot be made again.
    expect(problems).toContainEqual(expect.stringMatching(/is copied again$/));
    expect(await backup(place, 0.5)).toMatchObject({ copied: 0, problems: [] });
    expect(await verify(place)).toEqual([]);
  });

  it("goes on where the lists of the newest backup are damaged, and keeps what others have", async () => {
    const lists = openPlace(join(folder, "lists"));
    const path = `${ben.id}/short.png`;
    await upload(source.status, "workout-photos", path);
    await backup(lists, 0);
    await bucketOf(source.status, "workout-photos").remove([path]);
    const copies = await namesOf(lists);
    for (const [day, what] of [[1, ".gone."], [2, ".files."], [3, ".manifest-"]] as const) {
      expect((await backup(lists, day)).problems).toEqual([]);
      const names = (await Array.fromAsync(lists.list("backups/"))).map(({ name }) => name);
      const damaged = names.findLast((name) => name.includes(what))!;
      await lists.write(damaged, new Uint8Array(3));
      expect(await backup(lists, day + 0.1)).toMatchObject({
        copied: 0,
        removedFiles: 0,
        problems: expect.arrayContaining([`${damaged} is damaged`]),
      });
    }
    expect(await namesOf(lists)).toEqual(copies);
    // The copy of the deleted file still leaves in time.
    expect(await backup(lists, 29.5)).toMatchObject({ removedFiles: 1, copied: 0 });
  });

  it("takes no draft of an interrupted run for a copy", async () => {
    const drafts = openPlace(join(folder, "drafts"));
    await backup(drafts, 0);
    for await (const { name } of drafts.list("backups/")) await drafts.remove(name);
    const [name] = await namesOf(drafts);
    await Deno.rename(join(folder, "drafts", name!), join(folder, "drafts", `${name}.draft`));
    expect(await backup(drafts, 1)).toMatchObject({ copied: 1, problems: [] });
    expect(await namesOf(drafts)).toContain(name);
    expect(await namesOf(drafts)).not.toContain(`${name}.draft`);
  });

  it("names a file that the storage has lost", async () => {
    const [bucket, path] = filesOf(ben)[2];
    const file = join(folder, "source", "storage", bucket, path);
    await Deno.rename(file, `${file}.away`);
    const elsewhere = openPlace(join(folder, "elsewhere"));
    const { problems } = await backup(elsewhere, 0);
    expect(problems).toEqual([`${bucket}/${path} is lost: the storage does not have it`]);
    await Deno.rename(`${file}.away`, file);
    expect(await backup(elsewhere, 1)).toMatchObject({ copied: 1, problems: [] });
  });

  it("is refused while another backup runs, or where a later one or another project's exists", async () => {
    const other = postgres(source.status.db_url, { max: 1 });
    await other`select pg_advisory_lock(hashtext('npm run backup'))`;
    await expect(backup(place, 0.6)).rejects.toThrow("Another backup of this project is running.");
    await other.end();
    await expect(backup(place, 0.5)).rejects.toThrow("There is a backup after");
    await expect(makeBackup(target.status, place, { keepDays: 30, now: at(0.6) })).rejects
      .toThrow(`This place has backups of ${source.status.api_url}: choose another one.`);
  });

  it("names the table and the session that lock it out, after a while", async () => {
    const other = postgres(source.status.db_url, { max: 1 });
    const nowhere = openPlace(join(folder, "locked"));
    await other.begin(async (tx) => {
      await tx`lock table private.webhook_deliveries in access exclusive mode`;
      const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
      const start = performance.now();
      await expect(makeBackup(source.status, nowhere, { keepDays: 30, lockMs: 500 })).rejects
        .toThrow(`private.webhook_deliveries is locked by another session (pid ${pid}, `);
      expect(performance.now() - start).toBeLessThan(patience(10_000));
    });
    await other.end();
    expect(await timesOf(nowhere)).toEqual([]);
  });

  it("tells what it copies, and leaves its time for the metrics", async () => {
    const told: string[] = [];
    await sql`delete from private.backups`;
    const tell = (progress: string) => void told.push(progress);
    await makeBackup(source.status, openPlace(join(folder, "told")), { keepDays: 30, tell });
    expect(told[0]).toMatch(/^waits for the locks of \d+ tables$/);
    expect(told).toContainEqual(expect.stringMatching(/^table \d+ of \d+, public\.goals, /));
    expect(told.at(-1)).toMatch(/^\d+ files, of which \d+ copied now$/);
    const [figure] = await sql`
      select value::float from private.service_figures() where metric = 'last_backup'`;
    expect(figure!.value).toBeLessThan(patience(60));
    expect(await sql`select from private.backups where bytes > 0 and problems = 0`).toHaveLength(1);
  });

  it("is made by a command, for at most 30 days", async () => {
    const args = ["--to", join(folder, "command"), "--project", projectFile("source")];
    const { code, said } = await tool("backup", ...args);
    expect(said).toMatch(/^Backup .+Z: rows of [\d.]+ MB, \d+ files, of which \d+ copied now/m);
    expect(code).toBe(0);
    expect((await tool("backup", ...args, "--keep-days", "31")).code).toBe(2);
  });

  it("is not made where the project is named in part, or its address cannot be read", async () => {
    const args = ["backup", "--to", join(folder, "nothing")] as const;
    const env = { SUPABASE_URL: "http://127.0.0.1:1", SUPABASE_SECRET_KEY: "sb_secret_none" };
    const { code, said } = await toolWith(env, ...args);
    expect([code, said.trim()]).toEqual([1, "DATABASE_URL: not set."]);
    for (const password of ["pass#word", "pass/word", "pass%word"]) {
      const DATABASE_URL = `postgresql://postgres:${password}@127.0.0.1:1/postgres`;
      const { code, said } = await toolWith({ ...env, DATABASE_URL }, ...args);
      expect(code).toBe(1);
      expect(said).toContain("The address of the database cannot be read.");
      expect(said).not.toContain("word@");
    }
  });
});

describe("a restore", () => {
  it("brings a new project to the same state, from S3", async () => {
    expect((await backup(remote, 0)).problems).toEqual([]);
    expect(await verify(remote)).toEqual([]);
    const keyOf = (name: string) => name === "AWS_SECRET_ACCESS_KEY" ? "another" : s3.env[name];
    const forged = openPlace("s3://copies/the journal/100 % über+1", keyOf);
    await expect(timesOf(forged)).rejects.toThrow("SignatureDoesNotMatch");

    await there`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`;
    await expect(restore(target.status, remote)).rejects.toThrow("It has besides 29990101000000");
    await there`delete from supabase_migrations.schema_migrations where version = '29990101000000'`;

    const before = await stateOf(there);
    const [rows] = [...s3.objects.keys()].filter((name) => name.includes(".rows."));
    const whole = s3.objects.get(rows!)!;
    s3.objects.set(rows!, whole.slice(1));
    await expect(restore(target.status, remote)).rejects.toThrow(".rows.0001 is damaged");
    expect(await stateOf(there)).toEqual(before);

    s3.objects.set(rows!, whole);
    const report = await restore(target.status, remote);
    expect(report.problems).toEqual([]);
    expect(await stateOf(there)).toEqual(await stateOf(sql));
    for (const [bucket, path] of [...filesOf(ana), ...filesOf(ben).slice(1)]) {
      expect(await download(target.status, bucket, path)).toEqual(bytesOf(path));
    }
    expect(await ledgerFaults(there)).toEqual([]);
  });

  it("lets users sign in, read and write", async () => {
    const { base_url, publishable_key } = target.status;
    const client = clientOf(target.status, publishable_key);
    const { data, error } = await client.auth.signInWithPassword({ email: ana.email, password });
    expect(error).toBeNull();
    const [bucket, path] = filesOf(ana)[1];
    const photo = await client.storage.from(bucket).download(path);
    expect(new Uint8Array(await photo.data!.arrayBuffer())).toEqual(bytesOf(path));
    const authorization = `Bearer ${data.session!.access_token}`;
    const headers = { authorization, "content-type": "application/json" };
    const body = JSON.stringify({ title: "Go on" });
    const goal = await fetch(`${base_url}/api/goals`, { method: "POST", headers, body });
    expect(goal.status).toBe(201);
    const picture = await (await fetch(`${base_url}/api/user/profile`, { headers })).json();
    expect(picture.profile.avatar_url).toContain(`/avatars/${ana.id}/`);
  });

  it("begins another era of sync", async () => {
    const eras = await Promise.all([sql, there].map(async (db) => {
      const [row] = await db`
        select era, cluster = private.this_cluster() as here from private.sync_eras`;
      expect(row!.here).toBe(true);
      return row!.era;
    }));
    expect(eras[1]).toBeGreaterThan(eras[0]);
  });

  it("refuses a target that has data, unless it is told to replace it", async () => {
    const [other, path] = ["workout-photos", `${ana.id}/later.png`];
    await upload(target.status, other, path);
    const args = ["--project", projectFile("target"), "--from", join(folder, "copies")];
    const { code, said } = await tool("restore", ...args);
    expect(code).toBe(1);
    expect(said).toContain("The target has users and files. With --replace they are lost");
    expect(await there`select from public.goals where title = 'Go on'`).toHaveLength(1);

    await expect(restore(target.status, place, { at: "yesterday", replace: true })).rejects
      .toThrow("There is no backup of yesterday");
    const eraThere = async () => (await there`select era from private.sync_eras`)[0]!.era;
    // Another restore of this backup, in the same half hour, has given cursors.
    const era = await eraThere() + 1;
    await there`update private.sync_eras set era = ${era}`;
    const { problems } = await restore(target.status, place, { replace: true });
    expect(problems).toEqual([]);
    expect(await eraThere()).toBe(era + 1);
    expect(await stateOf(there)).toEqual(await stateOf(sql));
    expect(await download(target.status, other, path)).toMatch(/not found/i);
  });

  it("changes nothing where database and address are of two projects", async () => {
    const before = await stateOf(there);
    const mixed = { ...source.status, db_url: target.status.db_url };
    await expect(restore(mixed, remote, { replace: true })).rejects
      .toThrow(`The database is not that of ${source.status.api_url}.`);
    expect(await stateOf(there)).toEqual(before);
  });

  it("names files whose copy is damaged, and restores the others", async () => {
    const { bucket, path, copy } = (await newestOf(remote)).files
      .find(({ path }) => path === filesOf(ana)[0][1])!;
    const name = `the journal/100 % über+1/${copy!.name}`;
    const whole = s3.objects.get(name)!;
    s3.objects.set(name, new Uint8Array(whole.length));
    await bucketOf(target.status, bucket).remove([path]);
    const { problems } = await restore(target.status, remote, { replace: true });
    expect(problems).toEqual([`${bucket}/${path} is lost: ${copy!.name} is damaged`]);
    expect(await download(target.status, bucket, path)).toMatch(/not found/i);
    s3.objects.set(name, whole);
  });
});

describe("the deletion of a person", () => {
  it("reaches all copies within 30 days", async () => {
    await backup(place, 1);
    const newest = await newestOf(place);
    const copies = newest.files.filter(({ path }) => path.startsWith(ben.id))
      .map(({ copy }) => copy!.name);
    expect(copies).toHaveLength(3);
    await ok(ben, "DELETE", "/api/user/account", { confirm: ben.email });

    // Until then, earlier backups have the person with all files.
    for (const day of [2, 29.9]) {
      expect((await backup(place, day)).problems).toEqual([]);
      expect(await namesOf(place)).toEqual(expect.arrayContaining(copies));
      expect((await textOf(place)).includes(ben.email)).toBe(true);
    }

    // A restore of one of them does not bring the person back: a later one knows of the deletion.
    const restored = await restore(target.status, place, { at: newest.time, replace: true });
    expect(restored.erasedAgain).toBe(1);
    const stateThere = async () =>
      (await there`
        select p.is_active, d.completed_at from public.profiles as p
        join private.account_deletions as d on d.user_id = p.id where p.id = ${ben.id}`)[0];
    expect(await stateThere()).toEqual({ is_active: false, completed_at: null });
    // Nor where only the operator knows.
    await there`delete from private.account_deletions`;
    const given = await restore(target.status, remote, { replace: true, erased: [ben.id] });
    expect(given.erasedAgain).toBe(1);
    expect(await stateThere()).toEqual({ is_active: false, completed_at: null });

    const report = await backup(place, 30.9);
    expect(report).toMatchObject({ problems: [], removedFiles: copies.length });
    expect((await namesOf(place)).filter((name) => copies.includes(name))).toEqual([]);
    const text = await textOf(place);
    expect([ana.email, ben.email, `${ben.id}/`].map((each) => text.includes(each)))
      .toEqual([true, false, false]);
    expect(await verify(place)).toEqual([]);
  });

  it("reaches them sooner where backups are kept for fewer days", async () => {
    expect(await timesOf(place)).toHaveLength(3);
    expect((await backup(place, 31, 3)).removedBackups).toBe(1);
    expect((await backup(place, 32, 1)).removedBackups).toBe(3);
    expect(await timesOf(place)).toHaveLength(1);
    expect(await verify(place)).toEqual([]);
  });
});
