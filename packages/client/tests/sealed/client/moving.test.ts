/** Moving into a sealed notebook leaves no open text; moving out goes on only as its person has decided. */
import { describe, expect } from "vitest";
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
