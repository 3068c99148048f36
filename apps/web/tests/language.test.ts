/** The app in another language than English, and from right to left. */
import { cp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { expect, it, onTestFinished } from "vitest";
import {
  freePort,
  patience,
  projectRoot,
  scratchFolder,
} from "../../../packages/local-supabase/helpers.ts";
import { madeUp } from "../../../tests/support/made-up.ts";
import { person, service } from "../../../tests/support/people.ts";
import { platform } from "../../../tests/support/platform.ts";
import { ok } from "../../../tests/support/requests.ts";
import { configOf } from "../config.ts";
import { languages, valuesOf, type Words, wordsOf } from "../messages.ts";
import { inWords } from "../src/refusals.ts";
import { fill, room } from "../src/rooms.ts";
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
  signUp,
} from "./browser.ts";
import { serve } from "./host.ts";
import { arrived, shown, tooWide } from "./seen.ts";

const narrow = { viewport: { width: 320, height: 700 } };

/** The texts of a catalogue that name no values. */
const textsOf = (words: Words): string[] =>
  typeof words === "string"
    ? valuesOf(words).size ? [] : [words]
    : Object.values(words).flatMap(textsOf);

/** The texts of a language, without its own name. */
const said = (language: string) => new Set(textsOf({ ...wordsOf(language), language: {} }));

it("speaks German with somebody whose device does", async () => {
  const context = await device({ ...narrow, locale: "de-AT" });
  const page = await open(context);
  const [english, german] = [said("en"), said("de")];
  const found: Record<string, string[]> = {};
  const look = async (screen: string) => {
    await arrived(page);
    const foreign = (await shown(page)).filter((text) =>
      // Short words may be of both languages: "Do" is a day.
      text.length > 2 && english.has(text) && !german.has(text)
    );
    const faults = [...foreign, ...await tooWide(page)];
    if (faults.length) found[screen] = faults;
  };
  await look("sign-in");
  await page.getByLabel("Name (freiwillig)").fill("Grete");
  await page.getByLabel("E-Mail").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Passwort").fill("a-long-password");
  await button(page, "Konto erstellen").click();
  await page.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
  await page.getByRole("heading", { name: "Grete" }).waitFor();
  await look("today");

  await goTo(page, "/journal/new");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Ein langer Tag am Fluss.");
  await look("editor");
  await button(page, /^Stimmung/).click();
  await look("moods");
  await button(page, "müde").click();
  await button(page, "Speichern").click();
  await page.getByRole("region", { name: "Eintrag" }).getByText("müde").waitFor();
  await look("entry");

  await goTo(page, "/me/goals");
  await page.getByLabel("Neues Ziel").fill("Donaudampfschifffahrt");
  await button(page, "Hinzufügen").click();
  await page.getByRole("link", { name: "Donaudampfschifffahrt" }).click();
  await page.getByRole("heading", { name: "Donaudampfschifffahrt" }).waitFor();
  await look("goal");

  for (
    const address of [
      ...[
        "today",
        "journal",
        "journal/calendar",
        "people",
        "people/cheers",
        "people/encouragement/badges",
        "window",
        "assistant",
      ],
      ...["more", "me", "me/profile", "me/goals", "me/notifications", "me/streaks", "me/shop"],
      ...["me/connections", "me/privacy", "me/data", "me/insights", "me/packs", "me/reminders"],
    ]
  ) {
    await goTo(page, `/${address}`);
    await look(address);
  }
  expect(found).toEqual({});
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name)
  );
  const words = loaded.flatMap((name) => /\b(?:first|rest)-(\w\w)-/.exec(name)?.[1] ?? []);
  expect([...new Set(words)]).toEqual(["de"]);
});

it("leaves long German words whole beside buttons and numbers", async () => {
  const ana = await person("Ana");
  await ok(ana, "PUT", "/api/user/profile", { language: "de" });
  await ok(ana, "POST", "/api/organizations", { name: "Donauschreiber" });
  const { entry } = await ok(ana, "POST", "/api/journal", {
    title: "Frühlingserwachen am Nachmittag",
    content: "Ein langer Tag am Fluss.",
  });
  await ok(ana, "POST", `/api/journal/${entry.id}/share-links`, {});
  for (const p_type of ["chat", "tone_analysis", "tone_pack_image_generation"]) {
    const call = { p_user_id: ana.id, p_type, p_model: "a-model", p_input_tokens: 1656 };
    expect((await service.rpc("record_token_usage", call)).error).toBeNull();
  }
  const page = await open(await device({ ...narrow, locale: "de-AT" }));
  await button(page, "Ich habe ein Konto").click();
  await page.getByLabel("E-Mail").fill(ana.email);
  await page.getByLabel("Passwort").fill(ana.password);
  await button(page, "Anmelden").click();
  await page.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
  const shown = {
    "people": page.getByText("Donauschreiber"),
    "people/encouragement/leaderboard": page.getByRole("link", { name: "Rangliste" }),
    "window/settings": page.getByRole("link", { name: "Einstellungen" }),
    "assistant/settings": page.getByRole("table"),
    "me/links": page.getByRole("link", { name: "Frühlingserwachen" }),
  };
  const found: Record<string, string[]> = {};
  for (const [address, part] of Object.entries(shown)) {
    await goTo(page, `/${address}`);
    await part.first().waitFor();
    await arrived(page);
    const faults = await tooWide(page);
    if (faults.length) found[address] = faults;
  }
  expect(found).toEqual({});
});

