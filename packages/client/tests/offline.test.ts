/** A user's own objects on a device, without a network and with a bad one. */
import { describe, expect, vi } from "vitest";
import { it } from "../../../tests/support/it.ts";
import type { Person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  type Changeable,
  type Creatable,
  type DeviceStorage,
  memoryStorage,
} from "@journal/client";
import { device } from "./device.ts";
import { eventually } from "../../../tests/support/eventually.ts";

const entry = { title: "A walk", content: "First words", mood: "calm" };

describe("a device without a network", () => {
  it("shows what the user writes, and sends it later", async ({ ana }) => {
    const { offline, network } = await device(ana);
    network.fate = "lost";
    const id = await offline.create("journal_entries", entry);
    await offline.update("journal_entries", id, { title: "A long walk" });
    expect(offline.get("journal_entries", id)).toMatchObject({ ...entry, title: "A long walk" });
    await expect(offline.sync()).rejects.toMatchObject({ code: "no_network" });
    expect(offline.pending).toBe(2);

    network.fate = "arrives";
    await offline.sync();
    expect(offline.pending).toBe(0);
    expect(offline.get("journal_entries", id)).toMatchObject({
      title: "A long walk",
      user_id: ana.id,
      version: 1,
    });
  });

  it("keeps the id that a program gives, by which it finds an earlier attempt", async ({ ana }) => {
    const { offline } = await device(ana);
    const id = crypto.randomUUID();
    expect(offline.get("journal_entries", id)).toBeUndefined();
    expect(await offline.create("journal_entries", entry, id)).toBe(id);
    expect(offline.get("journal_entries", id)).toMatchObject(entry);
    await offline.sync();
    expect((await ok(ana, "GET", `/api/journal/${id}`)).entry).toMatchObject({ id, ...entry });
  });

  it("opens the copies of the last user", async ({ ana }) => {
    const storage = memoryStorage();
    const before = await device(ana, storage);
    const id = await before.offline.create("goals", { title: "Run" });
    await before.offline.sync();
    before.offline.close();

    const after = await device(ana, storage);
    after.network.fate = "lost";
    after.offline.close();
    expect(await after.offline.open()).toBe(ana.id);
    expect(after.offline.list("goals")).toMatchObject([{ id, title: "Run" }]);
    expect(after.offline.profile).toMatchObject({ id: ana.id });
  });
});

it("the id of a new object stands for an Idempotency-Key, also after a lost answer", async ({ ana }) => {
  const { offline, network, requests } = await device(ana);
  const id = await offline.create("goals", { title: "Swim" });
  network.fate = "answer lost";
  await expect(offline.sync()).rejects.toMatchObject({ status: 0 });
  network.fate = "arrives";
  await offline.sync();
  const posts = requests.filter(({ method }) => method === "POST");
  expect(posts.map(({ headers }) => headers.get("idempotency-key"))).toEqual([null, null]);
  expect(offline.list("goals").map((goal) => goal.id)).toEqual([id]);
});

describe("several notifications", () => {
  it("are marked as read a hundred at once", async ({ ana }) => {
    await sql`select private.notify(${ana.id}, 'mention') from generate_series(1, 120) as n`;
    const { offline, requests } = await device(ana);
    await offline.sync();
    const ids = offline.list("notifications").map(({ id }) => id);
    requests.length = 0;
    await offline.read(ids);
    await offline.sync();
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(2);
    expect(offline.list("notifications").filter(({ read_at }) => !read_at)).toEqual([]);
  });
});

