/** Sync after the database was restored into another cluster. Separate: it affects every user. */
import { expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

const { superuser } = await ownPlatform();
const { person } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { changesSince } = await import("./support.ts");

it("waits for private.restart_sync(), then every client starts anew and misses nothing", async () => {
  const ana = await person("Ana");
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
  const { cursor } = await changesSince(ana);
  // The backup came from a cluster whose transactions had higher ids.
  await superuser`update private.changes set xid = '9000000000'`;
  await superuser`update private.sync_eras set cluster = cluster + 1`;
  expect(await ana.api("GET", "/api/sync")).toMatchObject({
    status: 503,
    body: { error: "Sync is not ready after a restore of the database" },
  });
  await superuser`select private.restart_sync()`;
  const query = new URLSearchParams({ cursor });
  expect(await ana.api("GET", `/api/sync?${query}`)).toMatchObject({
    status: 410,
    body: { code: "cursor_expired" },
  });
  const { changed, cursor: fresh } = await changesSince(ana);
  expect(changed.toSorted()).toEqual([`goals ${goal.id}`, "profile"]);
  await ok(ana, "PUT", `/api/goals/${goal.id}`, { title: "Walk" });
  expect((await changesSince(ana, fresh)).changed).toEqual([`goals ${goal.id}`]);
});
