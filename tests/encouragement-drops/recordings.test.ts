/** Spoken cheers: their upload, sending, hearing, and end. */
import { expect } from "vitest";
import { bytesAt } from "../journal/attaching.ts";
import { filesLike } from "../support/files.ts";
import { it } from "../support/it.ts";
import { type Person, service } from "../support/people.ts";
import { codeOf, NOWHERE, ok, outcome } from "../support/requests.ts";
import { mp3, ogg, wav } from "../support/sounds.ts";
import { sql } from "../support/sql.ts";
import { myDrops, path, send, sent } from "./support.ts";

const form = (file: Uint8Array<ArrayBuffer>, id?: string) => {
  const parts = new FormData();
  parts.append("file", new Blob([file]), "file");
  if (id) parts.append("id", id);
  return parts;
};
const upload = (who: Person, file = wav(2), id?: string) =>
  who.api("POST", `${path}/recordings`, form(file, id));
const recorded = async (who: Person, file = wav(2)): Promise<{ id: string; duration_s: number }> =>
  (await ok(who, "POST", `${path}/recordings`, form(file))).recording;
const spoken = (recording_id: string, more = {}) => ({
  drop_type: "custom",
  content: "",
  recording_id,
  ...more,
});
const received = async (who: Person) => (await ok(who, "GET", `${path}/received`)).drops;
const files = (who: Person) => filesLike("cheers", `${who.id}/%`);
const rows = (who: Person) =>
  sql`select id, drop_id from public.drop_recordings where user_id = ${who.id}`;
const deletions = (who: Person) =>
  sql`select path from private.storage_deletions where bucket = 'cheers'
    and path like ${`${who.id}/%`} and not_before <= now()`;
/** A drop of Ana's that Ben can hear. */
async function cheer(ana: Person, ben: Person, file = wav(2)) {
  const recording = await recorded(ana, file);
  return { recording, drop: await sent(ana, ben, spoken(recording.id)) };
}

it("takes a recording, sends it once, and lets the recipient hear it", async ({ ana, ben, cleo }) => {
  const file = mp3(40);
  const { recording } = await ok(ana, "POST", `${path}/recordings`, form(file));
  expect(recording).toEqual({ id: expect.any(String), duration_s: expect.closeTo(1.045, 2) });
  const before = await myDrops(ana);
  const drop = await sent(ana, ben, spoken(recording.id));
  expect(drop).toMatchObject({ drop_type: "custom", content: "", thanked_at: null });
  expect((await myDrops(ana)).custom_used).toBe(before.custom_used + 1);
  const [heard] = await received(ben);
  expect(heard.recording).toEqual({ url: expect.any(String), duration_s: recording.duration_s });
  expect(await bytesAt(heard.recording.url)).toEqual(file);
  const read = await ok(ben, "POST", `${path}/received/${drop.id}/read`);
  expect(read.drop.recording.duration_s).toBe(recording.duration_s);
  for (const [who, id] of [[ana, recording.id], [cleo, recording.id], [ana, NOWHERE]] as const) {
    const again = await send(who, ben, spoken(id));
    expect([again.status, again.body.error]).toEqual([404, "Recording not found"]);
  }
  // A refused drop takes nothing from the allowance.
  expect((await myDrops(ana)).custom_used).toBe(before.custom_used + 1);
  expect(await received(ben)).toHaveLength(1);
});

it("may have words beside the recording", async ({ ana, ben }) => {
  const { id } = await recorded(ana);
  await sent(ana, ben, spoken(id, { content: "Listen" }));
  expect(await received(ben)).toMatchObject([{ content: "Listen", recording: { duration_s: 2 } }]);
  await sent(ana, ben);
  expect((await received(ben))[0].recording).toBeNull();
});

it.for<[which: string, fields: (id: string) => object, message: string]>([
  [
    "another type",
    (id) => spoken(id, { drop_type: "encouragement", content: "Go" }),
    "recording_id: only a drop of the type custom has one",
  ],
  [
    "no type",
    (recording_id) => ({ recording_id, content: "Go" }),
    "drop_type: required without a template",
  ],
  [
    "a template",
    (id) => spoken(id, { template_id: NOWHERE, content: undefined }),
    "recording_id: only a drop of the type custom has one",
  ],
  [
    "no recording",
    () => ({ drop_type: "custom", content: "Go" }),
    "recording_id: required for the type custom",
  ],
  [
    "media",
    (id) => spoken(id, { media_url: "https://youtu.be/x" }),
    "media_url: only a media drop has one",
  ],
  [
    "no words in a drop without a recording",
    () => ({ drop_type: "encouragement", content: "" }),
    "content: must not be empty",
  ],
])("is refused with %s", async ([_which, fields, message], { ana, ben }) => {
  const { id } = await recorded(ana);
  const answer = await send(ana, ben, fields(id) as Record<string, unknown>);
  expect([answer.status, answer.body.error]).toEqual([400, message]);
  expect(await rows(ana)).toEqual([{ id, drop_id: null }]);
});

