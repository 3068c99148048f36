/** The frame of the platform's own pages: their head, the links between them, and one style sheet. */
import type { Context, MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";

/** The links of every page beside the start page: a path and a name. */
export type Links = [path: string, name: string][];

interface Page {
  title: string;
  /** The path of the page among the links. */
  here: string;
  links: Links;
  /** A script that is not a module, and runs before the others. */
  library?: string;
  /** Modules and further style sheets, by their paths. */
  scripts?: string[];
  styles?: string[];
  content: unknown;
}

/** A page as HTML; `content` is escaped unless it is made by `html` or `raw`. */
export const layout = ({ title, here, links, library, scripts = [], styles = [], content }: Page) =>
  html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/site.css">
        ${styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
        ${library && html`<script src="${library}" defer></script>`}
    ${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
      </head>
      <body>
        <header class="top">
          <nav aria-label="Platform">
            ${([["/", "Start"], ...links] as Links).map(([path, name]) =>
              path === here
                ? html`<a href="${path}" aria-current="page">${name}</a>`
                : html`<a href="${path}">${name}</a>`
            )}
          </nav>
        </header>
        ${content}
      </body>
    </html>
  `;

/** Pages load files of this platform alone, and no other page may frame them. */
export const pageHeaders = ({ inlineStyles = false } = {}): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: inlineStyles ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });

const types = {
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
};

/** Answers with a file, typed by the end of its name. */
export async function sendFile(c: Context, path: string): Promise<Response> {
  const type = types[path.split(".").at(-1) as keyof typeof types] ?? "application/octet-stream";
  return c.body(await Deno.readFile(path), 200, { "content-type": type });
}
