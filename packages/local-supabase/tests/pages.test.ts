/** The platform's own pages for people: the start page, and the project's guides. */
import { describe, expect, test } from "vitest";
import type { Demo } from "../base/demo.ts";
import { createStartPage } from "../pages/start.ts";
import { platform } from "./support/platform.ts";

const { api_url, publishable_key, secret_key } = platform;

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
