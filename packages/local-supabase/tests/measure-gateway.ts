/**
 * Measures the processor time that a request costs the gateway, without the services behind it. The
 * baseline is a server in this runtime that answers at once, or passes the request on and does
 * nothing else: `node packages/local-supabase/cli.mjs
 * packages/local-supabase/tests/measure-gateway.ts`. The client and the functions are other
 * processes, so that the time of this process is the gateway's.
 */
import { join } from "node:path";
import process from "node:process";
import { loadKeys } from "../base/keys.ts";
import { scratchFolder } from "../base/scratch.ts";
import { signToken } from "../base/tokens.ts";
import { Hono } from "hono";
import { createGateway } from "../gateway/gateway.ts";
import { answerWhole } from "../gateway/whole-bodies.ts";

const REQUESTS = 2000;

const row = { id: 1, title: "A row", content: "x".repeat(400) };

if (Deno.args[0] === "function") {
  Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(port) },
    () => Response.json(row),
  );
} else if (Deno.args[0] === "client") {
  const [, url, headers, body] = Deno.args;
  const one = async () => {
    const init = { method: body ? "POST" : "GET", headers: JSON.parse(headers!), body };
    const response = await fetch(url!, init);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    await response.text();
  };
  for (let sent = 0; sent < REQUESTS; sent += 8) await Promise.all(Array.from({ length: 8 }, one));
} else {
  const run = (...args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", import.meta.filename!, ...args],
      stdout: "piped",
      stderr: "inherit",
    });
  const functions = run("function").spawn();
  const reader = functions.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const behind = `http://127.0.0.1:${Number((await reader.read()).value)}`;

  const dir = await scratchFolder("measure");
  const keys = await loadKeys(join(dir, "keys.json"));
  const issuer = "http://127.0.0.1/auth/v1";
  const answer = () => Promise.resolve(Response.json(row));
  const gateway = createGateway({
    keys,
    issuer,
    auth: { fetch: answer },
    rest: answer,
    storage: answer,
    largestFile: 50 * 2 ** 20,
    realtime: null,
    functions: { url: () => Promise.resolve(behind), state: "ready" },
    database: { state: "ready", outages: 0, check: () => Promise.resolve(true) },
    mailbox: new Hono(),
    start: new Hono(),
    guides: null,
    reference: null,
  });
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request, { remoteAddr }) =>
      answerWhole(request, (whole) => gateway.fetch(whole, { address: remoteAddr.hostname })),
  );
  const least = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const body = request.body && await request.arrayBuffer();
      const { pathname, search } = new URL(request.url);
      if (pathname.startsWith("/rest/")) return Response.json(row);
      const { method, headers } = request;
      return await fetch(behind + pathname + search, { method, headers, body, redirect: "manual" });
    },
  );
  const address = ({ addr }: Deno.HttpServer<Deno.NetAddr>) => `http://127.0.0.1:${addr.port}`;
  const claims = { sub: crypto.randomUUID(), role: "authenticated", iss: issuer };
  const token = await signToken(claims, keys.signing, { expiresIn: 3600 });
  const headers = {
    apikey: keys.publishable,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "x-client-info": "supabase-js/2",
  };
  const send = (url: string, body?: string) =>
    run("client", url, JSON.stringify(headers), ...(body ? [body] : [])).output();
  /** Milliseconds of processor time of a request, the median of three runs. */
  const cost = async (url: string, body?: string) => {
    const runs = [];
    for (let n = 0; n < 4; n++) {
      const before = process.cpuUsage();
      await send(url, body);
      const { user, system } = process.cpuUsage(before);
      if (n) runs.push((user + system) / 1000 / REQUESTS);
    }
    return runs.toSorted((a, b) => a - b)[1]!;
  };

  for (
    const [name, path, body] of [
      ["read a table", "/rest/v1/entries?select=id,title&limit=1"],
      ["write to a table", "/rest/v1/entries?select=id", JSON.stringify(row)],
      ["GET a function", "/functions/v1/api/journal?limit=1"],
      ["POST to a function", "/functions/v1/api/journal", JSON.stringify(row)],
    ] as [string, string, string?][]
  ) {
    const [own, floor] = [
      await cost(address(listener) + path, body),
      await cost(address(least) + path, body),
    ];
    console.log(
      `${name.padEnd(20)}${own.toFixed(3)} ms of processor time, at least ${floor.toFixed(3)} ms`,
    );
  }
  await listener.shutdown();
  await least.shutdown();
  functions.kill();
  await Deno.remove(dir, { recursive: true });
  Deno.exit(0);
}
