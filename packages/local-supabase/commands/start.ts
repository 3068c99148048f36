/** `npm start`: the platform in the foreground, until it is asked to end. */
import { join } from "node:path";
import { readDemo } from "../base/demo.ts";
import { explained } from "../base/explained.ts";
import { askedToStop } from "../base/lifetime.ts";
import { localDir, projectRoot } from "../base/paths.ts";
import { startPlatform } from "../platform/platform.ts";
import { sendDemoRequests } from "./demo-requests.ts";
import { welcome } from "./welcome.ts";

const port = Number(Deno.env.get("PORT") ?? 54321);
if (!Number.isInteger(port) || port < 1 || port > 65534) {
  console.error(`PORT must be a number from 1 to 65534, not "${Deno.env.get("PORT")}".`);
  Deno.exit(1);
}

const unknown = Deno.args.find((argument) => argument !== "--stand-ins");
if (unknown) {
  console.error(`Unknown argument "${unknown}". Usage: npm start -- [--stand-ins]`);
  Deno.exit(1);
}

const asked = askedToStop();
const started = performance.now();
const log = (line: string) => console.log(line);
const elapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

try {
  const platform = await startPlatform({
    root: projectRoot,
    port,
    dir: localDir(),
    ephemeral: false,
    seed: true,
    sources: true,
    watch: true,
    env: Deno.env.toObject(),
    envFile: join(projectRoot, ".env"),
    standIns: Deno.args.includes("--stand-ins"),
    log,
  });
  const demo = await readDemo(projectRoot);
  if (platform.isNew) await sendDemoRequests(projectRoot, platform.status, demo, log);
  console.log(`Ready after ${elapsed()}`);
  console.log(welcome(platform.status, demo));
  await asked;
  console.log("\nStopping ...");
  await platform.stop();
  Deno.exit(0);
} catch (error) {
  console.error(explained(error));
  Deno.exit(1);
}
