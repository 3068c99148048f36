/**
 * Searches for words and secrets that must be nowhere: as text, in bytes, in base64 at every place in
 * it, in hexadecimal digits, and within what is compressed with gzip.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type postgres from "postgres";

type Secret = string | Uint8Array;

/** A word that stands nowhere else; words that begin with it are found with it. */
export const newCanary = (): string =>
  `zq${createHash("sha256").update(crypto.randomUUID()).digest("hex").slice(0, 14)}`;

/** A secret as text may have it. The bytes beside it decide on the signs at its ends in base64. */
function formsOf(secret: Secret): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((skip) => {
    const [from, to] = [Math.ceil(skip * 8 / 6), Math.floor((skip + bytes.length) * 8 / 6)];
    const signs = Buffer.concat([Buffer.alloc(skip), bytes]).toString("base64").slice(from, to);
    return [signs, signs.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const texts = typeof secret === "string" ? [secret, ...inBase64] : inBase64;
  // A table shows bytes as hexadecimal digits, also those of base64.
  const inHex = [bytes, ...inBase64.map((text) => Buffer.from(text))].map((each) =>
    each.toString("hex")
  );
  return [...new Set([...texts, ...inHex])];
}

/** Finds any of the secrets in bytes, in one pass: a year leaves hundreds of megabytes of files. */
export function searcher(secrets: Secret[]): (bytes: Uint8Array) => boolean {
  const forms = secrets.flatMap((secret) => [
    Buffer.from(secret),
    ...formsOf(secret).map((form) => Buffer.from(form)),
  ]);
  const byPair: Buffer[][] = [];
  for (const form of forms) (byPair[form.readUInt16BE()] ??= []).push(form);
  const begins = Uint8Array.from({ length: 0x10000 }, (_, pair) => byPair[pair] ? 1 : 0);
  const isAt = (all: Buffer, at: number) => (form: Buffer) =>
    all.subarray(at, at + form.length).equals(form);
  const has = (bytes: Uint8Array): boolean => {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 1, pair = bytes[0] ?? 0; at < bytes.length; at++) {
      pair = (pair << 8 | bytes[at]!) & 0xffff;
      if (begins[pair] && byPair[pair]!.some(isAt(all, at - 1))) return true;
    }
    return packedIn(all).some(has);
  };
  return has;
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

/** The contents of all gzip streams in bytes. */
function packedIn(bytes: Buffer): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    try {
      found.push(gunzipSync(bytes.subarray(at)));
    } catch {
      // Other bytes that look so.
    }
  }
  return found;
}

/** The oldest transaction that may still write. */
export async function transaction(sql: postgres.Sql): Promise<string> {
  const [row] = await sql`
    select pg_snapshot_xmin(pg_current_snapshot())::xid::text as since`;
  return row!.since;
}

/**
 * The tables of all schemas that have one of the secrets in a row, as far as the user of the
 * connection may read them; `since`: of the rows written since a transaction.
 */
export async function tablesWith(
  sql: postgres.Sql,
  secrets: Secret[],
  since?: string,
): Promise<string[]> {
  const tables = await sql<{ name: string; packed: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'bytea'::regtype) as packed
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 'p') and n.nspname <> 'pg_toast'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
    order by 1`;
  const forms = secrets.flatMap(formsOf).map((form) => form.toLowerCase());
  const isNew = since ? "age(t.xmin) <= age($2::xid)" : "$2::text is null";
  const has = searcher(secrets);
  const found: string[] = [];
  for (const { name, packed } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as count
       from (select lower(t::text) as text from ${name} as t where ${isNew} offset 0) as r
       where exists (select from unnest($1::text[]) as f (form) where strpos(r.text, f.form) > 0)`,
      [forms as unknown as string, since ?? null],
    );
    let isFound = row!.count > 0;
    for (const column of packed) {
      const rows = await sql.unsafe(
        `select ${column} as bytes from ${name} where substr(${column}, 1, 3) = '\\x1f8b08'`,
      );
      isFound ||= rows.some(({ bytes }) => has(bytes));
    }
    if (isFound) found.push(name);
  }
  return found;
}

/** The files below a folder that have one of the secrets. */
export async function filesWith(folder: string, secrets: Secret[]): Promise<string[]> {
  const has = searcher(secrets);
  const found: string[] = [];
  async function look(below: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(join(folder, below))) {
      const path = join(below, name);
      if (isDirectory) await look(path);
      // A file that its server removes meanwhile has nothing.
      else if (has(await Deno.readFile(join(folder, path)).catch(() => new Uint8Array()))) {
        found.push(path);
      }
    }
  }
  await look("");
  return found.sort();
}
