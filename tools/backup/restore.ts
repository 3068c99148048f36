/** Brings a project to the state of a backup: rows, accounts, files. */
import type postgres from "postgres";
import { askForFile, checkStorage, connect, type Project } from "../project.ts";
import { type Backup, copiedFilesOf, erasedOf, readBackup, timesOf } from "./backups.ts";
import type { CopiedFile } from "./files.ts";
import { Damaged, readChecked, readParts } from "./parts.ts";
import type { Place } from "./place.ts";
import { copyIn, erasedIn, migrationsOf, prepare, tablesOf } from "./rows.ts";

/** So many files are uploaded at once. */
const AT_ONCE = 8;

interface Options {
  /** The time of the backup; the newest one unless it is given. */
  at?: string;
  /** Whether the target may have data, which is then lost. */
  replace?: boolean;
  /** Ids of accounts that were erased since the backup. */
  erased?: string[];
}

interface Report {
  time: string;
  tables: number;
  /** The files uploaded by this run and by an interrupted one before it. */
  files: number;
  bytes: number;
  /** Accounts that the backup has and that were erased since then: they are deleted again. */
  erasedAgain: number;
  problems: string[];
}

/**
 * Fills a project that has the same migrations. It changes nothing when it throws before the rows
 * are in; a repetition with `replace` goes on with the files. `problems` names files without a copy.
 * Accounts that were erased since the backup, as the target, later backups and `erased` know, are
 * locked in the same transaction, and the job `account-deletions` deletes them again.
 */
