/** Facts about a tone pack: its price, its moods, and its standing with the user. */
import type { components } from "@journal/client";
import { api, offline, profile } from "../../../service.ts";
import { words } from "../../../words/shop.ts";

export type Pack = components["schemas"]["TonePack"];

export type Scope = components["schemas"]["TonePackScope"];

interface Query {
  scope: Scope;
  q?: string;
  cursor?: string;
  limit: number;
}

/** A page of packs. */
export async function readPacks(query: Query): Promise<{ packs: Pack[]; next: string | null }> {
  const page = await api.get("/api/tone-packs", { params: { query } });
  // An overview is the answer without a scope.
  return "active_tone_pack_id" in page
    ? { packs: [], next: null }
    : { packs: page.packs, next: page.next_cursor };
}

export const priceOf = ({ price_drops }: Pack): string =>
  price_drops ? words.drops({ count: price_drops }) : words.free;

/** Whether it has a picture for each mood. */
export const isWhole = ({ image_count }: Pack): boolean => image_count === TONES.length;

/** The pack's standing with the user. */
export function standingOf(pack: Pack): string | undefined {
  if (profile.value?.preferences.active_tone_pack_id === pack.id) return words.inUse;
  if (pack.owner_id === offline.userId) return words.yours;
  return pack.is_purchased ? words.bought : undefined;
}

export type Tone = components["schemas"]["ToneImage"]["tone"];

/** The moods that a pack has pictures for. */
export const TONES = [
  ...["joyful", "grateful", "excited", "hopeful", "content", "peaceful", "optimistic"] as const,
  ...["calm", "contemplative", "neutral", "tired", "energetic"] as const,
  ...["sad", "anxious", "frustrated", "angry", "worried", "disappointed"] as const,
  ...["melancholic", "pessimistic"] as const,
] satisfies Tone[];
