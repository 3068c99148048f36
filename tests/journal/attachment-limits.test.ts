/** The limits of attachments, and their transcription. */
import { describe, expect } from "vitest";
import { exhaust, provider, requestsWith, usageOf } from "../ai/support.ts";
import { filesLike } from "../support/files.ts";
import { it } from "../support/it.ts";
import { type Person, service } from "../support/people.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { ogg, wav } from "../support/sounds.ts";
import { sql } from "../support/sql.ts";
import { attached, attachmentForm, attachments } from "./attaching.ts";
import { shared, write } from "./people.ts";

const transcriptionsOf = async (who: Person) =>
  (await usageOf(who.id)).filter(({ type }) => type === "transcription");

/** Sends so many forms at the same moment, and counts the codes of the answers. */
async function together(who: Person, count: number, entryOf: (n: number) => string) {
  const codes = await Promise.all(
    Array.from(
      { length: count },
      (_, n) => codeOf(who.api("POST", attachments(entryOf(n)), attachmentForm({ file: wav(1) }))),
    ),
  );
  return codes.reduce<Record<string, number>>(
    (sum, code) => ({ ...sum, [code]: (sum[code] ?? 0) + 1 }),
    {},
  );
}

describe("there is room", () => {
  it("for ten attachments, also at the same moment", async ({ ana }) => {
    const { id } = await write(ana);
    expect(await together(ana, 7, () => id)).toEqual({ 201: 7 });
    expect(await together(ana, 5, () => id)).toEqual({ 201: 3, "409 quota_reached": 2 });
    const repeated = { id: crypto.randomUUID() };
    const { entry: { attachments: [attachment] } } = await ok(ana, "GET", `/api/journal/${id}`);
    await ok(ana, "DELETE", `${attachments(id)}/${attachment.id}`);
    const send = () => ana.api("POST", attachments(id), attachmentForm(repeated));
    // The last one may be sent again although there is no room for another.
    expect([(await send()).status, (await send()).status]).toEqual([201, 200]);
  });

  it("for as many bytes as the setting says, also at the same moment", async ({ ana }) => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await write(ana)).id);
    const size = wav(1).length;
    await sql`
      insert into private.attachment_storage (user_id, bytes)
      values (${ana.id}, 2048::bigint * 1048576 - ${size * 2 + 1})`;
    expect(await together(ana, 5, (n) => ids[n]!)).toEqual({ 201: 2, "409 storage_full": 3 });
    const [{ left }] = await sql<[{ left: string }]>`
      select 2048::bigint * 1048576 - bytes as left from private.attachment_storage
      where user_id = ${ana.id}`;
    expect(Number(left)).toBe(1);
  });

  it("as the service says before the upload", async ({ ana, ben }) => {
    const { id } = await write(ana);
    const made = crypto.randomUUID();
    const ask = (who: Person, query: object) =>
      who.api("GET", `${attachments(id)}/room?${new URLSearchParams({ ...query })}`);
    expect((await ask(ana, { bytes: 1000, id: made })).body).toEqual({ attachment: null });
    const { attachment } = await ok(ana, "POST", attachments(id), attachmentForm({ id: made }));
    const again = (await ask(ana, { bytes: 1000, id: made })).body.attachment;
    expect(again).toMatchObject({ id: made, bytes: attachment.bytes });
    expect(await codeOf(ask(ben, { bytes: 1000 }))).toBe("404 not_found");
    const other = await write(ana);
    expect(
      await codeOf(ana.api("GET", `${attachments(other.id)}/room?bytes=1000&id=${made}`)),
    ).toBe("409 id_taken");
    expect(await codeOf(ask(ana, { bytes: 28_000_000 }))).toBe("400 invalid_input");
    await sql`
      update private.attachment_storage set bytes = 2048::bigint * 1048576 - 999
      where user_id = ${ana.id}`;
    expect(await codeOf(ask(ana, { bytes: 1000 }))).toBe("409 storage_full");
    expect((await ask(ana, { bytes: 999 })).status).toBe(200);
    for (let n = 1; n < 10; n++) {
      await sql`insert into public.entry_attachments
        (entry_id, user_id, kind, type, path, bytes, duration_s)
        values (${id}, ${ana.id}, 'audio', 'audio/wav', ${`${ana.id}/${id}${n}`}, 1, 1)`;
    }
    expect(await codeOf(ask(ana, { bytes: 1 }))).toBe("409 quota_reached");
  });

  it("for a thousand a day", async ({ ana }) => {
    const { id } = await write(ana);
    await sql`
      insert into private.quota_days (user_id, kind, day, made)
      values (${ana.id}, 'attachments', 'infinity', 999)`;
    expect(await together(ana, 2, () => id)).toEqual({ 201: 1, "429 daily_quota_reached": 1 });
    // The question before the upload gets the same refusal.
    expect(await codeOf(ana.api("GET", `${attachments(id)}/room?bytes=1000`)))
      .toBe("429 daily_quota_reached");
  });
});

