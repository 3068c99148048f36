/**
 * `npm run lost-files`: names each file that the database knows and the storage does not have, as
 * after a restore, in the running local platform or in the project of `DATABASE_URL`,
 * `SUPABASE_URL` and `SUPABASE_SECRET_KEY`. It only reads.
 */
import { askForFile, checkStorage, connect, findProject, isLost, type Project } from "./project.ts";

/** So many files are asked for at once. */
const AT_ONCE = 16;

/** Bucket and path of each lost file. Throws when the storage answers anything unexpected. */
export async function* lostFiles(
  project: Project,
): AsyncGenerator<{ bucket: string; path: string }> {
  const [sql, again] = [connect(project), connect(project)];
  const headers = { range: "bytes=0-0", "cache-control": "no-cache" };
  const lost = async (file: { bucket: string; path: string }) => {
    const answer = await askForFile(project, file, { headers });
    if (await isLost(answer, file)) return true;
    await answer.body?.cancel();
    return false;
  };
  try {
    await checkStorage(sql, project);
    const rows = sql<{ bucket: string; path: string }[]>`
      select bucket_id as bucket, name as path from storage.objects order by 1, 2`;
    for await (const batch of rows.cursor(AT_ONCE)) {
      const areLost = await Promise.all(batch.map(lost));
      for (const { bucket, path } of batch.filter((_, n) => areLost[n])) {
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

if (import.meta.main) {
  try {
    const rows = await Array.fromAsync(
      lostFiles(await findProject()),
      ({ bucket, path }) => `('${bucket}', '${path.replaceAll("'", "''")}')`,
    );
    console.log(rows.join(",\n") || "No file is lost.");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exitCode = 1;
  }
}
