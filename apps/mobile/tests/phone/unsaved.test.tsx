/** Texts that are typed and not saved, entries that go, and ways in of other devices. */
import { randomUUID } from "node:crypto";
import { screen, waitFor } from "@testing-library/react-native";
import { computer, LOCKED, opened, restart, stored, teamOf } from "./sealed";
import { isAbsent, press, sent, shown, tab, type, within, withPhone } from "./acts";
import { openDevice, write } from "../../src/sealed";
import { journal } from "../../src/service";
import { elsewhere, type Person, person } from "../service";
import { phone } from "./modules";

withPhone();

const typed = (text: string) => screen.findByDisplayValue(text, {}, within);
const kept = async () => JSON.stringify(await journal.offline.storage.read(""));

it("keeps a new text that is not saved under the device's key, until it is saved", async () => {
  const { read } = await opened();
  press("Diary");
  type("What is on your mind?", "Half a thought");
  await restart();
  await typed("Half a thought");
  await shown("Sealed: only the members of the notebook can read this.");
  expect(await kept()).not.toMatch(/Half a/);
  press("Save entry");
  await shown("Half a thought");
  await sent();
  expect(await read()).toContainEqual({ title: "", content: "Half a thought" });
  await restart();
  await shown("Half a thought");
  expect(screen.queryByDisplayValue("Half a thought")).toBeNull();
});

it("keeps what is typed while the phone is locked, and the text of before", async () => {
  const { recoveryCode } = await opened();
  press("Diary");
  type("What is on your mind?", "Of before");
  phone.leaveApp();
  await waitFor(() => expect(openDevice()!.drafts.names("new/")).toHaveLength(1), { timeout: 250 });
  await openDevice()!.keys.lock();
  await shown(LOCKED);
  await restart();
  type("What is on your mind?", "Of now");
  type("Recovery code", recoveryCode);
  press("Open");
  await shown("White and quiet");
  await typed("Of now");
  press("Save entry");
  await shown("Of now");
  await typed("Of before");
});

it("keeps an edit that is not saved, and joins it with another device's", async () => {
  const { read, sealed, id } = await opened();
  press("Open Morning fog");
  press("Edit");
  type("Text", "White and loud");
  await restart();
  await shown("You have changed this and not saved it.");
  await sealed.entries.update(id, { title: "Mist" });
  await sealed.sync();
  phone.enterApp();
  await shown("Mist");
  press("Open Mist");
  press("Edit");
  await typed("White and loud");
  press("Save");
  await screen.findByRole("button", { name: "Edit" }, within);
  await shown("White and loud");
  await sent();
  expect(await read()).toEqual([{ title: "Mist", content: "White and loud" }]);
  await restart();
  await shown("White and loud");
  expect(isAbsent("You have changed this and not saved it.")).toBe(true);
});

it("forgets an edit that the person leaves", async () => {
  await opened();
  press("Open Morning fog");
  press("Edit");
  type("Text", "No");
  press("Leave without saving");
  await restart();
  await shown("White and quiet");
  expect(isAbsent("You have changed this and not saved it.")).toBe(true);
});

it("saves the text of an edit as a new entry, when another device deletes the entry", async () => {
  const { read, sealed, id } = await opened();
  await sent();
  press("Open Morning fog");
  press("Edit");
  type("Text", "Still being written");
  await sealed.entries.remove(id);
  await sealed.sync();
  phone.enterApp();
  await shown("This entry was deleted elsewhere. Your text is still here.");
  await typed("Still being written");
  press("Save as a new entry");
  await shown("Still being written");
  await sent();
  expect(await read()).toEqual([{ title: "Morning fog", content: "Still being written" }]);
});

