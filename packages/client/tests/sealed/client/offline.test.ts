/** Sealed entries on devices of one person: written offline, joined, searched. */
import { describe, expect } from "vitest";
import { memoryStorage } from "@journal/client";
import { it } from "../../../../../tests/support/it.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { codeOf, dump, first, second, signedIn } from "./devices.ts";

const CANARY = "zqcanary";

describe("an entry", () => {
  it("that is written without a network lies sealed on the device, and is sealed when it is sent", async ({ ana }) => {
    const storage = memoryStorage();
    const phone = await first(ana, { storage });
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    phone.network.fate = "lost";
    const id = await phone.sealed.entries.create({
      notebook_id,
      title: "Fog",
      content: CANARY,
      mood: "calm",
      tags: ["river"],
    });
    await phone.sealed.entries.update(id, { content: `${CANARY} again` });
    expect(phone.sealed.entries.get(id)).toMatchObject({
      content: `${CANARY} again`,
      failure: null,
    });
    expect(phone.sealed.entries.status?.pending.journal_entries).toEqual({ objects: 1, writes: 2 });
    expect(await dump(storage)).not.toContain(CANARY);
    await expect(phone.sealed.sync()).rejects.toMatchObject({ code: "no_network" });

    // The program ends and starts again, still without a network.
    await phone.sealed.close();
    phone.offline.close();
    phone.network.fate = "arrives";
    const again = await signedIn(ana, { storage });
    expect(again.sealed.state).toBe("open");
    expect(again.sealed.entries.list()).toMatchObject([{ id, content: `${CANARY} again` }]);
    again.requests.length = 0;
    await again.sealed.sync();
    for (const request of again.requests) expect(await request.text()).not.toContain(CANARY);
    expect(again.sealed.entries.status?.pending).toEqual({});
    const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
    expect(entry).toMatchObject({ title: "", content: "", is_sealed: true, version: 1 });
    expect(await dump(storage)).not.toContain(CANARY);

    const laptop = await second(phone);
    expect(laptop.sealed.entries.get(id)).toMatchObject({
      title: "Fog",
      content: `${CANARY} again`,
      mood: "calm",
      tags: ["river"],
      user_id: ana.id,
      notebook_id,
      failure: null,
    });
  });

  it("that was sent, and whose answer was lost, is sent again with the same bytes", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.sealed.entries.create({ notebook_id, content: "once" });
    phone.requests.length = 0;
    phone.proxy.change = async (request, answer) => {
      const response = await answer();
      if (request.method !== "POST") return response;
      phone.proxy.change = undefined;
      throw new TypeError("fetch failed");
    };
    await expect(phone.sealed.sync()).rejects.toMatchObject({ code: "no_network" });
    await phone.sealed.sync();
    const sent = phone.requests.filter(({ method, url }) =>
      method === "POST" && url.endsWith("/api/journal")
    );
    const [one, other] = await Promise.all(sent.map((request) => request.text()));
    expect(other).toBe(one);
    await phone.sealed.entries.update(id, { content: "twice" });
    await phone.sealed.sync();
    expect(phone.sealed.entries.get(id)).toMatchObject({ content: "twice", version: 2 });
    expect(phone.sealed.entries.conflicts).toEqual([]);
  });

  it("that two devices change is joined on its opened text, and asks for the same words", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.sealed.entries.create({
      notebook_id,
      title: "A day",
      content: "One line.\n\nAnother line.",
      tags: ["a"],
    });
    await phone.sealed.sync();
    const laptop = await second(phone);
    await phone.sealed.entries.update(id, {
      content: "One line more.\n\nAnother line.",
      tags: ["a", "b"],
    });
    await laptop.sealed.entries.update(id, {
      content: "One line.\n\nAnother line.\n\nThe end.",
      tags: ["c"],
    });
    await phone.sealed.sync();
    await laptop.sealed.sync();
    await phone.sealed.sync();
    for (const { sealed } of [phone, laptop]) {
      expect(sealed.entries.get(id)).toMatchObject({
        content: "One line more.\n\nAnother line.\n\nThe end.",
        tags: ["b", "c"],
        version: 3,
      });
    }
    expect(laptop.sealed.entries.joined).toMatchObject([{ id }]);

    await phone.sealed.entries.update(id, { title: "A good day" });
    await laptop.sealed.entries.update(id, { title: "A bad day" });
    await phone.sealed.sync();
    await laptop.sealed.sync();
    const [conflict] = laptop.sealed.entries.conflicts;
    expect(conflict).toMatchObject({
      id,
      mine: { title: "A bad day" },
      theirs: { title: "A good day" },
      refusal: null,
    });
    await laptop.sealed.entries.resolve(conflict!, "mine");
    await laptop.sealed.sync();
    await phone.sealed.sync();
    expect(phone.sealed.entries.get(id)).toMatchObject({ title: "A bad day" });
  });

  it("that is deleted on one device goes on the other", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.sealed.entries.create({ notebook_id, content: "short" });
    await phone.sealed.sync();
    const laptop = await second(phone);
    await phone.sealed.entries.remove(id);
    await phone.sealed.sync();
    await laptop.sealed.sync();
    expect(laptop.sealed.entries.get(id)).toBe(undefined);
  });

  it("is never written openly into a sealed notebook, even if the service calls it open", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.sealed.entries.create({ notebook_id, content: "sealed" });
    await phone.sealed.sync();
    phone.proxy.change = async (request, answer) => {
      const response = await answer();
      if (!request.url.includes("/api/sync")) return response;
      const page = await response.json();
      for (const notebook of page.changes.notebooks) notebook.is_sealed = false;
      return Response.json(page);
    };
    await ok(ana, "PUT", `/api/notebooks/${notebook_id}`, { name: "Another" });
    await phone.offline.sync();
    expect(phone.offline.get("notebooks", notebook_id)).toMatchObject({ is_sealed: false });
    const { offline } = phone;
    expect(await codeOf(offline.create("journal_entries", { notebook_id, content: "x" })))
      .toBe("sealed");
    expect(await codeOf(offline.update("journal_entries", id, { content: "x" }))).toBe("sealed");
    expect(await codeOf(offline.update("journal_entries", id, { notebook_id: null })))
      .toBe("sealed");
  });

  it("is found by its words on this device, without case and accents", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const other = await phone.sealed.notebooks.create({ name: "Other" });
    const { entries } = phone.sealed;
    const id = await entries.create({
      notebook_id,
      title: "Río",
      content: "Niebla",
      tags: ["Größe"],
    });
    await entries.create({ notebook_id: other, content: "niebla" });
    const found = (words: string) => entries.search(words).map((entry) => entry.id);
    expect(found("rio NIEBLA")).toEqual([id]);
    expect(found("große")).toEqual([id]);
    expect(found("niebla")).toHaveLength(2);
    expect(entries.search("niebla", { notebook_id }).map((entry) => entry.id)).toEqual([id]);
    expect(found("")).toEqual([]);
    const plain = await entries.create({ notebook_id, content: "C++ (and more)", tags: ["Code"] });
    expect(found("c++ (AND")).toEqual([plain]);
    expect(found("code more")).toEqual([plain]);
    expect(found("sol")).toEqual([]);
    expect(phone.requests.filter(({ url }) => url.includes("q="))).toEqual([]);
  });
});

