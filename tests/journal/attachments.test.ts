/** Photos and recordings in entries: their files, their viewers, and cards. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { filesAreGoing, lastingFiles } from "../support/files.ts";
import { webp } from "../support/images.ts";
import { it } from "../support/it.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { fragmentedM4a, m4a, mp3, ogg, wav, webm } from "../support/sounds.ts";
import { sql } from "../support/sql.ts";
import { exifBlock, photo, type PhotoType, SECRET, types } from "../workout-window/photos.ts";
import { attach, attached, attachmentForm, attachments, bytesAt } from "./attaching.ts";
import { audiences, makeJournalWorld, readers, shared, visibilities, write } from "./people.ts";

const world = makeJournalWorld();
const bucket = "entry-attachments";

/** The attachments that an entry shows, alone and in a list. */
async function shown(who: Parameters<typeof ok>[0], id: string) {
  const { entry } = await ok(who, "GET", `/api/journal/${id}`);
  const { entries } = await ok(who, "GET", `/api/journal?user_id=${entry.user_id}`);
  const card = entries.find((each: { id: string }) => each.id === id);
  expect(card).not.toHaveProperty("attachments");
  expect([card.attachment_count, card.picture?.id])
    .toEqual([entry.attachment_count, entry.picture?.id]);
  return { entry, card };
}

