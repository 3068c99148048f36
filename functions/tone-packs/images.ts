import { imageQuality, imageRefusals, tone } from "../../shared/ai/fields.ts";
import { tones } from "../../shared/ai/tones.ts";
import { badField, HttpError } from "../../shared/base/errors.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import { file } from "../../shared/files/parts.ts";
import { readImage } from "../../shared/files/upload.ts";
import {
  created,
  done,
  f,
  form,
  json,
  must,
  ok,
  part,
  shaped,
  z,
} from "../../shared/http/declare.ts";
import { countUsed, takeRateLimit } from "../../shared/http/limits.ts";
import { requireAi } from "../../shared/providers/openai-call.ts";
import { generateImages } from "./generation.ts";
import { Image, PackRow, toImage } from "./pack.ts";
import { storeToneImage } from "./storing.ts";

/** The routes below `/tone-packs/{id}` that generate, upload and delete images. */
export const routes = part();

const MB = 1024 * 1024;
const SIDE = 1024;

const rules = {
  field: "file",
  maxBytes: 5 * MB,
  types: ["image/png", "image/jpeg", "image/webp"],
} as const;

routes.add("POST /tone-packs/{id}/generate-images", {
  operationId: "generateToneImages",
  summary: "Generate images for tones of a pack",
  description: "Images are PNG, 1024 x 1024. The service generates several at a time and adds " +
    "each to the pack at once. A tone with an image keeps it at no cost; delete the image first " +
    "to generate another one. A tone of another running request is skipped. `errors` names the " +
    "failed tones; repeat the request with another `Idempotency-Key` to retry them. Takes up to " +
    "140 seconds. Each generated image counts as an AI call.",
  body: json(z.object({
    tones: z.array(tone).min(1).max(tones.length).openapi({ example: ["joyful", "calm"] }),
    quality: imageQuality.default("standard"),
  })),
  notFound: "Tone pack",
  answer: ok(
    "The images of these tones, and the failures",
    z.object({
      images: z.array(Image),
      failed: z.int().openapi({ description: "Number of tones without an image.", example: 1 }),
      errors: z.array(z.string()).openapi({
        description: "A message for each failed tone.",
        example: ["calm: The AI provider does not answer"],
      }),
    }),
  ),
  refusals: {
    ...imageRefusals,
    409: {
      description: "Other requests are generating all of these images, or storing them took too " +
        "long.",
      codes: ["already_generating", "conflict"],
    },
  },
}, async ({ c, db, caller, params, body: { tones: asked, quality } }) => {
  const tones = [...new Set(asked)];
  const pack = { p_tone_pack_id: params.id };
  const claim = crypto.randomUUID();
  const claims = new Set(must(
    await db.rpc("claim_tone_images", { ...pack, p_tones: tones, p_claim: claim }),
  ));
  const claimed = tones.filter((tone) => claims.has(tone));
  let used = 0;
  try {
    // The pack is read after the claim, so that another request is generating every missing image
    // that this one has not claimed.
    const card = must(shaped(PackRow, await db.rpc("get_own_tone_pack", pack)));
    const left = new Set(tones).difference(claims);
    const there = card.images.map(toImage).filter(({ tone }) => left.delete(tone));
    if (claimed.length > 0) {
      requireAi();
      // Takes the limit here, not in the declaration: only images that the provider makes count.
      await takeRateLimit(c, "ai", { cost: claimed.length });
    } else if (there.length === 0) {
      throw new HttpError(409, "These images are being made already, and will be in the pack", {
        code: "already_generating",
        headers: { "Retry-After": "30" },
      });
    }
    const made = await generateImages(card, claimed, {
      userId: caller.id,
      quality,
      signal: c.req.raw.signal,
      onImage: () => used++,
    });
    return {
      images: [...there, ...made.images],
      failed: made.failed + left.size,
      errors: [...made.errors, ...[...left].map((tone) => `${tone}: is being made already`)],
    };
  } finally {
    await countUsed(c, used);
    // Lets other requests generate the images that failed here. A claim that is not released
    // expires.
    if (claimed.length > 0) await db.rpc("release_tone_images", { p_claim: claim });
    deleteFilesAfterAnswer();
  }
});

routes.add("POST /tone-packs/{id}/images", {
  operationId: "uploadToneImage",
  summary: "Upload the image of a tone",
  description: "The file is PNG, JPEG or WebP, 1024 x 1024 pixels, at most 5 MB; its type is " +
    "determined from its bytes, and its metadata is removed. It replaces an existing image, whose " +
    "file is deleted.",
  body: form(z.object({ tone, file }), { file: "file", maxBytes: rules.maxBytes }),
  notFound: "Tone pack",
  answer: created("The image", z.object({ image: Image })),
  refusals: { 409: "Storing the image took too long." },
}, async ({ db, caller, params: { id }, body: { tone, file } }) => {
  const pack = must(await db.rpc("get_own_tone_pack", { p_tone_pack_id: id }));
  const upload = await readImage(file.content, rules);
  if (upload.width !== SIDE || upload.height !== SIDE) {
    throw badField("file", `expected ${SIDE} x ${SIDE} pixels`);
  }
  const place = { userId: caller.id, packId: pack.id, tone, replace: true };
  const image = await storeToneImage(place, upload);
  deleteFilesAfterAnswer();
  return { image };
});

routes.add("DELETE /tone-packs/{id}/images/{tone}", {
  operationId: "deleteToneImage",
  summary: "Delete the image of a tone",
  description: "Deletes the file too. Images of a purchased pack can be replaced, but not " +
    "deleted.",
  params: z.object({ id: f.uuid, tone }),
  notFound: ["Tone pack", "Image"],
  answer: done("Image deleted"),
  refusals: { 409: { description: "The pack has been purchased.", codes: ["tone_pack_sold"] } },
}, async ({ db, params: { id, tone } }) => {
  must(await db.rpc("remove_tone_pack_image", { p_tone_pack_id: id, p_tone: tone }));
  deleteFilesAfterAnswer();
});
