import { utcDay } from "../../shared/base/days.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { firstLine } from "../../shared/base/text.ts";
import { type Db, storageClient } from "../../shared/database/clients.ts";
import { ATTACHMENTS } from "../../shared/fields/attachment.ts";
import { endOfPage } from "../../shared/fields/pages.ts";
import { downloaded } from "../../shared/files/downloaded.ts";
import { f, must, part, shaped, z } from "../../shared/http/declare.ts";
import { ArchivedEntry, fileName, markdownOf } from "./markdown.ts";

/** The route that writes the caller's entries as Markdown files. */
export const routes = part();

/** The most that one archive holds. A larger entry has an archive of its own. */
const MAX = { entries: 2000, bytes: 200_000_000 };

const Row = ArchivedEntry.extend({
  /** The date in the author's zone. */
  day: z.string(),
  attachments: z.array(z.object({
    id: z.string(),
    kind: z.string(),
    path: z.string(),
    type: z.string(),
    bytes: z.number(),
  })),
  is_sealed: z.boolean(),
  notebook_id: z.string().nullable(),
  ...endOfPage,
});
type Row = z.infer<typeof Row>;

/** Usual endings of the media types of attachments. */
const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
};

/** A time, or the value of `next_from`, which may name the entry to begin with among several. */
const start = z.union([
  f.moment,
  z.string().transform((value, context) => {
    const [at, id] = value.split("_");
    const read = z.tuple([f.moment, z.guid()]).safeParse([at, id]);
    if (read.success) return { at: read.data[0], id: read.data[1] };
    context.addIssue({ code: "custom", message: "expected an ISO 8601 timestamp or date" });
    return z.NEVER;
  }),
]);