describe("a photo", () => {
  it.for(types)("of the type %s is stored without metadata", async (type, { ana }) => {
    const { id, attachment } = await attached(ana, { file: photo[type as PhotoType]() });
    const side = type === "image/gif" ? 1 : 1024;
    expect(attachment).toEqual({
      id: expect.any(String),
      kind: "image",
      type,
      bytes: expect.any(Number),
      width: side,
      height: side,
      duration_s: null,
      url: expect.stringContaining(`/${bucket}/${ana.id}/`),
      thumbnail_url: null,
      transcript: null,
    });
    const bytes = await bytesAt(attachment.url);
    expect(bytes).toHaveLength(attachment.bytes);
    expect(new TextDecoder("latin1").decode(bytes)).not.toContain(SECRET);
    const { entry } = await shown(ana, id);
    expect(entry.attachments).toEqual([{ ...attachment, url: expect.any(String) }]);
  });

  it("is cached no longer than its address lives", async ({ ana }) => {
    const { headers } = await fetch((await attached(ana)).attachment.url);
    expect(headers.get("cache-control")).toBe("max-age=600");
  });

  it("keeps its address for some minutes, so that browsers find it in their cache", async ({ ana }) => {
    const { id, attachment } = await attached(ana);
    // Storage signs another address in the next second.
    await sleep(1100);
    const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
    expect(entry.attachments[0].url).toBe(attachment.url);
  });

  it("that a camera has turned keeps its orientation", async ({ ana }) => {
    const { attachment } = await attached(ana, {
      file: photo["image/jpeg"](exifBlock({ orientation: 6 })),
    });
    const plain = await attached(ana, { file: photo["image/jpeg"]() });
    expect(attachment.bytes).toBeGreaterThan(plain.attachment.bytes);
  });

  it("shows its thumbnail on cards, the first one alone", async ({ ana }) => {
    const { id } = await write(ana);
    await attach(ana, id, { file: wav(1) });
    const first = await attach(ana, id, { thumbnail: photo["image/webp"]() });
    await attach(ana, id, { thumbnail: webp() });
    const { entry, card } = await shown(ana, id);
    expect(entry.attachments.map(({ kind }: { kind: string }) => kind))
      .toEqual(["audio", "image", "image"]);
    expect(card).toMatchObject({ attachment_count: 3, picture: { id: first.id, width: 1024 } });
    const small = await bytesAt(card.picture.thumbnail_url);
    expect(new TextDecoder("latin1").decode(small)).toMatch(/^RIFF(?!.*Ana's camera)/s);
    await ok(ana, "DELETE", `${attachments(id)}/${first.id}`);
    const after = await shown(ana, id);
    expect([after.card.attachment_count, after.card.picture.id === first.id]).toEqual([2, false]);
  });
});

describe("a recording", () => {
  it("has its length", async ({ ana }) => {
    const { id } = await write(ana);
    const files = [wav(3), mp3(100), ogg(12), webm(5), m4a(7), fragmentedM4a(4)];
    const added = [];
    for (const file of files) added.push(await attach(ana, id, { file }));
    expect(added.map(({ kind, type, duration_s }) => [kind, type, duration_s])).toEqual([
      ["audio", "audio/wav", 3],
      ["audio", "audio/mpeg", 2.612],
      ["audio", "audio/ogg", 12],
      ["audio", "audio/webm", 5],
      ["audio", "audio/mp4", 7],
      ["audio", "audio/mp4", 4],
    ]);
    expect(await bytesAt(added[0].url)).toEqual(wav(3));
  });
});

const jpeg = photo["image/jpeg"];
const refused: [string, () => Parameters<typeof attachmentForm>[0], string][] = [
  ["text", () => ({ file: new TextEncoder().encode("Dear diary") }), "415 unsupported_media_type"],
  ["nothing", () => ({ file: new Uint8Array() }), "400 invalid_input"],
  ["half a photo", () => ({ file: jpeg().slice(0, 700) }), "400 invalid_input"],
  ["half a recording", () => ({ file: ogg(2).slice(0, -9) }), "400 invalid_input"],
  ["moving pictures", () => ({ file: webm(2, 1) }), "415 unsupported_media_type"],
  ["11 MB of a photo", () => {
    const file = new Uint8Array(11 * 1024 * 1024);
    file.set(jpeg());
    return { file };
  }, "413 too_large"],
  ["26 MB of a recording", () => ({ file: mp3(66_000) }), "413 too_large"],
  ["a PNG as thumbnail", () => ({ thumbnail: photo["image/png"]() }), "415 unsupported_media_type"],
  ["201 kB as thumbnail", () => {
    const thumbnail = new Uint8Array(201 * 1024);
    thumbnail.set(jpeg());
    return { thumbnail };
  }, "413 too_large"],
  ["a thumbnail of a sound", () => ({ file: wav(1), thumbnail: jpeg() }), "400 invalid_input"],
  ["a malformed id", () => ({ id: "7" }), "400 invalid_input"],
];

it.for(refused)("refuses %s", async ([, parts, expected], { ana }) => {
  const { id } = await write(ana);
  expect(await codeOf(ana.api("POST", attachments(id), attachmentForm(parts())))).toBe(expected);
  expect(await lastingFiles(bucket, `${ana.id}/%`)).toEqual([]);
});

describe("by person", () => {
  it("is shown to the people who may read the content", async () => {
    const { reader, orgId: org_id, teamId: team_id } = await world;
    for (const content_visibility of visibilities) {
      const fields = { metadata_visibility: "public", content_visibility, org_id, team_id };
      const { id, attachment } = await attached(reader.owner, { thumbnail: webp() }, fields);
      for (const who of readers) {
        const { entry, card } = await shown(reader[who], id);
        const sees = (audiences[who] as string[]).includes(content_visibility);
        expect(
          [entry.attachments.length, card.attachment_count, card.picture?.id],
          `${who} of ${content_visibility}`,
        ).toEqual(sees ? [1, 1, attachment.id] : [0, 0, undefined]);
        const rows = await reader[who].client.from("entry_attachments").select("id")
          .eq("entry_id", id);
        expect(rows.data).toHaveLength(sees ? 1 : 0);
      }
    }
  });

  it("is added and deleted by the author alone", async ({ ana, ben }) => {
    const { id, path } = await attached(ana, {}, shared);
    const hidden = await attached(ana);
    expect(await codeOf(ben.api("POST", attachments(id), attachmentForm()))).toBe("403 forbidden");
    expect(await codeOf(ben.api("DELETE", path))).toBe("403 forbidden");
    expect(await outcome(ben, "POST", attachments(hidden.id), attachmentForm()))
      .toBe("404 Entry not found");
    expect(await outcome(ben, "DELETE", hidden.path)).toBe("404 Entry not found");
    expect(await outcome(ana, "DELETE", `${attachments(id)}/${hidden.attachment.id}`))
      .toBe("404 Attachment not found");
    const { error } = await ana.client.from("entry_attachments").delete().eq("entry_id", id);
    expect(error?.code).toBe("42501");
    expect((await shown(ana, id)).entry.attachment_count).toBe(1);
  });
});

describe("an id of the client's", () => {
  it("adds once, also at the same moment", async ({ ana, ben }) => {
    const { id } = await write(ana);
    const parts = { id: crypto.randomUUID(), thumbnail: webp() };
    const answers = await Promise.all(
      [1, 2].map(() => ana.api("POST", attachments(id), attachmentForm(parts))),
    );
    answers.push(await ana.api("POST", attachments(id), attachmentForm(parts)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const [first, ...others] = answers.map(({ body }) => body.attachment.id);
    expect(others).toEqual([first, first]);
    const [row] = await sql`
      select array[path, thumbnail_path] as paths from public.entry_attachments
      where entry_id = ${id}`;
    expect((await lastingFiles(bucket, `${ana.id}/%`)).filter((path) => !row!.paths.includes(path)))
      .toEqual([]);
    for (const person of [ana, ben]) {
      const other = await write(person);
      expect(await codeOf(person.api("POST", attachments(other.id), attachmentForm(parts))))
        .toBe("409 id_taken");
    }
    // Nothing was stored for the refused request, not even until the outbox has removed it.
    expect(await sql`select name from storage.objects where name like ${`${ben.id}/%`}`).toEqual(
      [],
    );
  });

  it("does not bring back a deleted attachment", async ({ ana }) => {
    const id = crypto.randomUUID();
    const made = await attached(ana, { id });
    await ok(ana, "DELETE", made.path);
    expect(await codeOf(ana.api("POST", attachments(made.id), attachmentForm({ id }))))
      .toBe("410 deleted");
    await filesAreGoing(bucket, `${ana.id}/%`);
  });
});

describe("files", () => {
  it("go with the attachment and with the entry", async ({ ana }) => {
    const one = await attached(ana, { thumbnail: webp() });
    await attach(ana, one.id, { file: wav(1) });
    expect(await lastingFiles(bucket, `${ana.id}/%`)).toHaveLength(3);
    await ok(ana, "DELETE", one.path);
    expect(await lastingFiles(bucket, `${ana.id}/%`)).toHaveLength(1);
    await ok(ana, "DELETE", `/api/journal/${one.id}`);
    await filesAreGoing(bucket, `${ana.id}/%`);
    const [{ bytes }] = await sql<[{ bytes: string }]>`
      select bytes from private.attachment_storage where user_id = ${ana.id}`;
    expect(Number(bytes)).toBe(0);
  });

  it("stay when a notebook with the entry is deleted", async ({ ana }) => {
    const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Notes" });
    const { id } = await attached(ana, {}, { notebook_id: notebook.id });
    await ok(ana, "DELETE", `/api/notebooks/${notebook.id}`);
    expect((await shown(ana, id)).entry.attachments).toHaveLength(1);
  });
});

it("are part of the export and of the sync of their owner", async ({ ana, ben }) => {
  const { id, attachment } = await attached(ana, { file: ogg(2) }, shared);
  const { export: exported } = await ok(ana, "GET", "/api/user/export");
  const [file] = exported.files;
  expect(exported.attachments).toEqual([
    expect.objectContaining({ id: attachment.id, entry_id: id, path: file.path }),
  ]);
  const { changes, next_cursor } = await ok(ana, "GET", "/api/sync");
  expect(changes.attachments).toEqual([
    expect.objectContaining({ id: attachment.id, entry_id: id, duration_s: 2, transcript: null }),
  ]);
  expect((await ok(ben, "GET", "/api/sync")).changes.attachments).toEqual([]);
  await ok(ana, "DELETE", `/api/journal/${id}`);
  const { deleted } = await ok(ana, "GET", `/api/sync?cursor=${next_cursor}`);
  expect(deleted).toContainEqual(
    expect.objectContaining({ type: "attachment", id: attachment.id }),
  );
});
