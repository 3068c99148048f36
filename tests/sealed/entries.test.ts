/** Entries, comments and files of sealed notebooks. */
import { describe, expect } from "vitest";
import { attach, attachmentForm, attachments } from "../journal/attaching.ts";
import { makeTeam, write } from "../journal/people.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  add,
  commentBody,
  deviceOf,
  entryBody,
  makeSealed,
  ofTeam,
  readSealed,
  removal,
  replaces,
  sealedPath,
  writeSealed,
} from "./devices.ts";

const bytes = new Uint8Array(16_400).fill(7);

function sealedForm(id: string, thumbnail?: Uint8Array<ArrayBuffer>): FormData {
  const form = attachmentForm({ file: bytes, id, thumbnail });
  form.append("sealed", "true");
  return form;
}

describe("a sealed entry", () => {
  it("answers nothing in the open, and its record to every reader of the content", async ({ ana, ben }) => {
    const owner = await deviceOf(ana);
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const entry = await writeSealed(owner, id);
    const shown = {
      title: "",
      content: "",
      mood: null,
      tags: [],
      is_sealed: true,
      track: null,
      mentions: [],
      effective_content_visibility: "team",
      sealed: { version: 1, record: expect.any(String), signature: expect.any(String) },
    };
    expect(entry).toMatchObject(shown);
    expect((await ok(ben, "GET", `/api/journal/${entry.id}`)).entry).toMatchObject(shown);
    const { entries } = await ok(ben, "GET", `/api/journal?notebook_id=${id}`);
    expect(entries).toMatchObject([shown]);
    const { changes } = await ok(ana, "GET", "/api/sync");
    expect(changes.journal_entries).toMatchObject([{ id: entry.id, is_sealed: true, title: "" }]);
    expect(changes.journal_entries[0].sealed).toEqual(entry.sealed);
    const open = await write(ana);
    expect(open).toMatchObject({ is_sealed: false, sealed: null });
  });

  it("is not shown to strangers, not even as a record", async ({ ana, ben }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    expect(await codeOf(ben.api("GET", `/api/journal/${entry.id}`))).toBe("404 not_found");
    expect((await ben.client.rpc("get_journal_entry", { p_id: entry.id })).data).toBe(null);
  });

  it("takes no open field, and an open notebook no record", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const body = await entryBody(owner, id);
    const post = (fields: object) => codeOf(ana.api("POST", "/api/journal", fields));
    for (const field of [{ title: "T" }, { content: "C" }, { mood: "calm" }, { tags: ["a"] }]) {
      expect(await post({ ...body, ...field })).toBe("400 invalid_input");
    }
    expect(await post({ title: "T", content: "C", notebook_id: id })).toBe("400 invalid_input");
    expect(await post({ ...body, notebook_id: null })).toBe("400 invalid_input");
    expect(await post({ ...body, metadata_visibility: "public" })).toBe("409 sealed");
    const record = body.sealed.record;
    expect(await post({ ...body, sealed: { ...body.sealed, record: record.slice(0, -4) } }))
      .toBe("400 invalid_input");
    expect(await post({ ...body, sealed: { ...body.sealed, record: `AA${record.slice(2)}` } }))
      .toBe("400 invalid_input");
    expect(await post({ ...body, sealed: { ...body.sealed, signature: "AAAA" } }))
      .toBe("400 invalid_input");
    expect(await post(body)).toBe("201");
    // A retry sends the same bytes.
    expect(await post(body)).toBe("200");
    const { error } = await ana.client.rpc("create_journal_entry", {
      p_entry: { title: "Open", content: "text", notebook_id: id },
    });
    expect(error?.code).toBe("PT400");
  });

  it("takes a record of 512 KiB and no larger one", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const ofLength = (length: number) =>
      entryBody(owner, id, { text: { content: "x".repeat(length) } });
    expect(await codeOf(ana.api("POST", "/api/journal", await ofLength(523_600)))).toBe("201");
    expect(await codeOf(ana.api("POST", "/api/journal", await ofLength(524_288)))).toBe(
      "413 too_large",
    );
  });

  it("is changed with If-Match alone, to the next version, with its time", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const path = `/api/journal/${entry.id}`;
    const written_at = "2026-11-01T10:00:00.000Z";
    const { sealed } = await entryBody(owner, id, {
      object_id: entry.id,
      version: 2,
      text: { content: "again", written_at },
    });
    const put = (body: object, version?: number) =>
      ana.api("PUT", path, body, version === undefined ? {} : replaces(version));
    expect(await codeOf(put({ sealed, written_at }))).toBe("428 version_needed");
    expect(await codeOf(put({ sealed, written_at }, 2))).toBe("412 changed_meanwhile");
    expect(await codeOf(put({ title: "Open" }, 1))).toBe("400 invalid_input");
    expect(await codeOf(put({ written_at }, 1))).toBe("400 invalid_input");
    expect(await codeOf(put({ metadata_visibility: "public" }, 1))).toBe("409 sealed");
    const { entry: changed } = (await put({ sealed, written_at }, 1)).body;
    expect(changed).toMatchObject({ version: 2, sealed: { version: 2 } });
    expect(Date.parse(changed.written_at)).toBe(Date.parse(written_at));
    expect((await readSealed(owner, changed)).content).toBe("again");
    expect(await codeOf(put({ sealed, written_at }, 1))).toBe("412 changed_meanwhile");
  });

  it("keeps its former records with their times, for its author alone", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const { sealed } = await entryBody(owner, id, { object_id: entry.id, version: 2 });
    await ok(ana, "PUT", `/api/journal/${entry.id}`, { sealed }, replaces(1));
    const { versions } = await ok(ana, "GET", `/api/journal/${entry.id}/versions`);
    expect(versions).toMatchObject([{ title: "", content: "", sealed: entry.sealed }]);
    expect(Date.parse(versions[0].written_at)).toBe(Date.parse(entry.written_at));
    const restore = `/api/journal/${entry.id}/versions/${versions[0].id}/restore`;
    expect(await codeOf(ana.api("POST", restore))).toBe("409 sealed");
  });

  it("is not written under an older key", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member);
    const old = await entryBody(owner, id);
    await ok(ana, "POST", sealedPath(id), await removal(owner, id, [ben.id]));
    expect(await codeOf(ana.api("POST", "/api/journal", old))).toBe("409 epoch_old");
    expect(await codeOf(ana.api("POST", "/api/journal", await entryBody(owner, id)))).toBe("201");
  });

  it("is written by nobody but members in person", async ({ ana, ben }) => {
    const [owner, other] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const body = await entryBody(owner, id);
    expect(await codeOf(other.api("POST", "/api/journal", body))).toBe("409 not_a_member");
    const token = await makeToken(ana);
    expect(await codeOf(token.api("POST", "/api/journal", body))).toBe("403 token_refused");
    const { entry } = await ok(ana, "POST", "/api/journal", body);
    const open = { title: "T", content: "C", notebook_id: null };
    expect(await codeOf(token.api("PUT", `/api/journal/${entry.id}`, open, replaces(1))))
      .toBe("403 token_refused");
  });

  it("has no share link, background, transcript and open attachment", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const path = `/api/journal/${entry.id}`;
    expect(await codeOf(ana.api("POST", `${path}/share-links`, {}))).toBe("409 sealed");
    const background = { entry_id: entry.id, title: "T", content: "C" };
    expect(await codeOf(ana.api("POST", "/api/ai/generate-background", background)))
      .toBe("409 sealed");
    expect(await codeOf(ana.api("POST", attachments(entry.id), attachmentForm()))).toBe(
      "409 sealed",
    );
    const file = crypto.randomUUID();
    await ok(ana, "POST", attachments(entry.id), sealedForm(file));
    expect(await codeOf(ana.api("POST", `${attachments(entry.id)}/${file}/transcribe`)))
      .toBe("409 sealed");
  });

  it("is found by no search, not even with an excluded word", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    await writeSealed(owner, id);
    for (const q of ["-nothing", "Sealed", "reads or -reads"]) {
      const { entries } = await ok(ana, "GET", `/api/journal?scope=own&q=${encodeURIComponent(q)}`);
      expect([q, entries]).toEqual([q, []]);
    }
  });

  it("gives a report no text", async ({ ana, ben, admin }) => {
    const owner = await deviceOf(ana);
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const entry = await writeSealed(owner, id);
    const report = { about: "journal_entry", id: entry.id, reason: "abuse" };
    await ok(ben, "POST", "/api/reports", report);
    const [row] = await sql`select text from private.reports where object_id = ${entry.id}`;
    expect(row!.text).toBe("");
    expect((await ok(admin, "GET", `/api/journal/${entry.id}`)).entry.content).toBe("");
  });
});

