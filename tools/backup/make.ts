/** Makes a backup of a project. */
import { join } from "node:path";
import { askForFile, connect, isLost, type Project } from "../project.ts";
import {
  type Backup,
  complete,
  expiry,
  knownFiles,
  objectOf,
  removeExpired,
  timeOf,
  timesOf,
} from "./backups.ts";
import {
  byKey,
  type CopiedFile,
  copiesAt,
  copyName,
  type File,
  filesOf,
  type GoneFile,
  isThere,
  type Keyed,
} from "./files.ts";
import {
  fromLines,
  lineOf,
  mapped,
  type Part,
  toLines,
  writeChecked,
  writeParts,
} from "./parts.ts";
import { type Bytes, digestOf, type Place } from "./place.ts";
import {
  copyOut,
  erasedIn,
  lockTables,
  migrationsOf,
  prepare,
  sequencesOf,
  tablesOf,
} from "./rows.ts";

interface Options {
  /** Days until a backup, and each file that its project has deleted, is removed. */
  keepDays: number;
  now?: Date;
  /** So long (ms) it waits for a table that another session locks. */
  lockMs?: number;
  /** Is told what is copied at the moment. */
  tell?: (progress: string) => void;
}

interface Report {
  time: string;
  /** Files, and bytes of the compressed rows. */
  files: number;
  rows: number;
  copied: number;
  copiedBytes: number;
  /** Copies of deleted files that were removed, and expired backups. */
  removedFiles: number;
  removedBackups: number;
  problems: string[];
}

/**
 * Copies the files that the place lacks. The rows and the list of files belong to one moment.
 * `problems` of the report names damaged and missing files; the backup has all others. Throws where
 * no backup is possible.
 */
export async function makeBackup(
  project: Project,
  place: Place,
  { keepDays, now = new Date(), lockMs, tell = () => {} }: Options,
): Promise<Report> {
  const time = timeOf(now);
  const start = performance.now();
  const times = await timesOf(place);
  if (times.some((each) => each >= time)) throw new Error(`There is a backup after ${time}.`);
  const known = await knownFiles(place, times);
  if (known.newest && known.newest.project !== project.api_url) {
    throw new Error(`This place has backups of ${known.newest.project}: choose another one.`);
  }
  const sql = connect(project);
  const folder = await Deno.makeTempDir({ prefix: "backup-" });
  try {
    const [lock] = await sql`select pg_try_advisory_lock(hashtext('npm run backup')) as free`;
    if (!lock!.free) throw new Error("Another backup of this project is running.");
    const list = join(folder, "files");
    const backup = await sql.begin("isolation level repeatable read read only", async (sql) => {
      await prepare(sql, lockMs);
      const tables = (await tablesOf(sql)).map((table) => ({ ...table, bytes: 0 }));
      tell(`waits for the locks of ${tables.length} tables`);
      await lockTables(sql, tables);
      const backup: Backup = {
        time,
        project: project.api_url,
        tables,
        migrations: await migrationsOf(sql),
        sequences: await sequencesOf(sql),
        buckets: (await sql`select to_jsonb(b) as bucket from storage.buckets as b order by id`)
          .map(({ bucket }) => bucket),
        rows: await writeParts(place, objectOf(time, "rows"), copyOut(sql, tables, tell)),
        erased: await writeParts(place, objectOf(time, "erased"), toLines(erasedIn(sql))),
        files: [],
        gone: [],
      };
      // On the disk: the transaction ends before the files are read.
      await Deno.writeFile(list, ReadableStream.from(toLines(filesOf(sql))), { mode: 0o600 });
      return backup;
    });
    const files = fromLines<File>((await Deno.open(list)).readable);
    const copies = new Copies(place, {
      expired: expiry(now, keepDays),
      read: (file) => readFile(project, file),
      isThere: (file) => isThere(sql, file),
      tell,
    });
    const entries = mapped(
      byKey<[File, Keyed & Part, ...GoneFile[]]>(files, copiesAt(place), ...known.lists),
      ([files, present, ...lists]) => copies.update(files[0], present, lists.flat()),
    );
    const gone = join(folder, "gone");
    backup.files = await writeParts(
      place,
      objectOf(time, "files"),
      toLines(withoutGone(entries, await Deno.open(gone, { create: true, append: true }))),
    );
    backup.gone = await writeParts(place, objectOf(time, "gone"), (await Deno.open(gone)).readable);
    await complete(place, backup);
    const report = {
      time,
      rows: backup.rows.reduce((sum, { size }) => sum + size, 0),
      removedBackups: await removeExpired(place, { expired: expiry(now, keepDays), time }),
      ...copies.report,
      problems: [...known.problems, ...copies.report.problems],
    };
    // The metrics tell its age.
    await sql`
      insert into private.backups (seconds, bytes, problems)
      values (${(performance.now() - start) / 1000}, ${report.rows + report.copiedBytes},
        ${report.problems.length})`;
    return report;
  } finally {
    await sql.end();
    await Deno.remove(folder, { recursive: true });
  }
}