it("keeps the buttons beside the title of the journal on a narrow phone", async () => {
  const ana = await person("Ana");
  const page = await open(await device(narrow));
  await signIn(page, ana);
  const title = page.locator(".list h1");
  const add = page.locator(".list .page-head .button.main");
  for (const [language, name] of [["de", "Tagebuch"], ["nl", "Dagboek"], ["pt", "Diário"]]) {
    await ok(ana, "PUT", "/api/user/profile", { language });
    // The page notices the new language, and loads itself again.
    await page.locator(`html[lang=${language}]`).waitFor();
    await goTo(page, "/journal");
    await expect.poll(() => title.innerText()).toBe(name);
    const [left, right] = [(await title.boundingBox())!, (await add.boundingBox())!];
    expect(right.y, language).toBeLessThan(left.y + left.height);
    expect(right.x + right.width, language).toBeLessThanOrEqual(narrow.viewport.width - 16);
  }
});

it("says refusals in the language of the page, and has templates in it", async () => {
  const page = await open(await device({ ...narrow, locale: "de-AT" }));
  await page.getByLabel("E-Mail").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Passwort").fill("a-long-password");
  await button(page, "Ich habe ein Konto").click();
  await button(page, "Anmelden").click();
  await page.getByText("Die Adresse oder das Passwort stimmt nicht.").waitFor();
  await button(page, "Neu hier? Konto erstellen").click();
  await button(page, "Konto erstellen").click();
  await page.getByRole("navigation", { name: "Hauptmenü" }).waitFor();
  await goTo(page, "/journal/new");
  await button(page, "Vorlage").click();
  await dialog(page).getByRole("button", { name: /^Drei gute Dinge/ }).waitFor();
});

it("says a refusal by its code, and else as the service does", () => {
  const { app } = wordsOf("en");
  fill({ app: app! });
  const { refusals, noAnswer, ourFault } = app as Record<string, Record<string, string>>;
  const says = (code: string | undefined, status: number, message = "In English") =>
    inWords({ code, status, message });
  expect([
    says("over_request_rate_limit", 429),
    says("required", 400),
    says("quota_reached", 409),
    says("validation_failed", 400, "Unable to validate email address: invalid format"),
    says("wrong_format", 400, "expected an e-mail address"),
    says("internal_error", 500),
    says("http_502", 502),
    says(undefined, 0, "Failed to fetch"),
    says("conflict", 409),
    says("toString", 409),
  ]).toEqual([
    refusals!.rate_limited,
    refusals!.required,
    refusals!.quota_reached,
    refusals!.email_address_invalid,
    refusals!.email_address_invalid,
    ourFault,
    noAnswer,
    noAnswer,
    "In English",
    "In English",
  ]);
});

it("keeps the words around a name from right to left at their places", () => {
  fill({ probe: { of: { hello: ({ name }: { name: string }) => `${name}: 7 days`, all: "All" } } });
  const { of } = room("probe") as { of: { hello(values: { name: string }): string; all: string } };
  expect([of.hello({ name: "Ana" }), of.hello({ name: "أحمد" }), of.hello({ name: "\u202eAna" })])
    .toEqual(["Ana: 7 days", "\u2068أحمد\u2069: 7 days", "\u2068\u202eAna\u2069: 7 days"]);
  expect(of.all).toBe("All");
});

it("says in each language what the journal is", async () => {
  const page = await open(await device(narrow));
  for (const language of languages) {
    const { forms, claim } = wordsOf(language)["sign-in"] as {
      forms: { up: { title: string } };
      claim: string;
    };
    await page.evaluate((kept) => localStorage.setItem("journal-language", kept), language);
    await page.reload();
    await page.getByRole("heading", { name: forms.up.title }).waitFor();
    await page.getByText(claim).waitFor();
    expect(await tooWide(page), language).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  }
});