describe("comments on a sealed entry", () => {
  it("are records by members, and tell the author without a word", async ({ ana, ben, cleo }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben, cleo]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member);
    const entry = await writeSealed(owner, id);
    const path = `/api/journal/${entry.id}/comments`;
    const body = await commentBody(member, entry);
    expect(await codeOf(ben.api("POST", path, { content: "open" }))).toBe("400 invalid_input");
    expect(await codeOf(ben.api("POST", path, { ...body, content: "open" }))).toBe(
      "400 invalid_input",
    );
    const { comment } = await ok(ben, "POST", path, body);
    expect(comment).toMatchObject({
      content: "",
      is_sealed: true,
      sealed: { ...body.sealed, version: 1 },
    });
    expect(await codeOf(ben.api("POST", path, body))).toBe("200");
    expect((await ok(ana, "GET", path)).comments).toMatchObject([{
      id: body.id,
      sealed: comment.sealed,
    }]);
    const other = await deviceOf(cleo);
    expect(await codeOf(other.api("POST", path, { ...body, id: crypto.randomUUID() })))
      .toBe("409 not_a_member");
    const open = await write(ana, { metadata_visibility: "public", content_visibility: "public" });
    expect(await codeOf(ben.api("POST", `/api/journal/${open.id}/comments`, body)))
      .toBe("400 invalid_input");
  });
});

