/**
 * The mailbox in a browser: a page that everyone may open, and the messages as JSON, which take the
 * secret key. Neither says that other origins may read it, so a web page elsewhere cannot.
 */
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Mailbox } from "./mailbox.ts";

const page = await Deno.readTextFile(new URL("./page.html", import.meta.url));
const script = await Deno.readTextFile(new URL("./page.js", import.meta.url));
const style = await Deno.readTextFile(new URL("./page.css", import.meta.url));

/** Builds the pages; their paths are relative to where they are mounted. */
export function createMailPages(
  { mailbox, secretKey }: { mailbox: Mailbox; secretKey: string },
): Hono {
  const app = new Hono();
  app.use(secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  }));
  app.get("/", (c) => c.html(page));
  app.get("/page.js", (c) => c.body(script, 200, { "content-type": "text/javascript" }));
  app.get("/page.css", (c) => c.body(style, 200, { "content-type": "text/css" }));
  app.get("/messages", (c) => {
    // A header, which a page of another origin may not send without being asked first.
    if (c.req.header("apikey") !== secretKey) {
      return c.json({ message: "Send the project's secret key in the `apikey` header." }, 401);
    }
    return c.json({ messages: mailbox.messages }, 200, { "cache-control": "no-store" });
  });
  return app;
}
