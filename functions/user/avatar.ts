import { publicUrl } from "../../shared/files/addresses.ts";
import { deleteFilesAfterAnswer, storeFile } from "../../shared/files/outbox.ts";
import { file } from "../../shared/files/parts.ts";
import { readImage } from "../../shared/files/upload.ts";
import { done, form, must, ok, part, z } from "../../shared/http/declare.ts";
import { Profile } from "./fields.ts";
import { readProfile } from "./profile.ts";

/** The routes of the caller's uploaded picture. */
export const routes = part();

const BUCKET = "avatars";

const rules = {
  field: "file",
  maxBytes: 2 * 1024 * 1024,
  types: ["image/jpeg", "image/png", "image/webp"],
} as const;

routes.add("POST /user/avatar", {
  operationId: "uploadAvatar",
  summary: "Upload the caller's picture",
  description: "The file is JPEG, PNG or WebP by its bytes, at most 2 MB. The service stores it " +
    "without metadata, such as the place of a photo, and without data after the picture, and " +
    "keeps the orientation; the client crops it. `avatar_url` becomes its public address. The " +
    "service deletes the former picture.",
  // The service stores no pictures of blocked and deleted users.
  admit: async ({ db }) => void await readProfile(db),
  body: form(z.object({ file }), { file: "file", maxBytes: rules.maxBytes }),
  answer: ok("The profile with the new picture", z.object({ profile: Profile })),
  refusals: {
    409: "Storing the picture took too long.",
    429: {
      description: "The caller has uploaded too many pictures today (UTC).",
      codes: ["daily_quota_reached"],
    },
  },
}, async ({ db, caller, body }) => {
  const { bytes, type, extension } = await readImage(body.file.content, rules);
  const path = `${caller.id}/${crypto.randomUUID()}.${extension}`;
  const image = { bucket: BUCKET, path, bytes, type };
  await storeFile(image, async (db) =>
    must(
      await db.rpc("set_avatar", {
        p_user_id: caller.id,
        p_path: path,
        p_url: publicUrl(BUCKET, path),
      }),
    ));
  deleteFilesAfterAnswer();
  return { profile: await readProfile(db) };
});

routes.add("DELETE /user/avatar", {
  operationId: "deleteAvatar",
  summary: "Remove the caller's picture",
  description: "Clears `avatar_url`, also one of another site, and deletes an uploaded file.",
  answer: done("Avatar deleted"),
}, async ({ db }) => {
  must(await db.rpc("update_profile", { p_changes: { avatar_url: null } }).select("id"));
  deleteFilesAfterAnswer();
});
