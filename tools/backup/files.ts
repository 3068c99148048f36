/** The files of the buckets and their copies, both in the order of their keys. */
import type postgres from "postgres";
import type { Part } from "./parts.ts";
import type { Place } from "./place.ts";

/** A file as the database knows it. */
export interface File {
  /** SHA-256 of bucket, path, version, etag and size: another version has another key. */
  key: string;
  bucket: string;
  path: string;
  /** In bytes. */
  size: number | null;
  type: string | null;
  cache: string | null;
  /** Columns of `storage.objects` that an upload does not set. */
  row: Record<string, unknown>;
}

/** A file with its copy. */
export interface CopiedFile extends File {
  /** Absent when the storage had lost the file, or the file was deleted during the backup. */
  copy?: Part;
}

/** A file that the project has no more. */
export interface GoneFile extends CopiedFile {
  /** The time of the last backup that has it. */
  last: string;
}

/** So many rows are read at once. */
const PAGE = 1_000;

const keyOf = (sql: postgres.ISql) =>
  sql`encode(sha256(convert_to(concat_ws(e'\\n', bucket_id, name, version, metadata ->> 'eTag',
    metadata ->> 'size'), 'UTF8')), 'hex') collate "C"`;

/** Whether the database has this version of a file. */
export const isThere = async (sql: postgres.ISql, { key, bucket, path }: File): Promise<boolean> =>
  (await sql`
    select from storage.objects
    where bucket_id = ${bucket} and name = ${path} and ${keyOf(sql)} = ${key}`).length > 0;

/** All files that a transaction sees. */
export async function* filesOf(sql: postgres.ISql): AsyncGenerator<File> {
  const pages = sql<File[]>`
    select ${keyOf(sql)} as key,
      bucket_id as bucket, name as path, (metadata ->> 'size')::float8 as size,
      metadata ->> 'mimetype' as type, metadata ->> 'cacheControl' as cache,
      jsonb_build_object('owner', owner, 'owner_id', owner_id, 'user_metadata', user_metadata,
        'created_at', created_at, 'updated_at', updated_at,
        'last_accessed_at', last_accessed_at) as row
    from storage.objects order by 1`.cursor(PAGE);
  for await (const page of pages) yield* page;
}

const FOLDER = "files/";

/** The name of a copy tells the version of the file and the digest of its bytes. */
export const copyName = (key: string, digest: string): string =>
  `${FOLDER}${key.slice(0, 2)}/${key}-${digest}`;

/** All copies of a place; copies of another form have no digest. */
export async function* copiesAt(place: Place): AsyncGenerator<Part & { key: string }> {
  for await (const { name, size } of place.list(FOLDER)) {
    const [key = "", rest = ""] = name.slice(`${FOLDER}ab/`.length).split("-");
    yield { key, name, size, digest: /^[0-9a-f]{64}$/.test(rest) ? rest : "" };
  }
}

/** The files of one list, each with the time of the last backup that has it. */
export async function* upTo(
  last: string,
  files: AsyncIterable<CopiedFile>,
): AsyncGenerator<GoneFile> {
  for await (const file of files) yield { ...file, last };
}

/** The values of several sources by their keys. Each source is in the order of its keys. */
export async function* byKey<Values extends Keyed[]>(
  ...sources: { [N in keyof Values]: AsyncGenerator<Values[N]> }
): AsyncGenerator<{ [N in keyof Values]: Values[N][] }> {
  const heads = await Promise.all(sources.map((source) => source.next()));
  for (;;) {
    const keys = heads.flatMap(({ done, value }) => done ? [] : [(value as Keyed).key]);
    if (!keys.length) return;
    const key = keys.reduce((a, b) => a < b ? a : b);
    const found: Keyed[][] = sources.map(() => []);
    for (const [n, source] of sources.entries()) {
      while (!heads[n]!.done && heads[n]!.value.key === key) {
        found[n]!.push(heads[n]!.value);
        heads[n] = await source.next();
        if (!heads[n]!.done && heads[n]!.value.key < key) {
          throw new Error("A list is not in the order of its names");
        }
      }
    }
    yield found as { [N in keyof Values]: Values[N][] };
  }
}

export interface Keyed {
  key: string;
}
