/** The React programs of the docs as they stand there: built with Vite, and shown in a browser. */
import { cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { shellPath } from "../../../apps/web/tests/chromium.ts";
import { programsOf } from "../../../tests/contract/programs.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { type Person, person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { printed } from "../../../tools/pack.ts";
import { installed, project } from "./project.ts";

const node = process.env.npm_node_execpath ?? "node";

/** Builds the program of a page for a person, and opens it in a browser. */
async function shown(page: string, { email, password }: Person) {
  const [program] = await programsOf(page, "tsx");
  const home = project(`shown-${basename(page)}`, {});
  cpSync(installed("create-vite/template-react-ts"), home, { recursive: true });
  writeFileSync(
    join(home, "src/main.tsx"),
    program!.replace("demo@example.com", email).replace("demo-password", password),
  );
  await printed([node, installed("vite/bin/vite.js"), "build"], home);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const path = pathname === "/" ? "/index.html" : pathname;
    const bytes = await Deno.readFile(join(home, "dist", path)).catch(() => null);
    const type = path.endsWith(".js")
      ? "text/javascript"
      : path.endsWith(".html")
      ? "text/html"
      : "text/css";
    return new Response(bytes, { status: bytes ? 200 : 404, headers: { "content-type": type } });
  });
  const browser = await chromium.launch({ executablePath: shellPath(), args: ["--no-sandbox"] });
  onTestFinished(async () => {
    await browser.close();
    await server.shutdown();
  });
  const tab = await browser.newPage();
  const errors: string[] = [];
  tab.on("pageerror", ({ message }) => errors.push(message));
  await tab.goto(`http://127.0.0.1:${server.addr.port}`);
  return { tab, errors, rows: () => tab.locator("li").allTextContents() };
}

const hasBrowser = shellPath() !== undefined;
if (!hasBrowser) console.log("There is no Chromium: the React programs are not shown");

test.runIf(hasBrowser)("the React program of the README shows the rows of its person", async () => {
  const reader = await person("Reader");
  for (const title of ["Walk", "Read"]) await ok(reader, "POST", "/api/goals", { title });
  const { rows, errors } = await shown("packages/client/README.md", reader);
  await eventually(async () => expect(await rows()).toEqual(["Read", "Walk"]));
  await ok(reader, "POST", "/api/goals", { title: "Swim" });
  await eventually(async () => expect(await rows()).toEqual(["Read", "Swim", "Walk"]));
  expect(errors).toEqual([]);
});

test.runIf(hasBrowser)(
  "the program of docs/react.md signs in, writes and tells its state",
  async () => {
    const reader = await person("Reader");
    const { tab, rows, errors } = await shown("docs/react.md", reader);
    await tab.getByText("Sign in as the demo account").click();
    await tab.getByText(/^Saved 20/).waitFor();
    await tab.getByText("Add a goal").click();
    await eventually(async () => expect(await rows()).toEqual(["Read a page a day"]));
    await eventually(async () =>
      expect((await ok(reader, "GET", "/api/goals")).goals).toHaveLength(1)
    );
    // The session and the copies stay.
    await tab.reload();
    await eventually(async () => expect(await rows()).toEqual(["Read a page a day"]));
    expect(errors).toEqual([]);
  },
);
