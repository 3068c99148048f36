/** The world of the benches: what its loaders write is what the service would have written. */
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { faultsOf } from "../../bench/world/invariants.ts";
import { loadingSettings, loadWorld } from "../../bench/world/load.ts";
import { sizeOf } from "../../bench/world/size.ts";
import {
  freePort,
  projectRoot as root,
  readProjectConfig,
  scratchFolder,
} from "../../packages/local-supabase/helpers.ts";
import { migrate, startDatabase } from "../../packages/local-supabase/mod.ts";

const size = sizeOf(200, { heavyEntries: 300 });
const log = () => {};
const dir = await scratchFolder("world");
const { server, url } = await startDatabase({
  dir,
  port: freePort(),
  ephemeral: true,
  settings: loadingSettings,
  log,
});
const superuser = url("supabase_admin");
const sql = postgres(superuser, { max: 1, onnotice: () => {} });
afterAll(async () => {
  await sql.end();
  await server.stop();
  await Deno.remove(dir, { recursive: true });
});

// Not as superuser: a world goes into a hosted project as well.
test("a world is whole: foreign keys and every invariant hold after its load", async () => {
  const { db } = await readProjectConfig(root, {});
  await migrate(url("postgres"), { root, settings: db, seed: false });
  const { rows } = await loadWorld(url("postgres"), size, log);
  expect(rows).toBeGreaterThan(200 * 250);
});

/** Statements that break a rule, by the words that name it. */
const breaks = {
  "violates foreign key constraint": "delete from public.push_devices",
  "cards are copies":
    "update public.profile_cards set full_name = 'Nobody' where handle = 'bench_5'",
  "balance is not the ledger's sum":
    "update public.profiles set drops_balance = drops_balance + 1 where handle = 'bench_5'",
  "badges count the drops": "update public.encouragement_badges set total_drops_sent = 99999",
  "summaries count": "update private.entry_summaries set attachment_count = 9",
  "streaks is as the service calculates": "update private.streaks set days = days + 1",
  "changes of notifications": "delete from private.changes where type = 'notification'",
  "links of chains": "update public.workout_window_chains set after_user_id = null",
  "convergence is that": "update public.dream_convergence set refutations = refutations + 1",
  "journal_entries is as the service calculates":
    "update public.journal_entries set effective_metadata_visibility = 'public'",
};

test("what is not whole is named", async () => {
  await sql.unsafe("set session_replication_role = replica");
  for (const statement of Object.values(breaks)) await sql.unsafe(statement);
  const faults = (await faultsOf(superuser, size)).join("\n");
  for (const fault of Object.keys(breaks)) expect(faults).toContain(fault);
});
