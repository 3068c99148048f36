/** The job that completes deletions, on a platform without other users. */
import { beforeEach, describe, expect, it } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { anonymous, person, service, superAdmin } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");
const { failing, leave, stateOf } = await import("./leaving.ts");
const { BUCKET, makeBucket, putFile } = await import("./somebody.ts");

const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
const run = (path = "/api/user/cron/deletions") => anonymous.api("POST", path, undefined, secret);

/** Moves the deletion's last attempt into the past, so that the job takes it up. */
const later = async () => {
  await sql`
    update private.account_deletions set attempted_at = attempted_at - interval '1 hour'
    where completed_at is null`;
  await sql`update private.storage_deletions set not_before = now()`;
};

const nothing = { total: 0, deleted: 0, files: 0, failed: 0, errors: [], remaining: 0 };
beforeEach(async () => {
  await makeBucket();
});

describe("POST /api/user/cron/deletions", () => {
  const path = "/api/user/cron/deletions";

  it("takes the other secret of its job", async () => {
    const other = { authorization: `Bearer ${testEnvironment.WORKOUT_WINDOW_CRON_SECRET}` };
    expect((await anonymous.api("POST", path, undefined, other)).status).toBe(200);
  });

  it("answers zeros without work", async () => {
    expect(await run(path)).toMatchObject({
      status: 200,
      body: { success: true, message: "Nothing is left to delete", results: nothing },
    });
  });
});

describe("the job", () => {
  it("completes interrupted deletions and skips recent ones", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await putFile(`${ana.id}/a.txt`);
    const repair = await failing("delete", "auth.users", `old.id in ('${ana.id}', '${ben.id}')`);
    expect([(await leave(ana)).status, (await leave(ben)).status]).toEqual([503, 503]);
    await repair();
    expect((await run()).body.results).toEqual({ ...nothing, remaining: 2 });
    expect(await stateOf(ana)).toBe("pending");

    await later();
    expect((await run()).body.results).toEqual({ ...nothing, total: 2, deleted: 2 });
    expect([await stateOf(ana), await stateOf(ben)]).toEqual(["done", "done"]);
    expect((await leave(ana)).status).toBe(200);
  });

  it("reports failures and continues with the rest", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const repair = await failing("delete", "auth.users", `old.id in ('${ana.id}', '${ben.id}')`);
    await Promise.all([leave(ana), leave(ben)]);
    await repair();
    const again = await failing("delete", "auth.users", `old.id = '${ana.id}'`);
    await later();
    const { status, body } = await run();
    expect(status).toBe(200);
    expect(body.results).toEqual({
      ...nothing,
      total: 2,
      deleted: 1,
      failed: 1,
      remaining: 1,
      errors: [`${ana.id}: The user could not be removed, send the request again`],
    });
    expect(await stateOf(ben)).toBe("done");
    await again();
    await later();
    expect((await run()).body.results).toEqual({ ...nothing, total: 1, deleted: 1 });
  });

  it("deletes each account once in three runs at once", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => person("Ana")));
    const ids = people.map(({ id }) => `'${id}'`).join();
    const repair = await failing("delete", "auth.users", `old.id in (${ids})`);
    await Promise.all(people.map((each) => leave(each)));
    await repair();
    await later();
    const runs = await Promise.all([run(), run(), run()]);
    const deleted = runs.map(({ body }) => body.results.deleted);
    expect(deleted.reduce((sum: number, each: number) => sum + each)).toBe(4);
    for (const each of people) expect(await stateOf(each)).toBe("done");
  });

  it("deletes the files in the outbox", async () => {
    const paths = Array.from({ length: 250 }, (_, i) => `batch/${i}.txt`);
    await Promise.all(paths.slice(0, 5).map((path) => putFile(path)));
    await sql`select private.discard_files(${BUCKET}, ${paths})`;
    await sql`select private.discard_files('no-such-bucket', array['a', 'b'])`;
    await sql`select private.discard_files(${BUCKET}, array['batch/0.txt'])`;
    expect((await run()).body.results).toEqual({ ...nothing, files: 252 });
    const { data } = await service.storage.from(BUCKET).list("batch");
    expect(data).toEqual([]);
  });

  it("retries a file that cannot be deleted with growing delays", async () => {
    await putFile("stuck.txt");
    const repair = await failing("delete", "storage.objects", "old.name = 'stuck.txt'");
    await sql`select private.discard_files(${BUCKET}, array['stuck.txt'])`;
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      await later();
      const { body } = await run();
      expect(body.results).toMatchObject({ files: 0, failed: 1, remaining: 1 });
      const [row] = await sql`
        select extract(epoch from not_before - now())::int as wait, last_error
        from private.storage_deletions`;
      expect(row!.last_error).toBeTruthy();
      waits.push(Math.round(row!.wait / 60));
    }
    expect(waits).toEqual([1, 2, 4]);
    expect((await run()).body.results).toEqual({ ...nothing, remaining: 1 });
    await repair();
    await later();
    expect((await run()).body.results).toEqual({ ...nothing, files: 1 });
  });

  it("deletes the files of a user deleted at auth", async () => {
    const ana = await person("Ana");
    await putFile(`${ana.id}/a.txt`);
    await service.auth.admin.deleteUser(ana.id);
    await later();
    expect((await run()).body.results).toEqual({ ...nothing, files: 1 });
    expect((await service.storage.from(BUCKET).download(`${ana.id}/a.txt`)).error).not.toBeNull();
  });

  it("is scheduled and records its runs", async () => {
    const [job] = await sql`
      select schedule, path, secret_names from private.jobs where name = 'account-deletions'`;
    expect(job).toEqual({
      schedule: "*/5 * * * *",
      path: "/user/cron/deletions",
      secret_names: ["CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"],
    });
    await run();
    const [last] = await sql`
      select complete, result from private.job_runs where job = 'account-deletions'
      order by id desc limit 1`;
    expect(last).toEqual({ complete: true, result: nothing });
  });
});

describe("super admins", () => {
  it("can be deleted except the last active one", async () => {
    const admins = await Promise.all(Array.from({ length: 5 }, () => superAdmin()));
    const blocked = await superAdmin();
    await blocked.api("GET", "/api/user/profile");
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;

    const answers = await Promise.all(admins.map((admin) => leave(admin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect(answers[refused]!.body).toMatchObject({ error: "This is the last active super admin" });
    expect(await stateOf(admins[refused]!)).toBe("none");

    const successor = await superAdmin();
    expect((await successor.api("GET", "/api/admin/roadmap")).status).toBe(200);
    expect((await leave(admins[refused]!)).status).toBe(200);
  });
});
