/** Packs, images and drops for the tests of tone packs. */
import { tones } from "../../shared/ai/tones.ts";
import { paint } from "../../packages/stand-ins/png.ts";
import { filesLike } from "../support/files.ts";
import type { Answer, Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok } from "../support/requests.ts";

export interface Pack {
  id: string;
  image_count: number;
  is_usable: boolean;
  is_purchased: boolean;
  images: { tone: string; url: string }[];
  preview: { tone: string; url: string }[];
  [field: string]: unknown;
}

/** Creates a pack of this person. */
export async function createPack(
  who: Person,
  fields: Record<string, unknown> = {},
): Promise<Pack> {
  const body = { name: "Paper moods", theme: "origami", ...fields };
  return (await ok(who, "POST", "/api/tone-packs", body)).pack;
}

export const readPack = async (who: Person, id: string): Promise<Pack> =>
  (await ok(who, "GET", `/api/tone-packs/${id}`)).pack;

/** A PNG of 1024 x 1024 pixels. */
export const png = (words = "a picture") => paint(words) as Uint8Array<ArrayBuffer>;

export function upload(
  who: Person,
  path: string,
  tone: string,
  bytes: Uint8Array<ArrayBuffer> = png(tone),
  { type = "image/png", name = "image.png" } = {},
): Promise<Answer> {
  const form = new FormData();
  form.set("tone", tone);
  form.set("file", new File([bytes], name, { type }));
  return who.api("POST", path, form);
}

/** Gives a pack images for its first `count` tones, without files behind them. */
export async function addImages(packId: string, count: number): Promise<void> {
  for (const tone of tones.slice(0, count)) {
    await sql`
      insert into public.tone_pack_images (tone_pack_id, tone, path)
      select id, ${tone}, owner_id || '/' || id || '/' || ${tone} || '-1.png'
      from public.tone_packs where id = ${packId}`;
  }
}

export const pathOf = (url: string) =>
  decodeURI(new URL(url).pathname).replace("/storage/v1/object/public/tone-packs/", "");

/** The files of a pack in storage. */
export const filesOf = (packId: string): Promise<string[]> =>
  filesLike("tone-packs", `%/${packId}/%`);

/** Whether an address returns a file. */
export async function opens(url: string): Promise<boolean> {
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.ok;
}

/** The bytes of the file at an address. */
export const download = async (url: string) =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());

/** Sets a user's drops: new users have 50. */
export async function setDrops(who: Person, drops: number): Promise<void> {
  await sql`
    select private.post_drop(id, ${drops} - drops_balance, 'admin_adjustment', 'test', 'test')
    from public.profiles where id = ${who.id} and drops_balance <> ${drops}`;
}

export const balanceOf = async (who: Person): Promise<number> =>
  (await ok(who, "GET", "/api/drops/balance")).balance;
