import { badField, HttpError, unsupportedMediaType } from "../../shared/base/errors.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { storeFile } from "../../shared/files/outbox.ts";
import { file } from "../../shared/files/parts.ts";
import { readSound } from "../../shared/files/sound.ts";
import { concatBytes } from "../../shared/files/upload.ts";
import { createdOnce, f, form, must, part, z } from "../../shared/http/declare.ts";
import { CHEERS } from "./drop.ts";

/** The route that takes the recording of a spoken cheer. */
export const routes = part();

/** The largest file. The bucket and a constraint of the table have the same limit. */
const MAX_BYTES = 2 * 1024 * 1024;

/** The longest sound. A constraint of the table has the same limit. */
const LONGEST_S = 30;

const columns = "id, duration_s";

routes.add("POST /encouragement-drops/recordings", {
  scope: "people",
  operationId: "recordCheer",
  summary: "Upload a recording to send as a cheer",
  description: "M4A, MP3, Ogg, WebM or WAV by its bytes, at most 2 MB and 30 s; its tags stay. " +
    "Send it within a day by `recording_id` of a drop of the type `custom`; an unsent recording " +
    "is deleted then. It takes up room for attachments (`attachments_limit_mb`).",
  body: form(z.object({ file, id: clientMade.id }), { file: "file", maxBytes: MAX_BYTES }),
  answer: createdOnce(
    "The new recording",
    z.object({
      recording: z.object({ id: f.uuid, duration_s: z.number().openapi({ example: 4.2 }) })
        .openapi("CheerRecording"),
    }),
  ),
  refusals: {
    400: {
      description: "The file is missing or damaged, or its sound is longer than 30 s.",
      codes: ["invalid_input", "bad_request", "too_long"],
      example: "The sound is longer than 30 seconds",
    },
    409: {
      description: "The caller's attachments and recordings fill the room of a user, another " +
        "object has the `id`, or storing the file took too long.",
      codes: ["storage_full", "id_taken", "conflict"],
      example: "Attachments take up at most 2048 MB, delete some first",
    },
    413: "The file is larger than 2 MB.",
    415: "The file has another type, or the body is not a form.",
    429: {
      description: "The caller has made 20 recordings today (UTC).",
      codes: ["daily_quota_reached"],
      example: "At most 20 recordings a day (UTC)",
    },
    503: "The file could not be stored.",
  },
}, async ({ db, caller, body: { id, file: { content } } }) => {
  const bytes = concatBytes(content.splice(0));
  const { type, extension, duration } = soundOf(bytes);
  const [repeated] = must(
    await db.rpc("prepare_drop_recording", { p_bytes: bytes.length, p_id: id }).select(columns),
  );
  if (repeated) return { body: { recording: repeated }, isNew: false };
  const path = `${caller.id}/${crypto.randomUUID()}.${extension}`;
  const [recording, isNew] = await storeFile(
    { bucket: CHEERS, path, bytes, type },
    async (service) => {
      const result = await service.rpc("record_drop_recording", {
        p_user_id: caller.id,
        p_id: id,
        p_file: { type, path, bytes: bytes.length, duration_s: duration },
      }).select(columns);
      const stored = () =>
        service.from("drop_recordings").select(columns)
          .eq("id", id!).eq("user_id", caller.id).maybeSingle();
      return await insertedOnce("drop_recordings", result, stored);
    },
  );
  return { body: { recording }, isNew };
});

/** The sound of a file, by its bytes; refuses another file, and a sound that is too long. */
function soundOf(bytes: Uint8Array<ArrayBuffer>) {
  if (bytes.length === 0) throw badField("file", "is empty");
  let sound;
  try {
    sound = readSound(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw badField("file", "is damaged");
    throw error;
  }
  if (!sound) throw unsupportedMediaType("file: expected M4A, MP3, Ogg, WebM or WAV");
  if (sound.duration > LONGEST_S) {
    throw new HttpError(400, "The sound is longer than 30 seconds", { code: "too_long" });
  }
  return sound;
}
