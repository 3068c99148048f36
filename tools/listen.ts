/**
 * `npm run listen`: makes a webhook on the running local platform that leads here, prints each event
 * that arrives, verified as a receiver of yours verifies it, and deletes the webhook at the end
 * (Ctrl-C). `--email` and `--password` name the account, `--events` types with commas between them,
 * `--port` where it listens.
 */
import { parseArgs } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { Webhook } from "standardwebhooks";
import { localDir, readStatus } from "../packages/local-supabase/helpers.ts";
import { events } from "../functions/webhooks/fields.ts";
import { LISTENER } from "../packages/stand-ins/webhooks.ts";

const { values: options } = parseArgs({
  args: Deno.args,
  options: {
    email: { type: "string", default: "demo@example.com" },
    password: { type: "string", default: "demo-password" },
    events: { type: "string", default: events.join() },
    port: { type: "string", default: new URL(LISTENER).port },
  },
});

/** Ends with a sentence that says what to do. */
function stop(sentence: string): never {
  console.error(sentence);
  Deno.exit(1);
}

const status = await readStatus(localDir());
if (!status) stop("No platform is running here: npm start -- --stand-ins");
const supabase = createClient(status.api_url, status.publishable_key, {
  auth: { persistSession: false },
});
const { data: { session }, error } = await supabase.auth.signInWithPassword(options);
if (!session) stop(`${options.email} cannot sign in: ${error?.message}`);

/** Calls the service as the account; its answer, or the end with the reason. */
async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${status!.base_url}/api/user/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session!.access_token}`,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json();
  if (answer.ok) return said;
  stop(
    said.code === "not_configured"
      ? "The platform has no WEBHOOK_KEY: start it with npm start -- --stand-ins"
      : said.error?.startsWith("url:")
      ? `The platform must exempt this address: WEBHOOK_ORIGINS=${
        new URL(url).origin
      } npm start -- --stand-ins`
      : `${answer.status} ${said.error}`,
  );
}

const url = `http://127.0.0.1:${options.port}/`;

/** Prints an event; answers 401 when its signature is wrong, as a receiver does. */
async function receive(request: Request): Promise<Response> {
  const body = await request.text();
  const at = new Date().toTimeString().slice(0, 8);
  try {
    (await verifier).verify(body, Object.fromEntries(request.headers));
  } catch (error) {
    console.log(`${at} NOT VERIFIED (${(error as Error).message}): ${body}`);
    return new Response(null, { status: 401 });
  }
  const { id, type, data } = JSON.parse(body);
  console.log(`${at} verified ${type} ${data.type ?? ""} ${data.id} (event ${id})`);
  return new Response(null, { status: 204 });
}

const server = Deno.serve(
  { hostname: "127.0.0.1", port: Number(options.port), onListen: () => {} },
  receive,
);
const made = call("POST", "", {
  url,
  events: options.events.split(","),
  description: "npm run listen",
});
const verifier = made.then(({ webhook }) => new Webhook(webhook.secret));
const { webhook } = await made;
await call("POST", `/${webhook.id}/ping`);
console.log(
  `${options.email} has a webhook to ${url}; its secret is ${webhook.secret}\n` +
    "A ping is on its way. The service sends once a minute what has changed. Ctrl-C ends.",
);
async function end(): Promise<void> {
  await call("DELETE", `/${webhook.id}`);
  await server.shutdown();
  Deno.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, end);
