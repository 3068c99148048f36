/**
 * Sync: 10,000 changes of one user in pages of 1,000, as a device asks for them, against hand-written
 * SQL for the same objects, and a request when nothing has changed, at a million entries.
 */
import { claim } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";
import { createEntries } from "./people.ts";
import type { Database } from "./superuser.ts";
import { loadPhases } from "./world/load.ts";
import { sizeOf, userId } from "./world/size.ts";

const entries = 1_000_000;
const changes = 10_000;
const page = 1000;
const users = 10_000;
/** The user with many changes, and the users with the entries of everybody. */
const writer = userId(0);
const readers = Array.from({ length: 200 }, (_, n) => userId(1 + n * 37 % (users - 1)));

/** Loads 10,000 users. */
export async function benchSync(
  { sql, url }: Database,
  log: (line: string) => void,
): Promise<Row[]> {
  const size = sizeOf(users, { entries: entries / users, heavyEntries: 0 });
  await loadPhases(url, size, [["journal", "people", "groups"], ["changes"]], log);
  await sql`vacuum (analyze)`;

  const connection = await sql.reserve();
  const become = (sub: string) => claim(connection, sub);
  const sync = async (cursor: string | null, limit: number) => {
    const [row] = await connection<[{ page: SyncPage }]>`
      select private.sync(${cursor}, ${limit}) as page`;
    return row.page;
  };
  /** The last cursor, behind all pages. */
  const atEnd = async (cursor: string | null = null, each = (_: SyncPage) => {}) => {
    for (let more = true; more;) {
      const answer = await sync(cursor, page);
      each(answer);
      ({ has_more: more, next_cursor: cursor } = answer);
    }
    return cursor!;
  };
  try {
    await become(writer);
    const start = await atEnd();
    await sql.begin((tx) =>
      createEntries(tx, {
        user: writer,
        count: changes,
        title: "Change",
        content: "Lorem ipsum dolor sit amet. ".repeat(10),
      })
    );
    await sql`vacuum (analyze) private.changes`;

    let synced = 0;
    const inPages = async () => {
      synced = 0;
      await atEnd(start, (answer) => synced += answer.changes.journal_entries.length);
    };
    // The least work for a page: the ids in order and their rows, without care for late commits.
    const [{ since }] = await sql<[{ since: string }]>`
      select max(position) - 1 as since from private.changes where user_id = ${writer}`;
    let byHandCount = 0;
    const byHand = async () => {
      byHandCount = 0;
      let after = [since, "", "00000000-0000-0000-0000-000000000000"];
      for (let full = true; full;) {
        const rows = await connection.unsafe(byHandPage, [writer, ...after, page], {
          prepare: true,
        });
        byHandCount += rows.length;
        const last = rows.at(-1);
        full = rows.length === page;
        if (last) after = [last.position, last.type, last.id];
      }
    };
    const { own, hand } = await compare(7, { own: inPages, hand: byHand });
    if (synced !== changes || byHandCount !== changes) {
      throw new Error(`${synced} and ${byHandCount} changes instead of ${changes}`);
    }

    const cursors: string[] = [];
    for (const reader of readers) {
      await become(reader);
      cursors.push(await atEnd());
    }
    const { nothing } = await compare(readers.length * 2, {
      prepare: (round) => become(readers[round % readers.length]!),
      nothing: (round) => sync(cursors[round % readers.length]!, 50),
    });
    return [
      atMost(
        `sync of ${changes.toLocaleString("en")} changes, ${page} a page`,
        `${ms(own.p50, 0)}, by hand ${ms(hand.p50, 0)}`,
        own.p50 / hand.p50,
        1,
      ),
      {
        what: `sync when nothing changed, ${entries.toLocaleString("en")} entries`,
        measured: `${ms(nothing.p50, 2)}, p99 ${ms(nothing.p99, 2)}`,
        bar: "< 2 ms",
        ok: nothing.p50 < 2,
      },
    ];
  } finally {
    connection.release();
  }
}

interface SyncPage {
  changes: { journal_entries: unknown[] };
  next_cursor: string;
  has_more: boolean;
}

const byHandPage = `
  select c.position, c.type, c.id, jsonb_build_object(
    'id', e.id, 'user_id', e.user_id, 'title', e.title, 'content', x.content, 'mood', e.mood,
    'tags', e.tags, 'notebook_id', e.notebook_id,
    'metadata_visibility', e.metadata_visibility, 'content_visibility', e.content_visibility,
    'effective_metadata_visibility', e.effective_metadata_visibility,
    'effective_content_visibility', e.effective_content_visibility,
    'team_id', e.team_id, 'org_id', e.org_id, 'mentions', x.mentions,
    'spotify_track_id', e.spotify_track_id, 'version', e.version, 'written_at', e.written_at,
    'created_at', e.created_at, 'updated_at', e.updated_at) as entry
  from private.changes as c
  join public.journal_entries as e on e.id = c.id
  join private.journal_entry_contents as x on x.entry_id = e.id
  where c.user_id = $1 and (c.position, c.type, c.id) > ($2, $3, $4)
  order by c.position, c.type, c.id limit $5`;
