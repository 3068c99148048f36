/** Edits of one object by several devices are joined; only a change of the same words asks. */
import { describe, expect } from "vitest";
import { it } from "../../../tests/support/it.ts";
import type { Person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { memoryStorage } from "@journal/client";
import { device } from "./device.ts";

const entry = {
  title: "A walk",
  content: "The river was quiet. We walked home.\n\nIt rained.",
  mood: "calm",
  tags: ["river"],
};

/** An entry that two devices have. */
async function two(ana: Person, fields: object = entry) {
  const [phone, laptop] = [await device(ana), await device(ana)];
  const id = await phone.offline.create("journal_entries", fields);
  await phone.offline.sync();
  await laptop.offline.sync();
  const stored = async () => (await ok(ana, "GET", `/api/journal/${id}`)).entry;
  return { id, phone, laptop, stored };
}

describe("two devices", () => {
  it("that edit different words are joined without a question", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    const theirs = "The river was wide. We walked home.\n\nIt rained.";
    const mine = "The river was quiet. We walked home.\n\nIt snowed.";
    await phone.offline.update("journal_entries", id, { content: theirs, tags: ["river", "fog"] });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { content: mine, tags: ["river", "snow"] });
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    const joined = {
      content: "The river was wide. We walked home.\n\nIt snowed.",
      tags: ["river", "fog", "snow"],
      version: 3,
    };
    expect(await stored()).toMatchObject(joined);
    expect(laptop.offline.get("journal_entries", id)).toMatchObject(joined);
    const conditions = laptop.requests.filter(({ method }) => method === "PUT")
      .map(({ headers }) => headers.get("if-match"));
    expect(conditions).toEqual(['"1"', '"2"']);
    expect(laptop.offline.joined).toMatchObject([
      { id, mine: { content: mine }, theirs: { content: theirs }, isFromHere: false },
    ]);
    await laptop.offline.forgetJoined(id);
    expect(laptop.offline.joined).toEqual([]);
  });

  it("that edit the same words are asked for these alone; the rest is stored", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    await phone.offline.update("journal_entries", id, {
      content: "The river was wide. We walked home.\n\nIt rained.",
    });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, {
      title: "A long walk",
      content: "The river was loud. We walked home.\n\nIt snowed.",
    });
    await laptop.offline.sync();
    const [asked, other] = ["wide", "loud"].map((word) =>
      `The river was ${word}. We walked home.\n\nIt snowed.`
    );
    expect(await stored()).toMatchObject({ title: "A long walk", content: asked });
    expect(laptop.offline.conflicts).toMatchObject([{ id, theirs: { content: asked } }]);
    expect(laptop.offline.conflicts[0]!.mine).toEqual({ content: other });
    await laptop.offline.resolve(laptop.offline.conflicts[0]!, "mine");
    await laptop.offline.sync();
    expect(await stored()).toMatchObject({ content: other });
  });

  it("are joined again when the other one writes on before the question is answered", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana, { title: "A", content: "It rained." });
    await phone.offline.update("journal_entries", id, { content: "It poured." });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { content: "It snowed." });
    await laptop.offline.sync();
    await phone.offline.update("journal_entries", id, { content: "It poured. And stormed." });
    await phone.offline.sync();
    await laptop.offline.sync();
    await laptop.offline.resolve(laptop.offline.conflicts[0]!, "mine");
    await laptop.offline.sync();
    expect(await stored()).toMatchObject({ content: "It snowed. And stormed." });
  });

  it("are asked for a title that both have changed", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    await phone.offline.update("journal_entries", id, { title: "Fog" });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { title: "Rain", tags: ["rain"] });
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toMatchObject([{ mine: { title: "Rain" } }]);
    expect(await stored()).toMatchObject({ title: "Fog", tags: ["rain"] });
  });

  it("keep the narrower of two visibilities", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana, {
      ...entry,
      metadata_visibility: "public",
      content_visibility: "public",
    });
    await phone.offline.update("journal_entries", id, { content_visibility: "user" });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { metadata_visibility: "user" });
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    expect(await stored())
      .toMatchObject({ metadata_visibility: "user", content_visibility: "user" });
  });

  it("write nothing before the user has said who may see it", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    const shared = { metadata_visibility: "public", content_visibility: "public" } as const;
    const open = await phone.offline.create("notebooks", { name: "Open", ...shared });
    await phone.offline.update("journal_entries", id, { ...shared });
    await phone.offline.sync();
    await laptop.offline.sync();
    // One device makes the entry private, the other one puts it into a notebook that everybody
    // sees.
    const alone = { metadata_visibility: "user", content_visibility: "user" } as const;
    await laptop.offline.update("journal_entries", id, {
      ...alone,
      content: `${entry.content} Mine.`,
    });
    await laptop.offline.sync();
    await phone.offline.update("journal_entries", id, {
      notebook_id: open,
      metadata_visibility: "org",
      org_id: crypto.randomUUID(),
      content: `Theirs. ${entry.content}`,
    });
    await phone.offline.sync();
    expect(await stored()).toMatchObject({ ...alone, notebook_id: null, title: "A walk" });
    expect((await stored()).content).not.toContain("Theirs.");
    const [conflict] = phone.offline.conflicts;
    expect(conflict).toMatchObject({ mine: { notebook_id: open }, theirs: alone });
    await phone.offline.resolve(conflict!, "theirs");
    await phone.offline.sync();
    expect(await stored()).toMatchObject({
      ...alone,
      notebook_id: null,
      content: `Theirs. ${entry.content} Mine.`,
    });
  });

  it("do not double an edit that had arrived before its answer was lost", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    const grown = `${entry.content} We made soup.`;
    await laptop.offline.update("journal_entries", id, { content: grown });
    laptop.network.fate = "answer lost";
    await laptop.offline.sync().catch(() => {});
    laptop.network.fate = "arrives";
    await phone.offline.sync();
    await phone.offline.update("journal_entries", id, { content: `${grown} And slept.` });
    await phone.offline.sync();
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    expect(await stored()).toMatchObject({ content: `${grown} And slept.` });
  });

  it("join an edit made while the joined text is on its way", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    await phone.offline.update("journal_entries", id, { content: `Fog. ${entry.content}` });
    await phone.offline.sync();
    await laptop.offline.update("journal_entries", id, { content: `${entry.content} Soup.` });
    laptop.network.holds = "PUT";
    let release = () => {};
    laptop.network.held = new Promise((resolve) => release = resolve);
    const sync = laptop.offline.sync();
    await laptop.offline.update("journal_entries", id, {
      content: `${entry.content} Soup. Sleep.`,
    });
    release();
    await sync;
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    expect(await stored()).toMatchObject({ content: `Fog. ${entry.content} Soup. Sleep.` });
  });
});

