/** The journal, backgrounds and the assistant in the row-security matrix. */
import { sql } from "../support/sql.ts";
import { audience, visibilities, type Visibility, type World } from "../support/world.ts";
import {
  type Case,
  type Matrix,
  ofOwner,
  ownerAndAdmins,
  put,
  readOnly,
  type Values,
} from "./matrix.ts";

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
 * Rows that belong to the content of an entry, for each pair of visibilities. People read the
 * content if they reach both parts; a part set to `user` inherits no notebook here.
 */
const ofContent = (
  row: (metadata: Visibility, content: Visibility) => string,
  make: (world: World, entryId: string) => Promise<Values>,
  write: Case["write"],
  columns?: string,
): Case[] =>
  visibilities.flatMap((metadata) =>
    visibilities.map((content) => ({
      row: row(metadata, content),
      columns,
      make: async (world: World) => make(world, await makeEntry(world, metadata, content)),
      select: audience[metadata].filter((role) => audience[content].includes(role)),
      write: metadata === "public" && content === "public" ? write : undefined,
    }))
  );

const makeBackground = ({ people: { owner } }: World, entry_id?: string) =>
  put("journal_entry_backgrounds", {
    user_id: owner.id,
    entry_id: entry_id ?? null,
    path: `${owner.id}/${crypto.randomUUID()}.png`,
    prompt: "a lake",
    tone: "calm",
    quality: "hd",
  });

const ownDeletes = { ...readOnly({ prompt: "forged" }), delete: ["owner" as const] };

const ofShareLink: Case[] = [{
  row: "the owner's link to an entry that everybody sees",
  make: async (world) => {
    const row = {
      user_id: world.people.owner.id,
      entry_id: await makeEntry(world, "public", "public"),
      expires_at: "2999-01-01",
      has_passphrase: false,
    };
    const { id } = await put("share_links", row);
    await sql`
      insert into private.share_link_secrets (link_id, code_hash)
      values (${id as string}, sha256(convert_to(${id as string}::text, 'UTF8')))`;
    return { id };
  },
  select: ["owner"],
  write: readOnly({ expires_at: "3000-01-01" }),
}];

const analysis = {
  analysis_date: "2026-11-21",
  summary: "A calm week.",
  mood_trends: {},
  topics: [],
  patterns: [],
  recommendations: "",
  insights: { gratitude: [], challenges: [], goals: [], achievements: [] },
  entry_count: 1,
};

export const journal: Matrix = {
  notebooks: visibilities.map((visibility) => ({
    row: `a notebook with visibility ${visibility}`,
    make: ofOwner("notebooks", ({ teamId: team_id, orgId: org_id }) => ({
      name: "Notes",
      metadata_visibility: visibility,
      team_id,
      org_id,
    })),
    select: audience[visibility],
    write: {
      update: { values: { name: "Renamed" }, by: ["owner"] },
      delete: ["owner"],
      insert: {
        values: ({ teamId: team_id }) => ({ name: "Ours", metadata_visibility: "team", team_id }),
        by: ["owner", "teammate"],
      },
    },
  })),
  journal_entries: visibilities.map((visibility) => ({
    row: `an entry with metadata visibility ${visibility}`,
    make: async (world) => ({ id: await makeEntry(world, visibility, "user") }),
    select: audience[visibility],
    write: readOnly({ title: "Forged", effective_metadata_visibility: "public" }),
  })),
  journal_entry_backgrounds: [
    {
      row: "a background without an entry",
      make: (world) => makeBackground(world),
      select: ownerAndAdmins,
      write: ownDeletes,
    },
    ...ofContent(
      (metadata, content) => `the background of an entry (${metadata}) with content (${content})`,
      makeBackground,
      ownDeletes,
    ),
  ],
  entry_attachments: ofContent(
    (metadata, content) => `the photo of an entry (${metadata}) with content (${content})`,
    ({ people: { owner } }, entry_id) =>
      put("entry_attachments", {
        user_id: owner.id,
        entry_id,
        kind: "image",
        type: "image/png",
        path: `${owner.id}/${crypto.randomUUID()}.png`,
        bytes: 1,
        width: 1,
        height: 1,
      }),
    readOnly({ transcript: "forged" }),
    "id, path",
  ),
  journal_comments: ofContent(
    (metadata, content) => `a comment on an entry (${metadata}) with content (${content})`,
    ({ people: { owner } }, entry_id) =>
      put("journal_comments", { entry_id, user_id: owner.id, content: "hello" }),
    readOnly({ content: "forged" }),
  ),
  journal_reactions: [{
    row: "the owner's reaction to an entry that everybody sees",
    make: async (world) => {
      const entry_id = await makeEntry(world, "public", "public");
      const row = { entry_id, user_id: world.people.owner.id, reaction: "heart" };
      return await put("journal_reactions", row, "entry_id");
    },
    select: ["owner"],
    write: { ...readOnly({ reaction: "fire" }), delete: ["owner"] },
  }],
  share_links: ofShareLink,
  share_link_cards: ofShareLink,
  chat_messages: [{
    row: "a message of the owner's to the assistant",
    make: ofOwner("chat_messages", { role: "user", content: "hello" }),
    select: ["owner"],
    write: { ...readOnly({ content: "forged" }), delete: ["owner"] },
  }],
  chat_message_cards: [{
    row: "a message of the owner's to the assistant",
    make: ofOwner("chat_messages", { role: "user", content: "hello" }),
    select: ["owner"],
    write: readOnly({ content: "forged" }),
  }],
  note_analyses: [{
    row: "an analysis of the owner's entries",
    make: ofOwner("note_analyses", analysis),
    select: ["owner"],
    write: { ...readOnly({ summary: "forged" }), delete: ["owner"] },
  }],
};
