import { decodeBase64, encodeBase64 } from "hono/utils/encode";
import { describeError, log } from "../../shared/base/log.ts";
import { type Db, serviceClient, storageClient } from "../../shared/database/clients.ts";
import type { Returned } from "../../shared/database/schema.ts";
import { downloaded } from "../../shared/files/downloaded.ts";
import { deleteFilesAfterAnswer, storeFile } from "../../shared/files/outbox.ts";
import { cron, must, ok, part, shaped, superAdminOr, z } from "../../shared/http/declare.ts";
import { drawMosaic } from "./drawing.ts";
import { initialsOf } from "./initials.ts";
import { layOut } from "./layout.ts";
import { makeThumbnail, MAX_PIXELS } from "./thumbnail.ts";

/**
 * A function of its own, because the drawing engine is larger than all other code together and needs
 * much memory. The group `workout-window` calls it, one step in each request.
 */
export const routes = part();

const Step = z.object({
  step: z.enum(["thumbnails", "picture", "nobody"]).openapi({
    description: "The step that was done; `nobody` when the date has no participants.",
  }),
  done: z.boolean().openapi({ description: "False when another step is needed." }),
});

routes.add("POST /workout-mosaic/{date}", {
  auth: superAdminOr(cron("WORKOUT_WINDOW_CRON_SECRET")),
  operationId: "drawWorkoutMosaicStep",
  summary: "Do one step of drawing a mosaic",
  description: "Makes thumbnails while some are missing, and then the picture. A step takes less " +
    "than two seconds of processor time.",
  answer: ok("What was done", Step),
}, async ({ params: { date } }) => {
  const step = await takeStep(serviceClient(), date);
  return { step, done: step !== "thumbnails" };
});

/** The data for the picture of a date. */
const Material = z.object({
  counts: z.custom<object>((counts) => typeof counts === "object"),
  tiles: z.array(z.object({
    user_id: z.string(),
    full_name: z.string().nullable(),
    handle: z.string(),
    status: z.enum(["completed", "failed", "pending"]),
    team_color: z.enum(["red", "blue"]),
    /** The thumbnail in base64. */
    photo: z.string().nullable(),
  })),
});
type Material = z.infer<typeof Material>;

async function takeStep(db: Db, date: string): Promise<"thumbnails" | "picture" | "nobody"> {
  if (await makeThumbnails(db, date)) return "thumbnails";
  const found = await db.rpc("workout_mosaic_material", { p_date: date });
  const material = must(shaped(Material, found));
  if (material.tiles.length === 0) return "nobody";
  await drawAndStore(date, material);
  deleteFilesAfterAnswer();
  return "picture";
}

/** Makes the next thumbnails, of as many pixels as one step may decode; false when none is missing. */
async function makeThumbnails(db: Db, p_date: string): Promise<boolean> {
  const missing = must(await db.rpc("missing_workout_thumbnails", { p_date, p_limit: 20 }));
  let pixels = 0;
  for (const photo of missing) {
    const isDecoded = photo.pixels <= MAX_PIXELS;
    if (isDecoded && pixels > 0 && pixels + photo.pixels > MAX_PIXELS) break;
    if (isDecoded) pixels += photo.pixels;
    const image = isDecoded ? await thumbnailOf(db, photo) : null;
    must(
      await db.rpc("store_workout_thumbnail", {
        p_checkin_id: photo.checkin_id,
        ...(image && { p_image: encodeBase64(image.buffer) }),
      }),
    );
  }
  return missing.length > 0;
}

/** Null when the photo is gone or cannot be decoded. */
async function thumbnailOf(
  db: Db,
  { checkin_id, path, orientation }: Returned<"missing_workout_thumbnails">[number],
) {
  const photo = downloaded(await storageClient().from("workout-photos").download(path));
  if (!photo) return null;
  // Decoding may take more memory or time than a function has.
  must(await db.rpc("store_workout_thumbnail", { p_checkin_id: checkin_id, p_is_attempt: true }));
  try {
    return await makeThumbnail(new Uint8Array(await photo.arrayBuffer()), orientation);
  } catch (error) {
    log("warn", "photo without a thumbnail", { checkin_id, error: describeError(error) });
    return null;
  }
}

/**
 * Draws and stores the picture of a date. The name of its file cannot be guessed: only people who
 * get its address see the picture.
 */
async function drawAndStore(p_date: string, material: Material) {
  const { tiles, counts } = material;
  const { places } = layOut(tiles.length);
  const bytes = await drawMosaic(tiles.map(({ photo, full_name, handle, status, team_color }) => ({
    initials: initialsOf(full_name, handle),
    status,
    teamColor: team_color,
    thumbnail: photo === null ? null : decodeBase64(photo),
  })));
  const path = `${p_date}/${crypto.randomUUID()}.png`;
  await storeFile({ bucket: "workout-mosaics", path, bytes, type: "image/png" }, async (db) => {
    must(
      await db.rpc("record_workout_mosaic", {
        p_date,
        p_path: path,
        p_tiles: tiles.map(({ user_id, status, team_color, photo }, n) => ({
          user_id,
          status,
          team_color,
          photo: photo !== null,
          coordinates: places[n]!,
        })),
        p_counts: counts,
      }),
    );
  });
}
