import { beforeEach, describe, expect, it } from "vitest";
import { generalLimit } from "../../shared/http/limits.ts";
import { bearer, claims, newApp, resetEnvironment, sign, userId } from "./support.ts";

beforeEach(() => {
  resetEnvironment();
  Deno.env.set("RATE_LIMIT_PER_MINUTE", "3");
});

describe("the general rate limit", () => {
  const start = Date.UTC(2026, 10, 21, 8, 30);

  function service() {
    const clock = { now: start };
    const app = newApp({ limit: generalLimit(() => clock.now) });
    const ask = (headers: Record<string, string> = {}, query = "") =>
      app.request(`/things/${userId}${query}`, { headers });
    return { clock, ask };
  }

  it("is in the headers of every answer", async () => {
    const { ask } = service();
    const { headers } = await ask();
    expect(headers.get("x-ratelimit-limit")).toBe("3");
    expect(headers.get("x-ratelimit-remaining")).toBe("2");
    expect(headers.get("x-ratelimit-reset")).toBe(String(start / 1000 + 60));
    expect((await ask()).headers.get("x-ratelimit-remaining")).toBe("1");
  });

  it("refuses further requests with Retry-After until the window ends", async () => {
    const { clock, ask } = service();
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    clock.now += 20_000;
    const refusal = await ask();
    expect(refusal.status).toBe(429);
    expect(await refusal.json()).toMatchObject({ error: "Too many requests" });
    expect(refusal.headers.get("retry-after")).toBe("40");
    expect(refusal.headers.get("x-ratelimit-remaining")).toBe("0");
    clock.now += 40_000;
    expect((await ask()).status).toBe(200);
  });

  it("counts a large page as several requests", async () => {
    const { ask } = service();
    const left = async (query: string) =>
      (await ask({}, query)).headers.get("x-ratelimit-remaining");
    expect(await left("?limit=100")).toBe("2");
    expect(await left("?limit=101")).toBe("0");
    // A page that counts as more than the whole limit would never come.
    const other = service();
    expect((await other.ask({}, "?limit=1000")).status).not.toBe(429);
    expect((await other.ask({}, "?limit=1")).status).toBe(429);
  });

  it("counts each address separately", async () => {
    const { ask } = service();
    for (let i = 0; i < 4; i++) await ask({ "x-forwarded-for": "192.0.2.1, 10.0.0.1" });
    expect((await ask({ "x-forwarded-for": "192.0.2.1" })).status).toBe(429);
    expect((await ask({ "x-forwarded-for": "192.0.2.2" })).status).toBe(200);
    // The address that the gateway's edge adds takes precedence over addresses that a client sends.
    const edge = { "cf-connecting-ip": "192.0.2.1", "x-forwarded-for": "192.0.2.9" };
    expect((await ask(edge)).status).toBe(429);
  });

  it("counts the addresses of one network of IPv6 as one", async () => {
    const { ask } = service();
    const from = (address: string) => ask({ "x-forwarded-for": address });
    for (const end of [":1", ":ffff:2", "0:0:0:3", ":"]) await from(`2001:db8:1:2:${end}`);
    expect((await from("2001:DB8:1:2:aaaa:bbbb:cccc:dddd")).status).toBe(429);
    expect((await from("2001:db8:1:3::1")).status).toBe(200);
    // An address of IPv4 in the form of IPv6 counts by itself, as does this computer.
    for (let i = 0; i < 4; i++) await from("::ffff:192.0.2.1");
    expect((await from("::ffff:192.0.2.1")).status).toBe(429);
    expect((await from("::ffff:192.0.2.2")).status).toBe(200);
    expect((await from("::1")).status).toBe(200);
  });

  it("counts each user separately, at any address", async () => {
    const { ask } = service();
    const ana = bearer(await sign());
    const ben = bearer(await sign(claims({ sub: crypto.randomUUID() })));
    for (let i = 0; i < 4; i++) await ask({ ...ana, "x-forwarded-for": `192.0.2.${i}` });
    expect((await ask(ana)).status).toBe(429);
    expect((await ask(ben)).status).toBe(200);
  });

  it("does not count a forged token as the user it names", async () => {
    const { ask } = service();
    const forged = `${(await sign()).slice(0, -4)}AAAA`;
    for (let i = 0; i < 4; i++) await ask(bearer(forged));
    expect((await ask(bearer(await sign()))).status).toBe(200);
  });

  it("remembers a bounded number of callers", async () => {
    const { ask } = service();
    for (let i = 0; i < 4; i++) await ask({ "x-forwarded-for": "first" });
    expect((await ask({ "x-forwarded-for": "first" })).status).toBe(429);
    for (let i = 0; i < 20_000; i++) await ask({ "x-forwarded-for": `a${i}` });
    expect((await ask({ "x-forwarded-for": "first" })).status).toBe(200);
  });

  it("is off at 0", async () => {
    Deno.env.set("RATE_LIMIT_PER_MINUTE", "0");
    const { ask } = service();
    for (let i = 0; i < 10; i++) expect((await ask()).status).toBe(200);
    expect((await ask()).headers.get("x-ratelimit-limit")).toBeNull();
  });
});
