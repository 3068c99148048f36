/**
 * `npm run web`: the web app against the running platform; starts one with stand-ins of the outside
 * providers when none runs. `npm run web -- --build` writes the app to `dist/web`, for any host of
 * static files; it speaks to `SUPABASE_URL` with `SUPABASE_PUBLISHABLE_KEY`, or to the local
 * platform. The maps of its sources are in `dist/web-maps/<release>`, for readers of reported
 * errors.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, createServer } from "vite";
import {
  localDir,
  projectRoot as root,
  readStatus,
} from "../../packages/local-supabase/helpers.ts";
import { configOf, pagesOf, serviceOf } from "./config.ts";
import { release } from "./vite.config.ts";

const { values } = parseArgs({ args: Deno.args, options: { build: { type: "boolean" } } });
const configFile = join(import.meta.dirname!, "vite.config.ts");

if (values.build) {
  await build({ configFile, build: { sourcemap: "hidden" } });
  await takeOutMaps();
  const service = serviceOf(Deno.env.toObject(), await readStatus(localDir()));
  const file = join(root, "dist/web/config.js");
  await Deno.writeTextFile(file, configOf(service));
  console.log(`dist/web speaks to ${service.url}; dist/web/config.js says so`);
} else {
  const platform = await isRunning() ? null : await start();
  const { api_url: url, publishable_key: key, accounts } = (await readStatus(localDir()))!;
  const server = await createServer({
    configFile,
    server: { host: "127.0.0.1", port: Number(Deno.env.get("WEB_PORT") ?? 5173) },
    plugins: [{
      name: "config",
      configureServer({ middlewares }) {
        // Hosts of static files find the page of a folder; this server does not.
        const pages = {
          "/music/callback": "/#/me/music",
          "/connect": "/#/connect",
          "/auth/impersonate-callback": "/admin.html#/act-as",
        };
        // A share link's code is not a folder; public/_redirects tells hosts.
        middlewares.use((request, _response, next) => {
          if (request.url!.startsWith("/shared/")) request.url = "/shared.html";
          next();
        });
        for (const [page, to] of Object.entries(pages)) {
          middlewares.use(page, (request, response) => {
            const query = request.url!.replace(/^[^?]*/, "");
            response.writeHead(302, { location: `${to}${query}` }).end();
          });
        }
        middlewares.use("/config.js", (_request, response) => {
          response.setHeader("content-type", "text/javascript");
          response.end(configOf({ url, key, ...pagesOf(Deno.env.toObject()) }));
        });
      },
    }],
  });
  await server.listen();
  server.printUrls();
  if (accounts[0]) console.log(`  Sign in as ${accounts[0].email} with ${accounts[0].password}`);
  const stop = async () => {
    await server.close();
    platform?.kill("SIGTERM");
    await platform?.status;
    Deno.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);
}

/** Moves the maps of the sources out of what a host serves. */
async function takeOutMaps(): Promise<void> {
  const [from, to] = ["dist/web/assets", `dist/web-maps/${release}`].map((name) =>
    join(root, name)
  );
  await Deno.mkdir(to!, { recursive: true });
  for await (const { name } of Deno.readDir(from!)) {
    if (name.endsWith(".map")) await Deno.rename(join(from!, name), join(to!, name));
  }
}

async function isRunning(): Promise<boolean> {
  const status = await readStatus(localDir());
  const answer = status && await fetch(status.health_url).catch(() => null);
  await answer?.body?.cancel();
  return !!answer?.ok;
}

async function start(): Promise<Deno.ChildProcess> {
  console.log("Starting the platform ...");
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--unstable-no-legacy-abort",
      "packages/local-supabase/commands/start.ts",
      "--stand-ins",
    ],
    cwd: root,
    stdin: "inherit",
    stdout: "null",
  }).spawn();
  let ended = false;
  child.status.then(() => ended = true);
  while (!await isRunning()) {
    // It has said why.
    if (ended) Deno.exit(1);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return child;
}
