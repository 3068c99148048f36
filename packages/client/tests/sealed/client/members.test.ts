/** Sealed notebooks of several people: adding, removing, comments, files, moving. */
import { describe, expect } from "vitest";
import { attach } from "../../../../../tests/journal/attaching.ts";
import { makeTeam, write } from "../../../../../tests/journal/people.ts";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { codeOf, first, type SealedDevice } from "./devices.ts";

/** A notebook of the first one, which all of them read. */
async function together(people: Person[]) {
  const devices = await Promise.all(people.map((who) => first(who)));
  const [owner, ...others] = devices;
  const { team_id } = await makeTeam(people[0]!, people.slice(1));
  const id = await owner!.sealed.notebooks.create({ name: "Ours", team_id });
  await owner!.sealed.notebooks.add(id, others.map(({ who }) => who.id));
  for (const { sealed } of devices) await sealed.sync();
  return { devices, id, team_id };
}

/** The devices by name. */
const three = (devices: SealedDevice[]) =>
  devices as unknown as [SealedDevice, SealedDevice, SealedDevice];

const texts = ({ sealed }: SealedDevice) =>
  sealed.entries.list({ direction: "ascending" }).map(({ content, failure }) => failure ?? content);

it("a text that is written during a sync is sent by the next call of sync", async ({ ana, ben }) => {
  const { devices: [one], id } = await together([ana, ben]);
  const { sealed, offline, proxy } = one!;
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  proxy.change = async (request, answer) => {
    // The exchange has sent what waited, and lists what others have written.
    if (request.method === "GET" && new URL(request.url).pathname.endsWith("/api/journal")) {
      reached.resolve();
      await held.promise;
    }
    return await answer();
  };
  const running = sealed.sync();
  await reached.promise;
  await sealed.entries.create({ notebook_id: id, content: "Meanwhile" });
  const next = sealed.sync();
  await offline.sync();
  held.resolve();
  await Promise.all([running, next]);
  expect(sealed.entries.status?.pending).toEqual({});
});

