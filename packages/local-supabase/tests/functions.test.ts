/** The host of the edge functions, over HTTP, with a scratch project. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Functions, startFunctions } from "../functions/supervisor.ts";
import { createProject } from "./support/project.ts";
import { sendSlowly } from "./support/slow-client.ts";

const functions: Record<string, string> = {
  hello: `Deno.serve((request) => Response.json({
    path: new URL(request.url).pathname,
    from: request.headers.get("x-forwarded-for"),
  }));`,
  options: `Deno.serve({ port: 1234 }, () => new Response("options, handler"));`,
  single: `Deno.serve({ handler: () => new Response("handler in options") });`,
  exported: `export default { fetch: () => new Response("export default") };`,
  echo: `Deno.serve((request) => new Response(request.body));`,
  environment: `Deno.serve(() => {
    let refused = "";
    try { Deno.env.set("A", "b"); } catch (error) { refused = error.name; }
    return Response.json({ names: Deno.env.toObject(), refused, worker: typeof Worker });
  });`,
  throws: `Deno.serve(() => { throw new Error("thrown on purpose"); });`,
  rejects: `Deno.serve(() => {
    Promise.reject(new Error("rejected on purpose"));
    setTimeout(() => { throw new Error("thrown later on purpose"); });
    return new Response("answered");
  });`,
  broken: `throw new Error("not bootable");`,
  silent: `export const nothing = true;`,
  program: `Deno.serve(() => {
    try {
      return new Response("ran " + new Deno.Command("/bin/true").outputSync().code);
    } catch (error) {
      return new Response(error.name);
    }
  });`,
  slow: `Deno.serve(async (request) => {
    request.signal.addEventListener("abort", () => console.log("the client went away"));
    await new Promise((resolve) => setTimeout(resolve, 1e6));
    return new Response();
  });`,
  events: `Deno.serve(() => {
    let count = 0;
    const timer = {};
    return new Response(new ReadableStream({
      start(controller) {
        timer.id = setInterval(() => controller.enqueue(new TextEncoder().encode(
          "data: " + count++ + "\\n\\n")), 50);
      },
      cancel() { clearInterval(timer.id); console.log("the stream was cancelled"); },
    }), { headers: { "content-type": "text/event-stream" } });
  });`,
  later: `Deno.serve(() => {
    EdgeRuntime.waitUntil(new Promise((resolve) => setTimeout(resolve, 300))
      .then(() => console.log("done after the response")));
    EdgeRuntime.waitUntil(Promise.reject(new Error("failed after the response")));
    return new Response(new ReadableStream({
      pull(controller) {
        console.log("the response is read");
        controller.enqueue(new TextEncoder().encode("at once"));
        controller.close();
      },
    }, { highWaterMark: 0 }));
  });`,
  guarded: `Deno.serve(() => new Response("let in"));`,
  refuses: `Deno.serve(() => Response.json({ code: "too_large" }, { status: 413 }));`,
};

const { privateKey, publicKey } = await generateKeyPair("ES256");
/** The platform's Deno and, where it is installed, the Deno of a hosted project. */
const denos = [
  Deno.execPath(),
  resolve(import.meta.dirname!, "../../../node_modules/deno-hosted/deno"),
].filter((path) => existsSync(path));
const log: string[] = [];
const project = await createProject(functions, { guarded: { verify_jwt: true } });
let host: Functions;

beforeAll(async () => {
  host = await startFunctions({
    root: project.root,
    env: {
      SHELL_NAME: "from the shell",
      SUPABASE_URL: "http://127.0.0.1:1",
      SUPABASE_JWKS: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
    },
    watch: false,
    wallClockLimit: 1500,
    log: (line) => log.push(line),
  });
});

afterAll(async () => {
  await host.stop();
  await project.remove();
});

async function call(path: string, init?: RequestInit): Promise<Response> {
  return await fetch(await host.url() + path, init);
}

/** Waits until the functions' own output contains a text. */
async function logged(text: string): Promise<void> {
  await expect.poll(() => log.join("\n")).toContain(text);
}

