/** Encouragement drops, badges and engagement entries in the row-security matrix. */
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";
import { type Case, type Matrix, readOnly, type Values } from "./matrix.ts";

const everyone: Role[] = ["owner", "teammate", "orgMember", "stranger", "superAdmin"];

/** Rows that their owner alone reads and writes. */
const entries = (table: string, values: Values): Case[] => [{
  row: "an entry of the owner's",
  make: async ({ people }) => {
    const [row] = await sql`
      insert into ${sql(`public.${table}`)} ${sql({ ...values, user_id: people.owner.id })}
      returning id`;
    return { id: row!.id };
  },
  select: ["owner"],
  update: { values, by: ["owner"] },
  delete: ["owner"],
  insert: { values: () => values, by: everyone },
}, {
  row: "an entry in the owner's name",
  make: ({ people }) => Promise.resolve({ user_id: people.owner.id, id: crypto.randomUUID() }),
  select: [],
  update: { values: { user_id: "00000000-0000-4000-8000-000000000000" }, by: [] },
  delete: [],
  insert: { values: ({ people }) => ({ ...values, user_id: people.owner.id }), by: [] },
}];

const template = (is_approved: boolean): Case => ({
  row: is_approved ? "an approved template" : "a template that is not approved",
  make: async () => {
    const [row] = await sql`
      insert into public.drop_templates (drop_type, title, content, is_approved)
      values ('encouragement', 'Matrix', 'Go on', ${is_approved}) returning id`;
    return { id: row!.id };
  },
  select: is_approved ? everyone : ["superAdmin"],
  ...readOnly({ title: "forged" }),
});

const badge = async ({ people }: World) => {
  await sql`
    select private.change_badges(
      array[row(${people.owner.id}, 6, 6, 6, 0, null)::private.badge_change])`;
  return { user_id: people.owner.id };
};

export const encouragement: Matrix = {
  satisfaction_entries: entries("satisfaction_entries", { score: 7, note: "Fine" }),
  action_notes: entries("action_notes", { content: "Walked" }),
  sleep_entries: entries("sleep_entries", { date: "2026-11-21", hours: 7.5, quality: 4 }),
  drop_templates: [template(true), template(false)],
  drop_config: [{
    row: "the configuration",
    make: () => Promise.resolve({ id: true }),
    select: everyone,
    ...readOnly({ daily_allowance: 100 }),
  }],
  badge_definitions: [{
    row: "a level",
    make: () => Promise.resolve({ level: 2 }),
    select: everyone,
    ...readOnly({ min_engagement_increases: 0 }),
  }],
  encouragement_badges: [{
    row: "the owner's badge",
    make: badge,
    select: everyone,
    ...readOnly({ level: 7 }),
  }],
  badge_milestones: [{
    row: "a milestone of the owner's",
    make: async (world) => ({ ...await badge(world), level: 2 }),
    select: everyone,
    ...readOnly({ level: 7 }),
  }],
  user_drops: [{
    row: "the owner's allowance of a day",
    make: async ({ people }) => {
      await sql`
        insert into public.user_drops (user_id, date, began_at, daily_allowance, custom_max)
        values (${people.owner.id}, '2020-01-01', '2020-01-01', 5, 3)`;
      return { user_id: people.owner.id, date: "2020-01-01" };
    },
    select: ["owner", "superAdmin"],
    ...readOnly({ daily_allowance: 100 }),
  }],
  drops_sent: [{
    row: "a drop from the owner to the teammate",
    make: async ({ people }) => {
      const [row] = await sql`
        insert into public.drops_sent (sender_id, recipient_id, drop_type, content, bonus_drops,
          engagement_window_ends_at)
        values (${people.owner.id}, ${people.teammate.id}, 'encouragement', 'Go on', 2, now())
        returning id`;
      return { id: row!.id };
    },
    select: ["owner", "teammate"],
    update: { values: { read_at: "2026-11-21T00:00:00Z" }, by: [] },
    delete: [],
    insert: {
      values: async (_world, by) => ({
        sender_id: by,
        recipient_id: (await person("Recipient")).id,
        drop_type: "encouragement",
        content: "forged",
        bonus_drops: 100,
        engagement_window_ends_at: "2030-01-01",
      }),
      by: [],
    },
  }],
  drop_entries: [{
    row: "a drop from the owner to a stranger about an entry that the team sees",
    make: async ({ people, teamId }) => {
      const [row] = await sql`
        with entry as (
          insert into public.journal_entries (user_id, title, metadata_visibility, team_id)
          values (${people.owner.id}, 'Matrix', 'team', ${teamId}) returning id
        ),
        sent as (
          insert into public.drops_sent (sender_id, recipient_id, drop_type, content, bonus_drops,
            engagement_window_ends_at)
          values (${people.owner.id}, ${people.stranger.id}, 'encouragement', 'Go on', 2, now())
          returning id
        )
        insert into public.drop_entries (drop_id, entry_id)
        select sent.id, entry.id from sent, entry returning drop_id`;
      return { drop_id: row!.drop_id };
    },
    select: ["owner"],
    ...readOnly({ entry_id: "00000000-0000-4000-8000-000000000000" }),
  }],
};
