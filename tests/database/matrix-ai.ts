/** Backgrounds and token usage in the row-security matrix. */
import { sql } from "../support/sql.ts";
import { audience, visibilities, type World } from "../support/world.ts";
import { type Case, type Matrix, readOnly } from "./matrix.ts";

/** A background of the owner's, for an entry with these visibilities or for no entry. */
async function makeBackground(world: World, entry?: { metadata: string; content: string }) {
  const owner = world.people.owner.id;
  let entryId: string | null = null;
  if (entry) {
    const { data, error } = await world.client.owner.rpc("create_journal_entry", {
      p_entry: {
        title: "Entry",
        content: "what it says",
        metadata_visibility: entry.metadata,
        content_visibility: entry.content,
        team_id: world.teamId,
        org_id: world.orgId,
      },
    });
    if (error) throw new Error(error.message);
    entryId = data.id;
  }
  const [row] = await sql`
    insert into public.journal_entry_backgrounds (user_id, entry_id, path, prompt, tone, quality)
    values (${owner}, ${entryId}, ${`${owner}/${crypto.randomUUID()}.png`}, 'a lake', 'calm', 'hd')
    returning id`;
  return { id: row!.id };
}

const closed: Pick<Case, "update" | "delete" | "insert"> = {
  ...readOnly({ prompt: "forged" }),
  delete: ["owner"],
  insert: {
    values: (_world: World, by: string) => ({
      user_id: by,
      path: `${by}/${crypto.randomUUID()}.png`,
      prompt: "forged",
      tone: "calm",
      quality: "hd",
    }),
    by: [],
  },
};

export const ai: Matrix = {
  journal_entry_backgrounds: [
    {
      row: "a background without an entry",
      make: (world) => makeBackground(world),
      select: ["owner", "superAdmin"],
      ...closed,
    },
    ...visibilities.flatMap((metadata) =>
      visibilities.map((content) => ({
        row: `the background of an entry (${metadata}) with content (${content})`,
        make: (world: World) => makeBackground(world, { metadata, content }),
        // The same readers as the content: those who reach both parts.
        select: audience[metadata]!.filter((role) => audience[content]!.includes(role)),
        ...closed,
      }))
    ),
  ],
};
