import { sealedWriting } from "../../shared/fields/sealed.ts";
import { aiRefusals } from "../../shared/ai/fields.ts";
import {
  badField,
  badRequest,
  conflict,
  forbidden,
  HttpError,
  notFound,
} from "../../shared/base/errors.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { serviceClient, storageClient } from "../../shared/database/clients.ts";
import {
  Attachment,
  attachmentColumns,
  attachmentRows,
  ATTACHMENTS,
  withUrls,
} from "../../shared/fields/attachment.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { downloaded } from "../../shared/files/downloaded.ts";
import { deleteFilesAfterAnswer, storeFiles } from "../../shared/files/outbox.ts";
import { file } from "../../shared/files/parts.ts";
import { createdOnce, done, f, form, must, ok, part, z } from "../../shared/http/declare.ts";
import { takeRateLimit } from "../../shared/http/limits.ts";
import { requireAi } from "../../shared/providers/openai-call.ts";
import { transcribe } from "../../shared/providers/openai-sound.ts";
import {
  MAX_SEALED,
  MAX_THUMBNAIL,
  readAttachment,
  readSealedFile,
  readThumbnail,
} from "../../shared/files/attachment-file.ts";

/** The routes of photos and recordings in entries, below `/journal/{id}`. */
export const routes = part();

/** Longer sound (s) is not transcribed. */
const LONGEST_S = 20 * 60;

const answer = z.object({ attachment: Attachment });

const notOwn = {
  403: {
    description: "The caller may see the entry, but is not its author. Nobody but its author in " +
      "person adds a sealed file.",
    codes: ["forbidden", "impersonated", "token_refused"],
    example: "Only its author may change or share an entry",
  },
} as const;

const dailyQuota = {
  description: "The caller has added 1,000 attachments today (UTC).",
  codes: ["daily_quota_reached"],
  example: "At most 1000 attachments a day (UTC)",
} as const;

routes.add("POST /journal/{id}/attachments", {
  scope: "journal",
  operationId: "addAttachment",
  summary: "Add a photo or a recording to an entry",
  description: "Allowed for the author; readers of the content see attachments. A photo is JPEG, " +
    "PNG, GIF or WebP by its bytes, at most 10 MB and 100 megapixels; the service removes its " +
    "metadata, such as the location, and keeps its orientation. A recording is M4A, MP3, Ogg, " +
    "WebM or WAV by its bytes, at most 25 MB; its tags stay. `thumbnail` is a small JPEG or WebP " +
    "of a photo, at most 200 kB, for lists. With `sealed` the file and its thumbnail are bytes " +
    "that only members of a sealed notebook can open, at most 26 MB: a sealed entry takes only " +
    "these, and an open entry takes them before it moves into a sealed notebook.",
  body: form(
    z.object({
      file,
      thumbnail: file.optional(),
      id: clientMade.id,
      sealed: f.queryFlag.optional().openapi({ description: "`true` for a sealed file." }),
    }),
    { file: "file", maxBytes: MAX_SEALED, others: MAX_THUMBNAIL },
  ),
  notFound: "Entry",
  answer: createdOnce("The new attachment", answer),
  refusals: {
    ...deletedBefore,
    ...notOwn,
    400: "A field is missing or malformed, or a file or the form is damaged.",
    409: {
      description: "The entry has 10 attachments, the caller's attachments fill the room of a " +
        "user (`attachments_limit_mb`, 2 GB), another object has the `id`, storing the file " +
        `took too long, or the entry is sealed and the file is not. ${sealedWriting.description}`,
      codes: [
        "quota_reached",
        "storage_full",
        "id_taken",
        "conflict",
        "sealed",
        ...sealedWriting.codes,
      ],
      example: "An entry has at most 10 attachments, delete some first",
    },
    413: "A file is too large.",
    415: "A file has another type, or the body is not a form.",
    429: dailyQuota,
    503: "A file could not be stored.",
  },
}, async ({ db, caller, params, body: { id, sealed, ...sent } }) => {
  const isSealed = sealed === "true";
  const read = isSealed ? readSealedFile(sent.file, "file") : await readAttachment(sent.file);
  if (sent.thumbnail && read.kind === "audio") throw badField("thumbnail", "only of a photo");
  const thumbnail = sent.thumbnail &&
    (isSealed ? readSealedFile(sent.thumbnail, "thumbnail") : await readThumbnail(sent.thumbnail));
  const [repeated] = must(
    await db.rpc("prepare_entry_attachment", {
      p_entry_id: params.id,
      p_id: id,
      p_bytes: read.bytes.length + (thumbnail?.bytes.length ?? 0),
      p_is_sealed: isSealed,
    }).select(attachmentColumns),
  );
  if (repeated) return { body: { attachment: await shown(repeated) }, isNew: false };

  const [kept, small] = [read, thumbnail].map((content) =>
    content && {
      bucket: ATTACHMENTS,
      path: `${caller.id}/${crypto.randomUUID()}.${content.extension}`,
      bytes: content.bytes,
      type: content.type,
    }
  );
  const { bytes, extension: _, ...facts } = read;
  const [row, isNew] = await storeFiles([kept!, ...(small ? [small] : [])], async (service) => {
    const result = await service.rpc("record_entry_attachment", {
      p_user_id: caller.id,
      p_entry_id: params.id,
      p_id: id,
      p_file: {
        ...facts,
        bytes: bytes.length,
        path: kept!.path,
        thumbnail_path: small?.path,
        thumbnail_bytes: small?.bytes.length,
      },
    }).select(attachmentColumns);
    const stored = () =>
      service.from("entry_attachments").select(attachmentColumns)
        .eq("id", id!).eq("entry_id", params.id).eq("user_id", caller.id).maybeSingle();
    return await insertedOnce("entry_attachments", result, stored);
  });
  return { body: { attachment: await shown(row) }, isNew };
});