describe("an edit that began long ago", () => {
  it("is joined at once with the edits that have arrived since", async ({ ana }) => {
    const { id, phone, laptop, stored } = await two(ana);
    const base = { ...entry };
    await phone.offline.update("journal_entries", id, { content: `Fog. ${entry.content}` });
    await phone.offline.sync();
    await laptop.offline.sync();
    const content = `${entry.content} Soup.`;
    await laptop.offline.update("journal_entries", id, { ...base, content }, { base });
    const joined = `Fog. ${entry.content} Soup.`;
    expect(laptop.offline.get("journal_entries", id)).toMatchObject({ content: joined });
    expect(laptop.offline.joined).toMatchObject([{ id, isFromHere: false }]);
    await laptop.offline.sync();
    expect(await stored()).toMatchObject({ content: joined });
  });

  it("leaves the fields of a goal that it has not changed", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const base = { title: "Run", description: "Often" };
    const id = await phone.offline.create("goals", base);
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.update("goals", id, { title: "Run far" });
    await phone.offline.sync();
    await laptop.offline.sync();
    await laptop.offline.update("goals", id, { ...base, description: "Daily" }, { base });
    await laptop.offline.sync();
    expect(laptop.offline.get("goals", id))
      .toMatchObject({ title: "Run far", description: "Daily" });
  });

  it("of a goal's field that both have changed is a question where it is guarded", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const id = await phone.offline.create("goals", { title: "Run" });
    await phone.offline.sync();
    await laptop.offline.sync();
    await phone.offline.update("goals", id, { title: "Run far" });
    await phone.offline.sync();
    const fields = { title: "Swim", description: "Daily" };
    await laptop.offline.update("goals", id, fields, { guarded: true });
    await laptop.offline.sync();
    expect(laptop.offline.conflicts).toMatchObject([{ mine: { title: "Swim" } }]);
    expect(laptop.offline.get("goals", id))
      .toMatchObject({ title: "Run far", description: "Daily" });
  });
});

describe("two windows of one browser", () => {
  /** Both devices write from the same text, before they hear of each other. */
  async function atOnce(ana: Person, first: string, second: string) {
    const storage = memoryStorage();
    const [one, other] = [await device(ana, storage), await device(ana, storage)];
    const id = await one.offline.create("journal_entries", entry);
    await one.offline.sync();
    await other.offline.sync();
    await Promise.all([
      one.offline.update("journal_entries", id, { content: first }),
      other.offline.update("journal_entries", id, { content: second }),
    ]);
    await Promise.all([one.offline.sync(), other.offline.sync()]);
    await other.offline.sync();
    return { one, other, stored: async () => (await ok(ana, "GET", `/api/journal/${id}`)).entry };
  }

  it("that edit one text in the same milliseconds are joined", async ({ ana }) => {
    const { one, stored } = await atOnce(
      ana,
      `Fog. ${entry.content}`,
      `${entry.content} Soup.`,
    );
    expect(await stored()).toMatchObject({ content: `Fog. ${entry.content} Soup.` });
    expect(one.offline.conflicts).toEqual([]);
    expect(one.offline.joined).toMatchObject([{ isFromHere: true }]);
  });

  it("that edit the same words in the same milliseconds are asked", async ({ ana }) => {
    const { other } = await atOnce(
      ana,
      entry.content.replace("quiet", "wide"),
      entry.content.replace("quiet", "loud"),
    );
    expect(other.offline.conflicts).toHaveLength(1);
  });
});

it("a deleted entry that the user brings back keeps its day and all its fields", async ({ ana }) => {
  const written_at = "2026-07-01T19:30:00+00:00";
  const { id, phone, laptop } = await two(ana, { ...entry, written_at });
  await phone.offline.remove("journal_entries", id);
  await phone.offline.sync();
  await laptop.offline.update("journal_entries", id, { content: "Late words" });
  await laptop.offline.sync();
  await laptop.offline.resolve(laptop.offline.conflicts[0]!, "mine");
  await laptop.offline.sync();
  expect(laptop.offline.list("journal_entries"))
    .toMatchObject([{ ...entry, content: "Late words", written_at }]);
});
