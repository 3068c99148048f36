/** Offline acts of a user beside writing objects: each is sent once and in order, or refused. */
import { describe, expect, onTestFinished, vi } from "vitest";
import { makeTeam, shared, write } from "../../../tests/journal/people.ts";
import { it } from "../../../tests/support/it.ts";
import type { Person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { openWindow } from "../../../tests/workout-window/days.ts";
import { freshPhoto } from "../../../tests/workout-window/photos.ts";
import { memoryStorage, type SendKind, type Sends } from "@journal/client";
import { device } from "./device.ts";
import { eventually } from "../../../tests/support/eventually.ts";

type Device = Awaited<ReturnType<typeof device>>;

const photo = () => new Blob([freshPhoto()], { type: "image/jpeg" });

/** The prerequisites of each kind, and the place where its arrival shows. */
const kinds: {
  [K in SendKind]: {
    fields(ana: Person, ben: Person): Promise<Sends[K]>;
    count(ana: Person): Promise<{ count: number }[]>;
  };
} = {
  attachments: {
    fields: async (ana) => ({ entry_id: (await write(ana)).id, file: photo() }),
    count: ({ id }) =>
      sql`select count(*)::int from public.entry_attachments where user_id = ${id}`,
  },
  team_messages: {
    fields: async (ana) => ({ team_id: (await makeTeam(ana)).team_id, content: "Hello" }),
    count: ({ id }) => sql`select count(*)::int from public.team_messages where user_id = ${id}`,
  },
  comments: {
    fields: async (_, ben) => ({ entry_id: (await write(ben, shared)).id, content: "Hello" }),
    count: ({ id }) => sql`select count(*)::int from public.journal_comments where user_id = ${id}`,
  },
  reactions: {
    fields: async (_, ben) => ({ entry_id: (await write(ben, shared)).id, reaction: "heart" }),
    count: ({ id }) =>
      sql`select count(*)::int from public.journal_reactions where user_id = ${id}`,
  },
  drops: {
    fields: (_, { id }) =>
      Promise.resolve({ recipient_id: id, drop_type: "encouragement", content: "Go on" }),
    count: ({ id }) => sql`select count(*)::int from public.drops_sent where sender_id = ${id}`,
  },
  drop_reads: {
    fields: async (ana, ben) => {
      const body = { recipient_id: ana.id, drop_type: "encouragement", content: "Go on" };
      return { drop_id: (await ok(ben, "POST", "/api/encouragement-drops/send", body)).drop.id };
    },
    count: ({ id }) =>
      sql`select count(read_at)::int as count from public.drops_sent where recipient_id = ${id}`,
  },
  drop_thanks: {
    fields: async (ana, ben) => {
      const body = { recipient_id: ana.id, drop_type: "encouragement", content: "Go on" };
      return { drop_id: (await ok(ben, "POST", "/api/encouragement-drops/send", body)).drop.id };
    },
    count: ({ id }) =>
      sql`select count(thanked_at)::int as count from public.drops_sent where recipient_id = ${id}`,
  },
  workout_check_ins: {
    fields: async (ana) => {
      await openWindow(ana);
      return { photo: photo(), activityType: "walk" };
    },
    count: ({ id }) =>
      sql`select count(*)::int from public.workout_window_checkins where user_id = ${id}`,
  },
};

/** Sends of a kind, whose fields are of any. */
const add = ({ offline }: Device, kind: SendKind, fields: object) =>
  offline.outbox.add(kind, fields as never);
const posts = ({ requests }: Device) => requests.filter(({ method }) => method === "POST");

describe.for(Object.keys(kinds) as SendKind[])("one of %s, made offline,", (kind) => {
  const { fields, count } = kinds[kind];

  it("waits, also for another start of the app, and is sent once", async ({ ana, ben }) => {
    const storage = memoryStorage();
    const one = await device(ana, storage);
    one.network.fate = "lost";
    const id = await add(one, kind, await fields(ana, ben));
    expect(one.offline.outbox.waiting).toMatchObject([{ kind, id, refusal: null }]);
    expect(one.offline.pending).toBe(1);
    await expect(one.offline.sync()).rejects.toMatchObject({ code: "no_network" });
    one.offline.close();
    expect(await count(ana)).toEqual([{ count: 0 }]);

    const two = await device(ana, storage);
    expect(two.offline.outbox.waiting).toEqual([]);
    await two.offline.sync();
    expect(await count(ana)).toEqual([{ count: 1 }]);
    expect(await storage.files!.keys("")).toEqual([]);
  });

  it("has its effect once when the service ends between its commit and its answer", async ({ ana, ben }) => {
    const client = await device(ana);
    const { offline, network } = client;
    await add(client, kind, await fields(ana, ben));
    network.fate = "answer lost";
    await expect(offline.sync()).rejects.toMatchObject({ code: "no_network" });
    // Only the id tells the service that the act comes again.
    await sql`delete from private.idempotency_keys where user_id = ${ana.id}`;
    network.fate = "arrives";
    await offline.sync();
    expect(offline.outbox.waiting).toEqual([]);
    expect(await count(ana)).toEqual([{ count: 1 }]);
  });

  it("is shown when it is refused for good, and stops nothing behind it", async ({ ana, ben }) => {
    const client = await device(ana);
    const { offline, network, storage } = client;
    const id = await add(client, kind, await fields(ana, ben));
    await add(client, "comments", await kinds.comments.fields(ana, ben));
    const body = { error: "Not allowed", code: "forbidden" };
    const answer = () => Response.json(body, { status: 403 });
    // The first request belongs to the first item, or to the comment before the files.
    network.answers = Object.keys(offline.outbox.waiting[0]!.files).length
      ? [undefined, undefined, answer()]
      : [answer()];
    await offline.sync();
    const refusal = { code: "forbidden", message: "Not allowed" };
    expect(offline.outbox.waiting).toMatchObject([{ id, kind, refusal }]);
    expect(offline.pending).toBe(0);
    expect(await kinds.comments.count(ana)).toEqual([{ count: 1 }]);

    await offline.outbox.retry(id);
    expect(offline.pending).toBe(1);
    await offline.sync();
    expect(offline.outbox.waiting).toEqual([]);
    const [all] = await count(ana);
    expect(all).toEqual({ count: kind === "comments" ? 2 : 1 });

    const discarded = await add(client, kind, await fields(ana, ben));
    await offline.outbox.discard(discarded);
    expect(offline.outbox.waiting).toEqual([]);
    expect(await storage.files!.keys("")).toEqual([]);
  });
});

describe("a sync with uploads", () => {
  it("waits behind words, and a file that nothing refers to is removed", async ({ ana, ben }) => {
    const client = await device(ana);
    const { offline, storage } = client;
    await storage.files!.keep(`${ana.id}/${crypto.randomUUID()}/file`, photo());
    await add(client, "attachments", await kinds.attachments.fields(ana, ben));
    await add(client, "comments", await kinds.comments.fields(ana, ben));
    await offline.sync();
    expect(posts(client).map(({ url }) => url.split("/").at(-1)))
      .toEqual(["comments", "attachments"]);
    expect(await storage.files!.keys("")).toEqual([]);
  });

  it("leaves nothing on the device after a sign-out", async ({ ana, ben }) => {
    const client = await device(ana);
    await add(client, "attachments", await kinds.attachments.fields(ana, ben));
    client.network.fate = "lost";
    await client.signOut();
    expect([await client.storage.read(""), await client.storage.files!.keys("")]).toEqual([[], []]);
  });
});

describe("an item that refers to an entry of the outbox", () => {
  const entry = { title: "A walk", content: "First words", mood: "calm" };
  const all = async (client: Device, entry_id: string) => {
    await add(client, "attachments", { entry_id, file: photo() });
    await add(client, "comments", { entry_id, content: "My own" });
    await add(client, "reactions", { entry_id, reaction: "hug" });
    await add(client, "reactions", { entry_id, reaction: "heart" });
  };
  const isThere = async (ana: Person, id: string) => {
    const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
    expect(entry).toMatchObject({ comment_count: 1, own_reaction: "heart", attachment_count: 1 });
  };

  it("waits for an entry that is written while a sync ends", async ({ ana }) => {
    const phone = await device(ana);
    const { offline, network, requests } = phone;
    let release = () => {};
    network.held = new Promise((resolve) => release = resolve);
    const running = offline.sync();
    await eventually(() => expect(requests.length).toBeGreaterThan(0));
    const entry_id = await offline.create("journal_entries", { title: "Sea", content: "Blue" });
    await add(phone, "attachments", { entry_id, file: photo() });
    release();
    await running;
    expect(offline.outbox.waiting).toMatchObject([{ refusal: null }]);
    await offline.sync();
    expect(offline.outbox.waiting).toEqual([]);
    expect(await kinds.attachments.count(ana)).toEqual([{ count: 1 }]);
  });

  it("is sent after it", async ({ ana }) => {
    const client = await device(ana);
    const id = await client.offline.create("journal_entries", { ...entry, ...shared });
    await all(client, id);
    await client.offline.sync();
    await isThere(ana, id);
    expect(client.offline.outbox.waiting).toEqual([]);
  });

  it("waits while the entry is refused, and follows its new copy", async ({ ana, ben }) => {
    const client = await device(ana);
    const { offline } = client;
    const id = await offline.create("journal_entries", {
      ...entry,
      ...shared,
      title: "x".repeat(201),
    });
    await all(client, id);
    await add(client, "drops", await kinds.drops.fields(ana, ben));
    await offline.sync();
    expect(await kinds.drops.count(ana)).toEqual([{ count: 1 }]);
    expect(offline.outbox.waiting.map(({ refusal }) => refusal)).toEqual([null, null, null]);
    const [conflict] = offline.conflicts;
    const mine = { ...conflict!.mine, title: "A walk" };
    await offline.resolve({ ...conflict!, mine }, "mine");
    await offline.sync();
    expect(offline.outbox.waiting).toEqual([]);
    await isThere(ana, offline.list("journal_entries")[0]!.id);
  });

  it.for(["given up", "deleted"] as const)("is forgotten when it is %s", async (how, { ana }) => {
    const client = await device(ana);
    const { offline, storage } = client;
    const id = await offline.create("journal_entries", { ...entry, title: "x".repeat(201) });
    await all(client, id);
    if (how === "deleted") await offline.remove("journal_entries", id);
    else {
      await offline.sync();
      await offline.resolve(offline.conflicts[0]!, "theirs");
    }
    expect(offline.outbox.waiting).toEqual([]);
    expect(await storage.files!.keys("")).toEqual([]);
    await offline.sync();
    expect(offline.conflicts).toEqual([]);
  });
});

describe("an act made offline", () => {
  it("says when, where the service has to know", async ({ ana, ben }) => {
    const storage = memoryStorage();
    const client = await device(ana, storage);
    await openWindow(ana, 300);
    for (const kind of ["team_messages", "workout_check_ins"] as const) {
      const fields = kind === "workout_check_ins"
        ? { photo: photo(), activityType: "walk" }
        : await kinds[kind].fields(ana, ben);
      await add(client, kind, fields);
    }
    // An item that has waited since then.
    const made_at = new Date(Date.now() - 280 * 60_000).toISOString();
    const sends = await storage.read(`${ana.id}/send/`);
    await storage.write(sends.map(([key, send]) => [key, { ...send as object, made_at }]));
    await client.offline.sync();
    const [checkIn] = await sql`
      select taken_at, review_reason from public.workout_window_checkins where user_id = ${ana.id}`;
    const [message] = await sql`
      select written_at from public.team_messages where user_id = ${ana.id}`;
    expect(checkIn!.review_reason).toBe("late_upload");
    expect([checkIn!.taken_at, message!.written_at].map((at) => at.toISOString()))
      .toEqual([made_at, made_at]);
  });

  it("leaves the time to the service where the clock of the device is fast", async ({ ana, ben }) => {
    const storage = memoryStorage();
    const client = await device(ana, storage);
    await add(client, "team_messages", await kinds.team_messages.fields(ana, ben));
    const made_at = new Date(Date.now() + 3_600_000).toISOString();
    const sends = await storage.read(`${ana.id}/send/`);
    await storage.write(sends.map(([key, send]) => [key, { ...send as object, made_at }]));
    await client.offline.sync();
    expect(await kinds.team_messages.count(ana)).toEqual([{ count: 1 }]);
  });

  it("is told with its answer when it is sent", async ({ ana, ben }) => {
    const client = await device(ana);
    const sent = vi.fn();
    client.offline.outbox.onSent(sent);
    const id = await add(client, "comments", await kinds.comments.fields(ana, ben));
    await client.offline.sync();
    const answer = { comment: expect.objectContaining({ id, content: "Hello" }) };
    expect(sent.mock.calls).toEqual([[expect.objectContaining({ kind: "comments", id, answer })]]);
  });

  it("is sent once where the app fails at its answer", async ({ ana, ben }) => {
    const errors: unknown[] = [];
    vi.stubGlobal(
      "queueMicrotask",
      (work: () => void) => void Promise.resolve().then(work).catch((error) => errors.push(error)),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = await device(ana);
    const failure = new Error("Of the app");
    client.offline.outbox.onSent(() => {
      throw failure;
    });
    await add(client, "comments", await kinds.comments.fields(ana, ben));
    await client.offline.sync();
    expect(errors).toEqual([failure]);
    expect(client.offline.outbox.waiting).toEqual([]);
  });

  it("is refused where the user has no drop left today, and blocks nothing", async ({ ana, ben }) => {
    const client = await device(ana);
    const { offline } = client;
    for (let n = 0; n < 4; n++) await add(client, "drops", await kinds.drops.fields(ana, ben));
    await add(client, "comments", await kinds.comments.fields(ana, ben));
    await offline.sync();
    expect(offline.outbox.waiting).toMatchObject([
      { kind: "drops", refusal: { code: "no_custom_drops_left" } },
    ]);
    expect(await kinds.comments.count(ana)).toEqual([{ count: 1 }]);
  });

  it("is changed and sent again where the service refuses its words", async ({ ana, ben }) => {
    const client = await device(ana);
    const { offline } = client;
    const fields = await kinds.comments.fields(ana, ben);
    const id = await add(client, "comments", { ...fields, content: "x".repeat(2001) });
    await offline.sync();
    expect(offline.outbox.waiting).toMatchObject([{ refusal: { fields: [{ path: "content" }] } }]);
    await offline.outbox.retry(id, { content: "Shorter" });
    await offline.sync();
    expect(await sql`select id, content from public.journal_comments where user_id = ${ana.id}`)
      .toEqual([{ id, content: "Shorter" }]);
  });
});
