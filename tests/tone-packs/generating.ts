/** Packs whose images the model is to make, and what that came to. */
import { newWords } from "../ai/support.ts";
import type { Answer } from "../support/people.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { createPack, type Pack } from "./support.ts";

/** A pack that the stand-in knows by its name. */
export async function setUp(): Promise<{ ana: Person; words: string; pack: Pack }> {
  const words = newWords();
  const ana = await person("Ana");
  return { ana, words, pack: await createPack(ana, { name: words, theme: "watercolor" }) };
}

/** Asks for images of these tones. */
export const generate = (who: Person, { id }: Pack, tones: readonly string[]): Promise<Answer> =>
  who.api("POST", `/api/tone-packs/${id}/generate-images`, { tones });

/** The tones of images, in the order of the alphabet. */
export const named = (images: { tone: string }[]) => images.map(({ tone }) => tone).sort();

/** What was recorded for a person, the first call first. */
export const usageOf = async (who: Person) => [
  ...await sql`
    select type, tone_pack_id, images, cost_usd::float8 as cost_usd
    from public.token_usage where user_id = ${who.id} order by id`,
];

/** How many tones of a pack some request is having made. */
export const claimsOf = async ({ id }: Pack): Promise<number> =>
  (await sql`select from private.tone_image_claims where tone_pack_id = ${id}`).length;
