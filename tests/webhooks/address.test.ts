/** Where webhooks may lead. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { leadsOutside, webhookUrl } from "../../functions/webhooks/address.ts";
import type { Resolve } from "../../shared/base/outside.ts";

const set = {
  SUPABASE_URL: "https://project.supabase.co",
  SITE_URL: "https://app.example.com/home",
  WEBHOOK_ORIGINS: "http://10.0.0.7:8080, https://receiver.internal",
  LOG_LEVEL: "warn",
};
const given = Object.fromEntries(Object.keys(set).map((name) => [name, Deno.env.get(name)]));
beforeAll(() => Object.entries(set).forEach(([name, value]) => Deno.env.set(name, value)));
afterAll(() =>
  Object.entries(given).forEach(([name, value]) =>
    value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value)
  )
);

const outcome = (url: string) => webhookUrl(url).catch((error: Error) => error.message);

describe("the address of a webhook", () => {
  it.each([
    ["https://hooks.example.net/journal?key=1", "https://hooks.example.net/journal?key=1"],
    ["https://Hooks.Example.net:443", "https://hooks.example.net/"],
    ["https://hooks.example.net./x", "https://hooks.example.net/x"],
    ["https:\\\\hooks.example.net\\x", "https://hooks.example.net/x"],
    ["https://bücher.de/", "https://xn--bcher-kva.de/"],
    ["https://hooks.xn--p1ai/", "https://hooks.xn--p1ai/"],
    ["https://journal.github.io/", "https://journal.github.io/"],
    ["https://hooks.co.uk/", "https://hooks.co.uk/"],
    ["https://local.example.net/", "https://local.example.net/"],
    // The operator's.
    ["http://10.0.0.7:8080/x", "http://10.0.0.7:8080/x"],
    ["https://receiver.internal/x", "https://receiver.internal/x"],
  ])("%s is taken", async (url, stored) => expect(await outcome(url)).toBe(stored));

  it.each([
    ["hooks.example.net", "expected an https address"],
    ["http://hooks.example.net/", "expected an https address"],
    ["ftp://hooks.example.net/", "expected an https address"],
    ["javascript:alert(1)", "expected an https address"],
    ["https://", "expected an https address"],
    ["https://hooks.example.net:8443/", "expected port 443"],
    ["https://hooks.example.net:80/", "expected port 443"],
    ["https://ana@hooks.example.net/", "must not have a user or a password"],
    ["https://:pw@hooks.example.net/", "must not have a user or a password"],
    ["https://hooks.example.net/#x", "must not have a fragment"],
    ["https://hooks.example.net/#", "must not have a fragment"],
    [`https://hooks.example.net/${"ü".repeat(400)}`, "expected at most 2048 characters"],
    ["https://project.supabase.co/functions", "must not lead to this service"],
    ["https://app.example.com/", "must not lead to this service"],
    ["https://APP.example.com./", "must not lead to this service"],
    // Other ports and schemes than the operator's.
    ["http://10.0.0.7/x", "expected an https address"],
    ["https://10.0.0.7:8080/x", "expected port 443"],
    ["http://receiver.internal/x", "expected an https address"],
    ["http://ana@10.0.0.7:8080/x", "must not have a user or a password"],
  ])("%s is refused", async (url, message) => expect(await outcome(url)).toBe(`url: ${message}`));

  it.each([
    // IP addresses in every notation.
    "127.0.0.1",
    "8.8.8.8",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.1",
    "127.0.1",
    "127.0.0.1.",
    "0",
    "①②⑦.⓪.⓪.①",
    "[::1]",
    "[2606:4700::1111]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[fd00::1]",
    // Names that are not public.
    "localhost",
    "localhost.",
    "intranet",
    "com",
    "printer.local",
    "printer.local.",
    "printer.LOCAL",
    "db.internal",
    "x.localhost",
    "router.home.arpa",
    "home.arpa",
    "kubernetes.default.svc",
    "api.svc.cluster.local",
    "db.corp",
    "router.lan",
    "nas.home",
    "wiki.intranet",
    "hooks.example",
    "hooks.test",
    "hooks.onion",
    "1.0.168.192.in-addr.arpa",
    "hooks.example.net..",
    "a..example.net",
    ".example.net",
  ])("https://%s/ is refused", async (host) => {
    expect(await outcome(`https://${host}/`)).toMatch(/^url: expected (the name|an https address)/);
  });
});

describe("a host", () => {
  const signal = new AbortController().signal;
  const outside = (a: string[], aaaa: string[] = []) => {
    const resolve: Resolve = (_host, type) => Promise.resolve(type === "A" ? a : aaaa);
    return leadsOutside(new URL("https://hooks.example.net/"), signal, resolve);
  };

  it.each([["8.8.8.8"], ["1.1.1.1"], ["2606:4700::1111"], ["2a00:1450:4001:801::200e"]])(
    "with the address %s is outside",
    async (address) =>
      expect(await (address.includes(":") ? outside([], [address]) : outside([address]))).toBe(
        true,
      ),
  );

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.8.8.8",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::ffff:10.0.0.1",
    "::8.8.8.8",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:a00:1::1",
    "3fff::1",
    "4000::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
  ])("with the address %s is not", async (address) => {
    const records = [address.includes(":") ? ["8.8.8.8"] : [address]];
    expect(await outside(records[0]!, address.includes(":") ? [address] : [])).toBe(false);
  });

  it("is not outside with one private address among others, nor without any", async () => {
    expect(await outside(["8.8.8.8", "10.0.0.1"])).toBe(false);
    expect(await outside(["8.8.8.8"], ["::1"])).toBe(false);
    expect(await outside([])).toBe(false);
  });

  const failing = (name: string): Resolve => () =>
    Promise.reject(Object.assign(new Error(name), { name }));
  const asked = (resolve: Resolve, url = "https://hooks.example.net/") =>
    leadsOutside(new URL(url), signal, resolve);

  it("is not looked up where the runtime cannot, which is logged once", async () => {
    const logged = vi.spyOn(console, "log").mockImplementation(() => {});
    expect(await asked(failing("PermissionDenied"))).toBe(true);
    expect(await asked(failing("NotSupported"))).toBe(true);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(line));
    logged.mockRestore();
    expect(lines).toMatchObject([{
      level: "warn",
      message: "this runtime does not look up names, no address is checked",
    }]);
  });

  it("that the operator exempts is not looked up", async () =>
    expect(await asked(failing("Broken"), "http://10.0.0.7:8080/")).toBe(true));

  it("that cannot be looked up is a failure", async () => {
    expect(await asked(failing("NotFound"))).toBe(false);
    await expect(asked(failing("TimedOut"))).rejects.toThrow();
  });
});