export async function restore(
  project: Project,
  place: Place,
  { at, replace = false, erased = [] }: Options = {},
): Promise<Report> {
  const times = await timesOf(place);
  const time = at ?? times.at(-1);
  if (!time || !times.includes(time)) {
    throw new Error(
      times.length
        ? `There is no backup of ${time}. There are: ${times.join(", ")}`
        : "There is no backup.",
    );
  }
  const backup = await readBackup(place, time);
  const later = await erasedSince(place, times, time);
  const sql = connect(project);
  try {
    const tables = await checkTarget(sql, backup, replace);
    await checkStorage(sql, project);
    const erasedAgain = await sql.begin(async (sql) => {
      await prepare(sql);
      const here = await Array.fromAsync(erasedIn(sql));
      const [{ era }] = await sql<[{ era: number }]>`select era from private.sync_eras`;
      // The rows are as they were: no trigger acts on them, and their order does not matter.
      await sql`set local session_replication_role = replica`;
      await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(", ")}`);
      await copyIn(sql, backup.tables, readParts(place, backup.rows));
      await sql`
        select setval(r.name::regclass, coalesce(r.value, s.seqstart), r.value is not null)
        from jsonb_to_recordset(${
        sql.json(backup.sequences as never)
      }) as r (name text, value bigint)
        join pg_sequence as s on s.seqrelid = to_regclass(r.name)`;
      await sql`
        insert into storage.buckets
          (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at)
        select id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at
        from jsonb_populate_recordset(null::storage.buckets, ${sql.json(backup.buckets as never)})
        on conflict (id) do nothing`;
      // Another cluster: every client starts sync anew, also with a cursor that the target has given.
      await sql`update private.sync_eras as e set era = greatest(e.era, ${era})`;
      await sql`select private.restart_sync()`;
      const [again] = await sql<[{ count: number }]>`
        select private.erase_again(${[...here, ...later.ids, ...erased]}) as count`;
      return again.count;
    });
    const ours = tables.filter(({ name }) => !name.startsWith("auth."));
    await sql.unsafe(`analyze ${ours.map(({ name }) => name).join(", ")}`);
    const files = new Files(sql, project, place);
    await files.upload(copiedFilesOf(place, backup));
    if (replace) await files.removeOthers();
    files.report.problems.unshift(...later.problems);
    return { time, tables: backup.tables.length, erasedAgain, ...files.report };
  } finally {
    await sql.end();
  }
}

/** The accounts that were erased until the newest backup whose list is whole. */
async function erasedSince(place: Place, times: string[], time: string) {
  const problems: string[] = [];
  for (const each of times.filter((each) => each >= time).toReversed()) {
    try {
      return { ids: await erasedOf(place, await readBackup(place, each)), problems };
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      problems.push(`${error.message}: accounts that it names as erased may be back`);
    }
  }
  return { ids: [], problems };
}

/** The tables of the target. Throws with the reason why the backup does not fit there. */
async function checkTarget(sql: postgres.ISql, backup: Backup, replace: boolean) {
  const present = await migrationsOf(sql).catch((error): string[] => {
    if (error.code === "42P01" || error.code === "3F000") return [];
    throw error;
  });
  const without = (all: string[], some: string[]) => all.filter((each) => !some.includes(each));
  const lacking = without(backup.migrations, present);
  const more = without(present, backup.migrations);
  if (lacking.length || more.length) {
    throw new Error(
      [
        "The target has other migrations than the backup: deploy the version of the backup there.",
        ...lacking.length ? [`It lacks ${lacking.join(", ")}`] : [],
        ...more.length ? [`It has besides ${more.join(", ")}`] : [],
      ].join("\n"),
    );
  }
  const tables = await tablesOf(sql);
  const columns = new Map(tables.map(({ name, columns }) => [name, columns]));
  const unknown = backup.tables.filter(({ bytes }) => bytes).flatMap((table) => {
    const there = columns.get(table.name);
    return there
      ? without(table.columns, there).map((column) => `${table.name}.${column}`)
      : [table.name];
  });
  if (unknown.length) throw new Error(`The target lacks ${unknown.join(", ")}`);
  if (!replace) {
    // Synthetic users come with the migrations.
    const [{ users, files }] = await sql<[{ users: boolean; files: boolean }]>`
      select exists (select from storage.objects) as files, exists (
        select from auth.users as u
        where not exists (select from public.profiles as p where p.id = u.id and p.is_ai)) as users`;
    const found = [...users ? ["users"] : [], ...files ? ["files"] : []];
    if (found.length) {
      throw new Error(
        `The target has ${found.join(" and ")}. With --replace they are lost, and those of the ` +
          "backup take their place.",
      );
    }
  }
  return tables;
}

/** Uploads files and gives their rows the times and owners that they had. */
class Files {
  readonly report = { files: 0, bytes: 0, problems: [] as string[] };

  constructor(readonly sql: postgres.Sql, readonly project: Project, readonly place: Place) {}

  async upload(files: AsyncIterable<CopiedFile>): Promise<void> {
    await this.sql`create temp table restored (bucket text, path text, primary key (bucket, path))`;
    let batch: CopiedFile[] = [];
    for await (const file of files) {
      batch.push(file);
      if (batch.length < AT_ONCE) continue;
      await this.#uploadAll(batch);
      batch = [];
    }
    if (batch.length) await this.#uploadAll(batch);
  }

  async #uploadAll(batch: CopiedFile[]): Promise<void> {
    const there = await this.sql<{ bucket: string; path: string }[]>`
      select r.bucket, r.path from ${this.#given(batch)} join storage.objects as o on ${this.#same}
      where o.created_at = r.created_at and o.updated_at = r.updated_at`;
    const isThere = (file: CopiedFile) =>
      there.some(({ bucket, path }) => bucket === file.bucket && path === file.path);
    const whole = await Promise.all(batch.map(async (file) => {
      try {
        if (!isThere(file)) await this.#upload(file);
        return [file];
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        this.report.problems.push(`${file.bucket}/${file.path} is lost: ${error.message}`);
        return [];
      }
    }));
    const given = this.#given(whole.flat());
    this.report.files += whole.flat().length;
    await this.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into restored select bucket, path from ${given}`;
      await sql`
        update storage.objects as o
        set owner = r.owner, owner_id = r.owner_id, user_metadata = r.user_metadata,
          created_at = r.created_at, updated_at = r.updated_at,
          last_accessed_at = r.last_accessed_at
        from ${given} where ${this.#same}`;
    });
  }

  /** Files as rows of SQL. */
  #given(files: CopiedFile[]) {
    const rows = files.map(({ bucket, path, copy, row }) => ({
      bucket,
      path,
      size: copy?.size,
      ...row,
    }));
    return this.sql`
      jsonb_to_recordset(${this.sql.json(rows as never)}) as r (bucket text, path text, size bigint,
        owner uuid, owner_id text, user_metadata jsonb, created_at timestamptz,
        updated_at timestamptz, last_accessed_at timestamptz)`;
  }

  get #same() {
    return this.sql`o.bucket_id = r.bucket and o.name = r.path
      and (o.metadata ->> 'size')::bigint = r.size`;
  }

  async #upload(file: CopiedFile): Promise<void> {
    if (!file.copy) {
      throw new Damaged("its copy", "is missing: it was lost or deleted at that time");
    }
    const body = await readChecked(this.place, file.copy);
    const answer = await askForFile(this.project, file, {
      method: "POST",
      body,
      headers: {
        "content-type": file.type ?? "application/octet-stream",
        ...file.cache && { "cache-control": file.cache },
        "x-upsert": "true",
      },
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${file.bucket}/${file.path}: ${answer.status} ${said}`);
    this.report.bytes += body.length;
  }

  /** Removes the files of the target that the backup does not have. */
  async removeOthers(): Promise<void> {
    for (;;) {
      const [other] = await this.sql<{ bucket: string; paths: string[] }[]>`
        select bucket_id as bucket, array_agg(name) as paths from (
          select bucket_id, name from storage.objects as o
          where not exists (
            select from restored as r where r.bucket = o.bucket_id and r.path = o.name)
          order by 1 limit 100
        ) as o group by 1 limit 1`;
      if (!other) return;
      const answer = await fetch(
        `${this.project.api_url}/storage/v1/object/${encodeURIComponent(other.bucket)}`,
        {
          method: "DELETE",
          headers: { apikey: this.project.secret_key, "content-type": "application/json" },
          body: JSON.stringify({ prefixes: other.paths }),
        },
      );
      const said = await answer.json();
      if (!answer.ok || !said.length) {
        throw new Error(`Files of ${other.bucket} cannot be removed: ${JSON.stringify(said)}`);
      }
    }
  }
}