it("an entry that is written anew after a refusal has its photo", async ({ ana }) => {
  const phone = await first(ana);
  const { entries } = phone.sealed;
  const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
  phone.proxy.change = async (request, answer) =>
    request.method === "POST" && request.url.endsWith("/api/journal")
      ? Response.json({ error: "Full", code: "quota_reached" }, { status: 409 })
      : await answer();
  const id = await entries.create({ notebook_id, content: "words" });
  await entries.attach(id, { file: new Blob(["photo"], { type: "image/jpeg" }) });
  await phone.sealed.sync();
  phone.proxy.change = undefined;
  await entries.resolve(entries.conflicts[0]!, "mine");
  await phone.sealed.sync();
  const [entry] = entries.list();
  expect(entry).toMatchObject({ content: "words", version: 1, files: [{ type: "image/jpeg" }] });
  const { entry: row } = await ok(ana, "GET", `/api/journal/${entry!.id}`);
  expect(row.attachments).toMatchObject([{ id: entry!.files[0]!.id, kind: "sealed" }]);
  expect(await (await entries.file(entry!.id, entry!.files[0]!.id)).text()).toBe("photo");
});

it("a sync opens what another sync brings meanwhile", async ({ ana }) => {
  const storage = memoryStorage();
  const phone = await first(ana, { storage });
  const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
  await phone.sealed.sync();
  const laptop = await second(phone);
  await laptop.sealed.entries.create({ notebook_id, content: "before" });
  await laptop.sealed.sync();
  const { write } = storage;
  let written = 0;
  // The phone keeps what it has found, and looks no more in this exchange.
  storage.write = async (changes) => {
    const isPack = changes.some(([key]) => key.endsWith("/packs"));
    if (isPack && phone.offline.list("journal_entries").length && !written++) {
      await laptop.sealed.entries.create({ notebook_id, content: "meanwhile" });
      await laptop.sealed.sync();
      await phone.offline.sync();
    }
    await write(changes);
  };
  await phone.sealed.sync();
  expect(written).toBeGreaterThan(0);
  const texts = phone.sealed.entries.list().map(({ content }) => content);
  expect(texts.sort()).toEqual(["before", "meanwhile"]);
});