interface Entry {
  live?: CopiedFile;
  gone?: GoneFile;
}

/** The files of the project; the others are written as lines of a file, which is closed. */
async function* withoutGone(
  entries: AsyncIterable<Entry>,
  file: Deno.FsFile,
): AsyncGenerator<CopiedFile> {
  const writer = file.writable.getWriter();
  for await (const { live, gone } of entries) {
    if (live) yield live;
    if (gone) await writer.write(lineOf(gone));
  }
  await writer.close();
}

/** The bytes of a file; null when the storage has lost it. */
async function readFile(project: Project, file: File): Promise<Bytes | null> {
  const answer = await askForFile(project, file, { headers: { "cache-control": "no-cache" } });
  return await isLost(answer, file) ? null : new Uint8Array(await answer.arrayBuffer());
}

interface Circumstances {
  expired: string;
  read(file: File): Promise<Bytes | null>;
  isThere(file: File): Promise<boolean>;
  tell(progress: string): void;
}

/** Brings the copies up to date, key by key. */
class Copies {
  readonly report = {
    files: 0,
    copied: 0,
    copiedBytes: 0,
    removedFiles: 0,
    problems: [] as string[],
  };

  constructor(readonly place: Place, readonly now: Circumstances) {}

  /** The entry of a key in the new lists. Copies, keeps or removes. */
  async update(
    file: File | undefined,
    copies: Part[],
    earlier: GoneFile[],
  ): Promise<Entry> {
    const gone = earlier.find(({ copy }) => copy);
    const known = gone?.copy;
    const size = known?.size ?? file?.size;
    // A copy from an interrupted write has no digest.
    const copy = copies.find(({ name, digest }) => known ? name === known.name : digest);
    const whole = copy && (size ?? copy.size) === copy.size ? copy : undefined;
    const entry: Entry = file
      ? { live: await this.#live(file, known, whole) }
      : { gone: this.#gone(gone, whole) };
    const kept = (entry.live ?? entry.gone)?.copy?.name;
    for (const { name } of copies.filter(({ name }) => name !== kept)) {
      await this.place.remove(name);
      this.report.removedFiles++;
    }
    return entry;
  }

  async #live(file: File, known?: Part, whole?: Part): Promise<CopiedFile> {
    const path = `${file.bucket}/${file.path}`;
    if (known && !whole) {
      this.report.problems.push(
        `${known.name} (${path}) was missing or damaged, and is copied again`,
      );
    }
    const copy = whole ?? await this.#copy(file, path);
    if (!copy) return file;
    this.report.files++;
    this.now.tell(`${this.report.files} files, of which ${this.report.copied} copied now`);
    return { ...file, copy: { name: copy.name, size: copy.size, digest: copy.digest } };
  }

  async #copy(file: File, name: string): Promise<Part | null> {
    const bytes = await this.now.read(file);
    if (bytes && bytes.length === (file.size ?? bytes.length)) {
      this.report.copied++;
      this.report.copiedBytes += bytes.length;
      return await writeChecked(this.place, copyName(file.key, digestOf(bytes)), bytes);
    }
    // It may have been deleted or replaced since the list was made.
    if (await this.now.isThere(file)) {
      this.report.problems.push(
        bytes
          ? `${name} has ${bytes.length} bytes in the storage, and ${file.size} in the database`
          : `${name} is lost: the storage does not have it`,
      );
    }
    return null;
  }

  /** A file that the project has no more stays as long as the last backup that has it. */
  #gone(file?: GoneFile, whole?: Part): GoneFile | undefined {
    if (!file?.copy || file.last <= this.now.expired) return;
    if (whole) return file;
    this.report.problems.push(
      `${file.copy.name} (${file.bucket}/${file.path}) is missing or damaged, and the project has ` +
        `it no more: backups until ${file.last} lack it`,
    );
  }
}
