/** `npm run world -- --users 100000`: loads a population at size into a folder and keeps it. */
import { parseArgs } from "node:util";
import { keptWorld } from "./open.ts";

const { values } = parseArgs({ args: Deno.args, options: { users: { type: "string" } } });
const users = Number(values.users);
if (!Number.isInteger(users) || users < 1000 || users > 10_000_000 || users % 1000) {
  console.error("--users: expected a multiple of 1000, such as 10000, 100000 or 1000000");
  Deno.exit(1);
}
await keptWorld(users, (line) => {
  console.log(`${(performance.now() / 60_000).toFixed(1)} min  ${line}`);
});
Deno.exit(0);
