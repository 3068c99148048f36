/** Helpers for the generation of images, and their recorded usage. */
import { newWords } from "../ai/support.ts";
import type { Answer } from "../support/people.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { subscribe } from "../support/subscriptions.ts";
import { createPack, type Pack } from "./support.ts";

/** A pack that the stand-in recognizes by its name, of a subscriber, who may make many images. */
export async function setUp(): Promise<{ ana: Person; words: string; pack: Pack }> {
  const words = newWords();
  const ana = await person("Ana");
  await subscribe(ana);
  return { ana, words, pack: await createPack(ana, { name: words, theme: "watercolor" }) };
}

/** Requests images for these tones. */
export const generate = (who: Person, { id }: Pack, tones: readonly string[]): Promise<Answer> =>
  who.api("POST", `/api/tone-packs/${id}/generate-images`, { tones });

/** The tones of images, in alphabetical order. */
export const named = (images: { tone: string }[]) => images.map(({ tone }) => tone).sort();

/** The recorded calls of a user, oldest first. */
export const usageOf = async (who: Person) => [
  ...await sql`
    select type, tone_pack_id, images, cost_usd::float8 as cost_usd
    from public.token_usage where user_id = ${who.id} order by id`,
];

/** The number of a pack's tones that a request has claimed for generation. */
export const claimsOf = async ({ id }: Pack): Promise<number> =>
  (await sql`select from private.tone_image_claims where tone_pack_id = ${id}`).length;
