/** A device of the SDK: copies all entries, then writes given ones and reports seen ones. */
import process from "node:process";
import { createJournalClient } from "../../packages/client/src/mod.ts";
import { serveDevice } from "./device.mjs";

// A phone has no tabs either.
delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;

const { url, key, email, password } = JSON.parse(process.argv[2]!);

await serveDevice(async (saw: (id: string) => void) => {
  const { supabase, offline, live } = createJournalClient(url, key);
  const { data, error } = await supabase.auth.signInWithPassword({
    email,
    password,
  });
  if (error) throw error;
  await offline.open(data.user.id);
  await offline.sync();
  // As a screen does: the list stays the same until an entry changes.
  let shown = offline.snapshot("journal_entries");
  const known = new Set(shown.map(({ id }) => id));
  offline.subscribe(() => {
    if (shown === offline.snapshot("journal_entries")) return;
    shown = offline.snapshot("journal_entries");
    for (const { id } of shown) {
      if (known.has(id)) continue;
      known.add(id);
      saw(id);
    }
  });
  live.follow();
  return {
    count: () => known.size,
    async write(
      { id, ...fields }: {
        id: string;
        title: string;
        content: string;
        tags: string[];
      },
    ) {
      await offline.create("journal_entries", fields, id);
      await offline.send();
    },
  };
});
