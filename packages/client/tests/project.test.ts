/** A client that was given a wrong address or a wrong key says so. */
import { describe, expect } from "vitest";
import { createJournalClient } from "@journal/client";
import { it } from "../../../tests/support/it.ts";
import { platform } from "../../../tests/support/platform.ts";
import { device } from "./device.ts";

const { api_url, publishable_key: key } = platform;
const inMemory = { supabase: { auth: { persistSession: false, autoRefreshToken: false } } };

/** A web server without the service, as a mistyped address may name one. */
function otherHost() {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("<h1>Not Found</h1>", { status: 404 }),
  );
  return {
    address: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.dispose]: () => void server.shutdown(),
  };
}

describe("a client with a wrong address", () => {
  it.for([
    `${api_url}/functions/v1`,
    `${api_url}/rest/v1/`,
    `${api_url}/?apikey=1`,
    "127.0.0.1:54321",
    "<SUPABASE_URL>",
    "",
  ])("%s is not made, and the error says what to pass", (url) => {
    expect(() => createJournalClient(url, key)).toThrow(TypeError);
    expect(() => createJournalClient(url, key)).toThrow(
      "pass the address of the project without a path, such as https://<ref>.supabase.co",
    );
  });

  it("of a host without the service throws an error that is not temporary", async () => {
    using server = otherHost();
    const { api } = createJournalClient(server.address, key, inMemory);
    await expect(api.get("/api/goals")).rejects.toMatchObject({
      code: "http_404",
      isTemporary: false,
      message: expect.stringContaining("check the address"),
    });
  });

  it("keeps what it could not send", async ({ ana }) => {
    const { offline, network } = await device(ana);
    const entry_id = await offline.create("journal_entries", { title: "Fog", content: "" });
    await offline.outbox.add("comments", { entry_id, content: "So quiet" });
    const notFound = () => new Response("<h1>Not Found</h1>", { status: 404 });
    network.answers = [notFound()];
    await expect(offline.sync()).rejects.toMatchObject({ code: "http_404" });
    expect([offline.pending, offline.conflicts]).toEqual([2, []]);
    // The entry arrives, and its comment finds another host.
    network.answers = [undefined, notFound()];
    await expect(offline.sync()).rejects.toMatchObject({ code: "http_404" });
    expect(offline.outbox.waiting).toMatchObject([{ kind: "comments", refusal: null }]);
    await offline.sync();
    expect(offline.pending).toBe(0);
  });

  it("may end with a slash", async () => {
    const { api } = createJournalClient(`${api_url}/`, key, inMemory);
    await expect(api.get("/api/goals")).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("a client with a wrong key", () => {
  it("throws an error that names the key and is not temporary", async () => {
    const { api, chat } = createJournalClient(api_url, "sb_publishable_of_another", inMemory);
    const refusal = {
      name: "JournalError",
      status: 401,
      code: "wrong_key",
      isTemporary: false,
      message: expect.stringContaining("check the key"),
    };
    await expect(api.get("/api/goals")).rejects.toMatchObject(refusal);
    await expect(chat("Are you there?").next()).rejects.toMatchObject(refusal);
  });

  it("is told from a client whose user has not signed in, which asks about its key once", async () => {
    const asked: string[] = [];
    const { api } = createJournalClient(api_url, key, {
      ...inMemory,
      fetch(request) {
        asked.push(new URL(request.url).pathname);
        return fetch(request);
      },
    });
    for (const _ of [1, 2]) {
      await expect(api.get("/api/goals")).rejects.toMatchObject({
        code: "unauthorized",
        isTemporary: true,
      });
    }
    expect(asked.filter((path) => path === "/auth/v1/settings")).toHaveLength(1);
  });
});
