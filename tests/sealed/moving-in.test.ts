/**
 * After an entry has moved into a sealed notebook, its text is nowhere: in no table, index, outbox,
 * change log, kept answer, webhook, notification, mail, and in no file.
 */
import { expect } from "vitest";
import { attach, attachments } from "../journal/attaching.ts";
import { makeTeam, write } from "../journal/people.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { handleOf, service } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { befriend, share, told } from "../friends/support.ts";
import { newCanary, tablesWith, transaction } from "./canaries.ts";
import { type Device, deviceOf, entryBody, makeSealed, ofTeam, replaces } from "./devices.ts";

it("leaves no word of the open text behind", async ({ ana, ben }) => {
  const canaries = Array.from({ length: 6 }, newCanary);
  const [title, content, tag, former, comment, spoken] = canaries as [
    string,
    ...string[],
  ] as string[];
  const since = await transaction(sql);
  const owner = await deviceOf(ana);
  const { team_id } = await makeTeam(ana, [ben]);
  const { id: notebook_id } = await makeSealed(owner);
  const handle = await handleOf(ben);
  // With a key for repetition, so that the answer is kept.
  const { entry } = (await ana.api("POST", "/api/journal", {
    ...ofTeam(team_id),
    title: former,
    content: `${former} with @${handle}`,
    tags: [tag],
    mood: "calm",
  }, { "idempotency-key": crypto.randomUUID() })).body;
  await ok(ana, "PUT", `/api/journal/${entry.id}`, {
    title,
    content: `${content} with @${handle}`,
  });
  await ok(ana, "POST", `/api/journal/${entry.id}/share-links`, {});
  const { comment: { id: commentId } } = await ok(
    ben,
    "POST",
    `/api/journal/${entry.id}/comments`,
    { content: comment },
  );
  const photo = await attach(ana, entry.id);
  await sql`update public.entry_attachments set kind = 'audio', type = 'audio/wav', width = null,
    height = null, thumbnail_path = null, thumbnail_bytes = 0, duration_s = 3,
    transcript = ${spoken!} where id = ${photo.id}`;
  const day = new Date(entry.written_at).toISOString().slice(0, 10);
  await sql`insert into public.note_analyses (user_id, analysis_date, summary, mood_trends, topics,
      patterns, recommendations, insights, entry_count)
    values (${ana.id}, ${day}, ${`You wrote of ${content}`}, '{}', '[]', '[]', '',
      '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 1)`;
  await sql`
    with question as (
      insert into public.chat_messages (user_id, role, content)
      values (${ana.id}, 'user', 'What did I write?') returning id
    )
    insert into public.chat_messages (user_id, role, content, question_id, source_ids)
    select ${ana.id}, 'assistant', ${`You wrote of ${content} [1]`}, id, ${[entry.id]}::uuid[]
    from question`;
  const path = `${ana.id}/${crypto.randomUUID()}.png`;
  await service.storage.from("entry-backgrounds").upload(path, new Blob(["picture"]), {
    contentType: "image/png",
  });
  await sql`insert into public.journal_entry_backgrounds
      (user_id, entry_id, path, prompt, tone, quality)
    values (${ana.id}, ${entry.id}, ${path}, ${`A picture of ${content}`}, 'calm', 'standard')`;
  await sql`insert into public.inbound_emails
      (event_id, user_id, provider_id, sender, recipients, subject, status, entry_id)
    values (${crypto.randomUUID()}, ${ana.id}, ${crypto.randomUUID()}, 'a@example.com', '{}', ${title!}, 'entry',
      ${entry.id})`;

  const before = await tablesWith(sql, canaries, since);
  for (
    const table of [
      "public.journal_entries",
      "private.journal_entry_contents",
      "private.journal_entry_documents",
      "private.journal_entry_versions",
      "private.idempotency_keys",
      "public.journal_entry_backgrounds",
      "public.note_analyses",
      "public.chat_messages",
      "public.entry_attachments",
      "public.journal_comments",
      "public.inbound_emails",
    ]
  ) expect(before).toContain(table);

  await ok(ana, "DELETE", `/api/journal/${entry.id}/comments/${commentId}`);
  await ok(ana, "DELETE", `${attachments(entry.id)}/${photo.id}`);
  const { version } = (await ok(ana, "GET", `/api/journal/${entry.id}`)).entry;
  const written_at = new Date(entry.written_at).toISOString();
  const { sealed } = await entryBody(owner, notebook_id, {
    object_id: entry.id,
    version: version + 1,
    text: { title: title!, content: content!, tags: [tag!], written_at },
  });
  const body = { notebook_id, sealed, written_at };
  const { entry: moved } = await ok(
    ana,
    "PUT",
    `/api/journal/${entry.id}`,
    body,
    replaces(version),
  );
  expect(moved).toMatchObject({ is_sealed: true, title: "", mentions: [], mood: null, tags: [] });

  expect(await tablesWith(sql, canaries, since)).toEqual([]);
  expect((await ok(ana, "GET", "/api/share-links")).share_links).toEqual([]);
  const { notifications } = await ok(ben, "GET", "/api/notifications");
  expect(notifications.filter(({ type }: { type: string }) => type === "mention")).toEqual([]);
  await eventually(async () => {
    for (const [bucket, name] of [["entry-backgrounds", path], ["entry-attachments", photo.path]]) {
      if (!name) continue;
      const { data } = await service.storage.from(bucket!).download(name);
      expect(data).toBe(null);
    }
    expect(await sql`select from storage.objects where name like ${`${ana.id}/%`}`).toHaveLength(0);
  });
});

