/** Moving into a sealed notebook leaves no open text; moving out goes on only as its person has decided. */
import { describe, expect, vi } from "vitest";
import { indexedDbStorage } from "@journal/client/indexeddb";
import { makeTeam, write } from "../../../../../tests/journal/people.ts";
import { lie } from "../../../../../tests/sealed/lies.ts";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { freshPhoto } from "../../../../../tests/workout-window/photos.ts";
import { recordsOf } from "../../records.ts";
import { codeOf, first, second } from "./devices.ts";

/** A sealed entry of Ana, perhaps with a photo, and an open notebook that she alone reads. */
async function scene(ana: Person, { hasPhoto = false } = {}) {
  const phone = await first(ana);
  const { notebooks, entries } = phone.sealed;
  const from = await notebooks.create({ name: "A" });
  const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Open" });
  const id = await entries.create({ notebook_id: from, content: "words" });
  if (hasPhoto) {
    await entries.attach(id, { file: new Blob([freshPhoto()], { type: "image/jpeg" }) });
  }
  await phone.sealed.sync();
  return {
    ...{ phone, entries, id, from, to: notebook.id as string },
    row: async () => (await ok(ana, "GET", `/api/journal/${id}`)).entry,
    /** Loses every request that would write the entry. */
    cut() {
      phone.proxy.change = async ({ method }, answer) => {
        if (method === "PUT") throw new Error("cut");
        return await answer();
      };
    },
    mend() {
      phone.proxy.change = undefined;
    },
    /** Shows the open notebook to the team of Ana and Ben. */
    async share(ben: Person) {
      const { team_id } = await makeTeam(ana, [ben]);
      const team = { metadata_visibility: "team", content_visibility: "team", team_id };
      await ok(ana, "PUT", `/api/notebooks/${notebook.id}`, team);
    },
  };
}

describe("a move in", () => {
  it("leaves no open text in the records of the author's browsers", async ({ ana }) => {
    const names = [crypto.randomUUID(), crypto.randomUUID()] as const;
    const phone = await first(ana, { storage: indexedDbStorage(names[0]) });
    const laptop = await second(phone, { storage: indexedDbStorage(names[1]) });
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const fields = { title: "", content: "zqcanary" };
    const id = await phone.offline.create("journal_entries", fields);
    await phone.sealed.sync();
    await laptop.sealed.sync();
    await laptop.offline.update("journal_entries", id, { content: "zqcanary, once more" });
    await laptop.sealed.sync();
    await phone.offline.update("journal_entries", id, { content: "Dear diary,\nzqcanary" }, {
      base: fields,
    });
    await phone.sealed.sync();
    await laptop.sealed.sync();
    // The phone shows what it has joined until its person has seen it.
    expect(phone.offline.joined).toMatchObject([{ id }]);
    const found = async (name: string) =>
      JSON.stringify(await recordsOf(name)).includes("zqcanary");
    expect([await found(names[0]), await found(names[1])]).toEqual([true, true]);
    await phone.sealed.entries.moveIn(id, notebook_id);
    await laptop.sealed.sync();
    expect(laptop.sealed.entries.get(id)).toMatchObject({
      content: "Dear diary,\nzqcanary, once more",
    });
    expect(phone.offline.joined).toEqual([]);
    expect([await found(names[0]), await found(names[1])]).toEqual([false, false]);
  });
});