it.for<[which: string, fields: (id: string) => object]>([
  ["another type", (id) => ({ p_drop_type: "encouragement", p_content: "Go", p_recording_id: id })],
  ["no type", (id) => ({ p_content: "Go", p_recording_id: id })],
  ["a template", (id) => ({ p_template_id: NOWHERE, p_recording_id: id })],
  ["no recording", () => ({ p_drop_type: "custom", p_content: "Go" })],
  [
    "media",
    (id) => ({ p_drop_type: "custom", p_media_url: "https://youtu.be/x", p_recording_id: id }),
  ],
])("is refused with %s through supabase-js", async ([_which, fields], { ana, ben }) => {
  const { id } = await recorded(ana);
  const { error } = await ana.client.rpc("send_drop", { p_recipient_id: ben.id, ...fields(id) });
  expect(error?.message).toMatch(/recording_id|media_url/);
  expect(await received(ben)).toEqual([]);
});

it("has at most 30 seconds and 2 MB, and is a sound", async ({ ana }) => {
  expect((await upload(ana, ogg(30))).status).toBe(201);
  expect(await codeOf(upload(ana, ogg(31)))).toBe("400 too_long");
  expect(await codeOf(upload(ana, new Uint8Array([...wav(1), ...new Uint8Array(2 * 1024 * 1024)]))))
    .toBe("413 too_large");
  expect(await codeOf(upload(ana, new Uint8Array(100)))).toBe("415 unsupported_media_type");
  expect(await codeOf(upload(ana, new Uint8Array(0)))).toBe("400 invalid_input");
  expect(await codeOf(ana.api("POST", `${path}/recordings`, { file: "x" })))
    .toBe("415 unsupported_media_type");
  expect(await rows(ana)).toHaveLength(1);
  expect(await files(ana)).toHaveLength(1);
});

it("is stored once for each id of the client", async ({ ana, ben }) => {
  const id = crypto.randomUUID();
  const [one, two] = [await upload(ana, wav(2), id), await upload(ana, wav(2), id)];
  expect([one.status, two.status, two.body]).toEqual([201, 200, one.body]);
  expect(await codeOf(upload(ben, wav(2), id))).toBe("409 id_taken");
  expect(await files(ana)).toHaveLength(1);
});

it("is one of 20 a day, also at the same moment, and takes up room for attachments", async ({ ana }) => {
  await sql`
    insert into private.quota_days (user_id, kind, day, made)
    values (${ana.id}, 'recordings', 'infinity', 18)`;
  const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(upload(ana))));
  expect(codes.sort()).toEqual([
    "201",
    "201",
    "429 daily_quota_reached",
    "429 daily_quota_reached",
  ]);
  const [{ bytes }] = await sql<[{ bytes: number }]>`
    select bytes::int from private.attachment_storage where user_id = ${ana.id}`;
  expect(bytes).toBe(2 * wav(2).length);
  await sql`delete from private.quota_days where user_id = ${ana.id}`;
  await sql`
    update private.attachment_storage set bytes = 2048::bigint * 1048576 where user_id = ${ana.id}`;
  expect(await codeOf(upload(ana))).toBe("409 storage_full");
});

it("goes after a day when it is not sent, and cannot be sent then", async ({ ana, ben }) => {
  const [old, used] = [await recorded(ana), (await cheer(ana, ben)).recording];
  await sql`
    update public.drop_recordings set created_at = created_at - interval '25 hours'
    where user_id = ${ana.id}`;
  expect((await send(ana, ben, spoken(old.id))).status).toBe(404);
  await sql`select private.purge()`;
  expect((await rows(ana)).map(({ id }) => id)).toEqual([used.id]);
  expect(await deletions(ana)).toHaveLength(1);
  const [{ bytes }] = await sql<[{ bytes: number }]>`
    select bytes::int from private.attachment_storage where user_id = ${ana.id}`;
  expect(bytes).toBe(wav(2).length);
});

it("is read by its sender and the recipient alone, and its file by the sender", async ({ ana, ben, cleo, admin }) => {
  const { recording: { id } } = await cheer(ana, ben);
  const [file] = await files(ana);
  for (
    const [who, sees, opens] of [[ana, 1, true], [ben, 1, false], [cleo, 0, false], [
      admin,
      0,
      false,
    ]] as const
  ) {
    const { data } = await who.client.from("drop_recordings").select().eq("id", id);
    expect([who.id, data?.length]).toEqual([who.id, sees]);
    const signed = await who.client.storage.from("cheers").createSignedUrl(file!, 60);
    expect([who.id, signed.error === null]).toEqual([who.id, opens]);
  }
});

