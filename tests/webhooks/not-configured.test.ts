/** Webhooks where the operator has set no WEBHOOK_KEY. */
import { expect } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform({ WEBHOOK_KEY: "" });
const { it } = await import("../support/it.ts");
const { send } = await import("../support/people.ts");
const { messageOf, NOWHERE, ok } = await import("../support/requests.ts");
const { testEnvironment } = await import("../support/environment.ts");
const { PATH } = await import("./support.ts");

it("without a key no webhook is made, rotated or called", async ({ ana }) => {
  const refusal = "503 Webhooks are not configured: WEBHOOK_KEY is missing";
  const body = { url: "https://hooks.example.net/", events: ["goal.changed"] };
  expect(await messageOf(ana.api("POST", PATH, body))).toBe(refusal);
  expect(await messageOf(ana.api("POST", `${PATH}/${NOWHERE}/rotate-secret`))).toBe(refusal);
  expect(
    await messageOf(
      send("POST", "/api/user/cron/webhooks", undefined, {
        "x-cron-secret": testEnvironment.CHAT_CRON_SECRET,
      }),
    ),
  ).toBe(refusal);
  expect((await ok(ana, "GET", PATH)).webhooks).toEqual([]);
});
