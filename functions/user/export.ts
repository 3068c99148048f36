import { describeError, log } from "../../shared/base/log.ts";
import type { Db } from "../../shared/database/clients.ts";
import { f, must, ok, part, z } from "../../shared/http/declare.ts";
import { countUsed, type HitContext } from "../../shared/http/limits.ts";

/** The route that exports an account. */
export const routes = part();

const AccountExport = z.looseObject({
  exported_at: f.timestamp,
  user_id: f.uuid,
}).openapi("AccountExport", {
  description: "Also contains a list for each kind of data (`profile`, `journal_entries`, " +
    "`goals`, `files` and so on) with all of the caller's rows.",
});

routes.add("GET /user/export", {
  operationId: "exportAccount",
  summary: "Export all data of the caller",
  description: "Streams one JSON document; after a broken connection the document is incomplete " +
    "and does not parse. Files are listed with bucket and path for download from the Storage " +
    "API. A refused or failed export does not count against the limit.",
  limit: "export",
  answer: ok("The document as a download", z.object({ export: AccountExport })),
  refusals: {
    429: {
      description:
        "More than 10 exports within an hour, or as many pages today (UTC) as the quota " +
        "allows.",
      codes: ["rate_limited", "daily_quota_reached"],
    },
  },
}, async ({ c, db, caller }) => {
  const sections = must(await db.rpc("list_export_sections"));
  const parts = document(db, caller.id, sections);
  // The first part is read before the answer starts, so that a refusal has its status.
  const first = await parts.next();
  const date = new Date().toISOString().slice(0, 10);
  const answer = c.body(ReadableStream.from(bytesOf(c, first.value ?? "", parts)), 200, {
    "Content-Type": "application/json",
    "Content-Disposition": `attachment; filename="export-${date}.json"`,
    "Cache-Control": "no-store",
  });
  return answer as never;
});

/** One page of a section: rows as JSON text, and the key after which the section goes on. */
interface Page {
  section: string;
  part: string;
  next: string[] | null;
}

/** The document in parts of at least 64 kB, each read when the previous one has been sent. */
async function* document(db: Db, userId: string, sections: string[]): AsyncGenerator<string> {
  const head = { exported_at: new Date().toISOString(), user_id: userId };
  let text = `{"export":${JSON.stringify(head).slice(0, -1)}`;
  let done = 0;
  let after: string[] | undefined;
  while (done < sections.length) {
    const pages: Page[] = must(
      await db.rpc("export_pages", { p_section: sections[done]!, p_after: after }),
    );
    for (const { section, part, next } of pages) {
      // A section that goes on has rows before and after the comma.
      text += after ? part && "," : `,${JSON.stringify(section)}:[`;
      // Rows arrive as JSON text, so they are passed on without parsing.
      text += part;
      after = next ?? undefined;
      if (after) continue;
      text += "]";
      done++;
    }
    if (text.length > 65_536) {
      yield text;
      text = "";
    }
  }
  yield `${text}}}`;
}

async function* bytesOf(c: HitContext, first: string, rest: AsyncGenerator<string>) {
  const encoder = new TextEncoder();
  try {
    yield encoder.encode(first);
    for await (const part of rest) yield encoder.encode(part);
  } catch (error) {
    // The status has been sent; only a broken connection tells the client.
    log("error", "export aborted", { error: describeError(error) });
    await countUsed(c, 0);
    throw error;
  }
}
