import type { Db } from "../../shared/database/clients.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { created, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { addDecisions, declineReason, oneOf, submissionStatus } from "./moderation.ts";

/** Videos about templates. */
export const routes = part();

export const Video = z.object({
  id: f.uuid,
  dream_id: f.uuid,
  url: z.string().openapi({ example: "https://vimeo.com/76979871" }),
  title: z.string().openapi({ example: "Winding the coil" }),
  submitted_by: f.uuid.nullable(),
  status: submissionStatus,
  is_featured: z.boolean().openapi({ example: false }),
  decline_reason: declineReason,
  created_at: f.timestamp,
}).openapi("DreamVideo");

const videos = {
  name: "video",
  plural: "videos",
  table: "dream_videos",
  schema: Video,
  order: newestFirst,
  rows: (db: Db) => db.from("dream_videos").select(),
} as const;

/** The database decides which addresses name one video. */
const videoUrl = f.typedUrl.openapi({
  description: "One video: of YouTube (`watch`, `shorts`, `embed`, `youtu.be`) or " +
    "`https://vimeo.com/<number>`.",
  example: "https://vimeo.com/76979871",
});

routes.add("POST /lab/templates/{id}/videos", {
  operationId: "submitVideo",
  summary: "Submit a video about a template",
  description: "It is shown once a super admin has approved it. At most 20 submissions of videos " +
    "and opportunities a day.",
  body: json(z.object({ url: videoUrl, title: f.title.openapi({ example: "Winding the coil" }) })),
  notFound: "Template",
  answer: created("The pending video", z.object({ video: Video })),
  refusals: {
    409: { description: "The template has this video.", codes: ["already_exists"] },
    429: "More than 20 submissions a day.",
  },
}, async ({ db, params, body: { url, title } }) => {
  const video = await db.rpc("submit_video", {
    p_template_id: params.id,
    p_url: url,
    p_title: title,
  });
  const messages = {
    dream_videos_once_key: "The template has this video already",
    dream_videos_url_check: ["url", "expected the address of one video on YouTube or Vimeo"],
  } as const;
  return { video: must(video, messages) };
});

addDecisions(routes, videos);

routes.add("PUT /lab/admin/videos/{id}/featured", {
  auth: "super_admin",
  operationId: "featureVideo",
  summary: "Feature an approved video, or end that",
  description: "Featured videos come first.",
  body: json(z.object({ is_featured: z.boolean() })),
  notFound: "Video",
  answer: ok("The video", z.object({ video: Video }), { video: { status: "approved" } }),
  refusals: {
    409: { description: "The video is not approved.", codes: ["not_approved"] },
  },
}, async ({ db, params: { id }, body: { is_featured } }) => {
  must(await db.rpc("feature_video", { p_id: id, p_is_featured: is_featured }));
  return await oneOf(videos)(db, id);
});
