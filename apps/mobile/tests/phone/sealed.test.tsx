/** Sealed notebooks in the app on a phone, against the local platform. */
import { randomUUID } from "node:crypto";
import { newRecoveryCode, openSealed, printRecoveryCode } from "@journal/client/sealed";
import { screen, waitFor } from "@testing-library/react-native";
import { computer, LOCKED, opened, PASSPHRASE, start, stored, toJournal } from "./sealed";
import { isAbsent, press, sent, shown, type, within, withPhone } from "./acts";
import { write } from "../../src/sealed";
import { journal } from "../../src/service";
import { deviceKeysOf } from "../../src/sealed-modules";
import { elsewhere, person } from "../service";
import { phone, secrets } from "./modules";

withPhone();

// The first test of the file: the app opens what is sealed at its first start.
it("shows the newest entries while it opens, and lets them be changed afterwards", async () => {
  const ana = await person();
  const { recoveryCode } = await computer(ana);
  await journal.supabase.auth.signInWithPassword(ana);
  await journal.offline.open(ana.id);
  const before = await openSealed(journal, {
    deviceKeys: deviceKeysOf(secrets),
    newest() {},
  });
  await before.keys.enter({ recoveryCode });
  await before.sync();
  await before.close();

  const { storage } = journal.offline;
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  const read = storage.read.bind(storage);
  const reading = jest.spyOn(storage, "read").mockImplementation(async (prefix) => {
    if (prefix.endsWith("/packs")) await held;
    return await read(prefix);
  });
  try {
    await start();
    await shown("White and quiet");
    press("Open Morning fog");
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    release();
    await screen.findByRole("button", { name: "Edit" }, within);
  } finally {
    reading.mockRestore();
  }
});

it("opens with the recovery code, and lists sealed entries beside others", async () => {
  const ana = await person();
  await (await elsewhere(ana))("POST", "/journal", { title: "", content: "Open for search" });
  const { recoveryCode } = await computer(ana);
  await toJournal(ana);
  await shown(LOCKED);
  await shown("Open for search");
  expect(isAbsent("Morning fog")).toBe(true);

  type("Recovery code", recoveryCode.toLowerCase());
  press("Open");
  await shown("Morning fog");
  await shown("White and quiet");
  await shown("Open for search");
  expect(isAbsent(LOCKED)).toBe(true);
});

it("opens with the passphrase", async () => {
  const ana = await person();
  await computer(ana);
  await toJournal(ana);
  await shown(LOCKED);
  press("Use the passphrase");
  type("Passphrase", PASSPHRASE);
  press("Open");
  await shown("White and quiet");
});

it("refuses a wrong code and a wrong passphrase with a sentence", async () => {
  const ana = await person();
  const { recoveryCode } = await computer(ana);
  await toJournal(ana);
  await shown(LOCKED);
  type("Recovery code", await printRecoveryCode(newRecoveryCode()));
  press("Open");
  await shown("This code does not open your notebooks.");
  type("Recovery code", recoveryCode.slice(1));
  press("Open");
  await shown("A letter or number of the code is wrong or missing. Compare it with your paper.");
  press("Use the passphrase");
  type("Passphrase", "correct horse battery stable");
  press("Open");
  await shown("This passphrase does not open your notebooks.");
  expect(isAbsent("White and quiet")).toBe(true);
  expect(phone.secured.size).toBe(0);
});

it("is open at the next start: the device's key lies in the secure store", async () => {
  await opened();
  expect(phone.secured.size).toBe(1);
  const [key] = phone.secured.values();
  const kept = JSON.stringify(await journal.offline.storage.read(""));
  expect(kept).not.toContain(key);
  const again = await openSealed(journal, { deviceKeys: deviceKeysOf(secrets) });
  expect(again.state).toBe("open");
  await again.close();
});

it("reads an entry, and writes another that the service cannot read", async () => {
  const { ana, read } = await opened();
  press("Open Morning fog");
  await shown("White and quiet");
  expect(screen.queryByLabelText("What is on your mind?")).toBeNull();
  press("Back");

  press("Diary");
  await shown("Sealed: only the members of the notebook can read this.");
  type("What is on your mind?", "Only for my eyes");
  press("Save entry");
  await shown("Only for my eyes");
  await sent();
  expect(await read()).toContainEqual({ title: "", content: "Only for my eyes" });
  const entries = await stored(ana);
  expect(entries.map(({ is_sealed }) => is_sealed)).toEqual([true, true]);
  expect(JSON.stringify(entries)).not.toMatch(/my eyes|Morning fog|White and/);
});