describe("files of a sealed entry", () => {
  it("are bytes of any form with the client's id, and come back as they were", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const file = crypto.randomUUID();
    const { attachment } = await ok(ana, "POST", attachments(entry.id), sealedForm(file, bytes));
    expect(attachment).toMatchObject({
      id: file,
      kind: "sealed",
      type: "application/octet-stream",
      bytes: bytes.length,
      width: null,
    });
    const stored = new Uint8Array(await (await fetch(attachment.url)).arrayBuffer());
    expect(stored).toEqual(bytes);
    const small = new Uint8Array(await (await fetch(attachment.thumbnail_url)).arrayBuffer());
    expect(small).toEqual(bytes);
    const { entry: read } = await ok(ana, "GET", `/api/journal/${entry.id}`);
    expect(read).toMatchObject({ attachment_count: 1, picture: null });
  });
});

describe("moving", () => {
  it("into a sealed notebook takes a record for the next version and no open files or comments", async ({ ana, ben }) => {
    const owner = await deviceOf(ana);
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner);
    const entry = await write(ana, { ...ofTeam(team_id), title: "Open" });
    const photo = await attach(ana, entry.id);
    const comment = await ok(ben, "POST", `/api/journal/${entry.id}/comments`, { content: "Nice" });
    const file = crypto.randomUUID();
    await ok(ana, "POST", attachments(entry.id), sealedForm(file));
    const path = `/api/journal/${entry.id}`;
    const { sealed } = await entryBody(owner, id, {
      object_id: entry.id,
      version: 2,
      text: { written_at: new Date(entry.written_at).toISOString() },
    });
    const put = (body: object, version?: number) =>
      codeOf(ana.api("PUT", path, body, version === undefined ? {} : replaces(version)));
    const move = { notebook_id: id, sealed };
    expect(await put({ notebook_id: id }, 1)).toBe("400 invalid_input");
    expect(await put(move)).toBe("428 version_needed");
    expect(await put(move, 1)).toBe("409 has_attachments");
    await ok(ana, "DELETE", `${attachments(entry.id)}/${photo.id}`);
    expect(await put(move, 1)).toBe("409 has_comments");
    await ok(ana, "DELETE", `/api/journal/${entry.id}/comments/${comment.comment.id}`);
    const { entry: moved } = await ok(ana, "PUT", path, move, replaces(1));
    expect(moved).toMatchObject({
      version: 2,
      title: "",
      metadata_visibility: "user",
      team_id: null,
    });
    expect(moved.attachments).toMatchObject([{ id: file, kind: "sealed" }]);
    expect((await readSealed(owner, moved)).content).toBe("what nobody else reads");
  });

  it("out of it takes the open fields, and leaves no record behind", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const path = `/api/journal/${entry.id}`;
    const put = (body: object, headers = replaces(1)) =>
      codeOf(ana.api("PUT", path, body, headers));
    expect(await put({ notebook_id: null })).toBe("400 invalid_input");
    const open = { title: "Open", content: "river", notebook_id: null };
    const file = crypto.randomUUID();
    await ok(ana, "POST", attachments(entry.id), sealedForm(file));
    expect(await put(open)).toBe("409 has_attachments");
    await ok(ana, "DELETE", `${attachments(entry.id)}/${file}`);
    expect(await codeOf(ana.api("PUT", path, open))).toBe("428 version_needed");
    expect(await put(open)).toBe("200");
    const { entry: moved } = await ok(ana, "GET", path);
    expect(moved).toMatchObject({
      title: "Open",
      content: "river",
      is_sealed: false,
      sealed: null,
    });
    expect(await sql`select from private.sealed_records where entry_id = ${entry.id}`).toHaveLength(
      0,
    );
    expect((await ok(ana, "GET", `${path}/versions`)).versions).toEqual([]);
    expect((await ok(ana, "GET", "/api/journal?scope=own&q=river")).entries).toHaveLength(1);
  });

  it("between sealed notebooks replaces the record", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const [from, to] = [await makeSealed(owner), await makeSealed(owner)];
    const entry = await writeSealed(owner, from.id);
    const { sealed } = await entryBody(owner, to.id, { object_id: entry.id, version: 2 });
    const body = { notebook_id: to.id, sealed };
    const { entry: moved } = await ok(ana, "PUT", `/api/journal/${entry.id}`, body, replaces(1));
    expect(moved).toMatchObject({ notebook_id: to.id, sealed: { version: 2 } });
    expect((await ok(ana, "GET", `/api/journal/${entry.id}/versions`)).versions).toEqual([]);
    expect(
      await codeOf(
        ana.api("PUT", `/api/journal/${entry.id}`, { notebook_id: from.id }, replaces(2)),
      ),
    )
      .toBe("400 invalid_input");
  });
});
