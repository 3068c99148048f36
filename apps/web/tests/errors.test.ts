/// <reference lib="dom" />
/** The app reports uncaught errors to the service. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { device, open } from "./browser.ts";

/** The app where chance is always so, and the messages that it has reported. */
async function begin(chance: number) {
  const mine = await device();
  await mine.addInitScript((chance) => void (Math.random = () => chance), chance);
  const page = await open(mine);
  await page.getByRole("heading", { name: "Start your journal" }).waitFor();
  const reported: { message: string; stack?: string; release?: string }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/client-errors") && request.method() === "POST") {
      reported.push(request.postDataJSON());
    }
  });
  return { page, reported };
}

/** Sends an uncaught error to the page as the browser does. */
const fail = (page: Page, message: string, kind: "error" | "rejection" = "error", name = "Error") =>
  page.evaluate(({ message, kind, name }) => {
    const error = Object.assign(new Error(message), { name });
    const event = kind === "error"
      ? new ErrorEvent("error", { error, message })
      : new PromiseRejectionEvent("unhandledrejection", {
        promise: Promise.resolve(),
        reason: error,
      });
    dispatchEvent(event);
  }, { message, kind, name });

it("an error and a rejection reach the service, each message once", async () => {
  const { page, reported } = await begin(0);
  const answer = page.waitForResponse((response) =>
    response.url().endsWith("/client-errors") && response.request().method() === "POST"
  );
  await fail(page, "x is not a function");
  expect((await answer).status()).toBe(202);
  await fail(page, "x is not a function");
  await fail(page, "y is not a function", "rejection");
  await expect.poll(() => reported.map(({ message }) => message))
    .toEqual(["x is not a function", "y is not a function"]);
  expect(reported[0]!.stack).toMatch(/:\d+:\d+/);
  expect(reported[0]!.release).toMatch(/^\d+\.\d+\.\d+/);
});

it("an ended call, an error without a network, and most errors are not reported", async () => {
  const { page, reported } = await begin(0);
  await fail(page, "The call was stopped", "rejection", "AbortError");
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await fail(page, "without a network");
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await fail(page, "the last one");
  await expect.poll(() => reported.map(({ message }) => message)).toEqual(["the last one"]);

  const unlucky = await begin(0.5);
  await fail(unlucky.page, "left out by chance");
  expect(unlucky.reported).toEqual([]);
});