describe("the mood of an entry", () => {
  const entryOf = async (ana: Person, mood_source: "author" | "analysis") => {
    const client = await device(ana);
    // No analysis replaces the mood.
    await ok(ana, "PUT", "/api/user/profile", { mood_analysis_enabled: false });
    const id = await client.offline.create("journal_entries", entry);
    await client.offline.sync();
    await sql`update public.journal_entries set mood_source = ${mood_source} where id = ${id}`;
    await client.offline.sync();
    client.requests.length = 0;
    const bodies = () =>
      Promise.all(
        client.requests.filter(({ method }) => method === "PUT").map((each) => each.json()),
      );
    const shown = () => client.offline.get("journal_entries", id);
    return { ...client, id, bodies, shown };
  };

  it("of its author stays with a new text", async ({ ana }) => {
    const { id, offline, bodies, shown } = await entryOf(ana, "author");
    await offline.update("journal_entries", id, { title: "A long walk" });
    await offline.sync();
    await offline.update("journal_entries", id, { content: "Second words" });
    expect(shown()).toMatchObject({ mood: "calm", mood_source: "author" });
    await offline.sync();
    expect(await bodies())
      .toEqual([{ title: "A long walk" }, { content: "Second words", mood: "calm" }]);
    expect(shown()).toMatchObject({ mood: "calm", mood_source: "author", version: 3 });
  });

  it("gives way to a mood that is written with the text", async ({ ana }) => {
    const { id, offline, bodies, shown } = await entryOf(ana, "author");
    await offline.update("journal_entries", id, { content: "Second words" });
    await offline.update("journal_entries", id, { mood: null });
    expect(shown()).toMatchObject({ mood: null, mood_source: null });
    await offline.sync();
    expect(await bodies()).toEqual([{ content: "Second words", mood: null }]);
  });

  it("that the analysis has found ends with the text", async ({ ana }) => {
    const { id, offline, bodies, shown } = await entryOf(ana, "analysis");
    expect(shown()).toMatchObject({ mood: "calm", mood_source: "analysis" });
    await offline.update("journal_entries", id, { content: "Second words" });
    expect(shown()).toMatchObject({ mood: null, mood_source: null });
    await offline.sync();
    expect(await bodies()).toEqual([{ content: "Second words" }]);
    expect(shown()).toMatchObject({ mood: null, mood_source: null });
    await offline.update("journal_entries", id, { mood: "glad" });
    expect(shown()).toMatchObject({ mood: "glad", mood_source: "author" });
  });
});

describe("several edits of one object", () => {
  it("become one request", async ({ ana }) => {
    const { offline, requests } = await device(ana);
    const id = await offline.create("journal_entries", entry);
    await offline.sync();
    requests.length = 0;
    await offline.update("journal_entries", id, { content: "Second words" });
    await offline.update("journal_entries", id, { title: "Another title" });
    await offline.update("journal_entries", id, { content: "Third words" });
    await offline.sync();
    expect(requests.map(({ method }) => method)).toEqual(["PUT", "GET"]);
    expect(offline.conflicts).toEqual([]);
    expect(offline.get("journal_entries", id)).toMatchObject({
      title: "Another title",
      content: "Third words",
      version: 2,
    });
  });

  it("send nothing when the object was created and deleted meanwhile", async ({ ana }) => {
    const { offline, requests } = await device(ana);
    const id = await offline.create("goals", { title: "Run" });
    await offline.remove("goals", id);
    await offline.sync();
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
    expect(offline.list("goals")).toEqual([]);
  });

  it("follow the creation where it does not take the changed fields", async ({ ana }) => {
    const { offline, requests } = await device(ana);
    const id = await offline.create("goals", { title: "Run" });
    await offline.update("goals", id, { title: "Run far" });
    await offline.update("goals", id, { status: "paused" });
    await offline.sync();
    expect(requests.map(({ method }) => method)).toEqual(["POST", "PUT", "GET"]);
    expect(offline.get("goals", id)).toMatchObject({ title: "Run far", status: "paused" });
    expect(offline.conflicts).toEqual([]);
  });

  it("keep their place behind the object that they refer to", async ({ ana }) => {
    const { offline } = await device(ana);
    const id = await offline.create("journal_entries", entry);
    const notebook = await offline.create("notebooks", { name: "Walks" });
    await offline.update("journal_entries", id, { notebook_id: notebook });
    await offline.sync();
    expect(offline.get("journal_entries", id)).toMatchObject({ notebook_id: notebook });
  });

  it("stay on the screen while they are sent and fetched", async ({ ana }) => {
    const { offline, network } = await device(ana);
    const id = await offline.create("journal_entries", entry);
    const seen = new Set<unknown>();
    offline.subscribe(() => seen.add(offline.get("journal_entries", id)?.content));
    // The write gets an answer, the fetch after it does not.
    network.answers = [undefined, new Response("{}", { status: 503 })];
    await expect(offline.sync()).rejects.toMatchObject({ status: 503 });
    await offline.sync();
    expect([...seen]).toEqual(["First words"]);
  });

  /** Holds the next write of the storage until the returned function is called. */
  function slow(storage: DeviceStorage) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { write } = storage;
    storage.write = async (changes) => {
      storage.write = write;
      await promise;
      await write(changes);
    };
    return resolve;
  }

  it("follow the answer that is kept at the same time", async ({ ana }) => {
    const { offline, network, storage, requests } = await device(ana);
    const id = await offline.create("journal_entries", entry);
    const answered = Promise.withResolvers<void>();
    network.held = answered.promise;
    const sync = offline.sync();
    await eventually(() => expect(requests).toHaveLength(1));
    const release = slow(storage);
    const update = offline.update("journal_entries", id, { content: "Second words" });
    answered.resolve();
    // Time for the answer to be kept before the edit.
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    await Promise.all([update, sync]);
    await offline.sync();
    expect(offline.conflicts).toEqual([]);
    expect(offline.get("journal_entries", id)).toMatchObject({ content: "Second words" });
  });

  it("replace no text that arrives at the same time", async ({ ana }) => {
    const [here, there] = [await device(ana), await device(ana)];
    const id = await there.offline.create("journal_entries", entry);
    await there.offline.sync();
    await here.offline.sync();
    await there.offline.update("journal_entries", id, { content: "From there" });
    await there.offline.sync();
    const writing = vi.spyOn(here.storage, "write");
    const release = slow(here.storage);
    const sync = here.offline.sync();
    await eventually(() => expect(here.storage.write).toBe(writing));
    const update = here.offline.update("journal_entries", id, { content: "From here" });
    release();
    await Promise.all([update, sync]);
    await here.offline.sync();
    expect(here.offline.conflicts).toMatchObject([
      { mine: { content: "From here" }, theirs: { content: "From there" } },
    ]);
  });

  it("become copies with the fields that a sync has", async ({ ana }) => {
    const { offline, network } = await device(ana);
    const id = await offline.create("journal_entries", entry);
    const fields = () => Object.keys(offline.get("journal_entries", id)!).toSorted();
    network.answers = [undefined, new Response("{}", { status: 503 })];
    await expect(offline.sync()).rejects.toMatchObject({ status: 503 });
    const answered = fields();
    await offline.sync();
    expect(answered).toEqual(fields());
  });
});