routes.add("GET /user/export/markdown", {
  auth: "account_holder",
  operationId: "exportMarkdown",
  summary: "Export the caller's entries as Markdown",
  description: "Streams a ZIP file, oldest entry first: for each entry a file with front matter, " +
    "named by its day in the caller's zone and its title, with its photos and recordings beside " +
    "it. An archive has at most 2,000 entries and 200 MB; continue with `from`. The last file is " +
    "`archive.json`: `{from, to, complete, next_from}`; a ZIP file without it is torn. Sealed " +
    "entries are in `sealed.json`, with the logs, the caller's keys and slots, and their files in " +
    "`files/`: a recovery code and the program of docs/sealed-format.md open them.",
  query: z.object({
    from: start.optional().openapi({
      type: "string",
      description: "Only entries written at this time or later: a timestamp, a date in UTC, or " +
        "`next_from` of the archive before.",
      example: "2026-01-01",
    }),
    to: f.moment.optional().openapi({
      description: "Only entries written before this time: a timestamp, or a date in UTC.",
      example: "2027-01-01",
    }),
  }),
  answer: {
    status: 200,
    description: "The archive as a download",
    content: { "application/zip": { schema: z.string().openapi({ format: "binary" }) } },
  },
  refusals: {
    429: {
      description: "The caller has exported as many pages today (UTC) as the quota allows.",
      codes: ["daily_quota_reached"],
    },
  },
}, async ({ c, db, query }) => {
  const from = typeof query.from === "object" ? query.from : { at: query.from, id: undefined };
  const rows = entries(db, from, query.to);
  // The first page is read before the answer starts, so that a refusal has its status.
  const first = await rows.next();
  const { makeZip } = await import("client-zip");
  const files = filesOf(db, first, rows, c.req.query("from") ?? null, c.req.query("to") ?? null);
  return c.body(makeZip(files), 200, {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="journal-${utcDay()}.zip"`,
    "Cache-Control": "no-store",
  });
});

/** The caller's entries, a page at a time. */
async function* entries(
  db: Db,
  from: { at?: string; id?: string },
  to: string | undefined,
): AsyncGenerator<Row, void> {
  const size = 25;
  for (;;) {
    const read = await db.rpc("archive_page", {
      p_from_at: from.at,
      p_from_id: from.id,
      p_until_at: to,
      p_limit: size,
    });
    const page: Row[] = must(shaped(z.array(Row), read));
    const last = page.at(-1);
    // Leaves out the last entry, with which the next page begins.
    const goesOn = page.length === size || last?.page_ends;
    yield* goesOn ? page.slice(0, -1) : page;
    if (!last || !goesOn) return;
    const { written_at: at, id } = last;
    from = { at, id };
  }
}

type ZipFile = { name: string; lastModified: Date; input: string | Uint8Array | ReadableStream };

/** The files of an archive. Each is read when the file before it has been sent. */
async function* filesOf(
  db: Db,
  first: IteratorResult<Row, void>,
  rest: AsyncGenerator<Row, void>,
  from: string | null,
  to: string | null,
): AsyncGenerator<ZipFile> {
  const names = new Set<string>();
  const sealed: Row[] = [];
  let count = 0;
  let bytes = 0;
  let last: string | undefined;
  let next_from: string | null = null;
  try {
    for (let at = first; !at.done; at = await rest.next()) {
      const entry = at.value;
      const text = new TextEncoder().encode(await markdownOf(entry));
      const size = entry.attachments.reduce((sum, { bytes }) => sum + bytes, text.length);
      if (count === MAX.entries || count > 0 && bytes + size > MAX.bytes) {
        const isWithin = entry.written_at === last;
        // Goes into an address as it is: a plus sign there is a space.
        next_from = entry.written_at.replace("+00:00", "Z") + (isWithin ? `_${entry.id}` : "");
        break;
      }
      count++;
      bytes += size;
      last = entry.written_at;
      if (entry.is_sealed) {
        sealed.push(entry);
        yield* sealedFiles(entry);
        continue;
      }
      const name = free(fileName(entry.day, entry.title.trim() || firstLine(entry.content)), names);
      // The format knows no time before 1980.
      const lastModified = new Date(Math.max(Date.parse(last), Date.UTC(1980, 0, 2)));
      yield { name: `${name}.md`, lastModified, input: text };
      yield* sealedFiles(entry);
      for (const [index, { kind, path, type }] of entry.attachments.entries()) {
        if (kind === "sealed") continue;
        const input = await stored(path);
        const ending = ENDINGS[type] ?? type.split("/")[1];
        if (input) yield { name: `${name}-${index + 1}.${ending}`, lastModified, input };
      }
    }
    if (sealed.length > 0) {
      const input = ReadableStream.from(sealedJson(db, sealed)).pipeThrough(
        new TextEncoderStream(),
      );
      yield { name: "sealed.json", lastModified: new Date(), input };
    }
  } catch (error) {
    // The status has been sent; only a torn archive tells the client.
    log("error", "archive aborted", { error: describeError(error) });
    throw error;
  }
  const summary = { from, to, complete: next_from === null, next_from };
  yield { name: "archive.json", lastModified: new Date(), input: `${JSON.stringify(summary)}\n` };
}

/** The sealed files of an entry, by the ids under which its record names them. */
async function* sealedFiles({ attachments }: Row): AsyncGenerator<ZipFile> {
  for (const { id, kind, path } of attachments) {
    const input = kind === "sealed" && await stored(path);
    if (input) yield { name: `files/${id}`, lastModified: new Date(), input };
  }
}

/** The records of sealed entries with what opens them, in pieces: together they may be large. */
async function* sealedJson(db: Db, entries: Row[]): AsyncGenerator<string> {
  const account = must(await db.rpc("archived_account")) as object;
  yield `${JSON.stringify(account).slice(0, -1)},"notebooks":[`;
  let comma = "";
  for (const id of new Set(entries.map(({ notebook_id }) => notebook_id!))) {
    yield comma + JSON.stringify(must(await db.rpc("archived_notebook", { p_id: id })));
    comma = ",";
  }
  yield '],"records":[';
  comma = "";
  for (let at = 0; at < entries.length; at += 4) {
    const p_ids = entries.slice(at, at + 4).map(({ id }) => id);
    for (const record of must(await db.rpc("archived_records", { p_ids })) as object[]) {
      yield comma + JSON.stringify(record);
      comma = ",";
    }
  }
  yield "]}\n";
}

/** The name, or the name with a number that no other entry's file has. */
function free(name: string, names: Set<string>): string {
  let unique = name;
  for (let n = 2; names.has(unique); n++) unique = `${name}-${n}`;
  names.add(unique);
  return unique;
}

/** The bytes of an attachment as they arrive; null when the file is missing. */
async function stored(path: string): Promise<ReadableStream | null> {
  const file = downloaded(await storageClient().from(ATTACHMENTS).download(path).asStream());
  if (!file) log("warn", "file missing in an archive", { path });
  return file;
}