describe("transcription", () => {
  it("asks the provider once and keeps the text", async ({ ana, words }) => {
    const { id, path, attachment } = await attached(ana, { file: wav(2, words) });
    await provider(words, {
      path: "audio",
      content: " It was a good day. ",
      usage: { prompt_tokens: 1000, completion_tokens: 200 },
    });
    const answers = [];
    for (let n = 0; n < 2; n++) {
      answers.push((await ok(ana, "POST", `${path}/transcribe`)).attachment);
    }
    expect(answers).toEqual(
      Array(2).fill({
        ...attachment,
        url: expect.any(String),
        transcript: "It was a good day.",
      }),
    );
    const sent = await requestsWith(words);
    expect(sent.map(({ body }) => body)).toEqual([{
      model: "gpt-4o-mini-transcribe",
      response_format: "json",
      file: { name: expect.stringMatching(/\.wav$/), type: "audio/wav", size: attachment.bytes },
    }]);
    expect(await transcriptionsOf(ana)).toEqual([{
      type: "transcription",
      model: "gpt-4o-mini-transcribe",
      input_tokens: 1000,
      output_tokens: 200,
      images: 0,
      cost_usd: 0.004,
      entry_id: id,
    }]);
    const { changes } = await ok(ana, "GET", "/api/sync");
    expect(changes.attachments[0].transcript).toBe("It was a good day.");
  });

  it("keeps an empty text of a silent recording", async ({ ana, words }) => {
    const { path } = await attached(ana, { file: wav(2, words) });
    await provider(words, { path: "audio", content: "" });
    for (let n = 0; n < 2; n++) {
      expect((await ok(ana, "POST", `${path}/transcribe`)).attachment.transcript).toBe("");
    }
    expect(await requestsWith(words)).toHaveLength(1);
  });

  it("is refused for photos, and for sound of more than 20 minutes before it is sent", async ({ ana, words }) => {
    const photo = await attached(ana);
    expect(await outcome(ana, "POST", `${photo.path}/transcribe`))
      .toBe("400 Only sound can be transcribed");
    const long = await attached(ana, { file: ogg(1201) });
    expect(await codeOf(ana.api("POST", `${long.path}/transcribe`))).toBe("400 too_long");
    const whole = await attached(ana, { file: wav(1200, words) });
    expect((await ok(ana, "POST", `${whole.path}/transcribe`)).attachment.transcript)
      .toBe("plain words");
    expect(await transcriptionsOf(ana)).toHaveLength(1);
  });

  it("is the author's to ask for, within the limit of AI calls", async ({ ana, ben, words }) => {
    const { path } = await attached(ana, { file: wav(2, words) }, shared);
    const hidden = await attached(ana, { file: wav(2) });
    expect(await outcome(ben, "POST", `${path}/transcribe`))
      .toBe("403 Only its author may have a recording transcribed");
    expect(await outcome(ben, "POST", `${hidden.path}/transcribe`)).toBe(
      "404 Attachment not found",
    );
    await exhaust(ana.id);
    expect(await codeOf(ana.api("POST", `${path}/transcribe`))).toBe("429 rate_limited");
    expect(await requestsWith(words)).toEqual([]);
  });

  it("of a recording whose file is gone is refused", async ({ ana, words }) => {
    const { path } = await attached(ana, { file: wav(2, words) });
    await service.storage.from("entry-attachments")
      .remove(await filesLike("entry-attachments", `${ana.id}/%`));
    expect(await outcome(ana, "POST", `${path}/transcribe`))
      .toBe("404 File of the attachment not found");
    expect(await requestsWith(words)).toEqual([]);
  });

  it("that the provider refuses is not kept", async ({ ana, words }) => {
    const { path } = await attached(ana, { file: wav(2, words) });
    await provider(words, { path: "audio", status: 400, error: { code: "invalid_value" } });
    expect(await codeOf(ana.api("POST", `${path}/transcribe`))).toBe("503 unavailable");
    expect((await ok(ana, "POST", `${path}/transcribe`)).attachment.transcript).toBe("plain words");
  });
});