/** Moves an entry into a sealed notebook, in its present version. */
async function seal(owner: Device, notebook_id: string, id: string, changes: object = {}) {
  const { entry } = await ok(owner, "GET", `/api/journal/${id}`);
  const text = { written_at: new Date(entry.written_at).toISOString() };
  const { sealed } = await entryBody(owner, notebook_id, {
    object_id: id,
    version: entry.version + 1,
    text,
  });
  const body = { notebook_id, sealed, ...changes };
  await ok(owner, "PUT", `/api/journal/${id}`, body, replaces(entry.version));
}

it("takes back the title that friends were told, also where they see the notebook", async ({ ana, ben }) => {
  const { team } = await befriend(ana, ben);
  const owner = await deviceOf(ana);
  const { id: notebook_id } = await makeSealed(owner, ofTeam(team));
  const id = await share(ana, team);
  expect(await told(ben, "friend_entry")).toHaveLength(1);
  await seal(owner, notebook_id, id, {
    metadata_visibility: "user",
    content_visibility: "user",
    team_id: null,
  });
  expect(await told(ben, "friend_entry")).toEqual([]);
});

it("leaves no analysis of an entry whose date has changed, nor what was made of it", async ({ ana }) => {
  const since = await transaction(sql);
  const owner = await deviceOf(ana);
  const { id: notebook_id } = await makeSealed(owner);
  const word = `zq${crypto.randomUUID().slice(0, 8)}`;
  const entry = await write(ana, { title: word });
  const analyse = (day: number, summary: string) =>
    sql`insert into public.note_analyses (user_id, analysis_date, summary, mood_trends, topics,
        patterns, recommendations, insights, entry_count)
      values (${ana.id}, private.utc_today() + ${day}::integer, ${summary}, '{}', '[]', '[]', '',
        '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 1)`;
  const note = async (day: number, message: string) => {
    const [{ id }] = await sql<[{ id: string }]>`
      select private.record_assistant_drop(${ana.id}, ${message}) as id`;
    await sql`update public.drops_sent set date_sent = date_sent + make_interval(days => ${day})
      where id = ${id}`;
  };
  await analyse(-20, "of other weeks");
  await note(-19, "A note of other weeks");
  await analyse(0, `You wrote of ${word}`);
  await note(3, `A note of ${word}`);
  await sql`insert into private.idempotency_keys
      (user_id, route, key, request_hash, status, answer, ids, standing)
    values (${ana.id}, 'post /chat/analyses', 'k', 'h', 201, ${sql.json({ text: word })},
      '{}', '{0,1,1}')`;
  await ok(ana, "PUT", `/api/journal/${entry.id}`, { written_at: "2026-01-20T08:00:00.000Z" });
  expect(await tablesWith(sql, [word], since)).toContain("private.idempotency_keys");
  await seal(owner, notebook_id, entry.id);
  expect(await tablesWith(sql, [word], since)).toEqual([]);
  const kept = await sql`
    select summary as kept from public.note_analyses where user_id = ${ana.id}
    union all select content from public.drops_sent where recipient_id = ${ana.id}
    union all select body from public.notifications
      where user_id = ${ana.id} and type = 'assistant_note'`;
  expect(kept.map(({ kept }) => kept))
    .toEqual(["of other weeks", "A note of other weeks", "A note of other weeks"]);
});

it("leaves an open entry of the same author as it was", async ({ ana }) => {
  const owner = await deviceOf(ana);
  const { id: notebook_id } = await makeSealed(owner);
  const [kept, moved] = [await write(ana, { title: "Kept river" }), await write(ana)];
  const written_at = new Date(moved.written_at).toISOString();
  const { sealed } = await entryBody(owner, notebook_id, {
    object_id: moved.id,
    version: 2,
    text: { written_at },
  });
  await ok(ana, "PUT", `/api/journal/${moved.id}`, { notebook_id, sealed }, replaces(1));
  const { entries } = await ok(ana, "GET", "/api/journal?scope=own&q=river");
  expect(entries.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
});
