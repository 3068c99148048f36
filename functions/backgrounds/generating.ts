import { imageQuality, imageRefusals } from "../../shared/ai/fields.ts";
import { excerpt, plainWords } from "../../shared/ai/texts.ts";
import { type Tone, tones, toTone } from "../../shared/ai/tones.ts";
import { signedUrl } from "../../shared/files/addresses.ts";
import { deleteFilesAfterAnswer, storeFile } from "../../shared/files/outbox.ts";
import { f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { type CallOptions, requireAi, uselessAnswer } from "../../shared/providers/openai-call.ts";
import { ask, makeImage } from "../../shared/providers/openai.ts";
import { requireBudget } from "../../shared/providers/token-usage.ts";
import { Background, BACKGROUNDS } from "./fields.ts";

/** The route that generates backgrounds. */
export const routes = part();

const backgroundFields = z.object({
  content: f.text(1, 100_000).openapi({ example: "We walked until the fog lifted off the lake." }),
  title: f.entryTitle.nullish().openapi({ example: "Morning by the lake" }),
  mood: f.text(1, 50).nullish().openapi({
    description: "A tone sets the tone of the image; any other text is a hint.",
    example: "peaceful",
  }),
  quality: imageQuality.default("standard"),
  entry_id: f.uuid.nullish().openapi({
    description: "The caller's entry that gets the background; an earlier one is replaced.",
    example: null,
  }),
});
type Fields = z.infer<typeof backgroundFields>;

routes.add("POST /ai/generate-background", {
  limit: "ai",
  operationId: "generateBackground",
  summary: "Generate a background image for an entry",
  description: "A text model describes a scene that fits the text, without names, faces or " +
    "words; an image model paints it. The private bucket `entry-backgrounds` has the file, and " +
    "the table `journal_entry_backgrounds` its `path`. Readers of the entry's content get an " +
    "address from `GET /api/journal/{id}/background`; the owner also reads the file with the " +
    "Storage API. Only its owner sees a background without an entry. It stays when the " +
    "content of the entry changes. The request takes up to two minutes. The address expires " +
    "after ten minutes, also in an answer repeated for the same `Idempotency-Key`.",
  body: json(backgroundFields),
  answer: ok("The new background", z.object({ background: Background })),
  notFound: {
    description: "The entry does not exist, or the caller may not see it.",
    example: "Entry not found",
  },
  refusals: {
    ...imageRefusals,
    409: {
      description: "The content of the entry changed while the background was generated, storing " +
        "it took too long, or the entry is sealed.",
      codes: ["content_changed", "conflict", "sealed"],
    },
  },
}, async ({ c, db, caller, body }) => {
  const { entry_id, quality } = body;
  // Refuses anyone but the owner; the version tells whether the content changes meanwhile.
  const contentVersion = entry_id
    ? must(await db.rpc("own_entry_content_version", { p_entry_id: entry_id }))
    : undefined;
  requireAi();
  const options: CallOptions = {
    spending: {
      userId: caller.id,
      type: "image_generation",
      ...(entry_id && { entryId: entry_id }),
    },
    signal: c.req.raw.signal,
  };
  // Asks the budget before the scene, whose description would cost something for a refused image.
  await requireBudget(options.spending, { images: 1, quality });
  const { tone, prompt } = await describeScene(body, options);
  const image = await makeImage({ ...options, prompt, quality });

  const path = `${caller.id}/${crypto.randomUUID()}.png`;
  await storeFile(
    { bucket: BACKGROUNDS, path, bytes: image, type: "image/png" },
    async (db) =>
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
      ),
  );
  deleteFilesAfterAnswer();
  return { background: { url: await signedUrl(BACKGROUNDS, path), prompt, tone } };
});

const INSTRUCTIONS = `You design calm background images for entries of a private journal, in \
whatever language they are written. The user message holds the title (possibly null), the content \
and the mood (possibly null) of one entry. Name the tone that stands out in it, and describe in \
English, in one or two sentences of at most 60 words, a scene that fits it: landscape, light, \
weather, plants, objects, colours. Leave out people, faces, names, places that can be recognized, \
brands, and anything private. No writing appears in the scene.`;

const SCENE_LENGTH = 600;

const Form = z.object({ tone: z.enum(tones), scene: z.string() });
const Answer = z.object({
  tone: z.string().transform(toTone),
  // One line of plain words, whatever the entry made the model say.
  scene: z.string().transform((words) => plainWords(words).slice(0, SCENE_LENGTH).toWellFormed())
    .pipe(z.string().min(1)),
});

/** The tone and the prompt of the image, from the text model's reading of the entry. */
async function describeScene(
  { title, content, mood }: Fields,
  options: CallOptions,
): Promise<{ tone: Tone; prompt: string }> {
  const said = await ask({
    ...options,
    name: "background",
    instructions: INSTRUCTIONS,
    data: { title: title || null, content: excerpt(content), mood: mood ?? null },
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
