/** The data that a device keeps and forgets when its user, their session or its cursor is gone. */
import { describe, expect, vi } from "vitest";
import { it } from "../../../tests/support/it.ts";
import { ok } from "../../../tests/support/requests.ts";
import { platform } from "../../../tests/support/platform.ts";
import { sql } from "../../../tests/support/sql.ts";
import { type Change, createJournalClient, memoryStorage } from "@journal/client";
import { device } from "./device.ts";

describe("a device", () => {
  it("keeps waiting items when its session was ended, and sends them after another sign-in", async ({ ana }) => {
    const { offline, supabase, network } = await device(ana);
    await sql`delete from auth.sessions where user_id = ${ana.id}`;
    await offline.create("goals", { title: "Run" });
    // As at the end of the access token, an hour later at most.
    const refusal = { error: "Missing or invalid access token", code: "unauthorized" };
    network.answers.push(Response.json(refusal, { status: 401 }));
    await expect(offline.sync()).rejects.toMatchObject({ status: 401 });
    expect(offline.pending).toBe(1);
    await supabase.auth.signInWithPassword({ email: ana.email, password: ana.password });
    await offline.sync();
    expect(offline.pending).toBe(0);
  });

  it("forgets an account that was deleted", async ({ ana }) => {
    const { offline, api, storage } = await device(ana);
    await offline.create("goals", { title: "Run" });
    await api.delete("/api/user/account", { body: { confirm: ana.email } });
    await expect(offline.sync()).rejects.toMatchObject({ code: "account_deleted" });
    expect(await storage.read("")).toEqual([]);
  });

  it("forgets everything at sign-out", async ({ ana }) => {
    const { offline, signOut, storage, api } = await device(ana);
    await offline.create("goals", { title: "Run" });
    await offline.sync();
    await signOut();
    expect(await storage.read("")).toEqual([]);
    expect(offline.list("goals")).toEqual([]);
    await expect(api.get("/api/goals")).rejects.toMatchObject({ status: 401 });
  });

  it("sends nothing as another user who has signed in since", async ({ ana, ben }) => {
    const { offline, supabase } = await device(ana);
    await offline.create("goals", { title: "Of Ana" });
    await supabase.auth.signInWithPassword({ email: ben.email, password: ben.password });
    await expect(offline.sync()).rejects.toMatchObject({ status: 401 });
    expect(offline.pending).toBe(1);
    expect((await ok(ben, "GET", "/api/goals")).goals).toEqual([]);
  });

  it("asks for links without tokens in their address", async () => {
    const asked: string[] = [];
    const fetch = (_url: unknown, init?: RequestInit) => {
      asked.push(String(init?.body));
      return Promise.resolve(Response.json({}));
    };
    const { auth } = createJournalClient(platform.api_url, platform.publishable_key, {
      supabase: { global: { fetch } },
    }).supabase;
    await auth.resetPasswordForEmail("ana@example.com");
    expect(JSON.parse(asked[0]!)).toMatchObject({ code_challenge_method: "s256" });
  });

  it("opens copies one after another", async ({ ana, ben }) => {
    const { offline, storage } = await device(ana);
    const { read } = storage;
    storage.read = async (prefix) => {
      // The storage is slow with Ben's values.
      if (prefix.startsWith(ben.id)) await new Promise((resolve) => setTimeout(resolve, 50));
      return await read(prefix);
    };
    const opened = [offline.open(ben.id), offline.open(ana.id)];
    await Promise.all(opened);
    expect(offline.userId).toBe(ana.id);
  });

  it.for([["a sync", false], ["another tab's sync", true]] as const)(
    "stays empty after a sign-out during %s",
    async ([, inAnotherTab], { ana }) => {
      const storage = memoryStorage();
      const one = await device(ana, storage);
      const two = inAnotherTab ? await device(ana, storage) : one;
      const { promise, resolve } = Promise.withResolvers<void>();
      one.network.held = promise;
      const synced = one.offline.sync();
      const outcome = expect(synced).rejects.toMatchObject({ status: 401 });
      await vi.waitFor(() => expect(one.requests).toHaveLength(1));
      await two.signOut();
      resolve();
      await outcome;
      expect(await storage.read("")).toEqual([]);
      await vi.waitFor(() => expect(one.offline.userId).toBeNull());
    },
  );

  it("keeps nothing of a write that ends after the sign-out of another tab", async ({ ana }) => {
    const storage = memoryStorage();
    const one = await device(ana, storage);
    let held = Promise.resolve();
    const write = async (changes: Change[]) => {
      await held;
      await storage.write(changes);
    };
    const { offline } = await device(ana, { ...storage, write });
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const kept = expect(offline.create("goals", { title: "Run" })).rejects
      .toMatchObject({ status: 401 });
    await one.signOut();
    await vi.waitFor(() => expect(offline.userId).toBeNull());
    resolve();
    await kept;
    expect(await storage.read("")).toEqual([]);
  });

  it("starts anew when its cursor has expired, and keeps waiting items", async ({ ana }) => {
    const { offline, network } = await device(ana);
    await offline.create("goals", { title: "Sent" });
    await offline.sync();
    await offline.create("goals", { title: "Waits" });
    const body = { error: "Start without a cursor", code: "cursor_expired" };
    network.answers = [undefined, Response.json(body, { status: 410 })];
    await offline.sync();
    expect(offline.list("goals").map(({ title }) => title).sort()).toEqual(["Sent", "Waits"]);
  });
});