describe("serving a function", () => {
  test("under its name, with which its paths start", async () => {
    const response = await call("/hello/some/path");
    expect(await response.json()).toEqual({ path: "/hello/some/path", from: "127.0.0.1" });
  });

  test("takes the caller's address from the gateway's header", async () => {
    const response = await call("/hello", { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect((await response.json()).from).toBe("203.0.113.7");
  });

  test.each([
    ["options", "options, handler"],
    ["single", "handler in options"],
    ["exported", "export default"],
  ])("however it registers its handler: %s", async (name, text) => {
    expect(await (await call(`/${name}`)).text()).toBe(text);
  });

  test("many first requests at once each reach their own function", async () => {
    const names = ["options", "single", "exported", "hello"];
    const bodies = await Promise.all(
      [...names, ...names].map(async (name) => (await call(`/${name}`)).text()),
    );
    expect(bodies.slice(0, 4)).toEqual(bodies.slice(4));
    expect(new Set(bodies).size).toBe(4);
  });
});

describe("the platform's own answers", () => {
  test("404 for a function that does not exist", async () => {
    const response = await call("/absent/x");
    expect(response.status).toBe(404);
    expect(response.headers.get("sb-error-code")).toBe("NOT_FOUND");
    expect(await response.json()).toEqual({
      code: "NOT_FOUND",
      message: "Requested function was not found",
    });
  });

  test.each(["broken", "silent"])(
    "503 for a function that does not start, at every request: %s",
    async (name) => {
      for (let attempt = 0; attempt < 2; attempt++) {
        const response = await call(`/${name}`);
        expect(response.status).toBe(503);
        expect(await response.json()).toEqual({
          code: "BOOT_ERROR",
          message: "Worker failed to boot (please check logs)",
        });
      }
    },
  );

  test("500 for a function that throws, without the cause", async () => {
    const response = await call("/throws");
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("Internal Server Error");
    await logged("thrown on purpose");
  });

  test("504 for a function that does not answer within the limit", async () => {
    const response = await call("/slow");
    expect(response.status).toBe(504);
    expect((await response.json()).code).toBe("IDLE_TIMEOUT");
  });

  test("uncaught errors of one function end neither it nor another", async () => {
    expect(await (await call("/rejects")).text()).toBe("answered");
    await logged("rejected on purpose");
    await logged("thrown later on purpose");
    expect((await call("/hello")).status).toBe(200);
  });

  test("401 without a valid token where config.toml sets verify_jwt", async () => {
    const bearer = (token: string) =>
      call("/guarded", { headers: { authorization: `Bearer ${token}` } });
    const sign = (key: CryptoKey, expires: string) =>
      new SignJWT({ role: "authenticated" }).setProtectedHeader({ alg: "ES256" })
        .setExpirationTime(expires).sign(key);

    const none = await call("/guarded");
    expect([none.status, (await none.json()).code]).toEqual([401, "UNAUTHORIZED_NO_AUTH_HEADER"]);
    expect((await bearer("sb_publishable_x")).status).toBe(401);
    expect((await bearer(await sign(privateKey, "-1h"))).status).toBe(401);
    const stranger = await generateKeyPair("ES256");
    expect((await bearer(await sign(stranger.privateKey, "1h"))).status).toBe(401);
    expect(await (await bearer(await sign(privateKey, "1h"))).text()).toBe("let in");
    expect((await call("/guarded", { method: "OPTIONS" })).status).toBe(200);
  });
});

describe("the environment of a function", () => {
  test("has the variables of the shell and of hosted, read-only; no workers", async () => {
    const { names, refused, worker } = await (await call("/environment")).json();
    // Deno adds PATH by itself when vitest runs on it.
    const found = Object.keys(names).filter((name) => name !== "PATH").sort();
    expect(found).toEqual(["SHELL_NAME", "SUPABASE_JWKS", "SUPABASE_URL"]);
    expect(names.SHELL_NAME).toBe("from the shell");
    expect(refused).toBe("NotSupported");
    expect(worker).toBe("undefined");
  });

  test("cannot run programs", async () => {
    expect(await (await call("/program")).text()).toBe("NotCapable");
  });
});

describe("streams", () => {
  test("a request body of 8 MB is returned unchanged", async () => {
    const sent = crypto.getRandomValues(new Uint8Array(65536));
    const body = new Blob(Array(128).fill(sent));
    const response = await call("/echo", { method: "POST", body });
    const received = new Uint8Array(await response.arrayBuffer());
    expect(received.length).toBe(8 * 2 ** 20);
    expect(received.slice(-65536)).toEqual(sent);
  });

  test("events arrive while they are sent, and the time limit ends them", async () => {
    const started = Date.now();
    const response = await call("/events");
    const reader = response.body!.getReader();
    // The stream has no end of its own.
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^data: 0\n/);
    await expect((async () => {
      while (!(await reader.read()).done);
    })()).rejects.toThrow();
    expect(Date.now() - started).toBeGreaterThan(1300);
  });

  test("a client's disconnection is noticed", async () => {
    const leave = new AbortController();
    const response = await call("/events", { signal: leave.signal });
    await response.body!.getReader().read();
    log.length = 0;
    leave.abort();
    await logged("the stream was cancelled");

    const impatient = new AbortController();
    const waiting = call("/slow", { signal: impatient.signal }).catch(() => "gone");
    setTimeout(() => impatient.abort(), 100);
    expect(await waiting).toBe("gone");
    await logged("the client went away");
  });

  test("work after the response continues, and its failure is only logged", async () => {
    log.length = 0;
    expect(await (await call("/later")).text()).toBe("at once");
    await logged("done after the response");
    await logged("failed after the response");
    expect(log.join("\n")).toMatch(/the response is read[^]*done after the response/);
  });
});

test.each(denos)("a body of 30 MB that nobody reads costs no answer: %s", async (deno) => {
  const { root } = project;
  const own = await startFunctions({ root, deno, env: {}, watch: false, log: () => {} });
  const answer = await sendSlowly(await own.url() + "/refuses", 30).finally(() => own.stop());
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toContain("too_large");
});

test("stopping waits for work after a response", async () => {
  const lines: string[] = [];
  const own = await startFunctions({
    root: project.root,
    env: {},
    watch: false,
    log: (line) => lines.push(line),
  });
  await (await fetch(await own.url() + "/later")).text();
  await own.stop();
  expect(lines.join("\n")).toContain("done after the response");
  await expect(fetch(await own.url() + "/hello")).rejects.toThrow();
});
