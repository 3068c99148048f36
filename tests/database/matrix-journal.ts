/** The journal in the row-security matrix. */
import { sql } from "../support/sql.ts";
import { audience, visibilities, type Visibility, type World } from "../support/world.ts";
import { type Matrix, readOnly, type Values } from "./matrix.ts";

const pairs = visibilities.flatMap((metadata) =>
  visibilities.map((content) => ({ metadata, content }))
);

async function makeEntry(world: World, metadata: Visibility, content: Visibility): Promise<string> {
  const { data, error } = await world.client.owner.rpc("create_journal_entry", {
    p_entry: {
      title: "Entry",
      content: "what it says",
      metadata_visibility: metadata,
      content_visibility: content,
      team_id: world.teamId,
      org_id: world.orgId,
    },
  });
  if (error) throw new Error(error.message);
  return (data as { id: string }).id;
}

/**
 * Content is readable to those who reach both parts; a part set to `user` inherits no notebook
 * here.
 */
const readers = (metadata: Visibility, content: Visibility) =>
  audience[metadata].filter((role) => audience[content].includes(role));

const forgedEntry = (_world: World, by: string): Values => ({
  user_id: by,
  title: "Forged",
  effective_metadata_visibility: "public",
  effective_content_visibility: "public",
});

export const journal: Matrix = {
  notebooks: visibilities.map((visibility) => ({
    row: `a notebook with visibility ${visibility}`,
    make: async (world) => {
      const [row] = await sql`
        insert into public.notebooks (user_id, name, metadata_visibility, team_id, org_id)
        values (${world.people.owner.id}, 'Notes', ${visibility}, ${world.teamId}, ${world.orgId})
        returning id`;
      return { id: row!.id };
    },
    select: audience[visibility],
    update: { values: { name: "Renamed" }, by: ["owner"] },
    delete: ["owner"],
    insert: {
      values: (world) => ({ name: "Ours", metadata_visibility: "team", team_id: world.teamId }),
      by: ["owner", "teammate"],
    },
  })),
  journal_entries: visibilities.map((visibility) => ({
    row: `an entry with metadata visibility ${visibility}`,
    make: async (world) => ({ id: await makeEntry(world, visibility, "user") }),
    select: audience[visibility],
    update: { values: { title: "Forged", effective_metadata_visibility: "public" }, by: [] },
    delete: [],
    insert: { values: forgedEntry, by: [] },
  })),
  journal_entry_contents: pairs.map(({ metadata, content }) => ({
    row: `the content (${content}) of an entry (${metadata})`,
    make: async (world) => ({ entry_id: await makeEntry(world, metadata, content) }),
    select: readers(metadata, content),
    ...readOnly({ content: "forged" }),
  })),
  journal_feed: pairs.map(({ metadata, content }) => ({
    row: `an entry (${metadata}) in the feed, by its content (${content})`,
    make: async (world) => ({
      id: await makeEntry(world, metadata, content),
      content: "what it says",
    }),
    select: readers(metadata, content),
    ...readOnly({ title: "forged" }),
  })),
};