routes.add("GET /journal/{id}/attachments/room", {
  scope: "journal",
  operationId: "getAttachmentRoom",
  summary: "Ask whether there is room for a file",
  description: "Allowed for the author of the entry, before a file is uploaded. Answers the " +
    "attachment of this `id` where a former request has added it: then there is nothing to upload.",
  query: z.object({
    bytes: z.string().regex(/^[1-9]\d{0,7}$/, "expected a number of bytes").transform(Number)
      .refine((bytes) => bytes <= MAX_SEALED + MAX_THUMBNAIL, "larger than a file may be").openapi({
        type: "integer",
        minimum: 1,
        maximum: MAX_SEALED + MAX_THUMBNAIL,
        description: "The sizes of the file and of the thumbnail.",
        example: 480_000,
      }),
    id: f.uuid.optional().openapi({ description: "The `id` that the attachment will have." }),
    sealed: f.queryFlag.optional().openapi({ description: "`true` for a sealed file." }),
  }),
  notFound: "Entry",
  answer: ok(
    "There is room, or the attachment is there",
    z.object({ attachment: z.union([Attachment, z.null()]) }),
    { attachment: null },
  ),
  refusals: {
    ...notOwn,
    409: {
      description: "The entry has 10 attachments, the caller's attachments fill the room of a " +
        "user, another object has the `id`, or the entry is sealed and the file is not. " +
        sealedWriting.description,
      codes: ["quota_reached", "storage_full", "id_taken", "sealed", ...sealedWriting.codes],
      example: "An entry has at most 10 attachments, delete some first",
    },
    429: dailyQuota,
  },
}, async ({ db, params, query: { bytes, id, sealed } }) => {
  const [stored] = must(
    await db.rpc("prepare_entry_attachment", {
      p_entry_id: params.id,
      p_id: id,
      p_bytes: bytes,
      p_is_sealed: sealed === "true",
    }).select(attachmentColumns),
  );
  return { attachment: stored ? await shown(stored) : null };
});

routes.add("DELETE /journal/{id}/attachments/{attachmentId}", {
  scope: "journal",
  operationId: "deleteAttachment",
  summary: "Delete an attachment",
  description: "Allowed for the author.",
  notFound: ["Entry", "Attachment"],
  answer: done("Attachment deleted"),
  refusals: notOwn,
}, async ({ db, params: { id, attachmentId } }) => {
  must(
    await db.rpc("delete_entry_attachment", { p_entry_id: id, p_attachment_id: attachmentId }),
  );
  deleteFilesAfterAnswer();
});

routes.add("POST /journal/{id}/attachments/{attachmentId}/transcribe", {
  operationId: "transcribeAttachment",
  summary: "Write down the words of a recording",
  description: "Allowed for the author, for sound of up to 20 minutes. The transcript is kept: " +
    "another request answers with it. Counts as one of 60 AI calls per hour when the provider is " +
    "asked.",
  notFound: ["Entry", "Attachment"],
  answer: ok("The attachment with its transcript", answer),
  refusals: {
    ...notOwn,
    400: {
      description:
        "The attachment is not a sound, or longer than 20 minutes, or the model declines it.",
      codes: ["too_long", "bad_request", "content_declined"],
      example: "The sound is longer than 20 minutes",
    },
    409: {
      description: "The attachment is sealed: the service cannot hear it.",
      codes: ["sealed"],
      example: "A sealed file cannot be transcribed: the service cannot open it",
    },
    429: aiRefusals[429],
    503: aiRefusals[503],
  },
}, async ({ c, db, caller, params: { id, attachmentId } }) => {
  const rows = await attachmentRows(db, id);
  const attachment = rows.find((row) => row.id === attachmentId);
  if (!attachment) throw notFound("Attachment");
  const { user_id, ...row } = attachment;
  if (user_id !== caller.id) throw forbidden("Only its author may have a recording transcribed");
  if (row.kind === "sealed") {
    throw conflict("A sealed file cannot be transcribed: the service cannot open it", "sealed");
  }
  if (row.kind !== "audio") throw badRequest("Only sound can be transcribed");
  if (row.transcript !== null) return { attachment: await shown(row) };
  if (row.duration_s! > LONGEST_S) {
    throw new HttpError(400, "The sound is longer than 20 minutes", { code: "too_long" });
  }
  requireAi();
  await takeRateLimit(c, "ai");
  const sound = downloaded(await storageClient().from(ATTACHMENTS).download(row.path));
  if (!sound) throw notFound("File of the attachment");
  const said = await transcribe({
    file: new File([sound], row.path.split("/").pop()!, { type: row.type }),
    seconds: row.duration_s!,
    spending: { userId: caller.id, type: "transcription", entryId: id },
    signal: c.req.raw.signal,
  });
  const transcript = must(
    await serviceClient().rpc("record_transcript", {
      p_attachment_id: attachmentId,
      p_transcript: said,
    }),
  );
  return { attachment: await shown({ ...row, transcript }) };
});

const shown = async (row: Parameters<typeof withUrls>[0][number]) => (await withUrls([row]))[0]!;
