import { base64url } from "jose";
import { utcDay } from "../../shared/base/days.ts";
import { badField } from "../../shared/base/errors.ts";
import { describeError, log } from "../../shared/base/log.ts";
import type { Db } from "../../shared/database/clients.ts";
import { f, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { countUsed, type HitContext, takeRateLimit } from "../../shared/http/limits.ts";

/** The route that exports an account. */
export const routes = part();

const AccountExport = z.looseObject({
  exported_at: f.timestamp,
  user_id: f.uuid,
}).openapi("AccountExport", {
  description: "Also contains a list for each kind of data (`profile`, `journal_entries`, " +
    "`goals`, `files` and so on) with the caller's rows. A list that goes on has its other rows " +
    "in the next pages.",
});

/** The size (bytes) at which a page takes no more rows; its last rows may exceed it by 2 MB. */
const PAGE = 8_000_000;

/** Where a page begins: the name of a section, and the key after which its rows go on. */
const position = z.object({ section: z.string(), after: z.array(z.string()).optional() });
type Position = z.infer<typeof position>;

routes.add("GET /user/export", {
  operationId: "exportAccount",
  summary: "Export all data of the caller",
  description: "Streams a JSON document in pages of at most 10 MB: until `next_cursor` is null, " +
    "the other pages follow with `cursor`, and their lists continue those before. After a broken " +
    "connection a page is incomplete and does not parse. Files are listed with bucket and path " +
    "for download from the Storage API. The first page counts against the limit; a refused or " +
    "failed one does not.",
  query: z.object({
    cursor: z.string().max(2000).optional().openapi({
      description: "`next_cursor` of the previous page; opaque.",
    }),
  }),
  answer: ok(
    "A page of the document, as a download",
    z.object({
      export: AccountExport,
      next_cursor: z.string().nullable().openapi({
        description: "The `cursor` of the next page; null on the last page.",
        example: null,
      }),
    }),
  ),
  refusals: {
    429: {
      description:
        "More than 10 exports within an hour, or as many pages today (UTC) as the quota " +
        "allows.",
      codes: ["rate_limited", "daily_quota_reached"],
    },
  },
}, async ({ c, db, caller, query: { cursor } }) => {
  const start = cursor === undefined ? undefined : positionOf(cursor);
  if (!start) await takeRateLimit(c, "export");
  const sections = must(await db.rpc("list_export_sections"));
  if (start && !sections.includes(start.section)) throw unknownCursor();
  const parts = document(db, caller.id, sections, start);
  // The first part is read before the answer starts, so that a refusal has its status.
  const first = await parts.next();
  const answer = c.body(ReadableStream.from(bytesOf(c, first.value!, parts)), 200, {
    "Content-Type": "application/json",
    "Content-Disposition": `attachment; filename="export-${utcDay()}.json"`,
    "Cache-Control": "no-store",
  });
  return answer as never;
});

/** One page of a section: rows as JSON text, and the key after which the section goes on. */
const Page = z.object({
  section: z.string(),
  part: z.string(),
  next: z.array(z.string()).nullable(),
});

const encoder = new TextEncoder();

/** A page in parts of at least 64 kB, each read when the previous one has been sent. */
async function* document(
  db: Db,
  userId: string,
  sections: string[],
  start?: Position,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let done = start ? sections.indexOf(start.section) : 0;
  let after = start?.after;
  const head = { exported_at: new Date().toISOString(), user_id: userId };
  let text = `{"export":${JSON.stringify(head).slice(0, -1)}`;
  let bytes = 0;
  /** Whether rows of the present section are in this page. */
  let isOpen = false;
  while (done < sections.length && bytes < PAGE) {
    const read = await db.rpc("export_pages", { p_section: sections[done]!, p_after: after });
    for (const { section, part, next } of must(shaped(z.array(Page), read))) {
      text += isOpen ? part && "," : `,${JSON.stringify(section)}:[`;
      // Rows arrive as JSON text, so they are passed on without parsing.
      text += part;
      after = next ?? undefined;
      isOpen = after !== undefined;
      if (isOpen) continue;
      text += "]";
      done++;
    }
    if (text.length > 65_536) {
      const part = encoder.encode(text);
      bytes += part.length;
      yield part;
      text = "";
    }
  }
  const section = sections[done];
  const cursor = section === undefined ? null : cursorOf({ section, after });
  yield encoder.encode(`${text}${isOpen ? "]" : ""}},"next_cursor":${JSON.stringify(cursor)}}`);
}

const cursorOf = (next: Position) => base64url.encode(JSON.stringify(next));

const unknownCursor = () => badField("cursor", "not given out by this route");

function positionOf(cursor: string): Position {
  try {
    return position.parse(JSON.parse(new TextDecoder().decode(base64url.decode(cursor))));
  } catch {
    throw unknownCursor();
  }
}

async function* bytesOf(
  c: HitContext,
  first: Uint8Array<ArrayBuffer>,
  rest: AsyncGenerator<Uint8Array<ArrayBuffer>>,
) {
  try {
    yield first;
    for await (const part of rest) yield part;
  } catch (error) {
    // The status has been sent; only a broken connection tells the client.
    log("error", "export aborted", { error: describeError(error) });
    await countUsed(c, 0);
    throw error;
  }
}
