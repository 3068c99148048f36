/** The program ends between any two steps of sealing, moving and rotating, and goes on at its next start. */
import { expect, onTestFinished } from "vitest";
import { type DeviceStorage, memoryStorage } from "@journal/client";
import { patience } from "../../../../local-supabase/base/patience.ts";
import { attach } from "../../../../../tests/journal/attaching.ts";
import { makeTeam, write } from "../../../../../tests/journal/people.ts";
import { it } from "../../../../../tests/support/it.ts";
import { person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { first, newKeyring, type SealedDevice, signedIn } from "./devices.ts";

/**
 * A storage of a program that ends after so many steps: writes, requests and their answers. A step
 * counts only after a change of the device or the service. Two ends without a change between them
 * leave the same state.
 */
function mortal(storage: DeviceStorage) {
  let left = Infinity;
  let isChanged = true;
  let end = "";
  const step = (name: string, changes = true) => {
    if (end || (isChanged && left-- <= 0)) {
      end ||= name;
      throw new Error("The program has ended");
    }
    isChanged = changes;
  };
  const files = storage.files!;
  return {
    storage: {
      ...storage,
      async write(changes) {
        step("write");
        await storage.write(changes);
      },
      files: {
        ...files,
        async keep(key, file) {
          step("keep a file");
          await files.keep(key, file);
        },
        async remove(keys) {
          step("remove files");
          await files.remove(keys);
        },
      },
    } satisfies DeviceStorage,
    endAfter(steps: number) {
      left = steps;
      isChanged = true;
    },
    changed() {
      isChanged = true;
    },
    /** The step that the program did not come to; empty before its end. */
    end: () => end,
    step,
  };
}

/**
 * Does something on a new device that ends after 0, 1, 2, … steps, each time anew, until it comes to its
 * end; after each end another start of the program goes on. Answers the steps before which it ended.
 */
async function endingAnywhere<Given>(
  prepare: () => Promise<Given>,
  begin: (storage: DeviceStorage, given: Given) => Promise<SealedDevice>,
  act: (own: SealedDevice, given: Given) => Promise<unknown>,
  check: (again: SealedDevice, given: Given) => Promise<void>,
): Promise<string[]> {
  const ends: string[] = [];
  for (let steps = 0;; steps++) {
    const given = await prepare();
    const kept = memoryStorage();
    const { storage, endAfter, changed, step, end } = mortal(kept);
    const own = await begin(storage, given);
    own.proxy.change = async ({ method, url }, answer) => {
      const path = new URL(url).pathname.replace(/^.*(?=\/api\/)/, "");
      const request = `${method} ${path.replace(/[0-9a-f-]{36}/g, ":id")}`;
      step(request, false);
      const response = await answer();
      if (method !== "GET") changed();
      step(`answer to ${request}`, false);
      return response;
    };
    endAfter(steps);
    await act(own, given).catch(() => {});
    const hasEnded = end();
    endAfter(0);
    own.network.fate = "lost";
    await own.sealed.close().catch(() => {});
    own.offline.close();
    const again = await signedIn(own.who, { storage: kept });
    await check(again, given).catch((cause) => {
      const place = `After ${steps} steps, before ${hasEnded || "nothing"}`;
      throw new Error(`${place}: ${cause.message}`, { cause });
    });
    await again.sealed.close();
    again.offline.close();
    if (!hasEnded) return ends;
    ends.push(hasEnded);
  }
}

it("of setting up: the person has one account with two ways in, and one notebook", async () => {
  const ends = await endingAnywhere(
    async () => ({
      who: await person("Ana"),
      id: crypto.randomUUID(),
      passkey: newKeyring(),
      code: "",
    }),
    (storage, { who }) => signedIn(who, { storage }),
    async ({ sealed }, given) => {
      await setUp(sealed, given);
      await sealed.notebooks.create({ id: given.id, name: "Mine" });
    },
    async ({ sealed, who }, given) => {
      if (sealed.state === "none") await setUp(sealed, given);
      if (sealed.state === "new_device") await sealed.keys.enter({ recoveryCode: given.code });
      if (sealed.state === "locked") await sealed.keys.unlock({ passkey: given.passkey() });
      const ways = await sealed.keys.ways();
      expect(ways.map(({ kind }) => kind).sort()).toEqual(["passkey", "recovery_code"]);
      await sealed.notebooks.create({ id: given.id, name: "Mine" });
      const entry = await sealed.entries.create({ notebook_id: given.id, content: "whole" });
      await sealed.sync();
      const laptop = await signedIn(who);
      await laptop.sealed.keys.enter({ passkey: given.passkey() });
      await laptop.sealed.sync();
      expect(laptop.sealed.notebooks.ids).toEqual([given.id]);
      expect(laptop.sealed.entries.list()).toMatchObject([{ id: entry, content: "whole" }]);
    },
  );
  expect(ends.length).toBeGreaterThan(8);
  expect(ends).toContain("answer to POST /api/sealed");
  expect(ends).toContain("answer to POST /api/notebooks");
}, patience(240_000));

/** Another device of the person, with a copy of the stored values. */
async function copyOf({ who, storage }: SealedDevice, copy: DeviceStorage): Promise<SealedDevice> {
  await copy.write(await storage.read(""));
  return await signedIn(who, { storage: copy });
}

/** Sets up, and notes the recovery code down before anything is sent. */
async function setUp(
  { keys }: SealedDevice["sealed"],
  given: { code: string; passkey: ReturnType<typeof newKeyring> },
): Promise<void> {
  const begun = await keys.setUp();
  given.code = begun.recoveryCode;
  await begun.confirm(given.code);
  await begun.finish({ passkey: given.passkey() });
}

it("of sealing: the entry and its file are there once, and are whole", async ({ ana }) => {
  const owner = await first(ana);
  const notebook_id = await owner.sealed.notebooks.create({ name: "Mine" });
  const ends = await endingAnywhere(
    () => Promise.resolve(crypto.randomUUID()),
    (storage) => copyOf(owner, storage),
    async ({ sealed }, id) => {
      await sealed.entries.create({ notebook_id, content: "whole" }, id);
      await sealed.entries.attach(id, { file: new Blob(["photo"]) });
      await sealed.sync();
    },
    async ({ sealed }, id) => {
      const kept = sealed.entries.get(id);
      await sealed.sync();
      expect(sealed.entries.conflicts).toEqual([]);
      expect(sealed.entries.status?.pending).toEqual({});
      await owner.sealed.sync();
      const shown = owner.sealed.entries.get(id);
      // Nothing is lost that the device has kept.
      if (!kept) return expect(shown).toBe(undefined);
      expect(shown).toMatchObject({ content: "whole", failure: null, files: kept.files });
      for (const file of shown!.files) {
        expect(await (await owner.sealed.entries.file(id, file.id)).text()).toBe("photo");
      }
      // A file that waited before the text named it is there as well.
      const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
      expect(entry.attachments.length).toBeLessThanOrEqual(1);
    },
  );
  expect(ends.length).toBeGreaterThan(15);
  expect(ends).toContain("keep a file");
  expect(ends).toContain("answer to POST /api/journal/:id/attachments");
}, patience(240_000));

it(
  "of moving a notebook in: its entries and the photo are in the sealed one, and nothing is open",
  async ({ ana }) => {
    const owner = await first(ana);
    const notebook_id = await owner.sealed.notebooks.create({ name: "Mine" });
    const ends = await endingAnywhere(
      async () => {
        const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Open" });
        const open = { title: "Open", notebook_id: notebook.id };
        const contents = ["with a photo", "without"];
        const entries = await Promise.all(
          contents.map((content) => write(ana, { ...open, content })),
        );
        await attach(ana, entries[0]!.id);
        return entries;
      },
      (storage) => copyOf(owner, storage),
      ({ sealed }, open) => sealed.entries.moveAllIn(open.map(({ id }) => id), notebook_id),
      async ({ sealed }, open) => {
        const ids = open.map(({ id }) => id);
        // The sync of the next start goes on with the move that was cut off, without being asked to.
        const begun = sealed.entries.unfinishedMoves;
        await sealed.sync();
        expect(sealed.entries.unfinishedMoves).toEqual([]);
        for (const id of begun) expect(sealed.entries.get(id)).toMatchObject({ notebook_id });
        expect(await sealed.entries.moveAllIn(ids, notebook_id)).toEqual([]);
        expect(sealed.entries.unfinishedMoves).toEqual([]);
        await owner.sealed.sync();
        const [one, two] = ids.map((id) => owner.sealed.entries.get(id));
        const whole = { title: "Open", notebook_id, failure: null };
        expect(one).toMatchObject({ ...whole, content: "with a photo", files: [{}] });
        expect(two).toMatchObject({ ...whole, content: "without", files: [] });
        const [file] = one!.files;
        expect((await owner.sealed.entries.file(one!.id, file!.id)).size).toBe(file!.bytes);
        for (const id of ids) {
          const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
          expect(entry).toMatchObject({ is_sealed: true, title: "", content: "" });
          const { versions } = await ok(ana, "GET", `/api/journal/${id}/versions`);
          expect(versions).toEqual([]);
        }
        const { entry } = await ok(ana, "GET", `/api/journal/${one!.id}`);
        const kinds = entry.attachments.map(({ kind }: { kind: string }) => kind);
        expect(kinds).toEqual(["sealed"]);
      },
    );
    expect(ends.length).toBeGreaterThan(15);
  },
  patience(240_000),
);

it(
  "of removing: members who stay read the next entry, a member who is gone does not",
  async ({ ana, ben, cleo }) => {
    const [owner, two, three] = [await first(ana), await first(ben), await first(cleo)];
    const { team_id } = await makeTeam(ana, [ben, cleo]);
    onTestFinished(() => two.sealed.close());
    const ends = await endingAnywhere(
      async () => {
        const id = await owner.sealed.notebooks.create({ name: "Ours", team_id });
        await owner.sealed.notebooks.add(id, [ben.id, cleo.id]);
        return id;
      },
      (storage) => copyOf(owner, storage),
      ({ sealed }, id) => sealed.notebooks.remove(id, [cleo.id]),
      async ({ sealed }, id) => {
        await sealed.notebooks.remove(id, [cleo.id]);
        expect(await sealed.notebooks.get(id)).toMatchObject({
          epoch: 2,
          rotationDue: false,
          readers: [{ id: ana.id }, { id: ben.id }],
        });
        await sealed.sync();
        const entry = await sealed.entries.create({ notebook_id: id, content: "of two" });
        await sealed.sync();
        await two.sealed.sync();
        await three.sealed.sync();
        expect(two.sealed.entries.get(entry)).toMatchObject({ content: "of two", failure: null });
        expect(three.sealed.entries.get(entry)?.content ?? "").toBe("");
      },
    );
    expect(ends.length).toBeGreaterThan(2);
    expect(ends).toContain("answer to POST /api/notebooks/:id/sealed");
  },
  patience(240_000),
);

it(
  "of making a new key: members read what was written before and after, a new one too",
  async ({ ana, ben, cleo }) => {
    const [owner, two, three] = [await first(ana), await first(ben), await first(cleo)];
    const { team_id } = await makeTeam(ana, [ben, cleo]);
    onTestFinished(() => two.sealed.close());
    const texts = [{ content: "before", failure: null }, { content: "after", failure: null }];
    let last = "";
    const ends = await endingAnywhere(
      async () => {
        const id = await owner.sealed.notebooks.create({ name: "Ours", team_id });
        await owner.sealed.notebooks.add(id, [ben.id]);
        await owner.sealed.entries.create({ notebook_id: id, content: "before" });
        await owner.sealed.sync();
        last = id;
        return id;
      },
      (storage) => copyOf(owner, storage),
      ({ sealed }, id) => sealed.notebooks.renewKey(id),
      async ({ sealed }, id) => {
        await sealed.sync();
        await sealed.entries.create({ notebook_id: id, content: "after" });
        await sealed.sync();
        const { epoch, ...made } = await sealed.notebooks.get(id);
        expect(made).toMatchObject({ rotationDue: false, failure: null, readers: [{}, {}] });
        expect([1, 2]).toContain(epoch);
        await two.sealed.sync();
        const shown = two.sealed.entries.list({ notebook_id: id, direction: "ascending" });
        expect(shown).toMatchObject(texts);
        await sealed.notebooks.renewKey(id);
        expect(await sealed.notebooks.get(id)).toMatchObject({ epoch: epoch + 1 });
      },
    );
    // She has a wrap of the newest key alone, which opens the former ones.
    await owner.sealed.notebooks.add(last, [cleo.id]);
    await three.sealed.sync();
    expect(three.sealed.entries.list({ direction: "ascending" })).toMatchObject(texts);
    // The first request changes nothing, so this end is also the end before the new key is sent.
    expect(ends.slice(0, 2)).toEqual([
      "GET /api/notebooks/:id/sealed",
      "answer to POST /api/notebooks/:id/sealed",
    ]);
  },
  patience(240_000),
);
