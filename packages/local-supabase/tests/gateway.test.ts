/** The gateway itself: routing of paths, and access to the platform's files. */
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadKeys } from "../base/keys.ts";
import { scratchFolder } from "../base/scratch.ts";
import { dir, platform } from "./support/platform.ts";
import { announce, sendSlowly } from "./support/slow-client.ts";

const { api_url, base_url, publishable_key, secret_key } = platform;

describe("a path below /functions/v1", () => {
  test.each(["//HOST/", "///HOST/", "/\\HOST/", "/%2FHOST/", "/%2f%2fHOST/", "//user@HOST/"])(
    "is never proxied to another host: %s",
    async (path) => {
      const met: string[] = [];
      const stranger = createServer((request, response) => {
        met.push(request.url!);
        response.end("stranger");
      }).listen(0, "127.0.0.1");
      onTestFinished(() => void stranger.close());
      await once(stranger, "listening");
      const { port } = stranger.address() as AddressInfo;
      const socket = await Deno.connect({
        hostname: "127.0.0.1",
        port: Number(new URL(api_url).port),
      });
      // Over a raw socket, because a client would normalize the path first.
      const target = `/functions/v1${path.replace("HOST", `127.0.0.1:${port}`)}`;
      await socket.write(new TextEncoder().encode(
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer secret\r\n` +
          "Connection: close\r\n\r\n",
      ));
      const answer = await new Response(socket.readable).text();
      expect(answer).toMatch(/^HTTP\/1\.1 40[04]/);
      expect(met).toEqual([]);
    },
  );

  test("whose body ends early is refused, as the client's fault", async () => {
    const { hostname, port } = new URL(base_url);
    const socket = await Deno.connect({ hostname, port: Number(port) });
    await socket.write(new TextEncoder().encode(
      "POST /functions/v1/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n" +
        "Connection: close\r\n\r\nearly",
    ));
    await socket.closeWrite();
    expect(await new Response(socket.readable).text()).not.toMatch(/^HTTP\/1\.1 5/);
  });

  test("keeps its query and the function's subpath", async () => {
    const response = await fetch(`${base_url}/echo/a%2Fb//c?x=//example.com`);
    expect((await response.json()).path).toBe("/echo/a%2Fb//c?x=//example.com");
  });
});

test.each([
  ["functions/v1/nowhere", 404, {}],
  ["rest/v1/books", 413, { apikey: secret_key }],
  ["rest/v1/books", 413, { apikey: secret_key, "transfer-encoding": "chunked" }],
  ["storage/v1/object/covers/a.png", 400, {}],
  ["storage/v1/object/covers/a.png", 400, { apikey: secret_key, "transfer-encoding": "chunked" }],
  ["storage/v1/object/covers/a.png", 400, { apikey: secret_key }],
  ["auth/v1/token", 413, {}],
  ["realtime/v1/api/broadcast", 413, {}],
  ["nowhere", 404, {}],
])("reads 60 MB to their end with every answer: %s with %d", async (path, status, headers) => {
  const answer = await sendSlowly(`${api_url}/${path}`, 60, headers as Record<string, string>);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/\r\n\r\n.+/s);
});

/** The services behind the gateway, with their answer to a body that is too large. */
const mounted: [path: string, answer: RegExp][] = [
  ["functions/v1/nowhere", /^HTTP\/1\.1 413 .*Request size limit exceeded/s],
  ["rest/v1/books", /^HTTP\/1\.1 413 .*Request size limit exceeded/s],
  ["auth/v1/token", /^HTTP\/1\.1 413 .*Request size limit exceeded/s],
  ["realtime/v1/api/broadcast", /^HTTP\/1\.1 413 .*Request size limit exceeded/s],
  ["storage/v1/object/covers/a.png", /^HTTP\/1\.1 400 .*EntityTooLarge/s],
  ["storage/v1/object/public/covers/a.png", /^HTTP\/1\.1 400 .*EntityTooLarge/s],
  ["storage/v1/object/upload/sign/covers/a.png", /^HTTP\/1\.1 400 .*EntityTooLarge/s],
  ["storage/v1/bucket", /^HTTP\/1\.1 400 .*EntityTooLarge/s],
  ["mailbox", /^HTTP\/1\.1 40\d /],
  ["guides", /^HTTP\/1\.1 40\d /],
  ["docs", /^HTTP\/1\.1 40\d /],
  ["health", /^HTTP\/1\.1 40\d /],
  ["", /^HTTP\/1\.1 40\d /],
  ["nowhere", /^HTTP\/1\.1 40\d /],
];

test.each(
  mounted.flatMap(([path, answer]) =>
    [undefined, publishable_key, secret_key].map((key) => [path, answer, key] as const)
  ),
)("refuses a body of 1 GB when it is announced: /%s", async (path, answer, key) => {
  const headers: Record<string, string> = key ? { apikey: key } : {};
  expect(await announce(`${api_url}/${path}`, 2 ** 30, headers)).toMatch(answer);
});

test("every service that the gateway mounts is in the walk above", () => {
  const source = readFileSync(join(import.meta.dirname!, "../gateway/gateway.ts"), "utf8");
  const services = [...source.matchAll(/app\.(?:all|route|get)\("\/([^/*"]*)/g)].map(([, name]) =>
    name
  );
  expect(services.length).toBeGreaterThan(7);
  const walked = new Set(mounted.map(([path]) => path.split("/")[0]));
  expect(services.filter((name) => !walked.has(name!))).toEqual([]);
});

