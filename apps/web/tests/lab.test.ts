/// <reference lib="dom" />
/** The lab in the browser: a calculator, a replication, a competition, and own projects. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sql } from "../../../tests/support/sql.ts";
import { account, axeFindsNothing, dialog, goTo, phone, signIn, signUp, visit } from "./browser.ts";

const tile = (page: Page, title: string) => page.locator(".tile", { hasText: title }).first();
const row = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(`^${name}`) }).locator("td");

describe("the lab", () => {
  it("moves the plot and the numbers with a slider, and keeps the last answer", async () => {
    const page = await visit("/lab/calculators", phone);
    await signUp(page);
    await tile(page, "RLC resonance").click();
    await row(page, "Q factor").getByText("10", { exact: true }).waitFor();
    const curve = () => page.locator(".curve").getAttribute("d");
    const before = await curve();
    expect(before).toMatch(/^M[\d.]+ [\d.]+L/);

    // The answer to an early question comes late.
    let isFirst = true;
    await page.route("**/lab/calculators/resonance", async (route) => {
      if (isFirst) {
        isFirst = false;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
      await route.continue();
    });
    const slider = page.getByLabel("Capacitance", { exact: true });
    await slider.focus();
    for (let n = 0; n < 5; n++) await page.keyboard.press("ArrowRight");
    await expect.poll(curve).not.toBe(before);
    await page.keyboard.press("End");
    await row(page, "Resonant frequency").getByText("503.3 Hz").waitFor();
    await row(page, "Q factor").getByText("0.3162").waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toBe("100 µF");

    await page.getByLabel("Resistance, as a number").fill("2 Ω");
    await row(page, "Q factor").getByText("1.581").waitFor();
    await page.getByLabel("Resistance, as a number").fill("0");
    await page.getByText("From 100 mΩ to 100 kΩ").waitFor();
    await page.getByText("The curve as numbers").click();
    expect(
      await page.getByRole("table", { name: "Q factor against resistance" })
        .getByRole("row").count(),
    ).toBe(12);

    // A combination for which the formulas do not hold.
    await goTo(page, "/lab/calculators/plasma?gap=0.00001&pressure=100");
    await page.getByText("formulas do not hold").waitFor();
  });

  it("replicates a template: steps, progress, the measurement against the prediction", async () => {
    const page = await visit("/lab");
    await signUp(page);
    await page.getByLabel("Search templates").fill("CRYSTAL");
    await expect.poll(() => page.locator(".tile").count()).toBe(1);
    await page.getByLabel("Order").selectOption("most_cloned");
    await tile(page, "A coil for a crystal radio").click();
    await page.getByText("Ada Admin").waitFor();
    await page.getByText("Winding a coil without losing count").waitFor();
    await page.getByText("Copper & Co").waitFor();
    await page.getByRole("button", { name: "Replicate it" }).click();

    await page.getByLabel("Wind 100 turns").check();
    await page.getByText("1 of 3 steps").waitFor();
    await page.getByLabel("How far have you come?").fill("Half of it is wound.");
    await page.getByRole("button", { name: "Note it" }).click();
    await page.locator(".report", { hasText: "Half of it is wound." }).waitFor();

    await page.getByLabel("Inductance in H").fill("some");
    await page.getByRole("button", { name: "Record the measurement" }).click();
    await page.getByText("A number, please").first().waitFor();
    await page.getByLabel("Inductance in H").fill("205 µ");
    await page.getByText("That is 205 µH").waitFor();
    await page.getByLabel("Self-resonant frequency in Hz").fill("8.1e6");
    await page.getByRole("button", { name: "Record the measurement" }).click();
    await page.getByText("You have confirmed it.").waitFor();
    await page.getByRole("cell", { name: "205 µH +0.99 %" }).waitFor();
    await page.getByRole("button", { name: "Complete" }).click();
    await page.locator(".progress", { hasText: "Completed" }).waitFor();

    await page.reload();
    await page.getByText("You have confirmed it.").waitFor();
    expect(await page.getByLabel("Wind 100 turns").isChecked()).toBe(true);
    await page.getByRole("link", { name: /^Replicates/ }).click();
    await page.getByRole("link", { name: "Go on with yours" }).waitFor();
  });

  it("begins a project, changes it, joins a competition with it and deletes it", async () => {
    const page = await visit("/lab/dreams/new", phone);
    await signUp(page);
    await page.getByLabel("What do you want to build or find out?").fill("A kite that hums");
    await page.getByLabel("Next step").fill("Cut the cane");
    await page.keyboard.press("Enter");
    await page.getByLabel("Next step").fill("Tie the string");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("0 of 2 steps").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Everybody who is signed in may see it").check();
    await page.getByRole("button", { name: "Remove the step: Cut the cane" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("0 of 1 steps").waitFor();
    await page.getByText("Everybody sees it").waitFor();

    await goTo(page, "/lab/competitions");
    await tile(page, "Winter of coils").click();
    await page.getByLabel("Join with").selectOption({ label: "A kite that hums" });
    await page.getByRole("button", { name: "Join" }).click();
    await page.locator(".place", { hasText: "You have joined" }).waitFor();
    await page.locator(".ranks").getByText("Ada Admin").first().waitFor();

    await page.getByRole("link", { name: "Your project" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No projects yet").waitFor();
  });

  it("finds the best values of a calculator, and takes them over", async () => {
    const page = await visit("/lab/calculators/resonance", phone);
    await signUp(page);
    await row(page, "Q factor").getByText("10", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Find the best values" }).click();
    await page.getByText(/combinations tried/).waitFor();
    expect(await page.locator(".best li").count()).toBe(5);
    const best = (await page.locator(".best strong").first().innerText()).replace("Q factor: ", "");
    await page.getByRole("button", { name: "Use combination 1" }).click();
    await row(page, "Q factor").getByText(best, { exact: true }).waitFor();
  });

  it("takes a suggestion of an opportunity, and lists it when it is approved", async () => {
    const page = await visit("/lab/opportunities");
    const { email } = await signUp(page);
    const title = `A summer of coils ${crypto.randomUUID()}`;
    await page.getByRole("button", { name: "Suggest one" }).click();
    await dialog(page).getByLabel("What it is").selectOption("scholarship");
    await dialog(page).getByLabel("Title").fill(title);
    await dialog(page).getByLabel("Who offers it").fill("Coils & Co");
    await dialog(page).getByLabel("Web address").fill("no address");
    await dialog(page).getByRole("button", { name: "Send" }).click();
    await dialog(page).locator(".error").waitFor();
    await dialog(page).getByLabel("Web address").fill("https://example.com/summer");
    await dialog(page).getByRole("button", { name: "Send" }).click();
    const own = page.locator(".own-suggestion", { hasText: title });
    await own.getByText("Waits for a review").waitFor();
    await dialog(page).waitFor({ state: "detached" });

    await sql`update public.opportunities set status = 'approved' where title = ${title}`;
    await page.reload();
    await own.getByText("Is listed").waitFor();
    const listed = page.locator("li.card", { hasText: title });
    await listed.getByRole("link", { name: "Look at it" }).waitFor();
    await page.getByLabel("Kind").selectOption("mentorship");
    await listed.waitFor({ state: "detached" });

    // The address of the session is there already.
    await expect.poll(() => page.getByLabel("Your e-mail address").inputValue()).toBe(email);
    await page.getByRole("button", { name: "I want one" }).click();
    await page.getByText("You are on the list.").waitFor();
    await sql`delete from public.opportunities where title = ${title}`;
  });

  it("sends a message to somebody of a competition", async () => {
    const page = await visit("/lab/competitions");
    const { email } = await signUp(page);
    await tile(page, "Winter of coils").click();
    await page.getByRole("button", { name: "Write to Ada Admin" }).click();
    await dialog(page).getByLabel("Subject").fill("Your coil");
    await dialog(page).getByLabel("Message").fill("How many turns?");
    await dialog(page).getByRole("button", { name: "Send" }).click();
    await page.getByText("Your message goes out with this week’s mail").waitFor();
    const sent = await sql`
      select o.subject, o.message from public.sponsor_outreach as o
      join auth.users as u on u.id = o.from_user_id where u.email = ${email}`;
    expect([...sent]).toEqual([{ subject: "Your coil", message: "How many turns?" }]);
  });
});

axeFindsNothing("in the lab", async (page, look) => {
  await signIn(page, account("demo"));
  const parts = [
    "",
    "/calculators",
    "/dreams",
    "/dreams/new",
    "/competitions",
    "/opportunities",
  ];
  for (const part of parts) {
    await goTo(page, `/lab${part}`);
    await look(part);
  }
  await page.getByRole("button", { name: "Suggest one" }).click();
  await look("suggestion");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await goTo(page, "/lab/calculators/coil");
  await page.locator(".curve").waitFor();
  await page.getByRole("button", { name: "Find the best values" }).click();
  await page.getByText(/combinations tried/).waitFor();
  await look("calculator");
  for (const [part, title] of [["", "crystal radio"], ["/dreams", "crystal radio"]] as const) {
    await goTo(page, `/lab${part}`);
    await tile(page, title).click();
    await page.getByText("The prediction").waitFor();
    await look(`${part} opened`);
  }
  await goTo(page, "/lab/competitions");
  await tile(page, "Winter of coils").click();
  await page.locator(".place", { hasText: "Number" }).waitFor();
  await look("competition");
  await page.context().setOffline(true);
  await goTo(page, "/lab");
  await page.getByText("You need to be online for this").waitFor();
  await look("offline");
});