it.for(["ana", "ben"] as const)(
  "is silent while %s blocks the other",
  async (who, { ana, ben }) => {
    await cheer(ana, ben);
    const [by, other] = who === "ana" ? [ana, ben] : [ben, ana];
    await ok(by, "PUT", "/api/user/profile", { blocked_user_ids: [other.id] });
    expect((await received(ben))[0].recording).toBeNull();
    expect((await ben.client.from("drop_recordings").select()).data).toEqual([]);
    await ok(by, "PUT", "/api/user/profile", { blocked_user_ids: [] });
    expect((await received(ben))[0].recording.url).toEqual(expect.any(String));
  },
);

it("is in the export of its sender, with its file", async ({ ana, ben }) => {
  const { recording, drop } = await cheer(ana, ben);
  const data = (await ok(ana, "GET", "/api/user/export")).export;
  expect(data.drop_recordings).toMatchObject([{ ...recording, drop_id: drop.id }]);
  expect(data.files).toMatchObject([{ bucket: "cheers", path: data.drop_recordings[0].path }]);
  expect((await ok(ben, "GET", "/api/user/export")).export.drop_recordings).toEqual([]);
});

it("goes with its sender", async ({ ana, ben }) => {
  await cheer(ana, ben);
  await sql`select private.discard_account_files(${ana.id})`;
  await sql`delete from auth.users where id = ${ana.id}`;
  expect(await rows(ana)).toEqual([]);
  expect(await deletions(ana)).toHaveLength(1);
});

it.for(["by the deletion of the account", "by its erasure in steps"])(
  "goes with its recipient, %s",
  async (way, { ana, ben }) => {
    await cheer(ana, ben);
    if (way.includes("steps")) await sql`select private.erase_received_drops(${ben.id}, 10)`;
    else await sql`delete from auth.users where id = ${ben.id}`;
    expect(await rows(ana)).toEqual([]);
    expect(await deletions(ana)).toHaveLength(1);
    expect((await ok(ana, "GET", `${path}/sent`)).drops).toMatchObject([{ drop_type: "custom" }]);
  },
);

it("is kept by reports until they are resolved, when sender and recipient leave too", async ({ ana, ben, admin }) => {
  const { drop } = await cheer(ana, ben);
  const { report } = await ok(ben, "POST", "/api/reports", {
    about: "drop",
    id: drop.id,
    reason: "abuse",
  });
  await sql`select private.discard_account_files(${ana.id})`;
  await sql`delete from auth.users where id = any (${[ana.id, ben.id]})`;
  expect([await rows(ana), await deletions(ana)]).toEqual([[], []]);
  const open = (await ok(admin, "GET", "/api/admin/reports?status=open&limit=100")).reports
    .find(({ id }: { id: string }) => id === report.id);
  expect(await bytesAt(open.recording_url)).toEqual(wav(2));
  const resolved = await ok(admin, "POST", `/api/admin/reports/${report.id}/resolve`, {
    action: "none",
  });
  expect(resolved.report).toMatchObject({ recording_url: null, status: "resolved" });
  expect(await deletions(ana)).toHaveLength(1);
});

it("stays after a resolved report while its drop is there, and goes with a removed one", async ({ ana, ben, admin }) => {
  const { drop } = await cheer(ana, ben);
  const report = async () =>
    (await ok(ben, "POST", "/api/reports", { about: "drop", id: drop.id, reason: "abuse" })).report;
  const resolve = async (id: string, action: string) =>
    await ok(admin, "POST", `/api/admin/reports/${id}/resolve`, { action });
  const { id } = await report();
  await resolve(id, "none");
  expect([await deletions(ana), (await rows(ana)).length]).toEqual([[], 1]);
  await sql`delete from private.reports where id = ${id}`;
  await resolve((await report()).id, "removed");
  expect([(await deletions(ana)).length, await rows(ana)]).toEqual([1, []]);
});

it("cannot be recorded for somebody by rpc, nor given to a drop by an update", async ({ ana, ben }) => {
  const { id } = await recorded(ana);
  const drop = await sent(ana, ben);
  const forged = await ana.client.rpc("record_drop_recording" as never, {
    p_user_id: ben.id,
    p_file: {},
  } as never);
  expect(forged.error).not.toBeNull();
  const given = await ana.client.from("drop_recordings").update({ drop_id: drop.id } as never)
    .eq("id", id).select();
  expect(given.error).not.toBeNull();
  expect(await outcome(ana, "GET", `${path}/received`)).toBe("200");
  await service.storage.from("cheers").remove(await files(ana));
  await sent(ana, ben, spoken(id));
  // The file is missing: the drop is there, and has no address.
  expect((await received(ben))[0].recording).toEqual({ url: null, duration_s: 2 });
});
