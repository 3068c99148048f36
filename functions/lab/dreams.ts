import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, quotaReached } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst, newestFirst } from "../../shared/fields/pages.ts";
import {
  created,
  createdOnce,
  done,
  f,
  found,
  json,
  must,
  ok,
  part,
  z,
} from "../../shared/http/declare.ts";
import { calculatorId } from "./calculators/calculator.ts";
import { Dream, DreamWithAuthor, noTemplate, steps, withAuthor } from "./dream-fields.ts";

/** Dreams: the projects of users. */
export const routes = part();

const ProgressReport = z.object({
  id: f.uuid,
  dream_id: f.uuid,
  user_id: f.uuid,
  content: z.string().openapi({ example: "The coil resonates at 1.2 MHz." }),
  created_at: f.timestamp,
}).openapi("ProgressReport");

const dreamFields = z.object({
  title: f.title.openapi({ example: "A coil for a crystal radio" }),
  description: f.optionalText.openapi({ example: "Copper wire on a cardboard tube." }),
  calculator: calculatorId.nullable().optional(),
  steps: steps.optional(),
  is_public: z.boolean().optional().openapi({
    description: "Default false. Everyone signed in sees a public dream.",
    example: false,
  }),
});

const oneDream = [z.object({ dream: Dream }), { dream: noTemplate }] as const;

routes.list("/lab/dreams", {
  operationId: "listDreams",
  summary: "List the caller's dreams, newest first",
  items: { dreams: Dream },
  example: noTemplate,
  order: lastWrittenFirst,
}, ({ db, caller, seek }) => seek(db.from("dreams").select().eq("user_id", caller.id)));

routes.add("POST /lab/dreams", {
  operationId: "createDream",
  summary: "Create a dream",
  body: json(dreamFields.extend(clientMade)),
  answer: createdOnce("The new dream", ...oneDream),
  refusals: quotaReached,
}, async ({ db, caller, body: sent }) => {
  const row = await db.rpc("create_dream", { p_fields: sent });
  const stored = () =>
    db.from("dreams").select()
      .eq("id", sent.id!).eq("user_id", caller.id).maybeSingle();
  const [dream, isNew] = await insertedOnce("dreams", row, stored);
  return { body: { dream }, isNew };
});

routes.add("GET /lab/dreams/{id}", {
  operationId: "getDream",
  summary: "Get a dream that the caller sees, with its author",
  notFound: "Dream",
  answer: ok("The dream", z.object({ dream: DreamWithAuthor }), { dream: noTemplate }),
}, async ({ db, params }) => {
  const dream = await db.from("dreams").select(withAuthor).eq("id", params.id).maybeSingle();
  return { dream: found(dream, "Dream") };
});

routes.add("PUT /lab/dreams/{id}", {
  operationId: "updateDream",
  summary: "Update a dream",
  description: "Changes the given fields only; `steps` replaces all steps. The author changes a " +
    "dream, super admins change a template.",
  body: json(f.partial(dreamFields)),
  notFound: "Dream",
  answer: ok("The updated dream", ...oneDream),
}, async ({ db, params, body }) => {
  const dream = await db.rpc("update_dream", {
    p_id: params.id,
    p_fields: body,
  });
  return { dream: must(dream) };
});

routes.add("DELETE /lab/dreams/{id}", {
  operationId: "deleteDream",
  summary: "Delete a dream with its reports and replications",
  description: "The author deletes a dream, super admins delete a template; clones stay.",
  notFound: "Dream",
  answer: done("Dream deleted"),
}, async ({ db, params }) => {
  must(await db.rpc("delete_dream", { p_id: params.id }));
});

routes.add("POST /lab/dreams/{id}/complete", {
  operationId: "completeDream",
  summary: "Complete a dream",
  description: "Sets `completed_at`. The completion of a clone also counts for its template.",
  notFound: "Dream",
  answer: ok("The completed dream", ...oneDream),
  refusals: {
    409: { description: "The dream is completed already.", codes: ["already_completed"] },
  },
}, async ({ db, params }) => {
  const dream = await db.rpc("complete_dream", { p_id: params.id });
  return { dream: must(dream) };
});

routes.add("POST /lab/dreams/{id}/builds", {
  operationId: "recordBuild",
  summary: "Record that the caller has built a dream",
  description: "For any dream that the caller sees, once for each user. The build of a clone " +
    "also counts for its template.",
  notFound: "Dream",
  answer: ok("The dream with its new `build_count`", ...oneDream),
  refusals: {
    409: { description: "The caller has recorded a build before.", codes: ["already_exists"] },
    429: {
      description: "The caller has recorded as many builds today (UTC) as the quota allows.",
      codes: ["daily_quota_reached"],
    },
  },
}, async ({ db, params }) => {
  const dream = await db.rpc("build_dream", { p_id: params.id });
  return { dream: must(dream) };
});

routes.list("/lab/progress-reports", {
  operationId: "listProgressReports",
  summary: "List the caller's progress reports, newest first",
  filters: {
    dream_id: f.uuid.optional().openapi({ description: "Only reports on this dream." }),
  },
  items: { progress_reports: ProgressReport },
  order: newestFirst,
}, ({ db, caller, filters: { dream_id }, seek }) => {
  let query = db.from("progress_reports").select().eq("user_id", caller.id);
  if (dream_id) query = query.eq("dream_id", dream_id);
  return seek(query);
});

routes.add("POST /lab/dreams/{id}/progress-reports", {
  operationId: "createProgressReport",
  summary: "Report on the progress of the caller's dream",
  description: "Reports stay when the template of the dream is closed to classrooms.",
  body: json(z.object({
    content: f.text(1, 2000).openapi({ example: "The coil resonates at 1.2 MHz." }),
  })),
  answer: created("The new report", z.object({ progress_report: ProgressReport })),
  notFound: { description: "The caller has no such dream.", example: "Dream not found" },
}, async ({ db, params, body }) => {
  const report = await db.from("progress_reports")
    .insert({ dream_id: params.id, ...body }).select().maybeSingle();
  const messages = { progress_reports_dream_fkey: "Dream not found" };
  return { progress_report: found(report, "Dream", messages) };
});