describe("a notebook of three", () => {
  it("is read and written by all of them, and not by a removed member", async ({ ana, ben, cleo }) => {
    const { devices, id } = await together([ana, ben, cleo]);
    const [one, two, gone] = three(devices);
    for (const [n, { sealed }] of devices.entries()) {
      await sealed.entries.create({ notebook_id: id, content: `by ${n}` });
      await sealed.sync();
    }
    for (const own of devices) {
      await own.sealed.sync();
      expect(texts(own)).toEqual(["by 0", "by 1", "by 2"]);
    }
    expect(await two.sealed.notebooks.get(id)).toMatchObject({
      owner: ana.id,
      epoch: 1,
      rotationDue: false,
      readers: [
        { id: ana.id, isOwner: true, isGone: false, isOther: false },
        { id: ben.id, isOwner: false },
        { id: cleo.id, isOwner: false },
      ],
    });

    await one.sealed.notebooks.remove(id, [cleo.id]);
    await one.sealed.notebooks.remove(id, [cleo.id]);
    await one.sealed.entries.create({ notebook_id: id, content: "without three" });
    await one.sealed.sync();
    await two.sealed.sync();
    await gone.sealed.sync();
    expect(texts(two)).toContain("without three");
    expect(texts(gone)).not.toContain("without three");
    expect(await two.sealed.notebooks.get(id)).toMatchObject({ epoch: 2, isOut: false });
    expect(await gone.sealed.notebooks.get(id)).toMatchObject({ epoch: 1, isOut: true });
    expect(two.sealed.notebooks.readOnly).toEqual([]);
    expect(gone.sealed.notebooks.readOnly).toEqual([id]);
    // An entry of the removed member waits for its decision, and reaches nobody.
    await gone.sealed.entries.create({ notebook_id: id, content: "too late" });
    await gone.sealed.sync();
    expect(gone.sealed.entries.conflicts).toMatchObject([{
      mine: { content: "too late" },
      refusal: { code: expect.stringMatching(/not_a_member|epoch_old|forbidden/) },
    }]);
  });

  it("gets a new key from the next writer when somebody leaves", async ({ ana, ben, cleo }) => {
    const { devices, id, team_id } = await together([ana, ben, cleo]);
    const [one, two, gone] = three(devices);
    await gone.sealed.notebooks.leave(id);
    await ok(ana, "DELETE", `/api/teams/${team_id}/members/${cleo.id}`);
    await two.sealed.entries.create({ notebook_id: id, content: "two of us" });
    await two.sealed.sync();
    expect(two.sealed.entries.conflicts).toEqual([]);
    await one.sealed.sync();
    expect(texts(one)).toEqual(["two of us"]);
    const notebook = await one.sealed.notebooks.get(id);
    expect(notebook).toMatchObject({ epoch: 2, rotationDue: false });
    expect(notebook.readers.map((reader) => reader.id)).toEqual([ana.id, ben.id]);
  });

  it("is handed over, and then renewed by its new owner", async ({ ana, ben }) => {
    const { devices, id } = await together([ana, ben]);
    const [one, two] = three(devices);
    expect(await codeOf(two.sealed.notebooks.handOver(id, ben.id))).toBe("not_a_member");
    expect(await codeOf(one.sealed.notebooks.leave(id))).toBe("refused");
    await one.sealed.notebooks.handOver(id, ben.id);
    await two.sealed.notebooks.renewKey(id);
    expect(await two.sealed.notebooks.get(id)).toMatchObject({ owner: ben.id, epoch: 2 });
  });

  it("has comments of its members, also written offline", async ({ ana, ben }) => {
    const { devices, id } = await together([ana, ben]);
    const [one, two] = three(devices);
    const entry = await one.sealed.entries.create({ notebook_id: id, content: "said" });
    await one.sealed.sync();
    await two.sealed.sync();
    two.network.fate = "lost";
    const comment = await two.sealed.comments.add(entry, "heard");
    expect(two.sealed.comments.waiting(entry)).toMatchObject([{
      content: "heard",
      isWaiting: true,
    }]);
    two.network.fate = "arrives";
    await two.sealed.sync();
    const [shown] = await one.sealed.comments.list(entry);
    expect(shown).toMatchObject({
      id: comment,
      user_id: ben.id,
      content: "heard",
      failure: null,
      isWaiting: false,
    });
    const { comments } = await ok(ana, "GET", `/api/journal/${entry}/comments`);
    expect(comments).toMatchObject([{ content: "", is_sealed: true }]);
    await two.sealed.comments.remove(entry, comment);
    expect(await one.sealed.comments.list(entry)).toEqual([]);
  });

  it("has photos that wait sealed, are opened by members, and go when they are detached", async ({ ana, ben }) => {
    const { devices, id } = await together([ana, ben]);
    const [one, two] = three(devices);
    const bytes = crypto.getRandomValues(new Uint8Array(50_000));
    const entry = await one.sealed.entries.create({ notebook_id: id, content: "with a photo" });
    one.network.fate = "lost";
    const photo = await one.sealed.entries.attach(entry, {
      file: new Blob([bytes], { type: "image/jpeg" }),
      name: "fog.jpg",
      width: 100,
      height: 50,
      thumbnail: new Blob([bytes.slice(0, 500)]),
    });
    const read = async ({ sealed }: SealedDevice, part?: "thumbnail") =>
      new Uint8Array(await (await sealed.entries.file(entry, photo, part)).arrayBuffer());
    expect(await read(one)).toEqual(bytes);
    const kept = await one.storage.files!.keys("");
    for (const key of kept) {
      const file = await one.storage.files!.read(key) as Blob;
      const text = Buffer.from(await file.arrayBuffer());
      expect(text.includes(Buffer.from(bytes.slice(0, 32)))).toBe(false);
    }
    one.network.fate = "arrives";
    await one.sealed.sync();
    await two.sealed.sync();
    expect(two.sealed.entries.get(entry)!.files).toMatchObject([{
      id: photo,
      name: "fog.jpg",
      type: "image/jpeg",
      width: 100,
      bytes: 50_000,
    }]);
    expect(await read(two)).toEqual(bytes);
    expect(await read(two, "thumbnail")).toEqual(bytes.slice(0, 500));
    await one.sealed.entries.detach(entry, photo);
    await one.sealed.sync();
    expect(one.sealed.entries.get(entry)!.files).toEqual([]);
    const { entry: row } = await ok(ana, "GET", `/api/journal/${entry}`);
    expect(row.attachments).toEqual([]);
  });
});

