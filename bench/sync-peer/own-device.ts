/** A device of the SDK: copies all entries, then writes given ones and reports seen ones. */
import process from "node:process";
import { createJournalClient } from "../../packages/client/src/mod.ts";
import { serveDevice } from "./device.mjs";

// A phone has no tabs either.
delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;

const { url, key, email, password } = JSON.parse(process.argv[2]!);

await serveDevice(async (saw: (id: string) => void) => {
  const { supabase, offline, live } = createJournalClient(url, key);
  const { data, error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
  await offline.open(data.user.id);
  await offline.sync();
  const known = new Set(offline.list("journal_entries").map(({ id }) => id));
  offline.subscribe(() => {
    for (const { id } of offline.list("journal_entries")) {
      if (known.has(id)) continue;
      known.add(id);
      saw(id);
    }
  });
  live.follow();
  return {
    count: () => known.size,
    async write(entry: { id: string; title: string; content: string; tags: string[] }) {
      await offline.create("journal_entries", entry);
      await offline.sync();
    },
  };
});
