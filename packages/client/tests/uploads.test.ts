/** The upload of a file by the outbox: begun again, ended, measured. */
import { describe, expect } from "vitest";
import * as checkIn from "../../../functions/workout-window/photo.ts";
import * as attachment from "../../../shared/files/attachment-file.ts";
import { write } from "../../../tests/journal/people.ts";
import { it } from "../../../tests/support/it.ts";
import { sql } from "../../../tests/support/sql.ts";
import { freshPhoto } from "../../../tests/workout-window/photos.ts";
import { memoryStorage } from "@journal/client";
import { largest } from "../src/offline/limits.ts";
import { device } from "./device.ts";
import { eventually } from "../../../tests/support/eventually.ts";

type Device = Awaited<ReturnType<typeof device>>;

const photo = () => new Blob([freshPhoto()], { type: "image/jpeg" });
const posts = ({ requests }: Device) => requests.filter(({ method }) => method === "POST");

describe("an upload", () => {
  it("begins again when the app ends in the middle of it", async ({ ana }) => {
    const storage = memoryStorage();
    const one = await device(ana, storage);
    const { id: entry_id } = await write(ana);
    await one.offline.outbox.add("attachments", { entry_id, file: photo(), thumbnail: photo() });
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(one.network, { held: promise, holds: "POST" });
    const sync = one.offline.sync().catch(() => {});
    await eventually(() => expect(posts(one)).toHaveLength(1));
    const seen = one.offline.outbox.waiting[0]?.progress;
    one.offline.close();
    resolve();
    await sync;
    expect(seen).toBe(0.5);

    const two = await device(ana, storage);
    expect(two.offline.outbox.waiting).toEqual([]);
    expect(two.offline.list("attachments")).toMatchObject([{ entry_id, kind: "image" }]);
    expect(await storage.files!.keys("")).toEqual([]);
  });

  it.for(["here", "in another tab"])("ends when it is discarded %s", async (where, { ana }) => {
    const storage = memoryStorage();
    const [client, other] = [await device(ana, storage), await device(ana, storage)];
    const { offline, network } = client;
    const { id: entry_id } = await write(ana);
    const id = await offline.outbox.add("attachments", { entry_id, file: photo() });
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(network, { held: promise, holds: "POST" });
    const sync = offline.sync();
    await eventually(() => expect(posts(client)).toHaveLength(1));
    await eventually(() => expect(other.offline.outbox.waiting).toMatchObject([{ id }]));
    expect(posts(client)[0]!.signal.aborted).toBe(false);
    await (where === "here" ? offline : other.offline).outbox.discard(id);
    await eventually(() => expect(posts(client)[0]!.signal.aborted).toBe(true));
    resolve();
    await sync;
    expect([offline.outbox.waiting, await storage.files!.keys("")]).toEqual([[], []]);
  });

  it("for which there is no room is refused before it begins", async ({ ana }) => {
    const client = await device(ana);
    const { offline } = client;
    const { id: entry_id } = await write(ana);
    const fill = (bytes: number) =>
      sql`insert into private.attachment_storage (user_id, bytes) values (${ana.id}, ${bytes})
        on conflict (user_id) do update set bytes = excluded.bytes`;
    await fill(2048 * 1024 * 1024);
    const id = await offline.outbox.add("attachments", { entry_id, file: photo() });
    await offline.sync();
    expect(posts(client)).toEqual([]);
    expect(offline.outbox.waiting).toMatchObject([{ refusal: { code: "storage_full" } }]);
    await fill(0);
    await offline.outbox.retry(id);
    await offline.sync();
    expect(offline.list("attachments")).toMatchObject([{ id, entry_id }]);
  });

  it("may be as large as the service takes", () => {
    expect(largest("image/webp", "thumbnail")).toBe(attachment.MAX_THUMBNAIL);
    expect(largest("image/jpeg")).toBe(attachment.MAX_IMAGE);
    expect(largest("audio/mp4")).toBe(attachment.MAX_SOUND);
    expect(largest("image/jpeg")).toBe(checkIn.MAX_BYTES);
  });

  it("is kept up to the size that the service takes", async ({ ana }) => {
    const { offline, storage } = await device(ana);
    const file = (megabytes: number, type: string) =>
      Object.defineProperty(new Blob([], { type }), "size", { value: megabytes * 1024 * 1024 + 1 });
    const add = (file: Blob) => offline.outbox.add("attachments", { entry_id: ana.id, file });
    await expect(add(file(10, "image/png"))).rejects.toMatchObject({ code: "too_large" });
    await expect(add(file(25, "audio/wav"))).rejects.toMatchObject({ code: "too_large" });
    for (let n = 0; n < 8; n++) await add(file(24, "audio/wav"));
    await expect(add(file(24, "audio/wav"))).rejects.toThrow("take up 200 MB");
    expect(offline.pending).toBe(8);
    expect(await storage.files!.keys("")).toHaveLength(8);
  });
});
