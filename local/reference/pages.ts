/** The API reference in a browser: Redoc, served from the npm package, over the project's own document. */
import { createRequire } from "node:module";
import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";

const script = await Deno.readTextFile(new URL("./page.js", import.meta.url));
const style = await Deno.readTextFile(new URL("./page.css", import.meta.url));

const page = (document: string) =>
  html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>API reference</title>
        <link rel="stylesheet" href="/docs/page.css">
        <script src="/docs/redoc.js" defer></script>
        <script src="/docs/page.js" defer></script>
      </head>
      <body>
        <main data-document="${document}"></main>
      </body>
    </html>
  `;

/** Builds the pages for `/docs`. `document` is the path of an OpenAPI document at the same address. */
export async function createReferencePages(document: string): Promise<Hono> {
  const redoc = createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js");
  const library = await Deno.readTextFile(redoc);
  const app = new Hono();
  app.use(secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Redoc styles its elements itself, and searches in a worker that it makes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      workerSrc: ["blob:"],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  }));
  const javascript = { "content-type": "text/javascript" };
  app.get("/", (c) => c.html(page(document)));
  app.get("/redoc.js", (c) => c.body(library, 200, javascript));
  app.get("/page.js", (c) => c.body(script, 200, javascript));
  app.get("/page.css", (c) => c.body(style, 200, { "content-type": "text/css" }));
  return app;
}