describe("moving", () => {
  it("takes an open entry in with its photo, over to another notebook and out again", async ({ ana }) => {
    const phone = await first(ana);
    const { notebooks, entries } = phone.sealed;
    const [to, other] = [
      await notebooks.create({ name: "A" }),
      await notebooks.create({ name: "B" }),
    ];
    const open = await write(ana, { title: "Open", content: "words", tags: ["t"], mood: "calm" });
    const photo = await attach(ana, open.id);
    await entries.moveIn(open.id, to);
    const moved = entries.get(open.id)!;
    expect(moved).toMatchObject({
      title: "Open",
      content: "words",
      tags: ["t"],
      mood: "calm",
      notebook_id: to,
      failure: null,
      files: [{ type: photo.type }],
    });
    const row = async () => (await ok(ana, "GET", `/api/journal/${open.id}`)).entry;
    expect(await row()).toMatchObject({ title: "", content: "", is_sealed: true });
    const [file] = moved.files;
    expect(file!.id).not.toBe(photo.id);
    const opened = await entries.file(open.id, file!.id);
    expect(opened.size).toBe(file!.bytes);

    await entries.moveIn(open.id, other);
    expect(entries.get(open.id)).toMatchObject({ content: "words", notebook_id: other });
    expect((await entries.file(open.id, file!.id)).size).toBe(file!.bytes);

    await entries.moveOut(open.id, null);
    await phone.sealed.sync();
    expect(entries.get(open.id)).toBe(undefined);
    const out = await row();
    expect(out).toMatchObject({
      title: "Open",
      content: "words",
      tags: ["t"],
      is_sealed: false,
      notebook_id: null,
      attachments: [{ kind: "image" }],
    });
    expect(entries.unfinishedMoves).toEqual([]);
    expect(await phone.storage.files!.keys("")).toEqual([]);
  });

  it("out that is refused on its way goes on to its notebook", async ({ ana }) => {
    const phone = await first(ana);
    const { notebooks, entries } = phone.sealed;
    const from = await notebooks.create({ name: "A" });
    const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Open" });
    const id = await entries.create({ notebook_id: from, content: "words" });
    await entries.attach(id, { file: new Blob(["photo"], { type: "image/jpeg" }) });
    await phone.sealed.sync();
    phone.proxy.change = async (request, answer) =>
      request.method === "PUT"
        ? Response.json({ error: "Files", code: "has_attachments" }, { status: 409 })
        : await answer();
    expect(await codeOf(entries.moveOut(id, notebook.id))).toBe("has_attachments");
    expect(entries.unfinishedMoves).toEqual([id]);
    expect(await codeOf(entries.moveOut(id))).toBe("has_attachments");
    phone.proxy.change = undefined;
    await entries.moveOut(id);
    const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
    expect(entry).toMatchObject({ content: "words", notebook_id: notebook.id, is_sealed: false });
  });

  it("leaves entries with comments where they are, and says which", async ({ ana, ben }) => {
    const phone = await first(ana);
    const to = await phone.sealed.notebooks.create({ name: "A" });
    const { team_id } = await makeTeam(ana, [ben]);
    const shared = { team_id, metadata_visibility: "team", content_visibility: "team" };
    const [said, plain] = [await write(ana, shared), await write(ana, shared)];
    await ok(ben, "POST", `/api/journal/${said.id}/comments`, { content: "Hi" });
    expect(await codeOf(phone.sealed.entries.moveIn(said.id, to))).toBe("has_comments");
    const left = await phone.sealed.entries.moveAllIn([said.id, plain.id], to);
    expect(left).toEqual([{ id: said.id, code: "has_comments" }]);
    expect(phone.sealed.entries.get(plain.id)).toMatchObject({ failure: null });
    expect((await ok(ana, "GET", `/api/journal/${said.id}`)).entry.is_sealed).toBe(false);
  });
});
