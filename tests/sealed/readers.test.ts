/** The readers of entries, and how each treats a sealed entry; archives and imports too. */
import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { openRecord, openSlot, printRecoveryCode } from "../../packages/client/src/sealed/mod.ts";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { makeTeam, write } from "../journal/people.ts";
import { attachmentForm, attachments } from "../journal/attaching.ts";
import { refusal, result, use } from "../mcp/support.ts";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { download, importInto, textsOf, zipOf } from "../user/archives.ts";
import { add, deviceOf, makeSealed, ofTeam, opened, remove, writeSealed } from "./devices.ts";

describe("programs and the assistant", () => {
  it("get the id and the time of a sealed entry, and write none", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const card = { id: entry.id, written_at: entry.written_at, sealed: true };
    expect((await use(ana.api, "list_entries")).entries).toEqual([card]);
    expect((await use(ana.api, "read_entry", { id: entry.id })).entry).toEqual(card);
    expect((await use(ana.api, "search_entries", { query: "nobody reads" })).entries).toEqual([]);
    expect((await use(ana.api, "search_entries", { query: "-river" })).entries).toEqual([]);
    expect((await result(ana.api, "resources/list")).resources).toEqual([]);
    const over = { id: entry.id, title: "Open", content: "text" };
    expect(await refusal(ana.api, "write_entry", over)).toMatchObject({ code: "sealed" });
    const into = { title: "Open", content: "text", notebook_id: id };
    expect(await refusal(ana.api, "write_entry", into)).toMatchObject({ code: "invalid_input" });
  });

  it("analyze no sealed entry", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    await writeSealed(owner, id, { text: { written_at: new Date().toISOString() } });
    await sql`update public.profiles set read_notes_enabled = true where id = ${ana.id}`;
    const [row] = await sql`select private.entries_of_a_week(${ana.id}) as entries,
      private.awaits_assistant('note_analysis', ${ana.id}) as awaits`;
    expect(row).toEqual({ entries: [], awaits: false });
  });
});

it("counts, days and lists know that there is an entry, and no word of it", async ({ ana }) => {
  const owner = await deviceOf(ana);
  const { id } = await makeSealed(owner);
  const written_at = new Date().toISOString();
  const entry = await writeSealed(owner, id, { text: { written_at } });
  const { insights } = await ok(ana, "GET", "/api/insights");
  expect(JSON.stringify(insights)).not.toContain("Sealed");
  expect((await ok(ana, "GET", "/api/streaks")).streaks.journal.current).toBe(1);
  const [former] = [new Date(written_at)];
  former!.setUTCFullYear(former!.getUTCFullYear() - 1);
  const past = await writeSealed(owner, id, { text: { written_at: former!.toISOString() } });
  const { entries } = await ok(ana, "GET", "/api/journal/on-this-day");
  expect(entries.map((each: { id: string }) => each.id)).toEqual([past.id]);
  expect(entries[0]).toMatchObject({ title: "", sealed: past.sealed });
  const [row] = await sql`
    select d.words::text, d.word_count from private.journal_entry_documents as d
    where d.entry_id = ${entry.id}`;
  expect(row).toEqual({ words: "", word_count: 0 });
  expect(JSON.stringify(await ok(ana, "GET", "/api/user/export"))).not.toContain(
    "what nobody else reads",
  );
});

it("the listening history attaches no track", async ({ ana }) => {
  const owner = await deviceOf(ana);
  const { id } = await makeSealed(owner);
  const track = `t${crypto.randomUUID().slice(0, 8)}`;
  await sql`insert into public.spotify_tracks (id, name) values (${track}, 'Song')`;
  await sql`insert into public.spotify_plays (user_id, spotify_track_id, played_at)
    values (${ana.id}, ${track}, '2026-11-20T08:00:00Z')`;
  expect((await writeSealed(owner, id)).spotify_track_id).toBe(null);
});

