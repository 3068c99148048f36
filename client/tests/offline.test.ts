/** Things of one's own on several devices, without a network and with a bad one. */
import { describe, expect, vi } from "vitest";
import { it } from "../../tests/support/it.ts";
import { ok } from "../../tests/support/requests.ts";
import { sql } from "../../tests/support/sql.ts";
import { type Kind, memoryStorage } from "../src/mod.ts";
import { device } from "./device.ts";

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

describe("several notifications", () => {
  it("are marked as read a hundred at once", async ({ ana }) => {
    await sql`select private.notify(${ana.id}, 'mention', n::text) from generate_series(1, 120) as n`;
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

  it("keep their place behind what they refer to", async ({ ana }) => {
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
    // The write is answered, and what is fetched after it is not.
    network.answers = [undefined, new Response("{}", { status: 503 })];
    await expect(offline.sync()).rejects.toMatchObject({ status: 503 });
    await offline.sync();
    expect([...seen]).toEqual(["First words"]);
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
    const id = await offline.create<Kind>(kind, fields as object);
    network.fate = "answer lost";
    await expect(offline.sync()).rejects.toMatchObject({ code: "no_network" });
    // The request has arrived: this edit is another one.
    await offline.update<Kind>(kind, id, edit as object, { guarded: true });
    await expect(offline.sync()).rejects.toMatchObject({ code: "no_network" });
    network.fate = "arrives";
    await offline.sync();
    expect(offline.conflicts).toEqual([]);
    expect(offline.list(kind)).toMatchObject([{ id, ...edit }]);
  });

  it("of a guarded edit is no conflict", async ({ ana }) => {
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

describe("two devices", () => {
  it("both change fields, and nothing is lost", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const id = await phone.offline.create("journal_entries", entry);
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.update("journal_entries", id, { title: "From the phone" });
    await laptop.offline.update("journal_entries", id, { mood: "glad" });
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.sync();
    expect(phone.offline.get("journal_entries", id)).toMatchObject({
      title: "From the phone",
      mood: "glad",
    });
  });

  /** Both have written the content of an entry, and the laptop was later. */
  async function conflict(who: Parameters<typeof device>[0]) {
    const [phone, laptop] = [await device(who), await device(who)];
    const id = await phone.offline.create("journal_entries", entry);
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.update("journal_entries", id, { content: "Of the phone" });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { content: "Of the laptop" });
    await laptop.offline.sync();
    return { id, phone, laptop };
  }

  it("show both sides of a conflict", async ({ ana }) => {
    const { id, laptop: { offline } } = await conflict(ana);
    expect(offline.conflicts).toMatchObject([{
      kind: "journal_entries",
      id,
      mine: { content: "Of the laptop" },
      theirs: { content: "Of the phone", version: 2 },
      refusal: null,
    }]);
    expect(offline.get("journal_entries", id)).toMatchObject({ content: "Of the phone" });
  });

  it.for(
    [
      ["mine", ["Of the laptop"]],
      ["theirs", ["Of the phone"]],
      ["both", ["Of the laptop", "Of the phone"]],
    ] as const,
  )("keep %s as the user decides", async ([answer, contents], { ana }) => {
    const { phone, laptop } = await conflict(ana);
    await laptop.offline.resolve(laptop.offline.conflicts[0]!, answer);
    await laptop.offline.sync();
    await phone.offline.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    const kept = phone.offline.list("journal_entries").map(({ content }) => content);
    expect(kept.sort()).toEqual(contents);
  });

  it("keep the text of an entry that the other one has deleted", async ({ ana }) => {
    const { id, phone, laptop } = await conflict(ana);
    await laptop.offline.resolve(laptop.offline.conflicts[0]!, "theirs");
    await phone.offline.remove("journal_entries", id);
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { content: "Late words" });
    await laptop.offline.sync();
    const [conflicting] = laptop.offline.conflicts;
    expect(conflicting).toMatchObject({ theirs: null, mine: { content: "Late words" } });
    await laptop.offline.resolve(conflicting!, "mine");
    await laptop.offline.sync();
    expect(laptop.offline.list("journal_entries")).toMatchObject([
      { title: entry.title, content: "Late words" },
    ]);
  });
});

describe("two tabs", () => {
  it("share one outbox, and send each write once", async ({ ana }) => {
    const storage = memoryStorage();
    const [one, two] = [await device(ana, storage), await device(ana, storage)];
    await one.offline.create("goals", { title: "Of the first" });
    await two.offline.create("goals", { title: "Of the second" });
    await Promise.all([one.offline.sync(), two.offline.sync()]);
    const posts = [...one.requests, ...two.requests].filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(2);
    for (const { offline } of [one, two]) {
      await offline.sync();
      expect(offline.list("goals").map(({ title }) => title).sort())
        .toEqual(["Of the first", "Of the second"]);
    }
  });
});

describe("what the service refuses", () => {
  it("is kept for the user", async ({ ana }) => {
    const { offline } = await device(ana);
    await offline.create("goals", { title: " " });
    await offline.sync();
    expect(offline.pending).toBe(0);
    expect(offline.conflicts).toMatchObject([{
      mine: { title: " " },
      theirs: null,
      refusal: { code: "invalid_input" },
    }]);
  });

  it("keeps what the user has written until they decide", async ({ ana }) => {
    const { offline } = await device(ana);
    const id = await offline.create("goals", { title: "Run" });
    await offline.sync();
    await offline.update("goals", id, { title: " " });
    await offline.sync();
    await offline.update("goals", id, { target_date: "never" });
    await offline.sync();
    expect(offline.conflicts).toMatchObject([
      { mine: { title: " ", target_date: "never" }, before: { title: "Run" } },
    ]);
  });

  it("is resolved once when the device's storage fails", async ({ ana }) => {
    const { offline, storage } = await device(ana);
    await offline.create("goals", { title: " " });
    await offline.sync();
    const [conflict] = offline.conflicts;
    const { write } = storage;
    let writes = 0;
    storage.write = (changes) => ++writes > 1 ? Promise.reject(new Error("full")) : write(changes);
    await offline.resolve(conflict!, "mine");
    expect([offline.pending, offline.conflicts]).toEqual([1, []]);
  });

  it("does not count when somebody else has answered", async ({ ana }) => {
    const { offline, network } = await device(ana);
    await offline.create("goals", { title: "Run" });
    network.answers = [
      Response.json({ code: "NOT_FOUND", message: "No function" }, { status: 404 }),
    ];
    await expect(offline.sync()).rejects.toMatchObject({ status: 404, isTemporary: true });
    expect(offline.pending).toBe(1);
    await offline.sync();
    expect(offline.list("goals")).toMatchObject([{ title: "Run", version: 1 }]);
  });

  it("because of a notebook that is gone is sent without it", async ({ ana }) => {
    const { offline } = await device(ana);
    const id = await offline.create("journal_entries", {
      ...entry,
      notebook_id: crypto.randomUUID(),
    });
    await offline.sync();
    expect(offline.get("journal_entries", id)).toMatchObject({ ...entry, notebook_id: null });
  });

  it("because the device's clock is a day ahead gets the service's time", async ({ ana }) => {
    const { offline } = await device(ana);
    const written_at = new Date(Date.now() + 86_400_000).toISOString();
    const id = await offline.create("journal_entries", { ...entry, written_at });
    await offline.sync();
    const stored = offline.get("journal_entries", id)!;
    expect(Date.parse(stored.written_at)).toBeLessThan(Date.now() + 60_000);
  });
});

describe("a device", () => {
  it("keeps what waits when its session was ended, and sends it after another sign-in", async ({ ana }) => {
    const { offline, supabase } = await device(ana);
    await sql`delete from auth.sessions where user_id = ${ana.id}`;
    await offline.create("goals", { title: "Run" });
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

  it("opens copies one after another", async ({ ana, ben }) => {
    const { offline, storage } = await device(ana);
    const { read } = storage;
    storage.read = async (prefix) => {
      // Those of Ben come late.
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

  it("starts anew when its cursor has expired, and keeps what waits", async ({ ana }) => {
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
