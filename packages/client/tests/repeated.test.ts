/** A request that was joined with another device's words and sent again, on the model of the service. */
import { expect, it } from "vitest";
import { memoryStorage } from "@journal/client";
import { Service } from "./simulator/service.ts";
import { Window } from "./simulator/window.ts";

it("is new to the service, whatever words another device adds before it arrives", async () => {
  const service = new Service(Date.now);
  const written = ["Fog all long day.", "A warm house. Fog all long day."];
  const window = new Window(crypto.randomUUID(), memoryStorage(), 100, async (request) => {
    const content = request.method === "PUT" && written.shift();
    if (content) {
      const method = "PUT";
      service.answer({
        method,
        url: new URL(request.url),
        body: { content },
        key: null,
        versions: undefined,
      });
    }
    return await service.fetch(request);
  });
  await window.open();
  const entry = { title: "Fog", content: "Fog all day." };
  const id = await window.offline.create("journal_entries", entry);
  await window.sync([]);
  await window.offline.update("journal_entries", id, { content: "Fog all warm day." });
  await window.sync([]);
  expect(service.row(id)).toMatchObject({ content: "A warm house. Fog all long warm day." });
  window.offline.close();
});