it("keeps the text of an edit whose entry is gone, also when its change is undone", async () => {
  const { read, sealed, id } = await opened();
  await sent();
  press("Open Morning fog");
  press("Edit");
  type("Text", "White and");
  await sealed.entries.remove(id);
  await sealed.sync();
  phone.enterApp();
  await shown("This entry was deleted elsewhere. Your text is still here.");
  type("Text", "White and quiet");
  await restart();
  await shown("You have not saved this text yet.");
  press("Open Morning fog");
  await typed("White and quiet");
  press("Save as a new entry");
  await screen.findByRole("button", { name: "Open Morning fog" }, within);
  await sent();
  expect(await read()).toEqual([{ title: "Morning fog", content: "White and quiet" }]);
});

/** A text that the phone has kept, and that is saved while the phone cannot forget it. */
async function savedWhileLocked(text: string) {
  const { ana, recoveryCode } = await opened();
  await sent();
  type("What is on your mind?", text);
  await waitFor(() => expect(openDevice()!.drafts.names("new/")).toHaveLength(1), within);
  await openDevice()!.keys.lock();
  await shown(LOCKED);
  press("Save entry");
  await shown(text);
  await sent();
  await restart();
  const open = async () => {
    type("Recovery code", recoveryCode);
    press("Open");
    await shown("White and quiet");
  };
  return { ana, open };
}

/** The texts of the open entries, as the service has them. */
const openTexts = async (ana: Person) =>
  (await stored(ana)).filter(({ is_sealed }) => !is_sealed).map(({ content }) => content).sort();

it("forgets a text that was saved while the phone was locked", async () => {
  const { ana, open } = await savedWhileLocked("On a train");
  await open();
  expect(screen.queryByDisplayValue("On a train")).toBeNull();
  type("What is on your mind?", "On a bridge");
  press("Save entry");
  await shown("On a bridge");
  await sent();
  expect(await openTexts(ana)).toEqual(["On a bridge", "On a train"]);
});

it("gives another text than that of the saved entry back as a new entry", async () => {
  const { ana, open } = await savedWhileLocked("On a train");
  const call = await elsewhere(ana);
  const { id } = (await stored(ana)).find(({ is_sealed }) => !is_sealed)!;
  await call("PUT", `/journal/${id}`, { content: "In a tunnel" });
  phone.enterApp();
  await shown("In a tunnel");
  await open();
  await typed("On a train");
  press("Save entry");
  await shown("On a train");
  await sent();
  expect(await openTexts(ana)).toEqual(["In a tunnel", "On a train"]);
});

it("writes the text of an edit anew once, and does not overwrite what it became", async () => {
  const { sealed, notebook_id } = await opened();
  await sent();
  const id = randomUUID();
  const text = { title: "Morning fog", content: "Still here" };
  await write({ notebook_id, ...text }, id);
  await write({ notebook_id, ...text }, id);
  await shown("Still here");
  await sent();
  await sealed.sync();
  expect(sealed.entries.list()).toHaveLength(2);
  await sealed.entries.update(id, { content: "Grown since" });
  await sealed.sync();
  phone.enterApp();
  await shown("Grown since");
  await write({ notebook_id, ...text }, id);
  await shown("Still here");
  await sent();
  await sealed.sync();
  expect(sealed.entries.list().map(({ content }) => content).sort())
    .toEqual(["Grown since", "Still here", "White and quiet"]);
});

it("shows the text of an edit to copy, when nothing can be written in its notebook", async () => {
  const { sealed, id, notebook_id } = await opened();
  await sent();
  press("Open Morning fog");
  press("Edit");
  type("Text", "Nowhere to go");
  await sealed.entries.remove(id);
  await sealed.sync();
  await sealed.notebooks.delete(notebook_id);
  phone.enterApp();
  await shown("You cannot write in this notebook any more. Copy your text to keep it elsewhere.");
  expect(screen.queryByRole("button", { name: "Save as a new entry" })).toBeNull();
  press("Copy the text");
  await screen.findByRole("button", { name: "Copied" }, within);
  expect(phone.copied).toBe("Morning fog\n\nNowhere to go");
  await restart();
  await shown("Nowhere to go");
  press("Open Morning fog");
  press("Discard the text");
  await waitFor(() => expect(isAbsent("Nowhere to go")).toBe(true), within);
});

