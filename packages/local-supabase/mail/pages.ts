/**
 * The mailbox in a browser: a page that everyone may open, and the messages as JSON, which take the
 * secret key. Neither says that other origins may read it, so a web page elsewhere cannot.
 */
import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { layout, type Links, pageHeaders, sendFile } from "../pages/layout.ts";
import type { Mailbox } from "./mailbox.ts";

const content = html`
  <main class="page">
    <h1>Mailbox</h1>
    <form hidden>
      <label>Secret key <input type="password" autocomplete="off" required></label>
      <button>Open</button>
    </form>
    <p role="status" class="quiet"></p>
    <div id="messages"></div>
    <template>
      <article>
        <h2></h2>
        <p class="quiet"></p>
        <pre></pre>
        <p><a rel="noreferrer"></a></p>
      </article>
    </template>
  </main>
`;

/** Builds the pages; their paths are relative to where they are mounted. */
export function createMailPages(
  { mailbox, secretKey, links }: { mailbox: Mailbox; secretKey: string; links: Links },
): Hono {
  const app = new Hono();
  app.use(pageHeaders());
  app.get("/", (c) =>
    c.html(layout({
      title: "Mailbox",
      here: "/mailbox",
      links,
      styles: ["/mailbox/page.css"],
      scripts: ["/mailbox/page.js"],
      content,
    })));
  for (const name of ["page.js", "page.css"]) {
    app.get(`/${name}`, (c) => sendFile(c, join(import.meta.dirname!, name)));
  }
  app.get("/messages", (c) => {
    // A header, which a page of another origin may not send without being asked first.
    if (c.req.header("apikey") !== secretKey) {
      return c.json({ message: "Send the project's secret key in the `apikey` header." }, 401);
    }
    return c.json({ messages: mailbox.messages }, 200, { "cache-control": "no-store" });
  });
  return app;
}
