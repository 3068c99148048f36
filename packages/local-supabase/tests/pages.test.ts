/** The platform's own pages for people: start page, guides, API reference and mailbox. */
import { describe, expect, test } from "vitest";
import type { Demo } from "../base/demo.ts";
import { createStartPage } from "../pages/start.ts";
import { newClient, platform, readMailbox } from "./support/platform.ts";

const { api_url, mail_url, publishable_key, secret_key } = platform;

async function open(path: string): Promise<{ status: number; text: string; response: Response }> {
  const response = await fetch(api_url + path);
  return { status: response.status, text: await response.text(), response };
}

const linksIn = (text: string) =>
  [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path!);

describe("the start page", () => {
  test("leads to everything that the project has", async () => {
    const { status, text, response } = await open("/");
    expect(status).toBe(200);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const links = linksIn(text);
    expect(links).toEqual(
      expect.arrayContaining(["/docs", "/guides", "/mailbox", "/health", "/site.css", "/start.js"]),
    );
    for (const path of links) expect([path, (await open(path)).status]).toEqual([path, 200]);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  test("shows keys and accounts, and leaves the secret key to the address of npm start", async () => {
    const { text } = await open("/");
    for (const shown of [api_url, publishable_key, "reader@example.com", "a-password"]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain(secret_key);
  });

  test("links the web app while it runs, and else says how to start it", async () => {
    const app = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      return new Response("the app");
    });
    const url = `http://127.0.0.1:${app.addr.port}`;
    const demo: Demo = {
      accounts: [],
      links: {},
      guides: [],
      app: { url, start: "npx serve-it" },
      providers: [],
      keys: [],
      requests: [],
    };
    const page = createStartPage(platform, demo);
    const read = async () => await (await page.request("/")).text();
    expect(await read()).toContain(`<a href="${url}"><strong>Web app`);
    await app.shutdown();
    expect(await read()).toMatch(/Not running: <code>npx serve-it<\/code>/);
  });

  test("names the missing variables of each provider", async () => {
    const words = (await open("/")).text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    expect(words).toContain("Post cards not configured lacks POST_KEY");
    expect(words).toContain("npm start -- --stand-ins");
  });
});

describe("the guides", () => {
  test("begin with the first, and are linked from each other and from the reference", async () => {
    const first = await open("/guides");
    expect(first.response.url).toBe(`${api_url}/guides/guides/books.md`);
    for (const { text } of [first, await open("/docs")]) {
      expect(linksIn(text)).toEqual(
        expect.arrayContaining(["/guides/guides/books.md", "/guides/guides/shelves.md"]),
      );
    }
  });

  test("show tables and code, and anchors as GitHub names them", async () => {
    const { text } = await open("/guides/guides/books.md");
    expect(text).toContain("<title>Books</title>");
    expect(text).toContain('<h2 id="two-columns">Two columns</h2>');
    expect(text).toMatch(/<td><code>title<\/code><\/td>\s*<td>a &lt; b<\/td>/);
    expect(text).toContain("&lt;script>alert(");
    expect(text).not.toContain("<script>alert");
  });

  test("link to other guides and pictures, and to no other file", async () => {
    const { text } = await open("/guides/guides/shelves.md");
    expect(text).toContain('<a href="books.md#two-columns">books &amp; pages</a>');
    expect(text).toContain('<a href="#shelves">');
    expect(text).toContain('<a href="https://example.com/a?b=1&amp;c=2">');
    expect(text).toContain("the code");
    expect(text).not.toContain("index.ts");
    const picture = await open("/guides/guides/pictures/shelf.svg");
    expect(picture.response.headers.get("content-type")).toBe("image/svg+xml");
  });

  test.each([
    "guides/../deno.json",
    "guides/..%2Fdeno.json",
    "..%2F..%2F..%2Fpackage.json",
    "supabase/config.toml",
    "functions/echo/index.ts",
    "guides/none.md",
    "%FF",
  ])("serve nothing else: %s", async (path) => {
    expect((await open(`/guides/${path}`)).status).toBe(404);
  });
});

describe("the API reference", () => {
  test("draws the project's document with files of the platform alone", async () => {
    const answer = await fetch(`${api_url}/docs`);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await answer.text();
    const [, document] = /data-document="([^"]+)"/.exec(page)!;
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(sources).toContain("/docs/swagger-ui-bundle.js");
    for (const path of [document!, ...sources]) {
      expect(path).toMatch(/^\//);
      const response = await fetch(api_url + path);
      await response.body?.cancel();
      expect([path, response.status]).toEqual([path, 200]);
    }
  });
});

describe("the mailbox", () => {
  test("shows its messages to the secret key", async () => {
    const email = `mailbox.${crypto.randomUUID()}@example.com`;
    await newClient().auth.signInWithOtp({ email });
    const message = (await readMailbox()).find(({ to }) => to === email);
    expect(message?.action_link).toContain("/auth/v1/verify?token=");
  });

  test.each([
    ["no key", {}],
    ["the publishable key", { apikey: publishable_key }],
    ["the secret key as a token", { authorization: `Bearer ${secret_key}` }],
  ])("refuses %s", async (_, headers) => {
    const response = await fetch(`${mail_url}/messages`, { headers: headers as HeadersInit });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain("@example.com");
  });

  test("refuses the secret key in the address", async () => {
    const response = await fetch(`${mail_url}/messages?apikey=${secret_key}`);
    await response.body?.cancel();
    expect(response.status).toBe(401);
  });

  test("does not allow pages of other origins to read it", async () => {
    const origin = "https://elsewhere.example.com";
    const asked = await fetch(`${mail_url}/messages`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "apikey",
      },
    });
    const read = await fetch(`${mail_url}/messages`, { headers: { origin, apikey: secret_key } });
    for (const response of [asked, read]) {
      await response.body?.cancel();
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("has a page with only its own scripts and styles, which cannot be framed", async () => {
    const response = await fetch(mail_url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const html = await response.text();
    expect(html).not.toContain(secret_key);
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const part = await fetch(api_url + path);
      await part.body?.cancel();
      expect(part.status).toBe(200);
    }
  });
});
