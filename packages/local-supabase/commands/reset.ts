/** `npm run reset`: removes the local database, its files and its keys. */
import { join } from "node:path";
import { localDir } from "../base/paths.ts";
import { runningPostgres } from "../postgres/running.ts";

const dir = localDir();
if (await runningPostgres(dir)) {
  console.error(`The platform in ${dir} is running. Stop it first (Ctrl-C), then reset.`);
  Deno.exit(1);
}
for (const name of ["postgres", "postgres.log", "storage", "keys.json", "status.json"]) {
  await Deno.remove(join(dir, name), { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
console.log("The data is removed. npm start begins with a fresh database and new keys.");
