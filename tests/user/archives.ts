/** Downloads archives, and imports ZIP files until they have ended. */
import {
  BlobReader,
  BlobWriter,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js";
import { makeZip } from "client-zip";
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { testEnvironment } from "../support/environment.ts";
import { anonymous, type Person, service } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

/** The archive of a person's entries, as it arrives. */
export async function download(who: Person, query = ""): Promise<Blob> {
  const response = await fetch(`${platform.base_url}/api/user/export/markdown${query}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return await response.blob();
}

/** The texts of a ZIP file by their names, in their order. */
export async function textsOf(zip: Blob): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const entry of await new ZipReader(new BlobReader(zip)).getEntries()) {
    if (!entry.directory) texts[entry.filename] = await entry.getData(new TextWriter());
  }
  return texts;
}

export const zipOf = (files: Record<string, string | Uint8Array>): Promise<Blob> =>
  new Response(
    makeZip(
      Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date() })),
    ),
  ).blob();

/** A ZIP file of texts: compressed, and encrypted when the options have a password. */
export async function packed(files: Record<string, string>, options = {}): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, text] of Object.entries(files)) {
    await writer.add(name, new TextReader(text), options);
  }
  return await writer.close();
}

/** A text below its front matter. */
export const markdown = (fields: string, content = "Hello") => `---\n${fields}\n---\n\n${content}`;

export function form(zip: Blob, name = "journal.zip"): FormData {
  const form = new FormData();
  form.set("file", new File([zip], name));
  return form;
}

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type State = any;

/** Imports a file and waits for the end. */
export async function importInto(who: Person, zip: Blob): Promise<State> {
  const started = (await ok(who, "POST", "/api/user/imports", form(zip))).import;
  return await ended(who, started);
}

/** Ends an import whose row is done and whose pictures wait. */
export async function importPictures(
  who: Person,
  zip: Blob,
  entry_id: string,
  pictures: { name: string }[],
): Promise<State> {
  const path = `${who.id}/${crypto.randomUUID()}.zip`;
  const stored = await service.storage.from("entry-imports")
    .upload(path, await zip.arrayBuffer(), { contentType: "application/zip" });
  expect(stored.error).toBeNull();
  const waiting = pictures.map((picture, index) => ({ ...picture, number: 1, entry_id, index }));
  const [row] = await sql<[{ id: string }]>`
    insert into private.entry_imports (user_id, file_name, kind, total, imported, path, pictures)
    values (${who.id}, 'x', 'markdown', 1, 1, ${path}, ${sql.json(waiting)}) returning id`;
  return await ended(who, row);
}

/** Runs the job until an import has ended. */
export const ended = (who: Person, { id }: { id: string }): Promise<State> =>
  eventually(async () => {
    const state = (await ok(who, "GET", `/api/user/imports/${id}`)).import;
    if (state.status === "running") await runJob();
    expect(state.status).not.toBe("running");
    return state;
  });

export const runJob = () =>
  ok(anonymous, "POST", "/api/user/cron/imports", {}, {
    "x-cron-secret": testEnvironment.CHAT_CRON_SECRET,
  });

/** The contents of a person's entries, oldest first. */
export const entriesOf = (who: Person) =>
  sql`
    select e.title, c.content, e.mood, e.tags, e.written_at, n.name as notebook
    from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    left join public.notebooks as n on n.id = e.notebook_id
    where e.user_id = ${who.id} order by e.written_at, e.title, c.content`;
