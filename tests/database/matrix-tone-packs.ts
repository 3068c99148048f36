/** Tone packs in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";
import { type Case, type Matrix, readOnly, type Values } from "./matrix.ts";

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

const everyone: Role[] = ["owner", "teammate", "orgMember", "stranger", "superAdmin"];
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
  { what: "public and free", is_public: true, price_drops: 0, seen: everyone, used: everyone },
  { what: "public for drops", is_public: true, price_drops: 10, seen: everyone, used: users },
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

const forgedPack = (_world: World, by: string): Values => ({
  owner_id: by,
  name: "Forged",
  theme: "icons",
});

const imageCases = (kind: Kind): Case[] => [
  {
    row: `a preview of a pack that is ${kind.what}`,
    make: async (world) => ({ tone_pack_id: await makePack(world, kind), tone: "calm" }),
    select: kind.seen,
    ...readOnly({ is_preview: true }),
  },
  {
    row: `another image of a pack that is ${kind.what}`,
    make: async (world) => ({ tone_pack_id: await makePack(world, kind), tone: "tired" }),
    select: [...new Set<Role>([...kind.used, "superAdmin"])],
    update: { values: { path: "forged" }, by: [] },
    delete: [],
    insert: {
      values: async (world, by) => {
        const id = await makePack(world, kind);
        return { tone_pack_id: id, tone: "neutral", path: `${by}/${id}/neutral-1.png` };
      },
      by: [],
    },
  },
];

const share = (
  row: string,
  values: (world: World) => { user_id: string | null; email: string | null },
  select: Role[],
): Case => ({
  row,
  make: async (world) => {
    const { user_id, email } = values(world);
    const [made] = await sql`
      with pack as (
        insert into public.tone_packs (owner_id, name, theme)
        values (${world.people.owner.id}, 'Shared', 'icons') returning id
      )
      insert into public.tone_pack_shares (tone_pack_id, user_id, email)
      select id, ${user_id}, ${email} from pack returning id`;
    return { id: made!.id };
  },
  select,
  update: { values: { user_id: "00000000-0000-4000-8000-000000000000" }, by: [] },
  delete: [],
  insert: {
    values: async (world, by) => ({ tone_pack_id: await makePack(world, kinds[0]!), user_id: by }),
    by: [],
  },
});

export const tonePacks: Matrix = {
  tone_packs: kinds.map((kind) => ({
    row: `a pack that is ${kind.what}`,
    make: async (world) => ({ id: await makePack(world, kind) }),
    select: kind.seen,
    update: { values: { price_drops: 0, is_public: true }, by: [] },
    delete: [],
    insert: { values: forgedPack, by: [] },
  })),
  tone_pack_images: kinds.flatMap(imageCases),
  tone_pack_cards: kinds.map((kind) => ({
    row: `the card, as one who may use it sees it, of a pack that is ${kind.what}`,
    make: async (world) => ({ id: await makePack(world, kind), is_usable: true }),
    select: kind.used,
    update: { values: { name: "Forged" }, by: [] },
    delete: [],
    insert: { values: forgedPack, by: [] },
  })),
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
    update: { values: { price_drops: 1 }, by: [] },
    delete: [],
    insert: {
      values: async (world, by) => {
        const [entry] = await sql`
          select id from public.drops_ledger where user_id = ${world.people.owner.id} limit 1`;
        const id = await makePack(world, kinds[2]!);
        return { user_id: by, tone_pack_id: id, price_drops: 1, ledger_id: Number(entry!.id) };
      },
      by: [],
    },
  }],
};
