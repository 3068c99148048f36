/** The client on a phone: copies, pushes, links of mails, files and the assistant's stream. */
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExpoClient, sessionStorage, sqliteStorage } from "@journal/client/expo";
import { photo } from "../photo";
import { redirectOf } from "../redirect";
import { elsewhere, mailTo, patience, type Person, person, platform } from "../service";
import { modules, phone } from "./modules";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The app on the phone, as it starts: nothing but the phone's database is there. */
function start() {
  const users: (string | null)[] = [];
  const badLinks = jest.fn();
  const client = createExpoClient(
    platform.api_url,
    platform.publishable_key,
    modules,
    {
      projectId: "journal",
    },
  );
  const { stop } = client.watch({
    user: (id) => users.push(id),
    badLink: badLinks,
  });
  stops.push(
    () => (stop(), client.supabase.removeAllChannels(), client.offline.close()),
  );
  return { ...client, users, badLinks };
}

async function until<T>(
  read: () => T | Promise<T>,
  check: (value: T) => boolean,
): Promise<T> {
  for (const end = performance.now() + patience(10_000);;) {
    const value = await read();
    if (check(value)) return value;
    if (performance.now() > end) throw new Error(`Still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function signIn(who: Person) {
  const app = start();
  const { error } = await app.supabase.auth.signInWithPassword(who);
  if (error) throw error;
  await until(() => app.users.at(-1), (id) => id === who.id);
  return app;
}

describe("files that wait", () => {
  const { files } = sqliteStorage(modules.SQLite, modules.FileSystem, `${randomUUID()}.db`);
  const uri = join(tmpdir(), `waits-${process.pid}.png`);

  it("are found by their keys, with their ending, until they are removed", async () => {
    writeFileSync(uri, photo());
    await files!.keep("ana/1-a/file", { uri, name: "me.png", type: "image/png" });
    await files!.keep("ben/1-a/file", new Blob(["text"], { type: "text/plain" }));
    expect(await files!.keys("ana/")).toEqual(["ana/1-a/file"]);
    expect((await files!.read("ana/1-a/file") as { uri: string }).uri).toMatch(/\.png$/);
    await files!.remove(["ana/1-a/file", "nobody/1/file"]);
    expect(await files!.read("ana/1-a/file")).toBeUndefined();
    expect(await files!.keys("")).toEqual(["ben/1-a/file"]);
  });

  it("have a size", () => {
    writeFileSync(uri, "12345");
    const file = { uri, name: "me.png", type: "image/png" };
    expect(files!.factsOf!(file)).toEqual({ type: "image/png", bytes: 5 });
  });
});

describe("SQLite", () => {
  it("reads the values below a prefix, in the order of the keys", async () => {
    const storage = sqliteStorage(modules.SQLite, modules.FileSystem, `${randomUUID()}.db`);
    await storage.write([["b/2", { n: 2 }], ["b/1", { n: 1 }], ["c/1", 3]]);
    await storage.write([["c/1", undefined], ["b/2", "two"]]);
    expect(await storage.read("b/")).toEqual([["b/1", { n: 1 }], [
      "b/2",
      "two",
    ]]);
    expect(await storage.read("c/")).toEqual([]);
  });

  it("writes nothing when a value cannot be kept", async () => {
    const storage = sqliteStorage(modules.SQLite, modules.FileSystem, `${randomUUID()}.db`);
    await expect(storage.write([["a", 1], ["b", () => {}]])).rejects.toThrow(
      "cannot be kept",
    );
    expect(await storage.read("")).toEqual([]);
  });

  it("is opened again when it could not be opened", async () => {
    const open = jest.fn(modules.SQLite.openDatabaseAsync)
      .mockRejectedValueOnce(new Error("no room"));
    const storage = sqliteStorage(
      { openDatabaseAsync: open },
      undefined,
      `${randomUUID()}.db`,
    );
    await expect(storage.read("")).rejects.toThrow("no room");
    expect(await storage.read("")).toEqual([]);
  });

  it("keeps a session longer than a keychain takes", async () => {
    const session = sessionStorage(
      sqliteStorage(modules.SQLite, modules.FileSystem, `${randomUUID()}.db`),
    );
    const text = "é".repeat(5000);
    await session.setItem("a", text);
    await session.setItem("ab", "another");
    expect(await session.getItem("a")).toBe(text);
    await session.removeItem("a");
    expect(await session.getItem("a")).toBeNull();
    expect(await session.getItem("ab")).toBe("another");
  });
});

it("shows entries from before a restart, also without a network, and sends them later", async () => {
  const ana = await person();
  const before = await signIn(ana);
  await until(() => before.offline.profile, (profile) => profile !== undefined);
  phone.loseNetwork();
  const id = await before.offline.create("journal_entries", {
    title: "Train",
    content: "Hills",
  });
  stops.pop()!();
  const after = start();
  await until(() => after.users, (users) => users[0] === ana.id);
  expect(after.offline.get("journal_entries", id)?.content).toBe("Hills");
  expect(after.offline.pending).toBe(1);
  phone.findNetwork();
  await until(() => after.offline.pending, (pending) => pending === 0);
  const { entry } = await (await elsewhere(ana))("GET", `/journal/${id}`);
  expect(entry.content).toBe("Hills");
  await after.signOut();
});

it("sends a photo and a check-in after a restart that were made without a network", async () => {
  const ana = await person();
  const there = await elsewhere(ana);
  await there("POST", "/workout-window/setup", {
    activityType: "walk",
    windowStartTime: new Date(Date.now() - 20 * 60_000).toISOString().slice(11, 16),
    timezone: "UTC",
  });
  const before = await signIn(ana);
  await until(() => before.offline.profile, (profile) => profile !== undefined);
  phone.loseNetwork();
  const entry_id = await before.offline.create("journal_entries", {
    title: "Sea",
    content: "Blue",
  });
  const picked = [0, 1].map((n) => join(tmpdir(), `picked-${n}-${process.pid}.png`));
  const bytes = [photo(), photo()];
  picked.forEach((file, n) => writeFileSync(file, bytes[n]!));
  const [file, taken] = picked.map((uri) => before.upload({ uri }));
  await before.offline.outbox.add("attachments", { entry_id, file: file! });
  await before.offline.outbox.add("workout_check_ins", { photo: taken!, activityType: "walk" });
  // The system removes the picked files.
  picked.forEach((file) => rmSync(file));
  stops.pop()!();

  const after = start();
  await until(() => after.users, (users) => users[0] === ana.id);
  const { outbox } = after.offline;
  expect(outbox.waiting.map(({ kind, files }) => [kind, Object.values(files)[0]?.bytes])).toEqual([
    ["attachments", bytes[0]!.length],
    ["workout_check_ins", bytes[1]!.length],
  ]);
  phone.findNetwork();
  await until(() => outbox.waiting, (waiting) => waiting.length === 0);
  expect((await there("GET", `/journal/${entry_id}`)).entry.attachment_count).toBe(1);
  expect((await there("GET", "/workout-window/my-window")).today.checkin).toBeTruthy();
  await after.signOut();
});

it("fetches the writes of another device when the app comes to the foreground", async () => {
  const ana = await person();
  const app = await signIn(ana);
  await until(() => app.offline.profile, (profile) => profile !== undefined);
  await app.supabase.removeAllChannels();
  // No sync that began with the sign-in is still running.
  await app.offline.sync();
  phone.leaveApp();
  await (await elsewhere(ana))("POST", "/goals", { title: "From the web" });
  expect(app.offline.list("goals")).toEqual([]);
  phone.enterApp();
  await until(
    () => app.offline.list("goals"),
    ([goal]) => goal?.title === "From the web",
  );
  await app.signOut();
});

it("registers the phone for pushes, and removes it at sign-out", async () => {
  const ana = await person();
  const app = await signIn(ana);
  expect(await app.registerForPushes()).toBe("off");
  expect(await app.registerForPushes({ ask: true })).toBe("on");
  expect(await app.registerForPushes()).toBe("on");
  const devices = async () =>
    (await app.supabase.from("push_devices").select("token, platform")).data;
  expect(await devices()).toEqual([{
    token: phone.pushes.token,
    platform: "ios",
  }]);
  await app.signOut();
  expect(phone.pushes.unregistered).toBe(1);
  await app.supabase.auth.signInWithPassword(ana);
  expect(await devices()).toEqual([]);
  await app.signOut();
});

it("registers nothing after the person has refused pushes", async () => {
  const app = await signIn(await person());
  const before = { ...phone.pushes };
  Object.assign(phone.pushes, { granted: false, canAskAgain: false });
  expect(await app.registerForPushes({ ask: true })).toBe("refused");
  Object.assign(phone.pushes, before);
  await app.signOut();
});

describe("a file of the phone", () => {
  const file = join(tmpdir(), `client-${process.pid}.png`);

  it("is sent by Expo's fetch, in a form", async () => {
    writeFileSync(file, photo());
    const ana = await person();
    const app = await signIn(ana);
    const { entry } = await app.api.post("/api/journal", {
      body: { title: "Sea", content: "Blue" },
    });
    const { attachment } = await app.api.post("/api/journal/{id}/attachments", {
      params: { path: { id: entry.id } },
      body: { file: app.upload({ uri: file }) },
    });
    expect(attachment).toMatchObject({ kind: "image" });
    await app.signOut();
  });

  it("without its bytes does not count as a lost network", async () => {
    const app = await signIn(await person());
    const body = { file: { uri: file, name: "me.png", type: "image/png" } };
    const error = await app.api.post("/api/user/avatar", { body }).catch((
      error,
    ) => error);
    expect(error.message).toBe("Unsupported FormDataPart implementation");
    expect(error.code).toBeUndefined();
    await app.signOut();
  });
});

it("hears the assistant piece by piece", async () => {
  const app = await signIn(await person());
  const pieces: string[] = [];
  let whole = "";
  for await (const event of app.chat("How was my week?")) {
    if ("done" in event) whole = event.message.content;
    else if ("delta" in event) pieces.push(event.delta);
  }
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe(whole);
  await app.signOut();
});

it("stops the assistant with a signal", async () => {
  const app = await signIn(await person());
  const controller = new AbortController();
  const stopped = (async () => {
    for await (
      const _ of app.chat("Tell me everything", { signal: controller.signal })
    ) {
      controller.abort();
    }
  })();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  await app.signOut();
});

describe("the link of a mail", () => {
  /** Opens the link as the browser of the phone does, which leads back to the app. */
  async function follow(link: string): Promise<string> {
    const { hash } = new URL(link);
    const asked = new URLSearchParams(hash.slice(hash.indexOf("?") + 1));
    const verify = new URLSearchParams({
      token: asked.get("token_hash")!,
      type: asked.get("type")!,
      redirect_to: asked.get("redirect_to")!,
    });
    return await redirectOf(`${platform.api_url}/auth/v1/verify?${verify}`);
  }

  it("signs in the phone that has asked for it", async () => {
    const ana = await person();
    const app = start();
    expect((await app.sendLink(ana.email)).error).toBeNull();
    const address = await follow((await mailTo(ana.email)).action_link);
    expect(address).toMatch(/^journal:\/\/sign-in\?code=/);
    phone.open(address);
    await until(() => app.users.at(-1), (id) => id === ana.id);
    await app.signOut();
  });

  it("signs nobody in on a phone that has not asked for it", async () => {
    const mallory = await person();
    const other = start();
    await other.sendLink(mallory.email);
    const address = await follow((await mailTo(mallory.email)).action_link);
    stops.pop()!();
    // Another phone has another database.
    const storage = sqliteStorage(modules.SQLite, modules.FileSystem, `${randomUUID()}.db`);
    const victim = createExpoClient(
      platform.api_url,
      platform.publishable_key,
      modules,
      {
        supabase: { auth: { storage: sessionStorage(storage) } },
        storage,
      },
    );
    const badLink = jest.fn();
    const { stop } = victim.watch({ user: () => {}, badLink });
    phone.open(address);
    await until(() => badLink.mock.calls.length, (count) => count === 1);
    expect((await victim.supabase.auth.getSession()).data.session).toBeNull();
    stop();
  });
});
