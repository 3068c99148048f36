/// <reference lib="dom" />
/** Spending and getting: drops, tone packs, premium, and music. */
import { describe, expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { addImages, createPack } from "../../../tests/tone-packs/support.ts";
import { button, dialog, goTo, phone, signIn, signUp, visit } from "./browser.ts";
import { picture, seen } from "./pictures.ts";

describe("a person at the shop", () => {
  it("buys a tone pack, and the balance falls in the other window", async () => {
    const seller = await person("Mia");
    const pack = await createPack(seller, {
      name: `Hills ${crypto.randomUUID()}`,
      is_public: true,
      price_drops: 15,
    });
    await addImages(pack.id, 4);
    const whole = await createPack(seller, { name: `Sky ${crypto.randomUUID()}`, is_public: true });
    await addImages(whole.id, 20);
    const [here, there] = [await visit(), await visit("/me/balance", phone)];
    const who = await signUp(here);
    await signIn(there, who);
    await there.locator(".balance-number", { hasText: "50" }).waitFor();

    // Premium shows some of what drops buy.
    await goTo(here, "/me/premium");
    await here.getByRole("link", { name: "See the packs" }).locator("img").first().waitFor();
    await goTo(here, `/me/packs/${whole.id}`);
    await here.getByText("It has a picture for each of 20 moods.").waitFor();
    await goTo(here, `/me/shop?q=${encodeURIComponent(String(pack.name))}`);
    await here.locator(".pack", { hasText: "15 drops" }).click();
    // Before it is bought, the shop says which moods it has.
    await here.getByText(/It has pictures for 4 of 20 moods/).waitFor();
    expect(await here.locator(".chip.mood").count()).toBe(4);
    await button(here, /^Buy for 15 drops/).click();
    await dialog(here).getByText("50 drops").waitFor();
    await dialog(here).getByRole("button", { name: "Buy" }).click();
    await dialog(here).getByText("You have 35 drops left").waitFor();
    await there.locator(".balance-number", { hasText: "35" }).waitFor();
    await there.locator(".ledger li", { hasText: "−15" }).getByText("35 left").waitFor();

    // It is on at once.
    await dialog(here).getByText("It is yours, and your entries wear it now").waitFor();
    await button(here, "See the pack").click();
    await button(here, "Stop using it").waitFor();
    await goTo(here, "/me/packs?scope=purchased");
    await here.locator(".pack").getByText("In use").waitFor();

    await button(there, "Collect them").click();
    await there.locator(".balance-number", { hasText: "65" }).waitFor();
    await there.getByText("You already have this month's 30 drops.").waitFor();
    await here.locator(".sections").getByText("65").waitFor();
  });

  it("makes a tone pack with pictures, and shares it", async () => {
    const page = await visit("/me/packs");
    await signUp(page);
    await page.getByRole("link", { name: "New pack" }).click();
    await page.getByLabel("Name").fill("Weather");
    await page.getByLabel("In the shop").check();
    await page.getByLabel("Price in drops").fill("9000");
    await button(page, "Make the pack").click();
    await page.getByRole("heading", { name: "Weather" }).waitFor();

    await button(page, /^calm/).click();
    const chosen = page.waitForEvent("filechooser");
    await button(page, "Upload a picture").click();
    await (await chosen).setFiles(await picture(page, 700, 500));
    await button(page, "Use this picture").click();
    await page.getByText("1 of 20 pictures").waitFor();
    const url = await page.locator(".tones img").getAttribute("src");
    expect(await seen(page, url!)).toMatchObject({ width: 1024, height: 1024 });
    await button(page, /^tired/).click();
    await button(page, "Let AI draw it").click();
    await page.getByText("2 of 20 pictures").waitFor();

    await page.getByLabel("E-mail address or handle").fill("nobody_has_this");
    await button(page, "Share").click();
    await page.getByText("Nobody has this handle").waitFor();
    await page.getByLabel("E-mail address or handle").fill("friend@example.com");
    await button(page, "Share").click();
    await button(page, "Stop sharing with friend@example.com").waitFor();

    const there = await visit("/me/shop?q=Weather");
    await signUp(there);
    await there.locator(".pack", { hasText: "9,000 drops" }).first().click();
    await button(there, /^Buy for/).click();
    await dialog(there).getByRole("button", { name: "Buy" }).click();
    await dialog(there).getByRole("link", { name: "How to get more drops" }).waitFor();
    await button(page, "Delete").click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have not made a pack yet").waitFor();
  });

  it("subscribes at the payment provider, manages it there, and connects music", async () => {
    const page = await visit("/me/premium", phone);
    await signUp(page);
    await button(page, "Subscribe").click();
    await page.getByRole("link", { name: "Back without paying" }).click();
    await page.getByText("You were not charged").waitFor();
    await button(page, "Subscribe").click();
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByText("You have Premium").waitFor();
    await button(page, "Manage or cancel").click();
    await page.getByRole("button", { name: "End the subscription now" }).click();
    await page.getByText("Premium has ended").waitFor();
    await page.locator(".plans").getByText("€5.00").waitFor();

    await goTo(page, "/me/music");
    await button(page, "Connect Spotify").click();
    await page.getByText("Connected with Spotify").waitFor();
    await expect.poll(() => page.locator(".ledger li").count()).toBeGreaterThan(0);
    expect(page.url()).toMatch(/#\/me\/music$/);
    await button(page, "Disconnect").click();
    await dialog(page).getByRole("button", { name: "Disconnect" }).click();
    await button(page, "Connect Spotify").waitFor();
  });
});