describe("a sync", () => {
  it("fetches the changes of others although the service fails at a write", async ({ ana }) => {
    const { offline, network } = await device(ana);
    await offline.create("goals", { title: "Run" });
    const { entry: theirs } = await ok(ana, "POST", "/api/journal", entry);
    network.answers.push(new Response("{}", { status: 500 }));
    await expect(offline.sync()).rejects.toMatchObject({ status: 500 });
    expect(offline.get("journal_entries", theirs.id)).toMatchObject(entry);
    expect(offline.pending).toBe(1);
    await offline.sync();
    expect(offline.pending).toBe(0);
  });

  it("keeps objects of a kind that only a later version knows, until they are deleted", async ({ ana }) => {
    const { offline, network, storage } = await device(ana);
    const [id, gone] = [crypto.randomUUID(), crypto.randomUUID()];
    const page = { changes: {}, deleted: [], next_cursor: "later", has_more: false };
    const deleted = [{ type: "moon", id: gone, deleted_at: new Date().toISOString() }];
    network.answers = [
      Response.json({ ...page, changes: { moons: [{ id }, { id: gone }] } }),
      Response.json({ ...page, deleted }),
    ];
    await offline.sync();
    await offline.sync();
    expect(await storage.read(`${ana.id}/copy/moons/`)).toEqual([
      [`${ana.id}/copy/moons/${id}`, { id }],
    ]);
  });
});

describe("an answer that is lost", () => {
  it.for(
    [
      ["journal_entries", entry, { content: "New" }],
      ["goals", { title: "Run" }, { title: "Walk" }],
      ["notebooks", { name: "Runs" }, { name: "Walks" }],
    ] as const,
  )("has its effect once on %s", async ([kind, fields, edit], { ana }) => {
    const { offline, network } = await device(ana);
    const id = await offline.create<Creatable>(kind, fields as object);
    network.fate = "answer lost";
    await expect(offline.sync()).rejects.toMatchObject({ code: "no_network" });
    // The request has arrived, so this edit is another request.
    await offline.update<Changeable>(kind, id, edit as object, { guarded: true });
    await expect(offline.sync()).rejects.toMatchObject({ code: "no_network" });
    network.fate = "arrives";
    await offline.sync();
    expect(offline.conflicts).toEqual([]);
    expect(offline.list(kind)).toMatchObject([{ id, ...edit }]);
  });

  it("of a guarded edit is not a conflict", async ({ ana }) => {
    const { offline, network } = await device(ana);
    const id = await offline.create("journal_entries", entry);
    await offline.sync();
    await offline.update("journal_entries", id, { content: "Second words" });
    network.fate = "answer lost";
    await offline.sync().catch(() => {});
    await offline.update("journal_entries", id, { content: "Third words" });
    network.fate = "arrives";
    await offline.sync();
    expect(offline.conflicts).toEqual([]);
    expect(offline.get("journal_entries", id)).toMatchObject({ content: "Third words" });
  });
});
