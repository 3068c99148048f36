import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { route } from "../../shared/http/route.ts";

/** Routes that export accounts; part of the group. */
export const exporting = group("user", "Taking one's data along");

const AccountExport = z.looseObject({
  exported_at: timestamp,
  user_id: uuid,
}).openapi("AccountExport", {
  description: "Besides these, a list for each kind of data: `profile`, `journal_entries`, " +
    "`goals`, `files` and so on, each with every row that is the caller's.",
});

exporting.openapi(
  route({
    method: "get",
    path: "/user/export",
    auth: "user",
    operationId: "exportAccount",
    summary: "Everything the service holds about the caller",
    description: "One JSON document, sent while it is read: a connection that breaks in the " +
      "middle leaves a document that does not parse. Files are listed with bucket and path; " +
      "download them from the Storage API.",
    answer: {
      description: "The document, as a download",
      schema: z.object({ export: AccountExport }),
    },
  }),
  async (c) => {
    const { db, caller } = c.var;
    const sections = must(await db.rpc("list_export_sections"));
    const parts = document(db, caller.id, sections);
    // The first part comes before the answer begins, so that a refusal still is one.
    const first = await parts.next();
    const date = new Date().toISOString().slice(0, 10);
    const answer = c.body(streamOf(first.value ?? "", parts), 200, {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="export-${date}.json"`,
      "Cache-Control": "no-store",
    });
    return answer as never;
  },
);

/** The document in parts of about a megabyte, each read when the one before it has been sent. */
async function* document(db: Db, userId: string, sections: string[]): AsyncGenerator<string> {
  const head = { exported_at: new Date().toISOString(), user_id: userId };
  let text = `{"export":${JSON.stringify(head).slice(0, -1)}`;
  for (const section of sections) {
    text += `,${JSON.stringify(section)}:[`;
    let after: Json = null;
    let separator = "";
    do {
      const page: { part: string; next: Json } = must(
        await db.rpc("export_page", { p_section: section, p_after: after }).single(),
      );
      // Rows are JSON already, so they are passed on without being parsed.
      if (page.part) {
        text += separator + page.part;
        separator = ",";
      }
      if (text.length > 65_536) {
        yield text;
        text = "";
      }
      after = page.next;
    } while (after !== null);
    text += "]";
  }
  yield `${text}}}`;
}

function streamOf(first: string, rest: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting: string | undefined = first;
  return new ReadableStream({
    async pull(controller) {
      try {
        const part = waiting ?? (await rest.next()).value;
        waiting = undefined;
        if (part === undefined) controller.close();
        else controller.enqueue(encoder.encode(part));
      } catch (error) {
        // The status has been sent: breaking off is how the client learns of it.
        log("error", "export broken off", { error: describeError(error) });
        controller.error(error);
      }
    },
    async cancel() {
      await rest.return(undefined);
    },
  }, { highWaterMark: 0 });
}