it("speaks a language that a copy of the app has by its file", async () => {
  const root = await scratchFolder("language");
  onTestFinished(() => rm(root, { recursive: true }));
  const [from, app] = [join(projectRoot, "apps/web"), join(root, "apps/web")];
  await cp(from, app, { recursive: true, filter: (path) => !path.includes("node_modules") });
  for (const place of ["node_modules", "apps/web/node_modules"]) {
    await symlink(join(projectRoot, place), join(root, place));
  }
  const language = { name: "Qo", locale: "pl" };
  const words = JSON.stringify(madeUp({ ...wordsOf("en"), language }));
  await writeFile(join(app, "words/pl.json"), words);
  const outDir = join(root, "dist");
  const configFile = join(app, "vite.config.ts");
  await build({ configFile, logLevel: "warn", build: { outDir } });
  const config = configOf({ url: platform.api_url, key: platform.publishable_key });
  const host = await serve(outDir, freePort(), { "/config.js": config });
  onTestFinished(async () => void await host.close());
  const page = await (await device({ ...narrow, locale: "pl-PL" })).newPage();
  await page.goto(host.url);
  await page.getByRole("heading", { name: "Qo Start your journal" }).waitFor();
  expect(await page.locator(".language-picker select").inputValue()).toBe("pl");
  expect(await page.locator(".language-picker option:checked").innerText()).toBe("Qo");
}, patience(60_000));

it("lets people pick the language before they have an account, which then has it", async () => {
  const page = await open(await device(narrow));
  const picker = page.locator(".language-picker select");
  await page.getByLabel("Language").selectOption("Français");
  await page.getByRole("heading", { name: "Commence ton journal" }).waitFor();
  await page.reload();
  expect(await page.getByLabel("Langue").inputValue()).toBe("fr");
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);

  await goTo(page, "/join/unknown");
  await page.getByRole("heading", { name: "Invitation" }).waitFor();
  await picker.selectOption("Nederlands");
  await page.getByRole("link", { name: "Naar mijn dagboek" }).waitFor();
  expect(await tooWide(page)).toEqual([]);
  await goTo(page, "/confirm");
  expect(await picker.inputValue()).toBe("nl");
  await page.goto(`${page.url().split("#")[0]}shared/unknown`);
  await picker.selectOption("Español");
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("es");
  await page.locator(".shared h1").waitFor();
  expect(await tooWide(page)).toEqual([]);

  await goTo(page, "/today");
  await page.getByLabel("Correo").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Contraseña").fill("a-long-password");
  await page.locator("button[type=submit]").click();
  await page.getByRole("navigation", { name: "Menú principal" }).waitFor();
  await goTo(page, "/me/profile");
  await expect.poll(() => page.getByLabel("Idioma").inputValue()).toBe("es");
  // The picker of the device makes way for the language of the profile.
  await goTo(page, "/join/unknown");
  await page.getByRole("heading", { name: "Invitación" }).waitFor();
  expect(await picker.count()).toBe(0);
});

it("changes the language with the profile, and keeps it for times without a network", async () => {
  const context = await device({ ...phone, serviceWorkers: "allow" });
  const page = await open(context);
  await signUp(page, "Grete");
  await goTo(page, "/me/profile");
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.getByRole("heading", { name: "Profil" }).waitFor();
  await expect.poll(() => page.getByLabel("Sprache").inputValue()).toBe("de");
  // The worker has the words of the new language.
  await expect.poll(() =>
    page.evaluate(async () => {
      const caches = globalThis.caches;
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return files.flat().filter(({ url }) => /\b(first|rest)-de-/.test(url)).length;
    })
  ).toBe(2);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Profil" }).waitFor();
  await context.setOffline(false);
});

it("is laid out from right to left", async () => {
  const context = await device(narrow);
  await context.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.dir = "rtl");
  });
  const page = await open(context);
  await signUp(page, "Grete");
  const found: Record<string, string[]> = {};
  const look = async (address: string, screen = address) => {
    await goTo(page, `/${address}`);
    await arrived(page);
    const faults = await tooWide(page);
    if (faults.length) found[screen] = faults;
  };
  for (
    const address of [
      ...["today", "journal", "journal/new", "people", "window", "assistant", "me", "me/profile"],
      ...["me/connections", "me/shop", "me/insights"],
    ]
  ) await look(address);
  await page.setViewportSize(desktop.viewport!);
  for (const address of ["today", "journal", "me"]) await look(address, `${address}, wide`);
  expect(found).toEqual({});
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  expect(bar!.x, "the bar stands at the right").toBeGreaterThan(desktop.viewport!.width / 2);
});
