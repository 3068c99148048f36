/** The status of the exchange between a device and the service. */
import { describe, expect } from "vitest";
import { it } from "../../../tests/support/it.ts";
import { createJournalClient, memoryStorage } from "@journal/client";
import { device } from "./device.ts";

const entry = { title: "Fog", content: "White" };
const photo = () => new Blob(["picture"], { type: "image/png" });

describe("the status of a device", () => {
  it("counts an edited entry, a photo and a comment as one object each", async ({ ana }) => {
    const { offline } = await device(ana);
    const entry_id = await offline.create("journal_entries", entry);
    await offline.update("journal_entries", entry_id, { mood: "calm" });
    await offline.outbox.add("attachments", { entry_id, file: photo() });
    await offline.outbox.add("comments", { entry_id, content: "So quiet" });
    expect(offline.status().pending).toEqual({
      journal_entries: { objects: 1, writes: 2 },
      attachments: { objects: 1, writes: 1 },
      comments: { objects: 1, writes: 1 },
    });
    expect(offline.pending).toBe(4);
  });

  it("does not count a refused item as waiting", async ({ ana }) => {
    const { offline } = await device(ana);
    const entry_id = await offline.create("journal_entries", entry);
    await offline.outbox.add("attachments", { entry_id, file: photo() });
    await offline.sync();
    expect(offline.status()).toMatchObject({ refused: 1, pending: {}, lastError: null });
  });

  it("says when and why it last failed, until a sync succeeds", async ({ ana }) => {
    const { offline, network } = await device(ana);
    const { lastSync } = offline.status();
    network.answers = [
      Response.json({ error: "Busy", code: "internal" }, { status: 500 }),
    ];
    await expect(offline.sync()).rejects.toThrow("Busy");
    expect(offline.status()).toMatchObject({
      lastSync,
      lastError: { code: "internal", message: "Busy", isTemporary: true },
    });
    await offline.sync();
    expect(offline.status().lastError).toBeNull();
    expect(Date.parse(offline.status().lastSync!)).toBeGreaterThan(Date.parse(lastSync!));
  });

  it("says that a sync runs", async ({ ana }) => {
    const { offline } = await device(ana);
    const running = offline.sync();
    expect(offline.status().isSyncing).toBe(true);
    await running;
    expect(offline.status().isSyncing).toBe(false);
  });

  it("keeps the time of the last sync, and is not whole before the first", async ({ ana }) => {
    const { offline, storage } = await device(ana);
    const { lastSync } = offline.status();
    const again = createJournalClient("https://example.com", "key", { storage }).offline;
    await again.open(ana.id);
    expect(again.status()).toMatchObject({ lastSync, isWhole: true });
    again.close();
    const fresh = createJournalClient("https://example.com", "key", { storage: memoryStorage() });
    await fresh.offline.open(ana.id);
    expect(fresh.offline.status()).toMatchObject({ lastSync: null, isWhole: false });
    fresh.offline.close();
  });
});