describe("a move out that was cut off", () => {
  it("goes to no readers that the notebook has by then", async ({ ana, ben }) => {
    const { phone, entries, id, to, row, cut, mend, share } = await scene(ana);
    cut();
    expect(await codeOf(entries.moveOut(id, to))).toBe("no_network");
    expect(entries.begunMoveOut(id)).toEqual({ notebook_id: to, isStoppable: true });
    await share(ben);
    mend();
    await phone.sealed.sync();
    expect(await row()).toMatchObject({ is_sealed: true, content: "" });
    expect(entries.unfinishedMoves).toEqual([]);
    expect(entries.refusalOfMove(id)).toBe("other_readers");
    expect(entries.get(id)).toMatchObject({ content: "words", failure: null });
  });

  it("keeps its files for readers to whom the person agrees anew", async ({ ana, ben }) => {
    const { phone, entries, id, to, row, cut, mend, share } = await scene(ana, { hasPhoto: true });
    cut();
    expect(await codeOf(entries.moveOut(id, to))).toBe("no_network");
    expect(entries.begunMoveOut(id)).toEqual({ notebook_id: to, isStoppable: false });
    expect(await codeOf(entries.stopMove(id))).toBe("refused");
    await share(ben);
    mend();
    await phone.sealed.sync();
    expect(await codeOf(entries.moveOut(id))).toBe("other_readers");
    expect(await row()).toMatchObject({ is_sealed: true, content: "" });
    await entries.moveOut(id, to);
    await phone.sealed.sync();
    const open = { is_sealed: false, content: "words", attachments: [{ kind: "image" }] };
    expect(await row()).toMatchObject(open);
  });

  it("stays where comments have come meanwhile, and has their code until it goes on", async ({ ana }) => {
    const { phone, entries, id, to, row, cut, mend } = await scene(ana);
    cut();
    expect(await codeOf(entries.moveOut(id, to))).toBe("no_network");
    lie(phone.proxy, new RegExp(`/journal/${id}$`), ({ entry }) => ({
      entry: { ...entry, comment_count: 1 },
    }));
    await phone.sealed.sync();
    expect(await row()).toMatchObject({ is_sealed: true, content: "" });
    expect(entries.refusalOfMove(id)).toBe("has_comments");
    mend();
    await entries.moveOut(id, to);
    expect(entries.refusalOfMove(id)).toBe(undefined);
    expect(await row()).toMatchObject({ is_sealed: false, content: "words" });
  });

  it("goes elsewhere with its files when its notebook is gone", async ({ ana }) => {
    const { phone, entries, id, to, row, cut, mend } = await scene(ana, { hasPhoto: true });
    cut();
    expect(await codeOf(entries.moveOut(id, to))).toBe("no_network");
    await ok(ana, "DELETE", `/api/notebooks/${to}`);
    mend();
    await phone.sealed.sync();
    expect(await codeOf(entries.moveOut(id))).toBe("other_readers");
    await entries.moveOut(id, null);
    await phone.sealed.sync();
    const open = { is_sealed: false, notebook_id: null, attachments: [{ kind: "image" }] };
    expect(await row()).toMatchObject(open);
    expect(entries.unfinishedMoves).toEqual([]);
  });

  it("goes nowhere but to the place that was chosen last", async ({ ana }) => {
    const { entries, id, to, row, cut, mend } = await scene(ana);
    cut();
    expect(await codeOf(entries.moveOut(id, to))).toBe("no_network");
    mend();
    await entries.moveOut(id, null);
    expect(await row()).toMatchObject({ is_sealed: false, notebook_id: null });
  });

  it("is ended by its person before anything has left", async ({ ana }) => {
    const { phone, entries, id, to, row, cut, mend } = await scene(ana);
    cut();
    expect(await codeOf(entries.moveOut(id, to))).toBe("no_network");
    await entries.stopMove(id);
    expect(entries.begunMoveOut(id)).toBe(null);
    mend();
    await phone.sealed.sync();
    expect(await row()).toMatchObject({ is_sealed: true, content: "" });
  });
});

it("a move out is refused while a file of the entry waits on a device, and loses nothing", async ({ ana }) => {
  const { phone, entries, id, to, row } = await scene(ana);
  phone.proxy.change = async (request, answer) =>
    request.url.endsWith("/attachments")
      ? Response.json({ error: "Full", code: "quota_reached" }, { status: 409 })
      : await answer();
  await entries.attach(id, { file: new Blob([freshPhoto()], { type: "image/jpeg" }) });
  await phone.sealed.sync();
  phone.proxy.change = undefined;
  expect(await codeOf(entries.moveOut(id, to))).toBe("files_wait");
  expect(await row()).toMatchObject({ is_sealed: true });
  expect(entries.unfinishedMoves).toEqual([]);
  await entries.retry(entries.waiting[0]!.id);
  await entries.moveOut(id, to);
  await phone.sealed.sync();
  expect(await row()).toMatchObject({ is_sealed: false, attachments: [{ kind: "image" }] });
});

