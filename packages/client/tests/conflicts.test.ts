/** A user's own objects on several devices and tabs, and refusals by the service. */
import { describe, expect } from "vitest";
import { it } from "../../../tests/support/it.ts";
import { memoryStorage } from "@journal/client";
import { sql } from "../../../tests/support/sql.ts";
import { device } from "./device.ts";

const entry = { title: "A walk", content: "First words", mood: "calm" };

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

  it("keep the schedule of one and the measure of the other, and amounts add up", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    phone.network.fate = "lost";
    const measure = { unit: "glasses", target: 8, direction: "at_least" as const };
    const id = await phone.offline.create("goals", { title: "Drink", measure });
    await phone.offline.create("goal_check_ins", { goal_id: id, amount: 3 });
    expect(phone.offline.list("goal_check_ins")).toMatchObject([{ amount: 3 }]);
    phone.network.fate = "arrives";
    await phone.offline.sync();
    await laptop.offline.sync();
    expect(laptop.offline.list("goal_check_ins")).toMatchObject([{ amount: 3, status: "partial" }]);

    const schedule = { kind: "weekly" as const, times: 3 };
    await phone.offline.update("goals", id, { schedule });
    await laptop.offline.update("goals", id, { measure: { ...measure, target: 6 } });
    await laptop.offline.create("goal_check_ins", { goal_id: id, amount: 3.5 });
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.sync();
    for (const { offline } of [phone, laptop]) {
      expect(offline.get("goals", id))
        .toMatchObject({ schedule, measure: { ...measure, target: 6 } });
      expect(offline.list("goal_check_ins").map(({ status }) => status))
        .toEqual(["completed", "completed"]);
      expect(offline.list("streaks")).toMatchObject([{ goal_id: id, unit: "week" }]);
    }
  });

  it("do not replace the other's text after a lost answer", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const id = await phone.offline.create("journal_entries", entry);
    await phone.offline.sync();
    await phone.offline.update("journal_entries", id, { title: "From the phone" });
    phone.network.fate = "answer lost";
    await expect(phone.offline.sync()).rejects.toMatchObject({ code: "no_network" });
    phone.network.fate = "arrives";
    await laptop.offline.sync();
    await laptop.offline.update("journal_entries", id, { title: "From the laptop" });
    await laptop.offline.sync();
    await phone.offline.sync();
    expect(phone.offline.get("journal_entries", id)?.title).toBe("From the laptop");
    expect(phone.offline.conflicts).toMatchObject([{ mine: { title: "From the phone" } }]);
  });

  it("send a change again that was lost while the other changed something else", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const id = await phone.offline.create("journal_entries", entry);
    await phone.offline.sync();
    await phone.offline.update("journal_entries", id, { title: "From the phone" });
    phone.network.fate = "lost";
    await expect(phone.offline.sync()).rejects.toMatchObject({ code: "no_network" });
    phone.network.fate = "arrives";
    await laptop.offline.sync();
    await laptop.offline.update("journal_entries", id, { mood: "glad" });
    await laptop.offline.sync();
    await phone.offline.sync();
    expect(phone.offline.conflicts).toEqual([]);
    expect(phone.offline.get("journal_entries", id))
      .toMatchObject({ title: "From the phone", mood: "glad" });
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

  it("keep the mood of the other one, which the text had not taken along", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const id = await phone.offline.create("journal_entries", entry);
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.update("journal_entries", id, { mood: "sad" });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { content: "Of the laptop" });
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    expect(laptop.offline.get("journal_entries", id))
      .toMatchObject({ content: "Of the laptop", mood: "sad", mood_source: "author" });
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

  it("show a first copy that one of them has fetched", async ({ ana }) => {
    const storage = memoryStorage();
    const [one, two] = [await device(ana, storage), await device(ana, storage)];
    await sql`
      insert into public.goals (user_id, title)
      select ${ana.id}, 'Walk ' || n from generate_series(1, 150) as n`;
    await one.offline.sync();
    await expect.poll(() => two.offline.list("goals").length).toBe(150);
    expect(two.requests).toEqual([]);
  });
});

describe("a write that the service refuses", () => {
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

  it("keeps the user's text until they decide", async ({ ana }) => {
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
    await expect(offline.sync()).rejects.toMatchObject({ status: 404, code: "http_404" });
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
