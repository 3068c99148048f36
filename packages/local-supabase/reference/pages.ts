/** The API reference in a browser: Swagger UI, served from its npm package, over the project's document. */
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { listGuides } from "./guides.ts";
import { layout, type Links, pageHeaders, sendFile } from "../pages/layout.ts";

/**
 * Builds the pages for `/docs` of the project in `root`, above links to its guides. `document` is the
 * path of an OpenAPI document at the same address.
 */
export function createReferencePages(
  { root, document, guides, links }: {
    root: string;
    document: string;
    guides: string[];
    links: Links;
  },
): Hono {
  const library = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const app = new Hono();
  // The library styles its elements itself.
  app.use(pageHeaders({ inlineStyles: true }));
  app.get("/", (c) =>
    c.html(layout({
      title: "API reference",
      here: "/docs",
      links,
      styles: ["/docs/swagger-ui.css", "/docs/page.css"],
      library: "/docs/swagger-ui-bundle.js",
      scripts: ["/docs/page.js"],
      content: html`
        ${guides.length > 0 &&
          html`
            <nav class="guides contents" aria-label="Guides">
              <details>
                        <summary>Guides to the parts of the service</summary>${listGuides(
                          root,
                          guides,
                        )}
                      </details>
            </nav>
          `}
        <div id="reference" data-document="${document}"></div>
      `,
    })));
  for (
    const file of [
      join(library, "swagger-ui-bundle.js"),
      join(library, "swagger-ui.css"),
      join(import.meta.dirname!, "page.js"),
      join(import.meta.dirname!, "page.css"),
    ]
  ) app.get(`/${basename(file)}`, (c) => sendFile(c, file));
  return app;
}
