/** Tone packs in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";
import { type Case, type Matrix, put, readOnly, signedIn, type Values } from "./matrix.ts";

interface Kind {
  what: string;
  is_public: boolean;
  price_drops: number;
  /** Deleted by its owner after the stranger purchased it. */
  deleted?: boolean;
  /** The people who may see the pack. */
  seen: Role[];
  /** The people who may use it; a super admin may read all of it too. */
  used: Role[];
}

const users: Role[] = ["owner", "teammate", "stranger"];

/**
 * Each is shared with the teammate, by e-mail, and purchased by the stranger, if that is possible.
 */
const kinds: Kind[] = [
  {
    what: "private",
    is_public: false,
    price_drops: 0,
    seen: [...users, "superAdmin"],
    used: users,
  },
  { what: "public and free", is_public: true, price_drops: 0, seen: signedIn, used: signedIn },
  { what: "public for drops", is_public: true, price_drops: 10, seen: signedIn, used: users },
  {
    what: "public and deleted",
    is_public: true,
    price_drops: 0,
    deleted: true,
    seen: ["stranger", "superAdmin"],
    used: ["stranger"],
  },
];

/** A pack of the owner's with five images, the first three of them previews. */
async function makePack(world: World, kind: Kind): Promise<string> {
  const { owner, teammate, stranger, blocked } = world.people;
  const [pack] = await sql`
    insert into public.tone_packs (owner_id, name, theme, is_public, price_drops)
    values (${owner.id}, 'Moods', 'icons', ${kind.is_public}, ${kind.price_drops}) returning id`;
  const id: string = pack!.id;
  for (const tone of ["joyful", "sad", "calm", "tired", "angry"]) {
    await sql`
      insert into public.tone_pack_images (tone_pack_id, tone, path)
      values (${id}, ${tone}, ${`${owner.id}/${id}/${tone}-1.png`})`;
  }
  await sql`
    insert into public.tone_pack_shares (tone_pack_id, user_id, email) values
      (${id}, ${teammate.id}, ${teammate.email}), (${id}, ${blocked.id}, null)`;
  await purchase(id, stranger.id);
  if (kind.deleted) await sql`update public.tone_packs set deleted_at = now() where id = ${id}`;
  return id;
}

async function purchase(packId: string, userId: string): Promise<string> {
  const [row] = await sql`
    insert into public.tone_pack_purchases (user_id, tone_pack_id, price_drops, ledger_id)
    select ${userId}, ${packId}, 1, id
    from private.post_drop(${userId}, 1, 'admin_adjustment', 'test', 'test')
    returning id`;
  return row!.id;
}

/** The cases of a table, one for each kind of pack; all kinds are written by functions alone. */
const forKinds = (
  row: string,
  make: (id: string) => Values,
  select: (kind: Kind) => Role[],
  change: Values,
): Case[] =>
  kinds.map((kind, n) => ({
    row: `${row} that is ${kind.what}`,
    make: async (world: World) => make(await makePack(world, kind)),
    select: select(kind),
    write: n === 0 ? readOnly(change) : undefined,
  }));

const share = (
  row: string,
  values: (world: World) => { user_id: string | null; email: string | null },
  select: Role[],
): Case => ({
  row,
  make: async (world) => {
    const { user_id, email } = values(world);
    const pack = { owner_id: world.people.owner.id, name: "Shared", theme: "icons" };
    const { id: tone_pack_id } = await put("tone_packs", pack);
    return await put("tone_pack_shares", { tone_pack_id, user_id, email });
  },
  select,
  write: readOnly({ user_id: "00000000-0000-4000-8000-000000000000" }),
});

export const tonePacks: Matrix = {
  tone_packs: forKinds("a pack", (id) => ({ id }), ({ seen }) => seen, {
    price_drops: 0,
    is_public: true,
  }),
  tone_pack_images: [
    ...forKinds(
      "a preview of a pack",
      (tone_pack_id) => ({ tone_pack_id, tone: "calm" }),
      ({ seen }) => seen,
      { is_preview: true },
    ),
    ...forKinds(
      "another image of a pack",
      (tone_pack_id) => ({ tone_pack_id, tone: "tired" }),
      ({ used }) => [...new Set<Role>([...used, "superAdmin"])],
      { path: "forged" },
    ),
  ],
  tone_pack_cards: forKinds(
    "the card, as a permitted user sees it, of a pack",
    (id) => ({ id, is_usable: true }),
    ({ used }) => used,
    { name: "Forged" },
  ),
  tone_pack_shares: [
    share(
      "a share with the teammate",
      ({ people }) => ({ user_id: people.teammate.id, email: null }),
      ["owner", "teammate", "superAdmin"],
    ),
    share(
      "a share by the teammate's e-mail",
      ({ people }) => ({ user_id: people.teammate.id, email: people.teammate.email }),
      ["teammate", "superAdmin"],
    ),
    share(
      "a share by an e-mail that nobody has",
      () => ({ user_id: null, email: "nobody@example.com" }),
      ["superAdmin"],
    ),
  ],
  tone_pack_purchases: [{
    row: "the stranger's purchase",
    make: async (world) => {
      const id = await makePack(world, kinds[2]!);
      return { tone_pack_id: id, user_id: world.people.stranger.id };
    },
    select: ["stranger", "superAdmin"],
    write: readOnly({ price_drops: 1 }),
  }],
};
