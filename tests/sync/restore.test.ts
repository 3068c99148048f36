/** Sync after the database was restored into another cluster. Separate: it affects every user. */
import { expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

const { superuser } = await ownPlatform();
const { person } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { changesSince } = await import("./support.ts");

it("follows the database into another cluster: every client starts anew and misses nothing", async () => {
  const ana = await person("Ana");
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
  const { cursor } = await changesSince(ana);
  // In the former cluster transactions had higher ids.
  const rows = await superuser`
    update private.changes set position = position + 9000000000 returning ctid::text`;
  await superuser`update private.profile_changes set position = position + 9000000000`;
  await superuser`update private.sync_eras set cluster = 'another'`;
  expect(await ana.api("GET", "/api/sync")).toMatchObject({
    status: 503,
    body: { error: "The database has moved, sync is ready again in a minute" },
  });

  // As the job does every minute. A write that is under way belongs to the former era.
  const busy = await superuser.reserve();
  await busy`begin`;
  await busy`update public.goals set description = 'Far' where id = ${goal.id}`;
  await expect(superuser`select private.follow_cluster()`).rejects.toMatchObject({ code: "55P03" });
  await busy`rollback`;
  busy.release();
  await superuser`select private.follow_cluster()`;
  // No row of the log was written again.
  expect((await superuser`select ctid::text from private.changes`).map(({ ctid }) => ctid).sort())
    .toEqual(rows.map(({ ctid }) => ctid).sort());

  const query = new URLSearchParams({ cursor });
  expect(await ana.api("GET", `/api/sync?${query}`)).toMatchObject({
    status: 410,
    body: { code: "cursor_expired" },
  });
  const { changed, cursor: fresh } = await changesSince(ana);
  expect(changed.toSorted()).toEqual([`goals ${goal.id}`, "profile"]);
  // Nothing of the former era comes again, and nothing new is missed.
  expect((await changesSince(ana, fresh)).changed).toEqual([]);
  await ok(ana, "PUT", `/api/goals/${goal.id}`, { title: "Walk" });
  expect((await changesSince(ana, fresh)).changed).toEqual([`goals ${goal.id}`]);
});

it("starts every client anew when the operator has restored a backup", async () => {
  const ben = await person("Ben");
  const { cursor } = await changesSince(ben);
  await superuser`select private.restart_sync()`;
  expect((await ben.api("GET", `/api/sync?${new URLSearchParams({ cursor })}`)).body.code)
    .toBe("cursor_expired");
  expect((await changesSince(ben)).changed).toEqual(["profile"]);
});
