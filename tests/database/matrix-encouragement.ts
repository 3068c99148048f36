/** Encouragement drops, badges and engagement entries in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import {
  type Case,
  type Matrix,
  ofOwner,
  ownerAndAdmins,
  put,
  readOnly,
  signedIn,
  type Values,
} from "./matrix.ts";

/** Rows that their owner alone reads and writes. */
const entries = (table: string, values: Values): Case[] => [{
  row: "an entry of the owner's",
  make: ofOwner(table, values),
  select: ["owner"],
  write: {
    update: { values, by: ["owner"] },
    delete: ["owner"],
    insert: { values: () => values, by: signedIn },
  },
}, {
  row: "an entry in the owner's name",
  make: ({ people }) => Promise.resolve({ user_id: people.owner.id, id: crypto.randomUUID() }),
  select: [],
  write: {
    update: { values: { user_id: "00000000-0000-4000-8000-000000000000" }, by: [] },
    delete: [],
    insert: { values: ({ people }) => ({ ...values, user_id: people.owner.id }), by: [] },
  },
}];

const template = (is_approved: boolean): Case => ({
  row: is_approved ? "an approved template" : "a template that is not approved",
  make: () =>
    put("drop_templates", {
      drop_type: "encouragement",
      title: "Matrix",
      content: "Go on",
      is_approved,
    }),
  select: is_approved ? signedIn : ["superAdmin"],
  write: readOnly({ title: "forged" }),
});

const dropTo = (people: World["people"], recipient: "teammate" | "stranger") =>
  put("drops_sent", {
    sender_id: people.owner.id,
    recipient_id: people[recipient].id,
    drop_type: "encouragement",
    content: "Go on",
    bonus_drops: 2,
    engagement_window_ends_at: new Date(),
  });

const recording = ({ owner }: World["people"], drop_id: unknown = null) =>
  put("drop_recordings", {
    user_id: owner.id,
    drop_id,
    type: "audio/wav",
    path: `${owner.id}/${crypto.randomUUID()}.wav`,
    bytes: 1,
    duration_s: 2,
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
    select: signedIn,
    write: readOnly({ daily_allowance: 100 }),
  }],
  badge_definitions: [{
    row: "a level",
    make: () => Promise.resolve({ level: 2 }),
    select: signedIn,
    write: readOnly({ min_engagement_increases: 0 }),
  }],
  encouragement_badges: [{
    row: "the owner's badge",
    make: badge,
    select: signedIn,
    write: readOnly({ level: 7 }),
  }],
  badge_milestones: [{
    row: "a milestone of the owner's",
    make: async (world) => ({ ...await badge(world), level: 2 }),
    select: signedIn,
    write: readOnly({ level: 7 }),
  }],
  user_drops: [{
    row: "the owner's allowance of a day",
    make: async ({ people }) => {
      await sql`
        insert into public.user_drops (user_id, date, began_at, daily_allowance, custom_max)
        values (${people.owner.id}, '2020-01-01', '2020-01-01', 5, 3)`;
      return { user_id: people.owner.id, date: "2020-01-01" };
    },
    select: ownerAndAdmins,
    write: readOnly({ daily_allowance: 100 }),
  }],
  drops_sent: [{
    row: "a drop from the owner to the teammate",
    make: ({ people }) => dropTo(people, "teammate"),
    select: ["owner", "teammate"],
    write: readOnly({ read_at: "2026-11-21T00:00:00Z" }),
  }],
  drop_recordings: [{
    row: "the recording of a drop from the owner to the teammate",
    make: async ({ people }) => {
      const { id: drop_id } = await dropTo(people, "teammate");
      return await recording(people, drop_id);
    },
    select: ["owner", "teammate"],
    write: readOnly({ duration_s: 1 }),
  }, {
    row: "a recording that the owner has not sent",
    make: ({ people }) => recording(people),
    select: ["owner"],
    write: readOnly({ drop_id: "00000000-0000-4000-8000-000000000000" }),
  }],
  drop_entries: [{
    row: "a drop from the owner to a stranger about an entry that the team sees",
    make: async ({ people, teamId: team_id }) => {
      const { id: entry_id } = await put("journal_entries", {
        user_id: people.owner.id,
        title: "Matrix",
        metadata_visibility: "team",
        team_id,
      });
      const { id: drop_id } = await dropTo(people, "stranger");
      return await put("drop_entries", { drop_id, entry_id }, "drop_id");
    },
    select: ["owner"],
    write: readOnly({ entry_id: "00000000-0000-4000-8000-000000000000" }),
  }],
};
