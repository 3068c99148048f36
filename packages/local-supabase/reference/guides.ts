/** Shows the project's Markdown files as pages at their own paths, so that their links work. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, join, posix, sep } from "node:path";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import { Marked } from "marked";
import { layout, type Links, pageHeaders, sendFile } from "../pages/layout.ts";

interface Guide {
  /** Below the project's folder. */
  path: string;
  title: string;
}

/** The files that `named` (files, and folders of files) stands for, in this order. */
function findGuides(root: string, named: string[]): Guide[] {
  const paths = named.flatMap((name) =>
    existsSync(join(root, name)) && statSync(join(root, name)).isDirectory()
      ? readdirSync(join(root, name)).filter((file) => file.endsWith(".md")).sort()
        .map((file) => `${name}/${file}`)
      : [name]
  );
  return paths.filter((path) => existsSync(join(root, path))).map((path) => ({
    path,
    title: /^# (.+)$/m.exec(readFileSync(join(root, path), "utf8"))?.[1] ?? basename(path),
  }));
}

/** The anchor of a heading, as GitHub makes it. */
const anchor = (heading: string) =>
  heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Renders a guide. A link to a file without a page becomes plain text. */
function render({ path }: Guide, text: string, isServed: (path: string) => boolean): string {
  let tables = 0;
  const seen = new Map<string, number>();
  const leads = (href: string) =>
    /^(https?:|mailto:|#)/.test(href) ||
    isServed(posix.join(posix.dirname(path), decodeURI(href.split("#")[0]!)));
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const name = anchor(text);
        const count = seen.get(name) ?? 0;
        seen.set(name, count + 1);
        const id = count ? `${name}-${count}` : name;
        return `<h${depth} id="${escape(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return leads(href) ? `<a href="${escape(href)}">${words}</a>` : words;
      },
      code({ text, lang }) {
        // Wide blocks scroll, which takes the keyboard as well.
        return `<pre tabindex="0"><code class="language-${escape(lang || "text")}">${
          escape(text)
        }</code></pre>\n`;
      },
    },
  });
  return (marked.parse(text) as string)
    .replaceAll("<table>", () => {
      tables += 1;
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table>`;
    })
    .replaceAll("</table>", "</table></div>");
}

/** The links to all guides, as a list. */
export const listGuides = (root: string, named: string[], here?: string) =>
  html`<ul>${
    findGuides(root, named).map(({ path, title }) =>
      html`<li><a href="/guides/${path}" ${
        path === here ? raw('aria-current="page"') : ""
      }>${title}</a></li>`
    )
  }</ul>`;

/** Builds the pages for `/guides`. Files are read when they are asked for: edits show at once. */
export function createGuidePages(root: string, named: string[], links: Links): Hono {
  const guides = () => findGuides(root, named);
  /** Pictures lie beside the guides, or below them. */
  const isPicture = (path: string) => {
    const file = join(root, path);
    return /\.(svg|png|webp)$/.test(path) && existsSync(file) &&
      guides().some((guide) => path.startsWith(`${posix.dirname(guide.path)}/`)) &&
      realpathSync(file).startsWith(realpathSync(root) + sep);
  };
  const app = new Hono();
  app.use(pageHeaders());
  app.get("/", (c) => c.redirect(`/guides/${guides()[0]?.path ?? ""}`));
  app.get("/:path{.+}", (c) => {
    const path = c.req.param("path");
    const all = guides();
    const guide = all.find((each) => each.path === path);
    if (!guide) return isPicture(path) ? sendFile(c, join(root, path)) : c.notFound();
    const isServed = (other: string) => all.some((each) => each.path === other) || isPicture(other);
    const text = readFileSync(join(root, path), "utf8");
    return c.html(layout({
      title: guide.title,
      here: "/guides",
      links,
      content: html`
        <div class="page guide">
          <main>
            <article>${raw(render(guide, text, isServed))}</article>
          </main>
          <nav class="contents" id="contents" aria-label="Guides">${listGuides(
            root,
            named,
            path,
          )}</nav>
        </div>
      `,
    }));
  });
  return app;
}
