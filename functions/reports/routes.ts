import { createdOnce, f, json, must, part, shaped, z } from "../../shared/http/declare.ts";
import { Report } from "./fields.ts";

export const routes = part();

const Made = z.object({ report: Report });

routes.add("POST /reports", {
  operationId: "createReport",
  summary: "Report a person, or what somebody has written, to the super admins",
  description: "The reported person is not told. The same report again answers like the first. A " +
    "person who blocks the caller may be reported all the same.",
  body: json(z.object({
    about: Report.shape.about,
    id: f.uuid.openapi({
      description: "The user, the entry, the comment, the message or the drop.",
    }),
    reason: Report.shape.reason,
    note: f.text(0, 1000).nullish().openapi({ example: "Third time this week." }),
  })),
  answer: createdOnce("The report", Made),
  notFound: {
    description: "It does not exist, or the caller does not see it.",
    example: "Reported object not found",
  },
  refusals: {
    429: "More than 20 reports on one day.",
  },
}, async ({ db, body: { about, id, reason, note } }) => {
  const result = await db.rpc("create_report", {
    p_about: about,
    p_id: id,
    p_reason: reason,
    p_note: note ?? undefined,
  });
  const { report, is_new } = must(shaped(Made.extend({ is_new: z.boolean() }), result));
  return { body: { report }, isNew: is_new };
});
