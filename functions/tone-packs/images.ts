import { z } from "@hono/zod-openapi";
import { type Tone, tones } from "../../shared/ai/tones.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import { type Exactly, must } from "../../shared/database/results.ts";
import { badRequest, HttpError } from "../../shared/base/errors.ts";
import { idParam, message, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { takeRateLimit } from "../../shared/http/rate-limit.ts";
import { route } from "../../shared/http/route.ts";
import { file, formLimit, readImage } from "../../shared/files/upload.ts";
import { requireAi } from "../../shared/providers/openai.ts";
import { generateImages } from "./generation.ts";
import { example, Image, type PackRow, toImage, tone } from "./pack.ts";
import { storeToneImage } from "./storing.ts";

/** Routes about the images of a pack; part of the group. */
export const images = group("tone-packs", "Images");

const MB = 1024 * 1024;
const SIDE = 1024;

const rules = {
  field: "file",
  maxBytes: 5 * MB,
  types: ["image/png", "image/jpeg", "image/webp"],
} as const;

images.openapi(
  route({
    method: "post",
    path: "/tone-packs/{id}/generate-images",
    auth: "user",
    operationId: "generateToneImages",
    summary: "Makes images for tones of a pack",
    description: "PNG, 1024 x 1024, several at a time; the pack shows each as soon as it is " +
      "there. Tones that have an image keep it and cost nothing, so asking again makes only what " +
      "is missing; delete an image first to have another made. A tone that another request is " +
      "having made is left to that one. What could not be made is named in `errors`; send another " +
      "`Idempotency-Key` to have it tried again. Takes up to 140 seconds. Each image counts as one " +
      "of 60 AI calls an hour.",
    idempotent: true,
    params: idParam,
    body: z.object({
      tones: z.array(tone).min(1).max(tones.length).openapi({ example: ["joyful", "calm"] }),
      quality: z.enum(["standard", "hd"]).default("standard"),
    }),
    answer: {
      description: "The images of these tones, and what went wrong",
      schema: z.object({
        images: z.array(Image),
        failed: z.int().openapi({ description: "How many tones are without an image." }),
        errors: z.array(z.string()).openapi({ description: "One for each of them." }),
      }),
      example: {
        images: example.images,
        failed: 1,
        errors: ["calm: The AI provider does not answer"],
      },
    },
    refusals: {
      400: "The input is malformed, or the model declines to make any of the images.",
      409: "Other requests are having all of these images made.",
      503: "AI is not configured, or the AI provider does not answer or sends nothing of use.",
    },
  }),
  async (c) => {
    const { tones: asked, quality } = c.req.valid("json");
    const tones = [...new Set(asked)];
    const { caller, db } = c.var;
    const pack = { p_tone_pack_id: c.req.valid("param").id };
    const claim = crypto.randomUUID();
    const claims = new Set(must(
      await db.rpc("claim_tone_images", { ...pack, p_tones: tones, p_claim: claim })
        .overrideTypes<Tone[], Exactly>(),
    ));
    const claimed = tones.filter((tone) => claims.has(tone));
    try {
      // Read after the claim: what is neither there nor claimed is in the hands of another request.
      const card = must(
        await db.rpc("get_own_tone_pack", pack).overrideTypes<PackRow, Exactly>(),
      );
      const left = new Set(tones).difference(claims);
      const there = card.images.filter(({ tone }) => left.delete(tone)).map(toImage);
      if (claimed.length > 0) {
        requireAi();
        await takeRateLimit(c, "ai", { cost: claimed.length });
      } else if (there.length === 0) {
        throw new HttpError(409, "These images are being made already, and will be in the pack", {
          headers: { "Retry-After": "30" },
        });
      }
      const made = await generateImages(card, claimed, {
        userId: caller.id,
        quality,
        signal: c.req.raw.signal,
      });
      return c.json({
        images: [...there, ...made.images],
        failed: made.failed + left.size,
        errors: [...made.errors, ...[...left].map((tone) => `${tone}: is being made already`)],
      }, 200);
    } finally {
      // What this request has not made, others may. A claim that stays ends by itself.
      if (claimed.length > 0) await db.rpc("release_tone_images", { p_claim: claim });
      deleteFilesAfterAnswer();
    }
  },
);

images.openapi(
  route({
    method: "post",
    path: "/tone-packs/{id}/images",
    auth: "user",
    operationId: "uploadToneImage",
    summary: "Gives a tone of a pack an image of one's own",
    description: "PNG, JPEG or WebP, 1024 x 1024 pixels, 5 MB at most; judged by its bytes. It " +
      "takes the place of the image that is there, whose file is deleted.",
    params: idParam,
    form: z.object({ tone, file }),
    maxBytes: formLimit(rules.maxBytes),
    answer: {
      status: 201,
      description: "The image",
      schema: z.object({ image: Image }),
      example: { image: example.images[0]! },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { tone, file } = c.req.valid("form");
    const pack = must(
      await c.var.db.rpc("get_own_tone_pack", { p_tone_pack_id: id })
        .overrideTypes<PackRow, Exactly>(),
    );
    const upload = await readImage(file, rules);
    if (upload.width !== SIDE || upload.height !== SIDE) {
      throw badRequest(`file: expected ${SIDE} x ${SIDE} pixels`);
    }
    const place = { userId: c.var.caller.id, packId: pack.id, tone, replace: true };
    const image = await storeToneImage(place, upload);
    deleteFilesAfterAnswer();
    return c.json({ image }, 201);
  },
);

images.openapi(
  route({
    method: "delete",
    path: "/tone-packs/{id}/images/{tone}",
    auth: "user",
    operationId: "deleteToneImage",
    summary: "Removes the image of a tone",
    description: "Its file is deleted. The images of a pack that somebody purchased can be " +
      "replaced, not removed.",
    params: z.object({ id: uuid, tone }),
    answer: { description: "It is gone", schema: message, example: { message: "Image deleted" } },
    refusals: { 409: "Somebody purchased the pack." },
  }),
  async (c) => {
    const { id, tone } = c.req.valid("param");
    must(await c.var.db.rpc("remove_tone_pack_image", { p_tone_pack_id: id, p_tone: tone }));
    deleteFilesAfterAnswer();
    return c.json({ message: "Image deleted" }, 200);
  },
);
