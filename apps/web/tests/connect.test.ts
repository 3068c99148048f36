/** The page on which a person lets a program in, and the list of these programs. */
import { expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { person, withToken } from "../../../tests/support/people.ts";
import { approve, begin, exchange, grantsOf, register } from "../../../tests/oauth/support.ts";
import { toolsOf } from "../../../tests/mcp/support.ts";
import {
  axeFindings,
  button,
  desktop,
  device,
  dialog,
  goTo,
  open,
  phone,
  signIn,
  visit,
} from "./browser.ts";

const CALLBACK = "http://127.0.0.1:4711/callback";
/** The right-to-left sign would turn the rest of the line around. */
const program = await register(CALLBACK, { client_name: "Cl\u0430ude\u202e" });

/** A browser in which the address of the program answers. */
async function withProgram(options?: Parameters<typeof device>[0]) {
  const context = await device(options);
  await context.route(`${CALLBACK}**`, (route) => route.fulfill({ body: "Back in the program" }));
  return context;
}

it("a person signs in, sees who asks for what, takes some away, and the program works", async () => {
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/journal", { title: "River", content: "Cold" });
  const begun = await begin(program, { scope: "journal:read goals:write" });
  const page = await (await withProgram(phone)).newPage();
  await page.goto(begun.page.href);
  await page.getByRole("heading", { name: "A program wants to use your journal" }).waitFor();
  await page.getByLabel("E-mail").fill(ana.email);
  await page.getByLabel("Password").fill(ana.password);
  await button(page, "Sign in to decide").or(button(page, /^Sign in$/)).click();

  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.innerText()).toMatch(/^127\.0\.0\.1\s+asks to use your journal$/);
  await page.getByText("It calls itself “Cl\u0430ude”.").waitFor();
  await page.getByText("Nobody has checked this program").waitFor();
  await page.getByText("It says that it runs on this computer").waitFor();
  await page.getByText("366 days at most").waitFor();
  await page.getByLabel("Read my journal (1 entry now)").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Read my journal").uncheck();
  await page.getByLabel("See and change my goals").uncheck();
  expect(await button(page, "Allow").first().isDisabled()).toBe(true);
  await page.getByLabel("Read my journal").check();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(/\/callback\?/);

  const tokens = await exchange(begun, new URL(page.url()));
  expect(tokens.scope).toBe("journal:read");
  expect(await toolsOf(withToken(tokens.access_token))).toContain("read_entry");
});

it("Connections lists what is let in with its last use, and ends it at once", async () => {
  const ana = await person("Ana");
  const begun = await begin(program);
  const { access_token } = await exchange(begun, await approve(ana, begun));
  const api = withToken(access_token);
  await toolsOf(api);
  const page = await visit();
  await signIn(page, ana);
  await goTo(page, "/me/notifications");
  await page.getByText("You have connected Cl\u0430ude").first().waitFor();
  await goTo(page, "/me/connections");
  const row = page.getByRole("listitem").filter({ hasText: "127.0.0.1" });
  await row.getByText("Last used").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Disconnect 127.0.0.1").click();
  await dialog(page).getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByText("No program is connected").waitFor();
  expect((await api("POST", "/api/mcp", { jsonrpc: "2.0", id: 1, method: "ping" })).status)
    .toBe(401);
  expect(await grantsOf(ana)).toEqual([]);
});

it("a person goes back without letting the program in", async () => {
  const ana = await person("Ana");
  const context = await withProgram();
  const page = await open(context);
  await signIn(page, ana);
  const begun = await begin(program);
  await page.goto(begun.page.href);
  await button(page, "Do not allow").click();
  await page.waitForURL(/error=access_denied/);
  expect(new URL(page.url()).searchParams.get("state")).toBe(begun.state);

  const wrong = await begin(program, { scope: "everything" });
  await page.goto(wrong.page.href);
  await page.getByText("The program asks for nothing that we know.").waitFor();
  await button(page, "Back to the program").click();
  await page.waitForURL(/error=invalid_scope/);

  const { page: unknown } = await begin(program, { redirect_uri: "https://evil.example/back" });
  await page.goto(unknown.href);
  await page.getByText("an address that is not its own").waitFor();
});

it("the page does not show itself inside another one, with the headers of its host or without", async () => {
  const ana = await person("Ana");
  const begun = await begin(program);
  const { origin } = begun.page;
  const { headers } = await fetch(begun.page);
  expect([headers.get("x-frame-options"), headers.get("content-security-policy")])
    .toEqual(["DENY", "frame-ancestors 'none'"]);

  const context = await device(desktop);
  const page = await open(context);
  await signIn(page, ana);
  // The same site, so that the frame has the session.
  const around = `${origin}/around`;
  await context.route(around, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<iframe src="${origin}/#/connect?request=${begun.id}"></iframe>`,
    }));
  // A host that does not send the headers.
  await context.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ status: 200, contentType: "text/html", body: await response.text() });
  });
  await page.goto(around);
  const inner = page.frameLocator("iframe");
  await inner.getByText("Open this page by itself").waitFor();
  expect(await inner.getByRole("button", { name: "Allow" }).count()).toBe(0);
});
