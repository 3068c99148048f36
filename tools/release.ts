/** `npm run release`: writes down the migrations and the interface of a release. */
import postgres from "postgres";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import {
  interfaceFaults,
  keepInterface,
  presentInterface,
  releasedInterface,
} from "./interface.ts";
import {
  keepMigrations,
  presentMigrations,
  releasedMigrations,
  releaseFaults,
} from "./released.ts";

const migrations = await presentMigrations();
const present = await withThrowaway({ root, env: {}, log: () => {} }, async ({ status }) => {
  const sql = postgres(status.db_url, { max: 1 });
  return await presentInterface(sql).finally(() => sql.end());
});
const released = await releasedInterface();
const { version } = present.document.info;
const isOld = version === released.document.info.version;
const faults = [
  ...(isOld ? [`${version} is released: set the version of the next release`] : []),
  ...releaseFaults(await releasedMigrations(), migrations),
  ...interfaceFaults(released, present),
];
if (faults.length) {
  console.error(faults.join("\n"));
  Deno.exit(1);
}
await keepMigrations(migrations);
await keepInterface(present);
console.log(
  `${Object.keys(migrations).length} migrations and the interface of ${version} are released`,
);
