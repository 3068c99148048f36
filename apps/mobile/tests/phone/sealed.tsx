/** A person with a computer that has sealed notebooks, and the person's acts on the phone. */
import { randomUUID } from "node:crypto";
import { createExpoClient, sessionStorage, sqliteStorage } from "@journal/client/expo";
import { openSealed } from "@journal/client/sealed";
import { render, screen } from "@testing-library/react-native";
import { App } from "../../src/app";
import { beginDraft } from "../../src/draft";
import { keepWaiting } from "../../src/drafts";
import { elsewhere, type Person, person, platform } from "../service";
import { press, shown, signIn, tab, type } from "./acts";
import { modules } from "./modules";

jest.mock("../../src/modules", () => {
  // A phone has the random bytes of its system, and no WebCrypto.
  const { randomUUID, getRandomValues } = require("./modules").modules.Crypto;
  Object.defineProperty(globalThis, "crypto", {
    value: { randomUUID, getRandomValues },
    configurable: true,
  });
  return require("./modules");
});

export const LOCKED =
  "These entries are sealed. Open them with your recovery code or your passphrase.";
export const PASSPHRASE = "correct horse battery staple";

/** A computer, on which the person has set up sealed notebooks and has written an entry. */
export async function computer(ana: Person) {
  const storage = sqliteStorage(modules.SQLite, undefined, `${randomUUID()}.db`);
  const client = createExpoClient(platform.api_url, platform.publishable_key, modules, {
    storage,
    supabase: { auth: { storage: sessionStorage(storage) } },
  });
  const { error } = await client.supabase.auth.signInWithPassword(ana);
  if (error) throw error;
  await client.offline.open(ana.id);
  const keys = new Map<string, string>();
  const sealed = await openSealed(client, {
    deviceKeys: {
      read: (name) => Promise.resolve(keys.get(name) ?? null),
      write: (name, key) => Promise.resolve(void keys.set(name, key)),
      remove: (name) => Promise.resolve(void keys.delete(name)),
    },
  });
  const setUp = await sealed.keys.setUp();
  await setUp.confirm(setUp.recoveryCode);
  await setUp.finish({ passphrase: PASSPHRASE });
  const notebook_id = await sealed.notebooks.create({ name: "Diary" });
  const id = await sealed.entries.create({
    notebook_id,
    title: "Morning fog",
    content: "White and quiet",
  });
  await sealed.sync();
  const read = async () => {
    await sealed.sync();
    return sealed.entries.list().map(({ title, content }) => ({ title, content }));
  };
  return { id, notebook_id, sealed, read, recoveryCode: setUp.recoveryCode };
}

/** Signs a person in, and shows the journal. */
export async function toJournal(ana: Person): Promise<void> {
  await signIn(ana);
  tab("Journal");
}

/** Signs a person with a computer in on the phone, and opens what is sealed there. */
export async function opened() {
  const ana = await person();
  const there = await computer(ana);
  await toJournal(ana);
  await shown(LOCKED);
  type("Recovery code", there.recoveryCode);
  press("Open");
  await shown("White and quiet");
  return { ana, ...there };
}

/** The own entries as the service answers them. */
export async function stored(
  ana: Person,
): Promise<{ id: string; is_sealed: boolean; content: string }[]> {
  return (await (await elsewhere(ana))("GET", "/journal?scope=own")).entries;
}

/** Ends the app and starts it again: what it had in memory is gone. */
export async function restart(): Promise<void> {
  screen.unmount();
  await keepWaiting();
  beginDraft(null);
  await start();
}

/** Starts the app on a phone on which a person is signed in, and shows the journal. */
export async function start(): Promise<void> {
  render(<App />);
  await shown(/Good .*, Ana/);
  tab("Journal");
}

/** A team of two people; answers its id. */
export async function teamOf(owner: Person, { id: user_id }: Person): Promise<string> {
  const call = await elsewhere(owner);
  const { organization: { id: org_id } } = await call("POST", "/organizations", { name: "Two" });
  const { team: { id } } = await call("POST", "/teams", { name: "Two", org_id });
  const member = { user_id, role: "member" };
  await call("POST", `/organizations/${org_id}/members`, member);
  await call("POST", `/teams/${id}/members`, member);
  return id;
}
