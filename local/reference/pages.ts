/** The API reference in a browser: Swagger UI, served from its npm package, over the project's document. */
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";

const page = (document: string) =>
  html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>API reference</title>
        <link rel="stylesheet" href="/docs/swagger-ui.css">
        <link rel="stylesheet" href="/docs/page.css">
        <script src="/docs/swagger-ui-bundle.js" defer></script>
        <script src="/docs/page.js" defer></script>
      </head>
      <body>
        <main data-document="${document}"></main>
      </body>
    </html>
  `;

const types = { js: "text/javascript", css: "text/css" };

/** Builds the pages for `/docs`. `document` is the path of an OpenAPI document at the same address. */
export async function createReferencePages(document: string): Promise<Hono> {
  const library = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const app = new Hono();
  app.use(secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The library styles its elements itself.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  }));
  app.get("/", (c) => c.html(page(document)));
  for (
    const file of [
      join(library, "swagger-ui-bundle.js"),
      join(library, "swagger-ui.css"),
      join(import.meta.dirname!, "page.js"),
      join(import.meta.dirname!, "page.css"),
    ]
  ) {
    const [name, text] = [basename(file), await Deno.readTextFile(file)];
    const type = types[name.split(".").at(-1) as keyof typeof types];
    app.get(`/${name}`, (c) => c.body(text, 200, { "content-type": type }));
  }
  return app;
}
