import { z } from "@hono/zod-openapi";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { found, must } from "../../shared/database/results.ts";
import {
  idParam,
  message,
  optionalText,
  partial,
  text,
  timestamp,
  title,
  uuid,
} from "../../shared/fields/basic.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst, newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { created, createdOnce, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { calculatorId } from "./calculators/calculator.ts";
import { Dream, noTemplate, steps } from "./dream-fields.ts";

/** Dreams: the projects of users. */
export const dreams = part();

const ProgressReport = z.object({
  id: uuid,
  dream_id: uuid,
  user_id: uuid,
  content: z.string().openapi({ example: "The coil resonates at 1.2 MHz." }),
  created_at: timestamp,
}).openapi("ProgressReport");

const fields = z.object({
  title: title.openapi({ example: "A coil for a crystal radio" }),
  description: optionalText.openapi({ example: "Copper wire on a cardboard tube." }),
  calculator: calculatorId.nullable().optional(),
  steps: steps.optional(),
  is_public: z.boolean().optional().openapi({
    description: "Default false. Everyone signed in sees a public dream.",
    example: false,
  }),
});

const oneDream = [z.object({ dream: Dream }), { dream: noTemplate }] as const;
const missing = {
  404: {
    description: "The dream does not exist, or the caller may not see it.",
    example: "Dream not found",
  },
};

dreams.openapi(
  route({
    method: "get",
    path: "/lab/dreams",
    auth: "user",
    operationId: "listDreams",
    summary: "List the caller's dreams, newest first",
    query: pageQuery,
    answer: ok("A page of dreams", pageOf("dreams", Dream), { dreams: [noTemplate] }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("dreams").select().eq("user_id", c.var.caller.id);
    const rows = must(await lastWrittenFirst.seek(query, { limit, cursor }));
    return c.json(lastWrittenFirst.page("dreams", rows, limit), 200);
  },
);

dreams.openapi(
  route({
    method: "post",
    path: "/lab/dreams",
    auth: "user",
    operationId: "createDream",
    summary: "Create a dream",
    body: json(fields.extend(clientMade)),
    answer: createdOnce("The new dream", ...oneDream),
  }),
  async (c) => {
    const { db, caller } = c.var;
    const sent = c.req.valid("json");
    const row = await db.rpc("create_dream", { p_fields: sent });
    const stored = () =>
      db.from("dreams").select().eq("id", sent.id!).eq("user_id", caller.id).maybeSingle();
    const [dream, status] = await insertedOnce("dreams", row, stored);
    return c.json({ dream }, status);
  },
);

dreams.openapi(
  route({
    method: "put",
    path: "/lab/dreams/{id}",
    auth: "user",
    operationId: "updateDream",
    summary: "Update a dream",
    description:
      "Changes the given fields only; `steps` replaces all steps. The author changes a " +
      "dream, super admins change a template.",
    params: idParam,
    body: json(partial(fields)),
    answer: ok("The updated dream", ...oneDream),
    refusals: missing,
  }),
  async (c) => {
    const dream = await c.var.db.rpc("update_dream", {
      p_id: c.req.valid("param").id,
      p_fields: c.req.valid("json"),
    });
    return c.json({ dream: must(dream) }, 200);
  },
);

dreams.openapi(
  route({
    method: "delete",
    path: "/lab/dreams/{id}",
    auth: "user",
    operationId: "deleteDream",
    summary: "Delete a dream with its reports and replications",
    description: "The author deletes a dream, super admins delete a template; clones stay.",
    params: idParam,
    answer: ok("The dream was deleted", message, { message: "Dream deleted" }),
    refusals: missing,
  }),
  async (c) => {
    must(await c.var.db.rpc("delete_dream", { p_id: c.req.valid("param").id }));
    return c.json({ message: "Dream deleted" }, 200);
  },
);

dreams.openapi(
  route({
    method: "post",
    path: "/lab/dreams/{id}/complete",
    auth: "user",
    operationId: "completeDream",
    summary: "Complete a dream",
    description: "Sets `completed_at`. The completion of a clone also counts for its template.",
    params: idParam,
    answer: ok("The completed dream", ...oneDream),
    refusals: {
      ...missing,
      409: { description: "The dream is completed already.", codes: ["already_completed"] },
    },
  }),
  async (c) => {
    const dream = await c.var.db.rpc("complete_dream", { p_id: c.req.valid("param").id });
    return c.json({ dream: must(dream) }, 200);
  },
);

dreams.openapi(
  route({
    method: "post",
    path: "/lab/dreams/{id}/builds",
    auth: "user",
    operationId: "recordBuild",
    summary: "Record that the caller has built a dream",
    description: "For any dream that the caller sees, once for each user. The build of a clone " +
      "also counts for its template.",
    params: idParam,
    answer: ok("The dream with its new `build_count`", ...oneDream),
    refusals: {
      ...missing,
      409: { description: "The caller has recorded a build before.", codes: ["already_exists"] },
    },
  }),
  async (c) => {
    const dream = await c.var.db.rpc("build_dream", { p_id: c.req.valid("param").id });
    return c.json({ dream: must(dream) }, 200);
  },
);

dreams.openapi(
  route({
    method: "get",
    path: "/lab/progress-reports",
    auth: "user",
    operationId: "listProgressReports",
    summary: "List the caller's progress reports, newest first",
    query: pageQuery.extend({
      dream_id: uuid.optional().openapi({ description: "Only reports on this dream." }),
    }),
    answer: ok("A page of reports", pageOf("progress_reports", ProgressReport)),
  }),
  async (c) => {
    const { limit, cursor, dream_id } = c.req.valid("query");
    let query = c.var.db.from("progress_reports").select().eq("user_id", c.var.caller.id);
    if (dream_id) query = query.eq("dream_id", dream_id);
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("progress_reports", rows, limit), 200);
  },
);

dreams.openapi(
  route({
    method: "post",
    path: "/lab/dreams/{id}/progress-reports",
    auth: "user",
    operationId: "createProgressReport",
    summary: "Report on the progress of one's own dream",
    description: "Reports stay when the template of the dream is closed to classrooms.",
    params: idParam,
    body: json(z.object({
      content: text(1, 2000).openapi({ example: "The coil resonates at 1.2 MHz." }),
    })),
    answer: created("The new report", z.object({ progress_report: ProgressReport })),
    refusals: {
      404: { description: "The caller has no such dream.", example: "Dream not found" },
    },
  }),
  async (c) => {
    const report = await c.var.db.from("progress_reports")
      .insert({ dream_id: c.req.valid("param").id, ...c.req.valid("json") }).select().maybeSingle();
    const messages = { progress_reports_dream_fkey: "Dream not found" };
    return c.json({ progress_report: found(report, "Dream", messages) }, 201);
  },
);
