import { beforeEach, describe, expect, it, vi } from "vitest";
import { bearer, json, newApp, read, resetEnvironment, sign, userId } from "./support.ts";

beforeEach(resetEnvironment);

describe("every answer", () => {
  const app = newApp();
  const requests: [string, string, RequestInit?][] = [
    ["a success", `/things/${userId}`],
    ["a refusal", "/things/mine"],
    ["a fault", "/things/broken"],
    ["an unknown address", "/nothing"],
    ["a wrong method", "/things", { method: "PATCH" }],
    ["a preflight", "/things", { method: "OPTIONS" }],
  ];

  it.each(requests)("has a request id, and every origin reads it without sniffing: %s", async (
    _,
    path,
    init,
  ) => {
    const { headers } = await app.request(path, init);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("keeps a valid request id of the client and replaces an invalid one", async () => {
    const idFor = async (id: string) =>
      (await app.request("/nothing", { headers: { "x-request-id": id } })).headers
        .get("x-request-id");
    expect(await idFor("order-42")).toBe("order-42");
    expect(await idFor('"}<script>')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor("x".repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("refusals", () => {
  // A percent sign that stands for no character does not end the request.
  it.each(["/nothing", "/nothing/%ff", "/%", "/things%c0%80"])(
    "answers an unknown address with 404: %j",
    async (path) => {
      expect(await read(await newApp().request(path)))
        .toEqual([404, { error: "Not found", code: "not_found" }]);
    },
  );

  it("takes a parameter that cannot be decoded as it is", async () => {
    const init = json("PUT", { title: "a" }, bearer(await sign()));
    const [status, { error }] = await read(await newApp().request("/things/%ff", init));
    expect([status, error]).toEqual([400, "id: expected a UUID"]);
  });

  it("answers a wrong method with 405 and the allowed methods", async () => {
    const answer = await newApp().request(`/things/${userId}`, { method: "DELETE" });
    expect(answer.headers.get("allow")?.split(", ").sort())
      .toEqual(["GET", "HEAD", "PUT"]);
    expect(await read(answer))
      .toEqual([405, { error: "Method not allowed", code: "method_not_allowed" }]);
  });

  it("does not reveal the cause of an internal error", async () => {
    expect(await read(await newApp().request("/things/broken")))
      .toEqual([500, { error: "Internal server error", code: "internal_error" }]);
  });

  it("answers broken JSON with 400", async () => {
    for (const body of ["{", "", "undefined", "{'title':1}"]) {
      const [status, { error }] = await read(await newApp().request("/things", json("POST", body)));
      expect([status, error]).toEqual([400, expect.stringMatching(/JSON/)]);
    }
  });

  it("answers a body that is not JSON with 415", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
      const answer = await newApp().request("/things", {
        method: "POST",
        headers: { "content-type": type },
        body: '{"title":"a"}',
      });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(await answer.json()).toHaveProperty("error");
    }
  });

  it("accepts JSON with a charset", async () => {
    const init = json("POST", { title: "a" }, {
      "content-type": "application/json; charset=utf-8",
    });
    expect((await newApp().request("/things", init)).status).toBe(201);
  });

  it("answers a missing body with the missing fields", async () => {
    expect(await read(await newApp().request("/things", { method: "POST" })))
      .toMatchObject([400, { error: "title: required" }]);
  });
});

describe("methods", () => {
  it("answers HEAD as GET without a body", async () => {
    const answer = await newApp().request(`/things/${userId}`, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  });

  it("answers a preflight with the allowed methods and headers", async () => {
    const answer = await newApp().request("/things", {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,idempotency-key,traceparent",
      },
    });
    expect(answer.status).toBe(204);
    const allowed = answer.headers.get("access-control-allow-headers")!;
    for (const name of ["authorization", "apikey", "content-type", "x-client-info"]) {
      expect(allowed).toContain(name);
    }
    for (const name of ["idempotency-key", "traceparent"]) expect(allowed).toContain(name);
    expect(answer.headers.get("access-control-allow-methods")).toContain("DELETE");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("cross-origin access", () => {
  const from = async (origin: string) =>
    (await newApp().request("/nothing", { headers: { origin } })).headers;

  it("is limited to the origins of ALLOWED_ORIGINS when it is set", async () => {
    Deno.env.set("ALLOWED_ORIGINS", "https://app.example.com, https://admin.example.com/");
    const allow = "access-control-allow-origin";
    expect((await from("https://app.example.com")).get(allow)).toBe("https://app.example.com");
    expect((await from("https://admin.example.com")).get(allow)).toBe("https://admin.example.com");
    expect((await from("https://evil.example.com")).get(allow)).toBeNull();
    expect((await from("https://app.example.com.evil.example")).get(allow)).toBeNull();
    expect((await from("https://app.example.com:8443")).get(allow)).toBeNull();
    expect((await from("https://app.example.com")).get("vary")).toContain("Origin");
  });
});

describe("the size limit", () => {
  const MB = 1024 * 1024;
  /** A JSON body of exactly this many bytes. */
  const bodyOf = (bytes: number) => `{"title":"a","pad":"${"x".repeat(bytes - 22)}"}`;

  const chunked = (text: string, headers: Record<string, string> = {}) => {
    const bytes = new TextEncoder().encode(text);
    let offset = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (offset >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(offset, offset += 65_536));
      },
    });
    return new Request("http://localhost/things", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
  };

  it("accepts a body of 1 MB", async () => {
    expect(bodyOf(MB).length).toBe(MB);
    expect((await newApp().request(chunked(bodyOf(MB)))).status).toBe(201);
  });

  it("refuses one byte more, without a Content-Length", async () => {
    expect(await read(await newApp().request(chunked(bodyOf(MB + 1)))))
      .toMatchObject([413, { error: "body: larger than 1 MB" }]);
  });

  it("refuses an endless chunked body as soon as it is larger than the limit", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536));
        sent += 65_536;
      },
    });
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const request = new Request("http://localhost/things", { method: "POST", headers, body });
    expect((await newApp().request(request)).status).toBe(413);
    expect(sent).toBeLessThan(2 * MB);
  });

  it("receives from the HTTP server no more bytes than the declared length", async () => {
    const app = newApp();
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    await using server = Deno.serve(options, (request) => app.fetch(request));
    using connection = await Deno.connect({ port: server.addr.port, hostname: "127.0.0.1" });
    const head = (line: string, length: number) =>
      `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `content-length: ${length}\r\n`;
    const following = `${head("POST /nothing", 0)}connection: close\r\n\r\n`;
    const text = `${head("POST /things", 13)}\r\n{"title":"a"}${following}`;
    await connection.write(new TextEncoder().encode(text));
    const answers = await new Response(connection.readable).text();
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 201", "HTTP/1.1 404"]);
  });

  it("refuses a declared length that is too large before it reads anything", async () => {
    let read = false;
    const body = new ReadableStream({
      pull(controller) {
        read = true;
        controller.close();
      },
    }, { highWaterMark: 0 });
    const headers = { "content-type": "application/json", "content-length": String(MB + 1) };
    const request = new Request("http://localhost/things", { method: "POST", headers, body });
    expect((await newApp().request(request)).status).toBe(413);
    expect(read).toBe(false);
  });

  it("counts bytes, not characters", async () => {
    const body = JSON.stringify({ title: "a", pad: "é".repeat(MB / 2) });
    expect((await newApp().request(chunked(body))).status).toBe(413);
  });

  it.each([
    ["declared length", { "content-length": "20" }],
    ["chunked", { "transfer-encoding": "chunked" }],
  ])("answers a body that ends early with 400: %s", async (_, header) => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error("connection lost"));
      },
    });
    const headers = { "content-type": "application/json", ...header } as Record<string, string>;
    const request = new Request("http://localhost/things", { method: "POST", headers, body });
    expect(await read(await newApp().request(request)))
      .toMatchObject([400, { error: "body: ended before it was complete" }]);
  });

  it("authenticates the caller before it reads a body", async () => {
    const large = json("PUT", bodyOf(MB + 1));
    expect((await newApp().request(`/things/${userId}`, large)).status).toBe(401);
  });
});

describe("the log", () => {
  async function lines(path: string, init?: RequestInit): Promise<Record<string, unknown>[]> {
    Deno.env.set("LOG_LEVEL", "info");
    const written: string[] = [];
    const spies = (["log", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((line) => void written.push(String(line)))
    );
    await newApp({ basePath: "/api" }).request(path, init);
    for (const spy of spies) spy.mockRestore();
    return written.map((line) => JSON.parse(line));
  }

  it("has one JSON line for each request", async () => {
    const token = await sign();
    const [line, ...more] = await lines("/api/things?cursor=my-secret-search", {
      headers: { ...bearer(token), "x-request-id": "abc" },
    });
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: "info",
      request_id: "abc",
      function: "api",
      method: "GET",
      route: "/api/things",
      status: 200,
      user_id: userId,
    });
    expect(line!.ms).toBeGreaterThanOrEqual(0);
    const text = JSON.stringify(line);
    expect(text).not.toContain(token);
    expect(text).not.toContain("my-secret-search");
  });

  it("contains the route's pattern, never the address", async () => {
    const [line] = await lines(`/api/things/${userId}`);
    expect(line!.route).toBe("/api/things/:id");
    expect(JSON.stringify(line)).not.toContain(userId);
    expect((await lines("/api/secret-path"))[0]!.route).toBeNull();
  });

  it("contains the cause of an internal error", async () => {
    const [line] = await lines("/api/things/broken");
    expect(line).toMatchObject({
      level: "error",
      status: 500,
      error: { message: "secret detail" },
    });
  });

  it("takes a client that has gone for no failure", async () => {
    const [line] = await lines("/api/things/left");
    expect(line).toMatchObject({ level: "info", status: 499 });
    expect(line).not.toHaveProperty("error");
  });

  it("is silent below LOG_LEVEL", async () => {
    Deno.env.set("LOG_LEVEL", "error");
    const spy = vi.spyOn(console, "log").mockImplementation(() => {});
    await newApp().request("/nothing");
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });
});
