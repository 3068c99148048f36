import { z } from "@hono/zod-openapi";
import { tone } from "../../shared/ai/fields.ts";
import * as f from "../../shared/fields/basic.ts";
import { publicUrl } from "../../shared/files/addresses.ts";

/** The public bucket of the images. */
export const BUCKET = "tone-packs";

/** The themes of packs, with the style of their images. */
export const styles = {
  origami: "folded paper origami on a plain ground, crisp creases, soft shadows",
  animals: "a single expressive animal, softly lit, plain ground",
  nature: "a scene of nature: plants, weather, water and light",
  abstract: "abstract art of colour, texture and movement",
  geometric: "a composition of clean geometric forms",
  minimalist: "minimalist art: one simple motif, few colours, much empty space",
  watercolor: "a watercolour painting, wet edges, visible paper grain",
  "line-art": "a drawing in fine dark lines on white, without shading",
  icons: "a flat icon, bold and centred, few colours",
  emojis: "one large rounded emoji-like face or symbol, centred",
  shapes: "soft, playful shapes in flat colours",
  patterns: "a seamless decorative pattern that fills the picture",
} as const;
type Theme = keyof typeof styles;
const theme = z.enum(Object.keys(styles) as Theme[]).openapi("TonePackTheme", {
  example: "origami",
});

export const Image = z.object({
  tone,
  url: z.string().openapi({
    format: "uri",
    description: "A public address.",
    example:
      "https://project.supabase.co/storage/v1/object/public/tone-packs/user/pack/joyful-1.png",
  }),
}).openapi("ToneImage");
export type Image = z.infer<typeof Image>;

export const Share = z.object({
  id: f.uuid,
  user_id: f.uuid.nullable().openapi({ description: "Null for a share by e-mail address." }),
  email: z.string().nullable().openapi({
    description:
      "The address given by the owner, whether or not a user has it; null for a share by id.",
    example: null,
  }),
  created_at: f.timestamp,
}).openapi("TonePackShare");

/** A pack as the caller may see it. */
export const TonePack = z.object({
  id: f.uuid,
  owner_id: f.uuid.nullable().openapi({
    description: "Null when the owner's account no longer exists.",
  }),
  name: z.string().openapi({ example: "Paper moods" }),
  description: z.string().openapi({ example: "Folded animals for every mood." }),
  theme,
  is_public: z.boolean(),
  price_drops: z.int().openapi({ example: 20 }),
  image_count: z.int().openapi({
    description: "Number of tones with an image, hidden images included.",
    example: 1,
  }),
  tones: z.array(tone).openapi({
    description: "The tones with an image, hidden images included.",
    example: ["joyful"],
  }),
  is_usable: z.boolean().openapi({
    description: "True when the caller may use the pack: the caller owns or has purchased it, it " +
      "is shared with the caller, or it is public and free.",
  }),
  is_purchased: z.boolean().openapi({ example: false }),
  images: z.array(Image).openapi({
    description: "All images for callers who may use the pack, otherwise none.",
  }),
  preview: z.array(Image).max(3).openapi({ description: "Up to three images for everyone." }),
  shares: z.array(Share).nullable().openapi({
    description: "The users the pack is shared with; null for callers other than the owner.",
  }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("TonePack");
export type TonePack = z.infer<typeof TonePack>;

const StoredImage = z.object({ tone, path: z.string() });
const images = z.array(StoredImage);

/** A pack as the database hands it out, with paths in place of addresses. */
export const PackRow = TonePack.extend({ images, preview: images });
type PackRow = z.infer<typeof PackRow>;

/** The image of a row, with its public address in place of its path. */
export const toImage = ({ tone, path }: z.infer<typeof StoredImage>): Image => ({
  tone,
  url: publicUrl(BUCKET, path),
});

export const toPack = (pack: PackRow) => ({
  ...pack,
  images: pack.images.map(toImage),
  preview: pack.preview.map(toImage),
});

/** The fields that the owner of a pack writes. */
export const packFields = z.object({
  name: f.name.openapi({ example: "Paper moods" }),
  description: f.description.nullish().openapi({
    description: "Also describes the pack to the image model.",
    example: "Folded animals for every mood.",
  }),
  theme,
  is_public: z.boolean().optional().openapi({
    description: "Whether everyone sees the pack. Default false.",
  }),
  price_drops: z.int().min(0).max(2_147_483_647).optional().openapi({
    description: "The price for others while the pack is public. Default 0 (free).",
    example: 20,
  }),
});
