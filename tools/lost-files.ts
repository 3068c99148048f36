/**
 * `npm run lost-files`: names each file that the database knows and the storage does not have, as
 * after a restore, in the running local platform or in the project of `DATABASE_URL`,
 * `SUPABASE_URL` and `SUPABASE_SECRET_KEY`. It only reads.
 */
import postgres from "postgres";
import { localDir, readStatus } from "../packages/local-supabase/helpers.ts";

/** The project whose files are compared. */
export interface Project {
  db_url: string;
  api_url: string;
  secret_key: string;
}

/** So many files are asked for at once. */
const AT_ONCE = 16;

/** Bucket and path of each lost file. Throws when the storage answers anything unexpected. */
export async function* lostFiles(
  { db_url, api_url, secret_key }: Project,
): AsyncGenerator<{ bucket: string; path: string }> {
  const connect = () =>
    postgres(db_url, { max: 1, connect_timeout: 15, ssl: "prefer", onnotice: () => {} });
  const [sql, again] = [connect(), connect()];
  const headers = { apikey: secret_key, range: "bytes=0-0", "cache-control": "no-cache" };
  const isLost = async (bucket: string, path: string) => {
    const place = [bucket, ...path.split("/")].map(encodeURIComponent).join("/");
    const answer = await fetch(`${api_url}/storage/v1/object/${place}`, { headers });
    if (answer.ok) {
      await answer.body?.cancel();
      return false;
    }
    const said = await answer.text();
    if (answer.status === 404 || /not.?found|NoSuchKey/i.test(said)) return true;
    throw new Error(`${place}: ${answer.status} ${said}`);
  };
  try {
    const rows = sql<{ bucket: string; path: string }[]>`
      select bucket_id as bucket, name as path from storage.objects order by 1, 2`;
    for await (const batch of rows.cursor(AT_ONCE)) {
      const lost = await Promise.all(batch.map(({ bucket, path }) => isLost(bucket, path)));
      for (const { bucket, path } of batch.filter((_, n) => lost[n])) {
        // It may have been deleted, with its row, since the row was read.
        const rows = await again`
          select from storage.objects where bucket_id = ${bucket} and name = ${path}`;
        if (rows.length) yield { bucket, path };
      }
    }
  } finally {
    await Promise.all([sql.end(), again.end()]);
  }
}

/** The project that the environment names, else the running local platform. */
async function findProject(): Promise<Project> {
  const [db_url, api_url, secret_key] = ["DATABASE_URL", "SUPABASE_URL", "SUPABASE_SECRET_KEY"]
    .map((name) => Deno.env.get(name));
  if (db_url && api_url && secret_key) return { db_url, api_url, secret_key };
  const status = await readStatus(localDir());
  if (status) return status;
  console.error(
    "No platform is running here: npm start, or name a project in DATABASE_URL, SUPABASE_URL and " +
      "SUPABASE_SECRET_KEY.",
  );
  return Deno.exit(1);
}

if (import.meta.main) {
  const rows = await Array.fromAsync(
    lostFiles(await findProject()),
    ({ bucket, path }) => `('${bucket}', '${path.replaceAll("'", "''")}')`,
  );
  console.log(rows.join(",\n") || "No file is lost.");
}
