import { z } from "@hono/zod-openapi";
import { Background, BACKGROUNDS } from "../../shared/ai/background.ts";
import { found } from "../../shared/database/results.ts";
import { idParam } from "../../shared/fields/basic.ts";
import { signedUrl } from "../../shared/files/signed-url.ts";
import { ok } from "../../shared/http/answers.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

/** The route that reads the background of an entry. */
export const background = part();

background.openapi(
  route({
    method: "get",
    path: "/journal/{id}/background",
    auth: "user",
    operationId: "getEntryBackground",
    summary: "Get the background of an entry",
    description: "For callers who may read the content of the entry. Each request gives a new " +
      "address, which works for ten minutes, also when the caller may no longer read the content.",
    params: idParam,
    answer: ok("The background", z.object({ background: Background })),
    refusals: {
      404:
        "The entry does not exist, the caller may not read its content, or it has no background.",
    },
  }),
  async (c) => {
    const { path, ...rest } = found(
      await c.var.db.from("journal_entry_backgrounds").select("path, prompt, tone")
        .eq("entry_id", c.req.valid("param").id).maybeSingle(),
      "Background",
    );
    const url = await signedUrl(BACKGROUNDS, path);
    return c.json({ background: { url, ...rest } }, 200);
  },
);
