/** The start page: the addresses, the keys and accounts to begin with, and the providers. */
import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import type { Demo } from "../base/demo.ts";
import type { Provider, Status } from "../base/status.ts";
import { layout, type Links, pageHeaders, sendFile } from "./layout.ts";

/** How long (ms) the page waits to learn whether the web app runs. */
const APP_LIMIT_MS = 300;

/** The platform's own pages that a project has. */
export const linksOf = ({ reference, guides }: Demo): Links => [
  ...(reference ? [["/docs", "API reference"] as [string, string]] : []),
  ...(guides.length ? [["/guides", "Guides"] as [string, string]] : []),
  ["/mailbox", "Mailbox"],
];

const purposes: Record<string, string> = {
  "/docs": "Every operation, to read and to try",
  "/guides": "How the parts of the service work",
  "/mailbox": "The mails and pushes that hosted would send",
};

/** Builds the page for `/` with its parts, and the style sheet and icon of all pages. */
export function createStartPage(status: Status, demo: Demo): Hono {
  const app = new Hono();
  app.use("/", pageHeaders());
  app.get("/", async (c) => {
    const { app: web } = demo;
    const content = start(status, demo, web ? await answers(web.url) : false);
    return c.html(layout({
      title: "The platform is running",
      here: "/",
      links: linksOf(demo),
      styles: ["/start.css"],
      scripts: ["/start.js"],
      content,
    }));
  });
  for (const name of ["site.css", "start.css", "start.js", "icon.svg"]) {
    app.get(`/${name}`, (c) => sendFile(c, join(import.meta.dirname!, name)));
  }
  return app;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(APP_LIMIT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function start(status: Status, demo: Demo, appRuns: boolean) {
  const { app: web, links, accounts } = demo;
  const card = (href: string, name: string, purpose: string) =>
    html`<li><a href="${href}"><strong>${name}</strong> <span>${purpose}</span></a></li>`;
  const facts = {
    "Supabase URL": status.api_url,
    Functions: status.base_url,
    Database: status.db_url,
    "Publishable key": status.publishable_key,
  };
  return html`
    <main class="page">
      <h1>The platform is running</h1>
      <p class="quiet">Local addresses, keys and accounts. Nothing here can be reached from outside this
        machine.</p>
      <ul class="cards">
        ${web && appRuns && card(web.url, "Web app", web.url.replace(/^https?:\/\//, ""))}
        ${web?.start && !appRuns && html`
          <li>
            <div><strong>Web app</strong>
                    <span>Not running: <code>${web.start}</code> starts it</span></div>
          </li>
        `}
        ${linksOf(demo).map(([path, name]) => card(path, name, purposes[path]!))}
        ${card("/health", "Health", "Whether Postgres and the functions answer")}
        ${Object.entries(links).map(([name, path]) => card(path, name, path))}
      </ul>
      ${status.providers.length > 0 && providers(status.providers, demo)}
      <div class="columns">
        <section>
          <h2>Addresses and keys</h2>
          <dl class="facts">
            ${Object.entries(facts).map(([name, value]) =>
              html`
                <div>
                  <dt>${name}</dt>
                  <dd><code>${value}</code></dd>
                </div>
              `
            )}
            <div><dt>Secret key</dt><dd id="secret-key">Printed by <code>npm start</code>, also as part of
              this page’s address, and kept in <code>.local/status.json</code>.</dd></div>
          </dl>
        </section>
        ${accounts.length > 0 && html`
          <section>
            <h2>Demo accounts</h2>
            <dl class="facts">
              ${accounts.map(({ email, password, role }) =>
                html`
                  <div>
                    <dt>${role}</dt>
                    <dd><code>${email}</code> <code>${password}</code></dd>
                  </div>
                `
              )}
            </dl>
          </section>
        `}
      </div>
    </main>
  `;
}

function providers(all: Provider[], { stand_ins }: Demo) {
  const isOpen = all.some(({ state }) => state === "not configured");
  return html`
    <section>
      <h2 id="providers">Outside providers</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="providers">
        <table>
          <thead><tr><th scope="col">Provider</th><th scope="col">For</th><th scope="col">State</th></tr></thead>
          <tbody>
            ${all.map(({ name, serves, state, missing }) =>
              html`
                <tr>
                  <th scope="row">${name}</th>
                  <td>${serves}</td>
                  <td><span class="state ${state.replace(
                    " ",
                    "-",
                  )}">${state}</span>${missing.length > 0 &&
                    html`<br><span class="quiet">lacks ${
                      missing.map((variable) =>
                        html`
                          <code>${variable}</code>
                        `
                      )
                    }</span>`}</td>
                </tr>
              `
            )}
          </tbody>
        </table>
      </div>
      ${stand_ins && isOpen &&
        html`<p class="quiet"><code>npm start -- --stand-ins</code> replaces those
        that are not configured; variables in the shell or in <code>.env</code> configure the real ones.</p>`}
    </section>
  `;
}
