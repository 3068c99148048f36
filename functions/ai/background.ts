import { z } from "@hono/zod-openapi";
import { excerpt, plainWords } from "../../shared/ai/texts.ts";
import { type Tone, tones, toTone } from "../../shared/ai/tones.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { deleteFilesAfterAnswer, storeImage } from "../../shared/files/outbox.ts";
import { must } from "../../shared/database/results.ts";
import { unavailable } from "../../shared/base/errors.ts";
import { text, title, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { takeRateLimit } from "../../shared/http/rate-limit.ts";
import { route } from "../../shared/http/route.ts";
import {
  ask,
  type CallOptions,
  makeImage,
  requireAi,
  uselessAnswer,
} from "../../shared/providers/openai.ts";

/** The route that makes backgrounds; part of the group. */
export const background = group("ai", "Backgrounds of entries");

const BUCKET = "entry-backgrounds";

/** How long (s) the address in the answer is good for. */
const URL_LIFETIME_S = 3600;

const fields = z.object({
  content: text(1, 100_000).openapi({ example: "We walked until the fog lifted off the lake." }),
  title: title.nullish().openapi({ example: "Morning by the lake" }),
  mood: text(1, 50).nullish().openapi({
    description: "A tone name decides the tone; other words are a hint.",
    example: "peaceful",
  }),
  quality: z.enum(["standard", "hd"]).default("standard"),
  entry_id: uuid.nullish().openapi({
    description: "An entry of the caller's own that it is the background of, in place of an " +
      "earlier one.",
  }),
});
type Fields = z.infer<typeof fields>;

const Background = z.object({
  url: z.url().openapi({ description: "Where the image is, for one hour: PNG, 1024 x 1024." }),
  prompt: z.string().openapi({ description: "What the image model was asked for." }),
  tone: z.enum(tones),
}).openapi("Background");

background.openapi(
  route({
    method: "post",
    path: "/ai/generate-background",
    auth: "user",
    operationId: "generateBackground",
    summary: "Makes an image to stand behind an entry",
    description: "A text model describes a scene that fits the text, without names, faces or " +
      "words; an image model paints it. The file lies in the private bucket `entry-backgrounds`, " +
      "at the `path` that the table `journal_entry_backgrounds` holds: who sees the content of " +
      "the entry may ask the Storage API for another address; one without an entry is its " +
      "owner's alone. A background goes when the content of its entry changes. Takes up to two " +
      "minutes. Counts as one of 60 AI calls an hour. The address in the answer ends after an " +
      "hour, also in an answer that is given again for the same `Idempotency-Key`.",
    idempotent: true,
    body: fields,
    answer: {
      description: "The background",
      schema: z.object({ background: Background }),
      example: {
        background: {
          url: "https://project.supabase.co/storage/v1/object/sign/entry-backgrounds/...",
          prompt: "Soft painted background, peaceful: a still lake under lifting fog.",
          tone: "peaceful",
        },
      },
    },
    refusals: {
      400: "The input is malformed, or the model declines to work on the text.",
      403: "The account is blocked, or the entry is somebody else's.",
      404: "The entry is unknown, or not visible to the caller.",
      409: "The entry was given another content while its background was made.",
      503: "AI is not configured, or the AI provider does not answer or sends nothing of use.",
    },
  }),
  async (c) => {
    const body = c.req.valid("json");
    const { entry_id, quality } = body;
    const { caller, db } = c.var;
    requireAi();
    // Who may give the entry a background, and what it says before one is made.
    const contentVersion = entry_id
      ? must(await db.rpc("own_entry_content_version", { p_entry_id: entry_id }))
      : undefined;
    await takeRateLimit(c, "ai");

    const options: CallOptions = {
      spending: {
        userId: caller.id,
        type: "image_generation",
        ...(entry_id && { entryId: entry_id }),
      },
      signal: c.req.raw.signal,
    };
    const { tone, prompt } = await describeScene(body, options);
    const image = await makeImage({ ...options, prompt, quality });

    const path = `${caller.id}/${crypto.randomUUID()}.png`;
    await storeImage({ bucket: BUCKET, path, bytes: image, type: "image/png" }, async (db) =>
      must(
        await db.rpc("record_entry_background", {
          p_user_id: caller.id,
          p_path: path,
          p_prompt: prompt,
          p_tone: tone,
          p_quality: quality,
          p_entry_id: entry_id ?? undefined,
          p_content_version: contentVersion,
        }),
      ));
    deleteFilesAfterAnswer();
    // As the service: when a second one has taken its place by now, this one is on its way out.
    const signed = await serviceClient().storage.from(BUCKET)
      .createSignedUrl(path, URL_LIFETIME_S);
    if (signed.error) throw unavailable("The image has no address", signed.error);
    return c.json({ background: { url: signed.data.signedUrl, prompt, tone } }, 200);
  },
);

const INSTRUCTIONS = `You design calm background images for entries of a private journal, in \
whatever language they are written. The user message holds the title (possibly null), the content \
and the mood (possibly null) of one entry. Name the tone that stands out in it, and describe in \
English, in one or two sentences of at most 60 words, a scene that fits it: landscape, light, \
weather, plants, objects, colours. Leave out people, faces, names, places that can be recognised, \
brands, and anything private. No writing appears in the scene.`;

const SCENE_LENGTH = 600;

const Form = z.object({ tone: z.enum(tones), scene: z.string() });
const Answer = z.object({
  tone: z.string().transform(toTone),
  // One line of plain words, whatever the model was made to say.
  scene: z.string().transform((words) => plainWords(words).slice(0, SCENE_LENGTH).toWellFormed())
    .pipe(z.string().min(1)),
});

/** What the image is to show, by the text model's reading of the entry. */
async function describeScene(
  { title, content, mood }: Fields,
  options: CallOptions,
): Promise<{ tone: Tone; prompt: string }> {
  const said = await ask({
    ...options,
    name: "background",
    instructions: INSTRUCTIONS,
    data: { title: title ?? null, content: excerpt(content), mood: mood ?? null },
    form: Form,
    answer: Answer,
  });
  const tone = toTone(mood ?? "") ?? said.tone;
  if (!tone) throw uselessAnswer("no known tone");
  const prompt =
    `A soft, painterly background image with a ${tone} mood, uncluttered, with quiet ` +
    `areas that text can be read over; no people, no faces, no letters or words. ${said.scene}`;
  return { tone, prompt };
}