it("asks about a saved edit whose entry another device has deleted", async () => {
  const { read, sealed, id } = await opened();
  await sent();
  phone.missNetwork();
  await shown(/No network/);
  press("Open Morning fog");
  press("Edit");
  type("Text", "Written in a tunnel");
  press("Save");
  await shown("Written in a tunnel");
  await sealed.entries.remove(id);
  await sealed.sync();
  phone.findNetwork();
  await shown("Another device has deleted this entry. Your text:");
  await shown(/Written in a tunnel/);
  press("Save it anew");
  await screen.findByRole("button", { name: "Open Morning fog" }, within);
  await sent();
  expect(await read()).toEqual([{ title: "Morning fog", content: "Written in a tunnel" }]);
});

it("shows the text of an entry that the service refuses", async () => {
  await opened();
  const title = "t".repeat(10_000);
  await journal.offline.create("journal_entries", { title, content: "Not taken" });
  await journal.offline.sync();
  await shown(/The service did not take this/);
  await shown(/Not taken/);
  press("Forget it");
  await waitFor(() => expect(isAbsent(/Not taken/)).toBe(true), within);
});

it("says before signing out that a text is not saved", async () => {
  await opened();
  await sent();
  type("What is on your mind?", "Unsaved");
  tab("Today");
  press("Sign out");
  await shown("1 text has not been saved and will be lost.");
  press("Sign out and lose them");
  await shown("Welcome back");
});

it("says how many people read a notebook, by its log", async () => {
  const { ana, sealed } = await opened();
  await shown("1 person reads it");
  const ben = await person();
  await computer(ben);
  const id = await sealed.notebooks.create({ name: "Ours", team_id: await teamOf(ana, ben) });
  await sealed.notebooks.add(id, [ben.id]);
  await sealed.entries.create({ notebook_id: id, title: "Together", content: "For both" });
  await sealed.sync();
  phone.enterApp();
  await shown("2 people read it");
  await shown("Ours · 2 people read it");
  press("Open Together");
  press("Edit");
  await shown("Ours · 2 people read it");
  press("Leave without saving");
  phone.loseNetwork();
  await restart();
  await shown("Ours · 2 people read it");
});

it("goes on with new keys when it is locked and its person has begun anew elsewhere", async () => {
  const { sealed } = await opened();
  await sent();
  phone.missNetwork();
  await shown(/No network/);
  press("Diary");
  type("What is on your mind?", "Never sent");
  press("Save entry");
  await shown("Never sent");
  await openDevice()!.keys.lock();
  phone.findNetwork();
  await shown(LOCKED);
  const anew = await sealed.keys.setUp({ anew: true });
  await anew.confirm(anew.recoveryCode);
  await anew.finish({ passphrase: "a newer horse" });
  const notebook_id = await sealed.notebooks.create({ name: "Days" });
  await sealed.entries.create({ notebook_id, title: "Sun", content: "With new keys" });
  await sealed.sync();

  type("Recovery code", anew.recoveryCode);
  press("Open");
  await shown("This code does not open your notebooks.");
  await shown(/this phone still has your former keys/);
  press("Remove the former keys");
  await shown(/may have texts of sealed notebooks that have not been sent/);
  press("Remove them and lose these texts");
  await shown(LOCKED);
  type("Recovery code", anew.recoveryCode);
  press("Open");
  await shown("With new keys");
  expect(isAbsent("Never sent")).toBe(true);
});

it("opens with a passphrase that was added on another device since it is locked", async () => {
  const { sealed } = await opened();
  await sent();
  await openDevice()!.keys.lock();
  await shown(LOCKED);
  await sealed.keys.addWay({ passphrase: "a newer horse" });
  phone.loseNetwork();
  press("Use the passphrase");
  type("Passphrase", "a newer horse");
  press("Open");
  await shown(/did not open your notebooks/);
  phone.findNetwork();
  press("Open");
  await shown("White and quiet");
});