test("answers 401 for a body of 9 MB before it arrives", async () => {
  const answer = await announce(`${api_url}/rest/v1/books`, 9 * 2 ** 20);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

describe("a request to the Data API", () => {
  const rest = (path: string, init: RequestInit = {}) =>
    fetch(`${api_url}/rest/v1/${path}`, {
      ...init,
      headers: { ...init.headers, apikey: secret_key },
    });

  test.each([
    ["shelves?select=id,books(id,pages(number))", 200],
    ["books?select=id,a:pages(id),b:shelves!inner(id)", 200],
    ["shelves?select=id,books(id,pages(id,books(id)))", 400],
    [`books?select=${Array.from({ length: 11 }, (_, n) => `a${n}:pages(id)`)}`, 400],
    ["books?select=)))&select=id,pages(shelves(books(id)))", 400],
    ["rpc/any?select=books(pages(books(id)))", 400],
  ])("embeds a few tables, two deep: %s", async (path, status) => {
    const response = await rest(path + "&limit=1");
    expect(response.status).toBe(status);
    const body = await response.json();
    if (status === 400) expect(body).toMatchObject({ code: "embed_limit" });
  });

  test.each([
    "id,books(id,pages(id))",
    "id,books(id,again:pages(id))",
    "id,books(id,again:pages!pages_book_id_fkey!inner(id))",
    "id,g:books!inner(id,...pages(id))",
    "...books(id, pages (id))",
    'id,"a(":books(id,"pages"(id))',
    "id,book_id(id,pages(id))",
    "id,books(id,pages_book_id_fkey(id))",
  ])("does not come back to a table: %s", async (select) => {
    const path = `pages?select=${encodeURIComponent(select)}&limit=1&id=is.null`;
    const prefer = "return=representation";
    for (const [method, body] of [["GET"], ["PATCH", "{}"], ["POST", "[]"]]) {
      const headers = { prefer, "content-type": "application/json" };
      const response = await rest(path, { method: method!, headers, ...(body && { body }) });
      expect([method, response.status, (await response.json()).code])
        .toEqual([method, 400, "embed_limit"]);
    }
    const encoded = await rest(path.replace("pages", "p%61ges"));
    expect((await encoded.json()).code).toBe("embed_limit");
  });

  test.each([
    "number,a:number",
    "number,number",
    'number,"number"',
    "number,a:Number",
    "number,number::text",
    "a:number::text,b:number::int4",
    "number->a,b:number->>c",
    "*,number",
    "*,*",
    "number, a : number",
    "id,books(title,t:title)",
    "id,...books(title,t:title)",
    "id,a:books(id),b:books(id)",
    "id,books(id),b:books!inner(title)",
    "id,...books(a:title),...books(b:title)",
    "id,a:books!pages_book_id_fkey(id),b:books!left!pages_book_id_fkey(id)",
    `id${",number::text".repeat(160)}`,
    `id,"${"\u00e4".repeat(1024)}"`,
  ])("names a column and a table once, in at most 2 kB: %s", async (select) => {
    for (const path of ["pages", "rpc/any"]) {
      for (const [method, body] of [["GET"], ["POST", "{}"]]) {
        const response = await rest(`${path}?select=${encodeURIComponent(select)}`, {
          method: method!,
          headers: { prefer: "return=representation", "content-type": "application/json" },
          ...(body && { body }),
        });
        expect([method, response.status, (await response.json()).code])
          .toEqual([method, 400, "select_limit"]);
      }
    }
  });

  test.each([
    "*,books(*,shelves(*))",
    "a:id,b:number,...books!pages_book_id_fkey(of:title,book:id)",
  ])("names the columns of each table by themselves: %s", async (select) => {
    const response = await rest(`pages?select=${encodeURIComponent(select)}&limit=1`);
    expect([response.status, await response.json()]).toEqual([200, expect.anything()]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => `title.ilike.*${n}*`);
  test.each([
    ["alternatives", (count: number) => `or=(${many(count)})`],
    ["nested ones", (count: number) => `or=(id.lt.9,and(${many(count - 1)}))`],
    ["patterns of one", (count: number) => `title=ilike(any).{${many(count)}}`],
    ["parameters", (count: number) => many(count).map((each) => each.replace(".", "=")).join("&")],
    ["of an embedded table", (count: number) => `pages.or=(${many(count)})`],
    ["behind values", (count: number) => `or=(id.in.(${"1,".repeat(99)}1),${many(count - 1)})`],
    ["behind a sham list", (count: number) => `or=(title.eq.x(id.in.(1,${many(count - 1)}))`],
    ["behind sham quotes", (count: number) => `or=(title.eq.x"1,${many(count - 2)},title.eq."x)`],
  ])("has at most 40 conditions: %s", async (_name, filters) => {
    for (const [method, path] of [["GET", "books"], ["PATCH", "books"], ["DELETE", "books"]]) {
      const answers = await Promise.all([40, 41].map(async (count) => {
        const answer = await rest(`${path}?select=id,pages(id)&limit=0&${filters(count)}`, {
          method: method!,
          headers: { "content-type": "application/json" },
          ...(method === "PATCH" && { body: "{}" }),
        });
        return (await answer.json().catch(() => ({}))).code ?? "taken";
      }));
      expect(answers[0]).not.toBe("too_many");
      expect(answers[1]).toBe("too_many");
    }
  });

  test.each([[8192, 200], [8193, 400]])(
    "has at most 8 kB of filters: %i",
    async (bytes, status) => {
      const answer = await rest(`books?title=eq.${"x".repeat(bytes - 8)}`);
      expect(answer.status).toBe(status);
      await answer.body?.cancel();
    },
  );

  test.each([[9, 200], [11, 413]])(
    "answers with at most 10 MB: %i MB",
    async (size, status) => {
      const headers = { "content-type": "application/json", prefer: "return=representation" };
      const ids: number[] = [];
      for (let n = 0; n < 2; n++) {
        const body = JSON.stringify({ title: "x".repeat(size * 512 * 1024 - 100) });
        const made = await rest("books?select=id", { method: "POST", headers, body });
        ids.push((await made.json())[0].id);
      }
      const path = `books?id=in.(${ids})`;
      const answer = await rest(`${path}&select=title`);
      const text = await answer.text();
      await rest(path, { method: "DELETE" });
      expect(answer.status).toBe(status);
      if (status === 413) expect(JSON.parse(text)).toMatchObject({ code: "answer_limit" });
    },
  );

  test.each([[9, 400], [11, 413]])("has a body of at most 10 MB: %i MB", async (size, status) => {
    const body = " ".repeat(size * 1024 * 1024);
    const sized = await rest("books", { method: "POST", body });
    expect(sized.status).toBe(status);
    await sized.body?.cancel();
    const stream = new Blob([body]).stream();
    const streamed = await rest("books", { method: "POST", body: stream });
    expect(streamed.status).toBe(status);
    await streamed.body?.cancel();
  });
});

describe("an unknown path", () => {
  test("of the auth service is 404 in its JSON format", async () => {
    const headers = { apikey: publishable_key };
    const response = await fetch(`${api_url}/auth/v1/nothing`, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 404, error_code: "not_found" });
  });

  test("of no service is 404 in the gateway's format", async () => {
    const response = await fetch(`${api_url}/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: "no Route matched with those values" });
  });
});

test("health reports the running services", async () => {
  const response = await fetch(platform.health_url);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok", postgres: "ready", functions: "ready" });
});

describe("the platform's folder", () => {
  test("restricts a keys.json that others could read", async () => {
    const folder = await scratchFolder("keys");
    onTestFinished(() => Deno.remove(folder, { recursive: true }));
    const file = join(folder, "keys.json");
    const keys = await loadKeys(file);
    await Deno.chmod(file, 0o644);
    expect(await loadKeys(file)).toEqual(keys);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each(["status.json", "keys.json", "postgres.log", "storage"])(
    "hides %s from other users",
    (name) => {
      const { mode } = statSync(join(dir, name));
      expect(mode & 0o077).toBe(0);
    },
  );
});
