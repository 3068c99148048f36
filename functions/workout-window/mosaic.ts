import { projectEnv } from "../../shared/base/env.ts";
import { HttpError, unavailable } from "../../shared/base/errors.ts";
import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { publicUrl } from "../../shared/files/addresses.ts";
import { cron, f, must, ok, part, shaped, superAdminOr, z } from "../../shared/http/declare.ts";
import { RUN_S } from "../../shared/jobs/batches.ts";

/** The routes of mosaics. */
export const routes = part();

const SECRET = "WORKOUT_WINDOW_CRON_SECRET";

/** How long (ms) a request continues with steps. */
const TIME_MS = RUN_S * 1000;

const pixels = z.int().min(0);
const Mosaic = z.object({
  imageUrl: z.string().nullable().openapi({
    format: "uri",
    description: "A public PNG, with another address after each generation; null when somebody " +
      "has withdrawn a photo from it, until the next generation.",
    example:
      "https://project.supabase.co/storage/v1/object/public/workout-mosaics/2026-11-21/1.png",
  }),
  date: f.date.openapi({ example: "2026-11-21" }),
  sections: z.array(z.object({
    userId: f.uuid,
    userName: z.string().openapi({ example: "Ana Ruiz" }),
    isSynthetic: f.personFields.is_synthetic,
    status: z.enum(["completed", "failed", "pending"]),
    coordinates: z.object({ x: pixels, y: pixels, width: pixels, height: pixels })
      .openapi({
        description: "In pixels of the picture.",
        example: { x: 0, y: 0, width: 192, height: 192 },
      }),
    teamColor: f.teamColor,
  })),
  stats: z.object({
    totalParticipants: z.int().openapi({ example: 1 }),
    completed: z.int().openapi({ example: 1 }),
    failed: z.int().openapi({ example: 0 }),
    pending: z.int().openapi({ example: 0 }),
    synthetic: z.int().openapi({
      description: "The synthetic users among the participants.",
      example: 0,
    }),
  }),
}).openapi("WorkoutMosaic");

async function readMosaic(db: Db, p_date: string): Promise<z.infer<typeof Mosaic> | null> {
  const Stored = Mosaic.omit({ imageUrl: true }).extend({ path: z.string().nullable() });
  const found = must(shaped(Stored.nullable(), await db.rpc("get_workout_mosaic", { p_date })));
  if (!found) return null;
  const { path, ...rest } = found;
  return { imageUrl: path && publicUrl("workout-mosaics", path), ...rest };
}

routes.add("GET /workout-window/mosaic/{date}", {
  scope: "window",
  operationId: "getWorkoutMosaic",
  summary: "Get the mosaic of a date",
  description: "One picture with a section for each participant: team colour, initials and a " +
    "mark for the status. Users with the preference `mosaic_photo` appear with the photo of a " +
    "verified check-in. The picture has at most 10,000 sections, and above about 1,100 no " +
    "letters and photos. `stats` counts all participants. Null when there is no mosaic.",
  answer: ok("The mosaic, or null", z.object({ mosaic: z.union([Mosaic, z.null()]) })),
}, async ({ db, params }) => ({ mosaic: await readMosaic(db, params.date) }));

routes.add("POST /workout-window/mosaic/generate/{date}", {
  auth: superAdminOr(cron(SECRET)),
  operationId: "generateWorkoutMosaic",
  summary: "Draw the mosaic of a date again",
  description: "Draws the present state. With many new photos it may need several calls: " +
    "`message` then says so, and `mosaic` is the former one.",
  answer: ok(
    "The mosaic; null when there are no participants",
    z.object({
      mosaic: z.union([Mosaic, z.null()]),
      message: z.string().openapi({ example: "Mosaic generated" }),
    }),
  ),
  refusals: {
    409: {
      description: "The participants changed several times while the picture was drawn.",
      codes: ["content_changed"],
    },
  },
}, async ({ c, params: { date } }) => {
  const state = await draw(c.req.raw.headers, date, Date.now() + TIME_MS);
  return { mosaic: await readMosaic(serviceClient(), date), message: messages[state] };
});

const messages = {
  picture: "Mosaic generated",
  nobody: "Nobody takes part on this date",
  unfinished: "More photos have to be reduced first: repeat the request",
};

/** The headers by which the drawing function knows the caller. */
const CREDENTIALS = ["authorization", "x-cron-secret", "x-request-id"];

/**
 * Draws a mosaic step by step. Each step is a request to the drawing function, so that each has the
 * processor time of a request. It is not waited for beyond `until`.
 */
async function draw(from: Headers, date: string, until: number): Promise<keyof typeof messages> {
  const headers = CREDENTIALS.flatMap((name) => {
    const value = from.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  const url = `${projectEnv().url}/functions/v1/workout-mosaic/${date}`;
  const signal = AbortSignal.timeout(Math.max(0, until - Date.now()));
  for (let changes = 0; !signal.aborted;) {
    const response = await fetch(url, { method: "POST", headers, signal }).catch((error) => {
      if (!signal.aborted) throw unavailable("The mosaic could not be drawn", error);
    });
    const body = await response?.json().catch(() => ({}));
    if (!response || signal.aborted) break;
    if (response.ok) {
      if (body.done) return body.step;
      continue;
    }
    // Somebody withdrew a photo meanwhile: the next picture is drawn without it.
    if (body.code === "content_changed" && ++changes < 3) continue;
    throw response.status < 500
      ? new HttpError(response.status as 409, body.error, { code: body.code })
      : unavailable("The mosaic could not be drawn", body.error);
  }
  return "unfinished";
}

const mosaicCounts = ["total", "drawn", "failed", "remaining"] as const;

routes.job("/workout-window/cron/draw-mosaics", {
  auth: cron(SECRET),
  operationId: "drawWorkoutMosaics",
  summary: "Draw the mosaics that are out of date",
  description: "Runs every hour: draws the mosaics of the dates around today whose counts have " +
    "changed or whose picture is gone.",
  job: "workout-mosaics",
  schema: "WorkoutMosaics",
  counts: mosaicCounts,
}, async ({ headers }) => {
  const until = Date.now() + TIME_MS;
  const dates = must(await serviceClient().rpc("outdated_workout_mosaics"));
  const results = {
    total: dates.length,
    drawn: 0,
    failed: 0,
    remaining: 0,
    errors: [] as string[],
  };
  for (const date of dates) {
    try {
      const state = await draw(headers, date, until);
      if (state === "unfinished") results.remaining++;
      else results.drawn++;
    } catch (error) {
      results.failed++;
      results.errors.push(`${date}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return {
    message: `Mosaics drawn: ${results.drawn}`,
    results,
    complete: results.remaining + results.failed === 0,
  };
});