describe("an open edit of an entry that another device seals meanwhile", () => {
  const fields = { title: "", content: "first" };
  const edit = { title: "zqcanary", content: "zqcanary first" };

  async function sealedMeanwhile(ana: Person, more = {}) {
    const name = crypto.randomUUID();
    const phone = await first(ana);
    const laptop = await second(phone, { storage: indexedDbStorage(name) });
    const from = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.offline.create("journal_entries", fields);
    await phone.sealed.sync();
    await laptop.sealed.sync();
    await laptop.offline.update("journal_entries", id, { ...edit, ...more });
    await phone.sealed.entries.moveIn(id, from);
    const sent: string[] = [];
    laptop.proxy.change = async (request, answer) => {
      if (request.method === "PUT") sent.push(await request.clone().text());
      return await answer();
    };
    await laptop.sealed.sync();
    return {
      ...{ phone, laptop, id, from, sent },
      /** Whether the text is in a record after the next sync that erases, ten seconds later. */
      async hasText() {
        const { now } = Date;
        vi.spyOn(Date, "now").mockImplementation(() => now() + 11_000);
        await laptop.sealed.sync();
        vi.restoreAllMocks();
        return JSON.stringify(await recordsOf(name)).includes("zqcanary");
      },
    };
  }

  it("waits for its person and unseals nothing, also with another notebook", async ({ ana }) => {
    const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Open" });
    const { laptop, id, sent } = await sealedMeanwhile(ana, { notebook_id: notebook.id });
    // The service has refused the edit once, before the device knew; it is not sent again.
    expect(sent.length).toBe(1);
    expect((await ok(ana, "GET", `/api/journal/${id}`)).entry).toMatchObject({
      is_sealed: true,
      title: "",
      content: "",
    });
    expect(laptop.offline.conflicts).toMatchObject([{ id, mine: edit, refusal: null }]);
  });

  it("becomes one of the sealed entry, and leaves no open text in the browser", async ({ ana }) => {
    const { phone, laptop, id, from, hasText } = await sealedMeanwhile(ana);
    const [conflict] = laptop.offline.conflicts;
    await laptop.sealed.entries.resolve(conflict as never, "mine");
    await laptop.sealed.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    await phone.sealed.sync();
    expect(phone.sealed.entries.get(id)).toMatchObject({ ...edit, notebook_id: from });
    expect(await hasText()).toBe(false);
  });

  it("is one of the open entry again when the entry has left its sealed notebook", async ({ ana }) => {
    const { phone, laptop, id } = await sealedMeanwhile(ana);
    await phone.sealed.entries.moveOut(id, null);
    await laptop.sealed.sync();
    const [conflict] = laptop.offline.conflicts;
    expect(conflict).toMatchObject({ mine: edit, theirs: { is_sealed: false, content: "first" } });
    await laptop.offline.resolve(conflict!, "mine");
    await laptop.sealed.sync();
    expect((await ok(ana, "GET", `/api/journal/${id}`)).entry).toMatchObject(edit);
  });

  it("is written anew when the entry was deleted", async ({ ana }) => {
    const { phone, laptop, id } = await sealedMeanwhile(ana);
    await phone.sealed.entries.remove(id);
    await phone.sealed.sync();
    await laptop.sealed.sync();
    const [conflict] = laptop.offline.conflicts;
    expect(conflict).toMatchObject({ mine: edit, theirs: null });
    await laptop.offline.resolve(conflict!, "mine");
    await laptop.sealed.sync();
    const own = laptop.offline.list("journal_entries");
    expect(own).toMatchObject([{ ...edit, version: 1 }]);
  });

  it("that has asked before goes on to ask in the sealed entry", async ({ ana }) => {
    const phone = await first(ana);
    const laptop = await second(phone);
    const from = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.offline.create("journal_entries", fields);
    await phone.sealed.sync();
    await laptop.sealed.sync();
    await laptop.offline.update("journal_entries", id, { content: "second" });
    await phone.offline.update("journal_entries", id, { content: "third" });
    await phone.sealed.sync();
    await laptop.sealed.sync();
    expect(laptop.offline.conflicts).toMatchObject([{ theirs: { content: "third" } }]);
    await phone.sealed.entries.moveIn(id, from);
    await laptop.sealed.sync();
    await laptop.sealed.entries.resolve(laptop.offline.conflicts[0] as never, "mine");
    await laptop.sealed.sync();
    expect(laptop.offline.conflicts).toEqual([]);
    const [asked] = laptop.sealed.entries.conflicts;
    expect(asked).toMatchObject({ mine: { content: "second" }, theirs: { content: "third" } });
    await laptop.sealed.entries.resolve(asked!, "mine");
    await laptop.sealed.sync();
    await phone.sealed.sync();
    expect(phone.sealed.entries.get(id)).toMatchObject({ content: "second" });
    expect((await ok(ana, "GET", `/api/journal/${id}`)).entry).toMatchObject({ content: "" });
  });

  it("is forgotten when its person lets it go", async ({ ana }) => {
    const { laptop, id, hasText } = await sealedMeanwhile(ana);
    await laptop.offline.resolve(laptop.offline.conflicts[0]!, "theirs");
    await laptop.sealed.sync();
    expect(laptop.sealed.entries.get(id)).toMatchObject(fields);
    expect(await hasText()).toBe(false);
  });
});

it("an entry leaves for the readers that the device shows, and for no others", async ({ ana, ben }) => {
  const { entries, id, to, row, share } = await scene(ana);
  await share(ben);
  expect(await codeOf(entries.moveOut(id, to))).toBe("other_readers");
  expect(await row()).toMatchObject({ is_sealed: true, content: "" });
});

it("a move out has happened though the network is lost behind it", async ({ ana }) => {
  const { phone, entries, id, row } = await scene(ana);
  let isLost = false;
  phone.proxy.change = async ({ method }, answer) => {
    if (isLost) throw new Error("cut");
    isLost = method === "PUT";
    return await answer();
  };
  await entries.moveOut(id, null);
  expect(entries.begunMoveOut(id)).toBe(null);
  expect(await row()).toMatchObject({ is_sealed: false, content: "words" });
});

it("going on with a move out opens no entry that was being sealed", async ({ ana }) => {
  const { phone, entries, from, cut, mend } = await scene(ana);
  const { id } = await write(ana, { content: "open so far" });
  cut();
  expect(await codeOf(entries.moveIn(id, from))).toBe("no_network");
  expect(entries.unfinishedMoves).toEqual([id]);
  expect(entries.begunMoveOut(id)).toBe(null);
  mend();
  // The sync before it seals the entry.
  expect(await codeOf(entries.moveOut(id))).toBe("refused");
  await phone.sealed.sync();
  const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
  expect(entry).toMatchObject({ is_sealed: true, content: "", notebook_id: from });
});