it("edits an entry", async () => {
  const { ana, read } = await opened();
  press("Open Morning fog");
  press("Edit");
  type("Title", "Thick fog");
  type("Text", "Grey and loud");
  press("Save");
  await shown("Thick fog");
  await shown("Grey and loud");
  await sent();
  expect(await read()).toEqual([{ title: "Thick fog", content: "Grey and loud" }]);
  expect(JSON.stringify(await stored(ana))).not.toMatch(/Thick fog|Grey and/);
});

it("keeps an entry without a network under the device's key, and sends it later", async () => {
  const { read } = await opened();
  await sent();
  phone.loseNetwork();
  await shown(/No network/);
  press("Diary");
  type("What is on your mind?", "Written in a tunnel");
  press("Save entry");
  await shown("Written in a tunnel");
  await shown(/1 change waits to be sent/);
  expect(JSON.stringify(await journal.offline.storage.read(""))).not.toMatch(
    /in a tunnel|Morning fog|White and/,
  );
  phone.findNetwork();
  await sent();
  expect(await read()).toContainEqual({ title: "", content: "Written in a tunnel" });
});

it("tries again by itself after a sync of sealed things has failed", async () => {
  const { read } = await opened();
  await sent();
  phone.loseNetwork();
  await shown(/No network/);
  press("Diary");
  type("What is on your mind?", "Written in a tunnel");
  press("Save entry");
  await shown(/1 change waits to be sent/);
  let lost = 0;
  phone.loseRequests((address) => address.endsWith("/api/sealed") && ++lost > 0);
  phone.findNetwork();
  await waitFor(() => expect(lost).toBeGreaterThan(0), within);
  await waitFor(() => expect(journal.offline.status().isSyncing).toBe(false), within);
  await shown(/1 change waits to be sent/);
  phone.loseRequests(() => false);
  await sent();
  expect(await read()).toContainEqual({ title: "", content: "Written in a tunnel" });
});

it("fetches what another device has sealed when the app comes to the foreground", async () => {
  const { sealed, id, notebook_id } = await opened();
  await sent();
  await sealed.entries.update(id, { content: "Gone by noon" });
  await sealed.entries.create({ notebook_id, content: "A second page" });
  await sealed.sync();
  phone.leaveApp();
  phone.enterApp();
  await shown("Gone by noon");
  await shown("A second page");
});

it("does not write openly what was meant for a notebook that is gone", async () => {
  const { ana, sealed } = await opened();
  const short = await sealed.notebooks.create({ name: "Short" });
  phone.enterApp();
  await screen.findByRole("button", { name: "Short" }, within);
  press("Short");
  type("What is on your mind?", "For nobody else");
  await sealed.notebooks.delete(short);
  phone.enterApp();
  await shown(/This notebook is no longer open on this phone/);
  press("Save entry");
  expect(screen.getByRole("button", { name: "Save entry", disabled: true })).toBeTruthy();
  await journal.offline.sync();
  expect(screen.getByDisplayValue("For nobody else")).toBeTruthy();
  expect(await stored(ana)).toHaveLength(1);
});

it("keeps the text and its notebook while another entry is open", async () => {
  const { ana } = await opened();
  press("Diary");
  type("What is on your mind?", "For the diary");
  press("Open Morning fog");
  await screen.findByRole("button", { name: "Edit" }, within);
  press("Back");
  expect(screen.getByDisplayValue("For the diary")).toBeTruthy();
  await shown("Sealed: only the members of the notebook can read this.");
  press("Save entry");
  await shown("For the diary");
  await sent();
  expect(JSON.stringify(await stored(ana))).not.toMatch(/For the diary/);
});

it("seals no text that the service may have already", async () => {
  const { notebook_id } = await opened();
  const id = randomUUID();
  await journal.offline.create("journal_entries", { title: "", content: "Open" }, id);
  await expect(write({ notebook_id, content: "Sealed" }, id)).rejects.toMatchObject({
    code: "is_open",
  });
});

it("is locked after the person has signed out", async () => {
  const { ana } = await opened();
  screen.unmount();
  await journal.signOut();
  await waitFor(() => expect(phone.secured.size).toBe(0), within);
  expect(JSON.stringify(await journal.offline.storage.read(""))).not.toMatch(/sealed/);
  await toJournal(ana);
  await shown(LOCKED);
  expect(isAbsent("White and quiet")).toBe(true);
});
