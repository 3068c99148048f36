/**
 * The job that analyzes notes: its duration against what its own pacing and the provider take.
 */
import { join } from "node:path";
import postgres from "postgres";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import { startOpenai } from "../packages/stand-ins/openai.ts";
import type { Row } from "./measure.ts";

/** The provider's delay (ms) for each answer: it reads 100,000 characters. */
const PROVIDER_MS = 2000;

/** The job takes five users at a time, with a second between. */
const [USERS, BATCH, PAUSE_MS] = [40, 5, 1000];

/** Of the pacing; the rest is the work of the database and of the function. */
const BAR = 1.25;

/** Inserts users who let the assistant read, with 50 entries each. */
async function loadReaders(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into auth.users (
      instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
    select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated',
      'authenticated', 'reader' || n || '@example.com', now(), now(), now()
    from generate_series(1, ${USERS}::int) as n`;
  await sql`update public.profiles set read_notes_enabled = true
    where id in (select id from auth.users where email like 'reader%')`;
  await sql.unsafe(`
    do $$
    declare
      v_user uuid;
    begin
      for v_user in select id from public.profiles where read_notes_enabled loop
        perform set_config('request.jwt.claims', json_build_object('sub', v_user)::text, true);
        perform public.create_journal_entry(jsonb_build_object(
          'title', 'Day ' || n, 'content', repeat('We walked along the lake. ', 100)))
        from generate_series(1, 50) as n;
      end loop;
    end
    $$`);
}

export async function benchChat(log: (line: string) => void): Promise<Row[]> {
  const provider = await startOpenai();
  const slow = { containing: "", delay_ms: PROVIDER_MS, times: Number.MAX_SAFE_INTEGER };
  const url = provider.env.OPENAI_BASE_URL!.replace(/\/v1$/, "/test/next");
  await (await fetch(url, { method: "POST", body: JSON.stringify(slow) })).body?.cancel();
  const secret = crypto.randomUUID();
  const options = {
    root: join(import.meta.dirname!, ".."),
    env: { ...provider.env, CHAT_CRON_SECRET: secret, LOG_LEVEL: "error" },
    log,
    seed: false,
  };
  try {
    return await withThrowaway(options, async ({ status }) => {
      const sql = postgres(status.db_url, { max: 1, onnotice: () => {} });
      await loadReaders(sql).finally(() => sql.end());
      const start = performance.now();
      const response = await fetch(`${status.base_url}/chat/cron/analyze-notes`, {
        method: "POST",
        headers: { "x-cron-secret": secret },
      });
      const { results } = await response.json();
      const took = performance.now() - start;
      if (results?.successful !== USERS) throw new Error(JSON.stringify(results));
      const batches = USERS / BATCH;
      const pacing = batches * PROVIDER_MS + (batches - 1) * PAUSE_MS;
      return [{
        what: `analyze-notes, ${USERS} users with 50 entries, provider takes ${PROVIDER_MS} ms`,
        measured: `${(took / 1000).toFixed(1)} s, pacing alone ${(pacing / 1000).toFixed(1)} s`,
        ratio: took / pacing,
        bar: `<= ${BAR}`,
        ok: took / pacing <= BAR,
      }];
    });
  } finally {
    await provider.stop();
  }
}
