/** A device of the peer: copies all entries, then writes given ones and reports seen ones. */
import { Zero } from "@rocicorp/zero";
import process from "node:process";
import { serveDevice } from "./device.mjs";
import { mutators, queries, schema } from "./entries.mjs";

const { server, userId } = JSON.parse(process.argv[2]);

await serveDevice(async (saw) => {
  const context = { userId };
  const zero = new Zero({
    cacheURL: server,
    userID: userId,
    auth: userId,
    context,
    schema,
    mutators,
    kvStore: "mem",
  });
  const view = zero.materialize(queries.own(), { ttl: "forever" });
  const { promise, resolve } = Promise.withResolvers();
  let known = new Set();
  view.addListener((rows, state) => {
    if (state !== "complete") return;
    const now = new Set(rows.map(({ id }) => id));
    for (const id of now) if (known.size && !known.has(id)) saw(id);
    known = now;
    resolve();
  });
  await promise;
  return {
    count: () => known.size,
    async write(entry) {
      const row = { ...entry, user_id: userId, written_at: Date.now() };
      await zero.mutate(mutators.write(row)).server;
    },
  };
});
