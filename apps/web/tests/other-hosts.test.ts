/// <reference lib="dom" />
/** Other hosts on the web: the app shows none of their pictures, and they show no page of the app. */
import { Buffer } from "node:buffer";
import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../packages/local-supabase/base/ports.ts";
import { paint } from "../../../packages/stand-ins/png.ts";
import { person } from "../../../tests/support/people.ts";
import { platform } from "../../../tests/support/platform.ts";
import { ok } from "../../../tests/support/requests.ts";
import { configOf, pagesOf } from "../config.ts";
import { account, axeFindings, desktop, device, goTo, signIn, visit } from "./browser.ts";
import { serve } from "./host.ts";

it("asks no other host for a person's picture", async () => {
  const page = await visit();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await signIn(page, account("demo"));
  const ana = await person("Tracking Tess");
  await ok(ana, "PUT", "/api/user/profile", { avatar_url: "https://tracker.example/p.png" });
  await goTo(page, "/people");
  await page.getByRole("searchbox", { name: "Find people" }).fill("Tracking Tess");
  await page.getByText("Tracking Tess").first().waitFor();
  expect(asked).not.toContain("https://tracker.example");
  const policy = page.locator("meta[http-equiv]").last();
  expect(await policy.getAttribute("content"))
    .toBe(`img-src 'self' blob: data: ${platform.api_url}/storage/v1/object/`);
});

it("shows the initial of a person whose picture cannot be loaded", async () => {
  const ana = await person("Ylva");
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(paint("fog"))], { type: "image/png" }), "fog.png");
  await ok(ana, "POST", "/api/user/avatar", form);
  const page = await visit();
  await page.route("**/avatars/**", (route) => route.abort());
  await signIn(page, ana);
  await goTo(page, "/me/profile");
  await page.locator(".picture .avatar", { hasText: "Y" }).waitFor();
  expect(await page.locator(".picture img").count()).toBe(0);
});

it("no other page can frame the app", async () => {
  const page = await visit();
  const answer = await fetch(page.url());
  expect(answer.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
});

it("a browser asks each time whether config.js names another project", async () => {
  const page = await visit();
  const [own, config] = await Promise.all(
    ["", "config.js"].map((file) => fetch(new URL(file, page.url()))),
  );
  expect([own, config].map((each) => each!.headers.get("cache-control"))).toEqual([
    null,
    "no-cache",
  ]);
});

it("speaks to the project that config.js names now, and without a network to the last one", async () => {
  const own = { "/config.js": configOf({ url: platform.api_url, key: "first" }) };
  const host = await serve(process.env.WEB_FILES!, freePort(), own);
  onTestFinished(async () => void await host.close());
  const context = await device({ ...desktop, serviceWorkers: "allow" });
  const page = await context.newPage();
  const keyAt = async () => {
    await page.getByRole("heading", { name: "Start your journal" }).waitFor();
    return await page.evaluate("journalService.key");
  };
  await page.goto(host.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(await keyAt()).toBe("first");
  own["/config.js"] = configOf({ url: platform.api_url, key: "second" });
  await page.reload();
  expect(await keyAt()).toBe("second");
  await context.setOffline(true);
  await page.reload();
  expect(await keyAt()).toBe("second");
});

it("names the terms and the privacy policy of the service at the sign-up, where it has them", async () => {
  const service = { url: platform.api_url, key: platform.publishable_key };
  const pages = pagesOf({ TERMS_URL: "https://example.com/terms", PRIVACY_URL: "" });
  expect(() => pagesOf({ TERMS_URL: "javascript:alert(1)" })).toThrow("TERMS_URL");
  const own = { "/config.js": configOf({ ...service, ...pages }) };
  const host = await serve(process.env.WEB_FILES!, freePort(), own);
  onTestFinished(async () => void await host.close());
  const page = await (await device()).newPage();
  await page.goto(host.url);
  const terms = page.getByRole("link", { name: "Terms" });
  expect(await terms.getAttribute("href")).toBe("https://example.com/terms");
  expect(await page.getByRole("link", { name: "Privacy" }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);

  const without = await visit();
  await without.getByRole("button", { name: "Create account" }).waitFor();
  expect(await without.getByText("When you create an account").count()).toBe(0);
});

it("names the faults of the sign-up in the language of the page, at their fields", async () => {
  const page = await visit();
  const create = page.getByRole("button", { name: "Create account" });
  await create.click();
  const faults = page.locator(".field .error");
  await expect.poll(() => faults.allInnerTexts())
    .toEqual(["Please fill this in.", "Please fill this in."]);
  await page.getByLabel("E-mail").fill("ana");
  await page.getByLabel("Password").fill("short");
  await create.click();
  await expect.poll(() => faults.allInnerTexts()).toEqual([
    "This is not an e-mail address.",
    "Take a password of at least 8 characters.",
  ]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("email");
  expect(await axeFindings(page)).toEqual([]);
});
