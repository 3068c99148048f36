import { signedUrl } from "../../shared/files/addresses.ts";
import { found, ok, part, z } from "../../shared/http/declare.ts";
import { Background, BACKGROUNDS } from "./fields.ts";

/** The route that reads the background of an entry. */
export const routes = part();

routes.add("GET /journal/{id}/background", {
  scope: "journal",
  operationId: "getEntryBackground",
  summary: "Get the background of an entry",
  description: "For callers who may read the content of the entry. The address works for ten " +
    "minutes at least, also when the caller may no longer read the content.",
  answer: ok("The background", z.object({ background: Background })),
  notFound: {
    description:
      "The entry does not exist, the caller may not read its content, or it has no background.",
  },
}, async ({ db, params }) => {
  const { path, ...rest } = found(
    await db.from("journal_entry_backgrounds").select("path, prompt, tone")
      .eq("entry_id", params.id).maybeSingle(),
    "Background",
  );
  const url = await signedUrl(BACKGROUNDS, path);
  return { background: { url, ...rest } };
});
