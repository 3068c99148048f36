/** Copies a running cluster, as physical backups and new replicas begin. */
import { join } from "node:path";
import postgres from "postgres";
import { giveToServer } from "./server.ts";

/** Files that belong to the running server alone. The folders of the last two have to exist. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/;

/** Copies the folder of a running server, as `pg_basebackup` does. `url` is the superuser's. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_backup_start('copy', fast => true)`;
    await copyFolder(from, to, (path) => !LEFT_OUT.test(path));
    const [end] = await sql`select labelfile from pg_backup_stop(wait_for_archive => false)`;
    await Deno.writeTextFile(join(to, "backup_label"), end!.labelfile);
    await copyFolder(join(from, "pg_wal"), join(to, "pg_wal"), () => true);
  } finally {
    await sql.end();
  }
  await giveToServer(to);
}

async function copyFolder(
  from: string,
  to: string,
  wanted: (path: string) => boolean,
  below = "",
): Promise<void> {
  await Deno.mkdir(join(to, below), { recursive: true, mode: 0o700 });
  for await (const { name, isDirectory } of Deno.readDir(join(from, below))) {
    const path = below ? `${below}/${name}` : name;
    if (!wanted(path)) continue;
    if (isDirectory) await copyFolder(from, to, wanted, path);
    else {
      await Deno.copyFile(join(from, path), join(to, path)).catch((error) => {
        // The server deletes files meanwhile; its log tells.
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }
}
