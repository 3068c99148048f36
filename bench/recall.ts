/**
 * The recall: how many of 200 questions in seven languages find their entries among the first five
 * of the tool `search_entries`, and how many about nothing in the journal find nothing.
 */
import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { ask as post, become } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";
import {
  type Answered,
  ask,
  bars,
  isRight,
  RESULTS,
  scoresOf,
  writeJournal,
} from "./recall/score.ts";
import { readJournals } from "./recall/set.ts";
import type { Database } from "./superuser.ts";

/** Entries of a user whose searches are timed. */
const MANY = 10_000;
/**
 * The milliseconds that a question takes at most. Its time says little beside that of a search for all
 * its words: the search reads an index up to its rarest word, the question the words of 2,000 entries.
 */
const MOST_MS = 50;

const asked = {
  "rare words": "What did my grandma say about bikes?",
  "words of every third entry": "Did Tom come by the river for tea, soup and a film in the rain?",
};

/** Copies the entries of a user into earlier years until there are that many; no trigger fires. */
async function multiply(sql: Sql, userId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table copies on commit drop as
      select e.id as original, gen_random_uuid() as id, e.written_at - n * interval '1 year' as at
      from public.journal_entries as e, generate_series(1, 100) as n
      where e.user_id = ${userId} order by n limit ${MANY}`;
    for (
      const [table, key] of [
        ["public.journal_entries", "id"],
        ["private.journal_entry_contents", "entry_id"],
        ["private.journal_entry_documents", "entry_id"],
      ]
    ) {
      await tx.unsafe(`
        insert into ${table}
        select (jsonb_populate_record(t,
          jsonb_build_object('${key}', c.id, 'written_at', c.at))).*
        from copies as c join ${table} as t on t.${key} = c.original`);
    }
  });
  await sql`vacuum (analyze)`;
}

/** Times questions to 10,000 entries of one user. */
async function timed(sql: Sql, userId: string): Promise<Row[]> {
  await multiply(sql, userId);
  const connection = await sql.reserve();
  await become(connection, userId);
  const rows: Row[] = [];
  for (const [what, question] of Object.entries(asked)) {
    const read = (query: string) => () => connection.unsafe(query, [question], { prepare: true });
    const times = await compare(30, {
      question: read("select * from public.find_journal_entries($1)"),
      search: read("select * from public.list_journal_entries(p_scope => 'own', p_query => $1)"),
    });
    rows.push(atMost(
      `a question, ${what}, ${MANY.toLocaleString("en")} own entries`,
      `${ms(times.question.p50)} of ${MOST_MS} ms (p99 ${ms(times.question.p99)}), search ` +
        ms(times.search.p50),
      times.question.p50 / MOST_MS,
      1,
    ));
  }
  await become(connection, null);
  connection.release();
  return rows;
}

/** Asks all questions, each journal as a user of its own; then times them. */
export async function benchRecall(
  { sql, status }: Database,
  log: (line: string) => void,
): Promise<Row[]> {
  const answered: Answered[] = [];
  let userId = "";
  for (const journal of readJournals()) {
    const account = { email: `${journal.language}@example.com`, password: "bench-password" };
    const client = createClient(status.api_url, status.publishable_key, {
      auth: { persistSession: false },
    });
    const { data: { session }, error } = await client.auth.signUp(account);
    if (error) throw error;
    const { id } = session!.user;
    userId ||= id;
    const keys = await writeJournal(sql, id, journal);
    const headers = { authorization: `Bearer ${session!.access_token}` };
    answered.push(
      ...await ask(journal, keys, async (given) => {
        const answer = await post(`${status.api_url}/functions/v1/mcp`, headers, {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "search_entries", arguments: given },
        });
        const { result } = JSON.parse(answer);
        if (result.isError) throw new Error(result.content[0].text);
        return result.structuredContent.entries.map(({ id }: { id: string }) => id);
      }),
    );
  }
  for (const each of answered.filter((each) => !isRight(each))) {
    log(`${each.part}, ${each.kind}, ${each.language}: ${each.text} [${each.found}] ${each.got}`);
  }
  const scores = scoresOf(answered).map(({ part, of, right, all }): Row => {
    const bar = part === "without a stem" ? undefined : (bars as Record<string, number>)[of];
    return {
      what: `recall, ${part}, ${of}`,
      measured: `${right} of ${all} in the first ${RESULTS}`,
      ratio: right / all,
      ...(bar && { bar: `>= ${bar}`, ok: right / all >= bar }),
    };
  });
  return [...scores, ...await timed(sql, userId)];
}