describe("the archive", () => {
  /** A notebook with two epochs, and its archive. */
  async function archived(
    ana: Parameters<typeof deviceOf>[0],
    ben: Parameters<typeof deviceOf>[0],
  ) {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member);
    const first = await writeSealed(owner, id, { text: { content: "first epoch" } });
    await remove(owner, id, ben.id);
    const second = await writeSealed(owner, id, { text: { content: "second epoch" } });
    const form = attachmentForm({ file: new Uint8Array(300).fill(9), id: crypto.randomUUID() });
    form.append("sealed", "true");
    const { attachment } = await ok(ana, "POST", attachments(second.id), form);
    await write(ana, { title: "Open" });
    return { owner, member, id, first, second, attachment, zip: await download(ana) };
  }

  it("has what a recovery code opens: records, the log, own keys, slots and files", async ({ ana, ben }) => {
    const { owner, id, first, second, attachment, zip } = await archived(ana, ben);
    const texts = await textsOf(zip);
    expect(Object.keys(texts).filter((name) => name.endsWith(".md"))).toHaveLength(1);
    expect(texts[`files/${attachment.id}`]).toHaveLength(300);
    const sealed = JSON.parse(texts["sealed.json"]!);
    const slot = sealed.slots.find(({ kind }: { kind: number }) => kind === 2);
    expect(await openSlot(ana.id, slot, { code: owner.code }, sealed.account)).toEqual(
      owner.secret,
    );
    const { log, keys } = await opened(owner, id);
    const read = async (
      row: Parameters<typeof openRecord>[2] & {
        written_at: string;
        record: string;
        signature: string;
      },
    ) => (await openRecord(log, keys, row, row, row)).text.content;
    expect((await Promise.all(sealed.records.map(read))).sort())
      .toEqual(["first epoch", "second epoch"]);
    expect(sealed.records.map(({ object_id }: { object_id: string }) => object_id).toSorted())
      .toEqual([first.id, second.id].toSorted());
    expect(sealed.notebooks).toMatchObject([{ id, log: expect.any(Array) }]);
  });

  it("is opened by the program of the format's page", async ({ ana, ben }) => {
    const python = new Deno.Command("/usr/bin/python3", { args: ["-c", "import cryptography"] });
    if (!(await python.output().catch(() => null))?.success) return;
    const { owner, zip } = await archived(ana, ben);
    const folder = await scratchFolder("python");
    await Deno.writeTextFile(`${folder}/sealed.json`, (await textsOf(zip))["sealed.json"]!);
    const page = readFileSync(`${import.meta.dirname}/../../docs/sealed-format.md`, "utf8");
    const [, program] = /```python\n(.*?)```/s.exec(page)!;
    const code = await printRecoveryCode(owner.code);
    const args = ["-I", "-c", program!, `${folder}/sealed.json`, code];
    const { stdout } = await new Deno.Command("/usr/bin/python3", { args }).output();
    await Deno.remove(folder, { recursive: true });
    const said = new TextDecoder().decode(stdout);
    expect(said).toContain("first epoch");
    expect(said).toContain("second epoch");
  });

  it("is imported where its author is a member; other records are reported", async ({ ana, ben }) => {
    const { member, id, first, second, zip } = await archived(ana, ben);
    const texts = await textsOf(zip);
    const files = { "archive.json": texts["archive.json"]!, "sealed.json": texts["sealed.json"]! };
    const again = await importInto(ana, await zipOf(files));
    expect(again).toMatchObject({ status: "completed", imported: 0, skipped: 2, failed: 0 });
    await sql`delete from public.journal_entries where id in ${sql([first.id, second.id])}`;
    await sql`delete from private.changes where id in ${sql([first.id, second.id])}`;
    expect(await importInto(ana, await zipOf(files))).toMatchObject({ imported: 2, failed: 0 });
    const { entry } = await ok(ana, "GET", `/api/journal/${first.id}`);
    expect(entry.sealed).toEqual(first.sealed);
    expect(entry.notebook_id).toBe(id);
    const stolen = await importInto(member, await zipOf(files));
    expect(stolen).toMatchObject({ imported: 0, failed: 2 });
    expect(stolen.errors[0].error).toContain("not_a_member");
  });
});

it("imports make no open entry in a sealed notebook of the same name", async ({ ana }) => {
  const owner = await deviceOf(ana);
  const { id } = await makeSealed(owner, { name: "Travels" });
  const file = "---\ntitle: Fog\nnotebook: Travels\nwritten_at: 2026-01-01\n---\n\nopen";
  expect(await importInto(ana, await zipOf({ "fog.md": file }))).toMatchObject({ imported: 1 });
  const { entries: [entry] } = await ok(ana, "GET", "/api/journal?scope=own");
  expect(entry).toMatchObject({ title: "Fog", is_sealed: false });
  expect(entry.notebook_id).not.toBe(id);
});
